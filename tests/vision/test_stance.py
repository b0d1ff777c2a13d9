"""Dice that do not lie flat, dice too many or too few, and what is no die: doubted or ignored."""
from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_dice import table_of

from vision.dice import find_dice
from vision.look import counted, read
from vision.reader import read_die
from vision.stance import half_out, view_of
from vision.training.tables import draw_table
from vision.tray import standard_profile
from vision.types import DiceKind, Die, Expectation, Library, Profile

LEANING = Path(__file__).parent / "leaning"
ANY, NONE = Expectation(), Library()
RIG = Profile(size=(640, 480), to_mm=(0.3636, 0, 0, 0, 0.3636, 0, 0, 0, 1), tray_mm=(0, 0, 232, 174))


@lru_cache(maxsize=1)
def tally() -> Counter[tuple[str, str]]:
    """How many of the flat, leaning and stacked dice of the rendered trays were told for sure, doubted or not seen."""
    found: Counter[tuple[str, str]] = Counter()
    for tray in json.loads((LEANING / "truth.json").read_text()):
        picture = cv2.imread(str(LEANING / tray["file"]))
        size = (picture.shape[1], picture.shape[0])
        dice = find_dice(picture, Profile(size, tuple(tray["to_mm"]), tuple(tray["tray_mm"])), ANY, NONE)
        found.update((true["stance"], told(dice, true["box"])) for true in tray["dice"])
    return found


def told(dice, box):
    x, y, reach = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2
    here = [d for d in dice if np.hypot((d.box[0] + d.box[2]) / 2 - x, (d.box[1] + d.box[3]) / 2 - y) < reach]
    return "unseen" if not here else "sure" if here[0].sure else "doubted"


@pytest.mark.parametrize(("stance", "least", "most"), [("flat", 0.8, 1), ("leaning", 0, 0.3), ("stacked", 0, 0.5)])
def test_the_share_told_for_sure(stance, least, most):
    counts = {how: tally()[stance, how] for how in ("sure", "doubted", "unseen")}
    assert least <= counts["sure"] / sum(counts.values()) <= most, counts


@pytest.mark.parametrize(("x", "rise"), [(320, 0.0), (600, 0.42), (40, -0.42)])
def test_a_die_off_the_middle_shows_its_height(x, rise):
    picture = table_of([(5, "red", x, 240)])
    place = standard_profile((640, 480))
    view = view_of(place, read_die(picture, x, 240, 50), (640, 480))
    assert view.rise == pytest.approx((rise, 0), abs=0.12)
    assert np.sign(np.round(view.rise[0], 2)) == np.sign(rise)
    assert view.edge == pytest.approx(16 * 640 / 450, rel=0.05)


@pytest.mark.parametrize(("foot", "out"), [
    ((100, 100), False), ((8, 100), False), ((4, 100), True), ((100, 172), True)])
def test_no_die_lies_flat_in_a_wall(foot, out):
    assert half_out(np.array(foot, float), RIG) is out


def test_a_die_on_the_trays_edge_is_doubted_or_ignored():
    dice = find_dice(table_of([(5, "red", 4, 240), (3, "white", 320, 240)]), RIG, ANY, NONE)
    assert [die.value for die in dice if die.sure] == [3]


def die(colour, kind="pipped"):
    return Die((0, 0, 9, 9), value=3, colour=colour, kind=kind, sure=True)


@pytest.mark.parametrize(("awaited", "seen", "says"), [
    ([("", "pipped", 2)], [die("red"), die("blue")], ()),
    ([("", "pipped", 2)], [die("red")], ("awaiting 2 dice, 1 die lies there",)),
    ([("yellow", "pipped", 1)], [die("yellow"), die("yellow"), die("blue")],
     ("awaiting 1 yellow die, 2 yellow dice lie there",)),
    ([("red", "action", 2), ("blue", "pipped", None)], [die("blue")], ("awaiting 2 red action dice, none lie there",)),
    ([("red", "pipped", 1)], [die("red", "unknown")], ()),
])
def test_too_many_or_too_few_are_said_in_words(awaited, seen, says):
    kinds = tuple(DiceKind(kind, colour, count=count) for colour, kind, count in awaited)
    assert counted(seen, Expectation(kinds)) == says


def test_a_still_says_that_a_die_is_missing():
    expected = Expectation((DiceKind(colour="red", count=2), DiceKind(colour="white")))
    sighting = read(table_of([(3, "red", 200, 200), (5, "white", 400, 200)]), None, NONE, expected)
    assert "awaiting 2 red dice, 1 red die lies there" in sighting.doubts


def test_cards_coins_screws_and_figures_are_hardly_ever_dice():
    """Sixteen drawn tables of clutter without dice: at most four things are told for sure, and none should be."""
    rngs = [np.random.default_rng(70_000 + seed) for seed in range(16)]
    seen = [find_dice(draw_table(rng, [], bare=1.0).picture, None, ANY, NONE) for rng in rngs]
    assert sum(die.sure for dice in seen for die in dice) <= 4
