"""The palette can be read: WCAG AA for every text on what it stands on, and each seat and die on its own body."""
from __future__ import annotations

import pytest

from app.view.marks import DIE_COLOURS, SEAT_MARKS
from app.view.theme import PALETTE, contrast, die_colour, ink_on, rgb, seat_colour

TEXT, LARGE = 4.5, 3.0


@pytest.mark.parametrize(("ink", "ground", "least"), [
    ("text", "page", TEXT), ("text", "surface", TEXT), ("text", "raised", TEXT), ("text", "pressed", TEXT),
    ("muted", "page", TEXT), ("muted", "surface", TEXT), ("muted", "raised", TEXT),
    ("doubt", "surface", TEXT), ("doubt", "page", TEXT), ("accent", "surface", LARGE), ("faint", "surface", LARGE),
    ("on_accent", "accent", TEXT), ("on_doubt", "doubt", TEXT),
])
def test_palette_contrast(ink: str, ground: str, least: float) -> None:
    assert contrast(PALETTE[ink], PALETTE[ground]) >= least


@pytest.mark.parametrize("colour", [colour for colour, _ in SEAT_MARKS])
def test_seat_contrast(colour: str) -> None:
    assert contrast(seat_colour(colour), PALETTE["surface"]) >= LARGE
    assert contrast(ink_on(seat_colour(colour)), seat_colour(colour)) >= TEXT


@pytest.mark.parametrize("colour", sorted(DIE_COLOURS))
def test_pips_contrast(colour: str) -> None:
    assert contrast(ink_on(die_colour(colour)), die_colour(colour)) >= LARGE


def test_seats_differ_in_colour_and_in_shape() -> None:
    assert len({colour for colour, _ in SEAT_MARKS}) == len({shape for _, shape in SEAT_MARKS}) == len(SEAT_MARKS)


@pytest.mark.parametrize(("one", "other", "ratio"), [("#ffffff", "#000000", 21.0), ("#777777", "#ffffff", 4.48)])
def test_contrast_is_that_of_the_guideline(one: str, other: str, ratio: float) -> None:
    assert contrast(rgb(one), rgb(other)) == pytest.approx(ratio, abs=0.01)
