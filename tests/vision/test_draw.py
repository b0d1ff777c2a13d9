"""Dice drawn on their picture: light where sure, amber where not, never outside the picture."""
from __future__ import annotations

import numpy as np
import pytest

from vision.draw import AMBER, INK, LIGHT, draw_dice, label_of
from vision.types import Die

BOX = (60.0, 60.0, 100.0, 100.0)


@pytest.mark.parametrize(("die", "expected"), [
    (Die(BOX, value=5, sure=True), "5"),
    (Die(BOX, value=5), "5?"),
    (Die(BOX, face="rocket", sure=True), "rocket"),
    (Die(BOX), "?"),
])
def test_what_stands_beside_a_die(die: Die, expected: str) -> None:
    assert label_of(die) == expected


@pytest.mark.parametrize(("sure", "colour", "other"), [(True, LIGHT, AMBER), (False, AMBER, LIGHT)])
def test_its_colour_says_whether_it_is_sure(sure: bool, colour: tuple, other: tuple) -> None:
    drawn = draw_dice(np.full((160, 200, 3), 90, np.uint8), [Die(BOX, value=2, sure=sure)])
    counts = [int((drawn == np.array(c)).all(axis=2).sum()) for c in (colour, other, INK)]
    assert [count > 20 for count in counts] == [True, False, True]


@pytest.mark.parametrize("box", [(-20.0, -20.0, 20.0, 20.0), (180.0, 140.0, 230.0, 190.0), (50.0, 50.0, 52.0, 52.0)])
def test_a_die_at_the_border_is_drawn_on_a_copy(box: tuple) -> None:
    image = np.full((160, 200, 3), 90, np.uint8)
    drawn = draw_dice(image, [Die(box, value=6, sure=True)])
    assert (drawn.shape, bool((image == 90).all()), bool((drawn != 90).any())) == (image.shape, True, True)
