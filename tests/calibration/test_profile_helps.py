"""Dice are read better with a measured profile than without: fewer false dice, colours told under any lamp."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from rendered_light import WAVES, camera_light
from rendered_table import Lens, decoded, encoded, look_at, picture_of

from calibration import tray
from vision.look import read
from vision.tray import CENTRE_MM, VIEW_MM, standard_profile
from vision.types import DiceKind, Expectation, Library

FILM = Path(__file__).parents[2] / "hardware/footage/starship_catan.mp4"
EYE = Lens(676.0, (412.0, 306.0), (820, 616))
COLOURS = ("yellow", "blue", "white", "red", "green", "orange")
EXPECTED = Expectation(tuple(DiceKind(colour=colour) for colour in COLOURS))


@pytest.fixture(scope="module")
def throws():
    """The film's frame a moment after each throw came to rest, and what lies there."""
    film = cv2.VideoCapture(str(FILM))
    found = []
    for throw in json.loads(FILM.with_suffix(".json").read_text("utf-8"))["throws"][:4]:
        film.set(cv2.CAP_PROP_POS_FRAMES, throw["stopped_frame"] + 4)
        found.append((film.read()[1], Counter((die["value"], die["colour"]) for die in throw["dice"])))
    return found


def test_in_a_bent_and_turned_picture(throws):
    """The film's table through a lens that bends it, seen aslant by a camera that stands turned."""
    pitch = VIEW_MM / 820
    corner = CENTRE_MM[0] - 410 * pitch, CENTRE_MM[1] - 308 * pitch
    view = look_at((125, 125), 420, slant=15, roll=90)
    seen = [(encoded(picture_of(decoded(image), corner, EYE, view, px_per_mm=1 / pitch)), lie) for image, lie in throws]
    camera = (EYE.focal, 0.0, EYE.centre[0], 0.0, EYE.focal, EYE.centre[1], 0.0, 0.0, 1.0)
    lens = replace(standard_profile(EYE.size), camera=camera, distortion=(EYE.k1, EYE.k2, EYE.p1, EYE.p2, EYE.k3))
    profile, _ = tray.measure([seen[0][0]], lens)
    (right, extra), (plain_right, plain_extra) = _values(seen, profile), _values(seen, None)
    print(f"values right {plain_right:.2f} without, {right:.2f} with; false dice {plain_extra} without, {extra} with")
    assert right >= plain_right
    assert extra == 0
    assert extra <= plain_extra


@pytest.mark.parametrize("kelvin", [2700, 3500])
def test_under_a_warm_lamp(throws, kelvin):
    cast = camera_light(np.ones(len(WAVES)), kelvin)
    seen = [(encoded((decoded(image) * cast).astype(np.float32)), truth) for image, truth in throws]
    plain = standard_profile(EYE.size)
    white = (float(cast[1] / cast[0]), 1.0, float(cast[1] / cast[2]))
    before, after = _colours(seen, plain), _colours(seen, replace(plain, white=white))
    print(f"{kelvin} K: colours right {before:.2f} without, {after:.2f} with")
    assert after > before
    assert after >= 0.9


def _values(seen, profile):
    """The share of dice whose value was read, and how many things were taken for dice."""
    right, extra, total = 0, 0, 0
    for image, truth in seen:
        dice = read(image, profile, Library(), EXPECTED).dice
        values = Counter(value for value, _ in truth.elements())
        right += (values & Counter(die.value for die in dice)).total()
        extra += max(0, len(dice) - truth.total())
        total += truth.total()
    return right / total, extra


def _colours(seen, profile):
    right = 0
    for image, truth in seen:
        dice = read(image, profile, Library(), EXPECTED).dice
        right += (truth & Counter((die.value, die.colour) for die in dice)).total()
    return right / sum(truth.total() for _, truth in seen)
