"""Dice are read right on drawn tables, and nothing is read from what holds none."""
from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_dice import table_of

from vision.dice import find_dice
from vision.look import read
from vision.types import DiceKind, Expectation, Library, Profile

ANY, NONE = Expectation(), Library()
SIX = [(1, "white", 80, 90), (2, "red", 220, 110), (3, "black", 380, 80), (4, "blue", 520, 140),
       (5, "yellow", 150, 330), (6, "white", 430, 340)]
RIG = Profile(size=(640, 480), to_mm=(0.3636, 0, 0, 0, 0.3636, 0, 0, 0, 1), tray_mm=(0, 0, 232, 174))


def values_of(image, profile=None, expectation=ANY):
    return sorted(d.value for d in find_dice(image, profile, expectation, NONE) if d.value is not None)


def near(die, x, y):
    return abs((die.box[0] + die.box[2]) / 2 - x) < 14 and abs((die.box[1] + die.box[3]) / 2 - y) < 14


@pytest.mark.parametrize("profile", [None, RIG], ids=["scale unknown", "calibrated"])
def test_each_value_is_read_where_it_lies(profile):
    dice = sorted(find_dice(table_of(SIX), profile, ANY, NONE), key=lambda d: d.value)
    assert [d.value for d in dice] == [1, 2, 3, 4, 5, 6]
    assert all(near(die, x, y) for die, (_, _, x, y) in zip(dice, SIX, strict=True))


def scaled(factor):
    return lambda p: cv2.resize(p, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def greyed(picture):
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


CHANGES = {"mirrored": np.fliplr, "upside down": np.flipud, "a quarter": np.rot90, "smaller": scaled(0.7),
           "larger": scaled(1.4), "huge": scaled(4), "grey": greyed, "darker": lambda p: p // 2}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_turned_scaled_or_grey_the_values_stay(change):
    assert values_of(np.ascontiguousarray(change(table_of(SIX)))) == [1, 2, 3, 4, 5, 6]


def kinds(*colours):
    return Expectation(dice=tuple(DiceKind(colour=colour, values=(1, 2, 3, 4)) for colour in colours))


@pytest.mark.parametrize(("die", "offered", "seen"), [
    ((3, "yellow"), ("yellow", "blue"), (3, "yellow", True)),
    ((2, "blue"), ("yellow", "blue"), (2, "blue", True)),
    ((6, "yellow"), ("yellow", "blue"), (6, "yellow", False)),
])
def test_dice_are_matched_to_those_that_the_rules_offer(die, offered, seen):
    (read_,) = find_dice(table_of([(*die, 200, 200)]), None, kinds(*offered), NONE)
    assert (read_.value, read_.colour, read_.sure) == seen


def test_a_reading_says_its_doubts_in_words():
    sighting = read(table_of(SIX), None, NONE, ANY)
    assert len(sighting.doubts) == sum(not d.sure for d in sighting.dice)
