"""Colours of dice and pips: named on real dice labelled by eye, in drawn lights, and doubted where two are close."""
from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_dice import BODIES, LIGHT, plain_look

from vision.colour import Tones, name_colour, name_pips, tones_of
from vision.reader import close_up, crop_of
from vision.training.render import View, draw_die
from vision.training.tables import lay

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
LABELS = json.loads((Path(__file__).parent / "nell_colours.json").read_text())
real = pytest.mark.skipif(not PHOTOS.is_dir(), reason="no ../shared/photos/dice here")
STARSHIP, ALIEN, ECLIPSE = ("yellow", "blue"), ("red", "blue"), ("yellow", "orange", "red", "white")


@lru_cache(maxsize=1)
def real_looks() -> tuple[np.ndarray, ...]:
    return tuple(look_at(cv2.imread(str(PHOTOS / label["file"])), label["box"]) for label in LABELS)


def look_at(image, box):
    x, y, size = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0] + box[3] - box[1]) / 2
    return crop_of(close_up(image, x, y, size), x, y, size)


def under(look, light):
    return np.clip(look * np.array(light), 0, 255).astype(np.uint8)


LIGHTS = {"as taken": (1, 1, 1), "dim": (.5, .5, .5), "near dark": (.25, .25, .25), "glaring": (1.35, 1.35, 1.35),
          "warm": (.75, .95, 1.15), "cold": (1.15, 1, .9)}


@real
@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS.keys())
@pytest.mark.parametrize("offered", [STARSHIP, ALIEN, ECLIPSE, ("black",)], ids="/".join)
def test_real_dice_are_named_among_the_colours_of_a_game(offered, light):
    named = [(label["body"], name_colour(tones_of(under(look, light)).body, offered))
             for label, look in zip(LABELS, real_looks(), strict=True) if label["body"] in offered]
    assert [(body, n.name) for body, n in named if n.name != body and not n.close] == []
    assert sum(n.close for _, n in named) <= 0.1 * len(named)


@real
def test_ivory_is_ivory_or_close_to_white_and_a_games_white_otherwise():
    bodies = [(label["body"], tones_of(look).body) for label, look in zip(LABELS, real_looks(), strict=True)
              if label["body"] in ("white", "ivory")]
    assert [body for body, tone in bodies if (n := name_colour(tone, ("white", "ivory"))).name != body
            and not n.close] == []
    assert {name_colour(tone, ECLIPSE).name for _, tone in bodies} == {"white"}


@real
@pytest.mark.parametrize("offered", [STARSHIP, ALIEN, ECLIPSE], ids="/".join)
def test_a_colour_that_no_rule_names_is_doubted(offered):
    """Green, brown, black or purple dice on a game's tray: at most one in ten is taken for one of the game's."""
    others = [name_colour(tones_of(look).body, offered) for label, look in zip(LABELS, real_looks(), strict=True)
              if label["body"] not in (*offered, "ivory")]
    assert sum(not n.close for n in others) <= 0.1 * len(others)


@real
def test_pips_are_named():
    named = [(name_pips(tones_of(look)), label["pips"]) for label, look in zip(LABELS, real_looks(), strict=True)]
    assert sum(one == other for one, other in named) >= 0.88 * len(named)


def drawn(colour, ambient, gloss, tilt):
    picture = np.ones((160, 160, 3)) * 0.35
    light = replace(LIGHT, ambient=ambient, gloss=gloss)
    die = draw_die(np.random.default_rng(1), View(tilt, 25.0), light, plain_look(colour), 5)
    lay(picture, die, 80, 80, 50)
    return look_at((np.clip(picture, 0, 1) * 255).astype(np.uint8), (52, 52, 108, 108))


@pytest.mark.parametrize("colour", BODIES)
@pytest.mark.parametrize(("ambient", "gloss", "tilt"), [(0.8, 0.0, 0.1), (0.45, 0.3, 0.4), (0.3, 0.8, 0.6)])
def test_drawn_dice_are_named_in_several_lights(colour, ambient, gloss, tilt):
    tones = tones_of(drawn(colour, ambient, gloss, tilt))
    assert name_colour(tones.body, tuple(BODIES)).name == colour
    assert name_pips(tones) == ("black" if colour in ("white", "yellow") else "white")


@pytest.mark.parametrize(("bgr", "offered", "name", "close"), [
    ((40, 200, 230), STARSHIP, "yellow", False),
    ((35, 130, 200), ("yellow", "orange"), "yellow", True),
    ((35, 45, 205), ("orange", "red"), "red", False),
    ((50, 140, 60), ALIEN, "blue", True),
    ((250, 250, 250), ("no colour",), "white", False),
])
def test_two_that_are_close_are_doubted(bgr, offered, name, close):
    named = name_colour(np.array(bgr, np.float32), offered)
    assert (named.name, named.close) == (name, close)


def test_pips_that_hardly_stand_out_have_no_colour():
    assert name_pips(Tones(np.array([80, 80, 80], np.float32), np.array([95, 90, 99], np.float32))) == ""
