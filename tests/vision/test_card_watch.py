"""Cards laid before a watching eye are told once, when they lie still and no hand is there."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.card_deck import CardDeck
from vision.card_drawings import draw_art_card, draw_table, lay_card
from vision.card_enrol import look_at
from vision.card_watch import CardMemory, spot_in, watch_cards
from vision.tray import STANDARD_RIG
from vision.types import Expectation, Frame, Library

HERE, FRAME_S = (560, 420), 0.1
EMPTY, HAND, ASIDE = "", "hand", "aside"
DECK = Expectation(decks=("deck",))


@lru_cache
def library() -> Library:
    edges = np.array([[0, 0], [251, 0], [251, 351], [0, 351]], np.float32)
    return Library(decks={"deck": CardDeck("deck", {str(n): (look_at(draw_art_card(n), edges),) for n in range(6)})})


@lru_cache
def picture_of(what: tuple[str, ...]) -> np.ndarray:
    """A table with cards on one stack, the last on top ("aside": beside it), and perhaps a hand over it all."""
    table = draw_table(np.random.default_rng(3), HERE)
    for place, name in enumerate(name for name in what if name.isdigit()):
        x = 330 if ASIDE in what and place else 120 + 3 * place
        corners = np.array([[x, 90], [x + 150, 94], [x + 146, 304], [x - 4, 300]])
        table = lay_card(table, draw_art_card(int(name)), corners)
    if HAND in what:
        cv2.fillPoly(table, [np.array([[560, 420], [560, 150], [260, 140], [240, 240], [400, 420]])], (120, 150, 205))
    return table


def watched(story: Sequence[tuple[tuple[str, ...], int]]) -> tuple[list[str], int]:
    """What is told of pictures that each stand for so many frames, and how often a person is asked."""
    memory: CardMemory | None = None
    told: list[str] = []
    asked = at = 0
    rng = np.random.default_rng(1)
    for what, frames in story:
        for _ in range(frames):
            noisy = np.clip(picture_of(what) + rng.normal(0, 2, (*HERE[::-1], 3)), 0, 255).astype(np.uint8)
            sighting, memory = watch_cards(Frame(noisy, at * FRAME_S), None, library(), DECK, memory)
            told += [card.name for card in sighting.cards] if sighting else []
            asked += len(sighting.doubts) if sighting else 0
            at += 1
    return told, asked


@pytest.mark.parametrize(("story", "told"), [
    pytest.param([((EMPTY,), 6), (("1",), 12)], ["1"], id="laid and left"),
    pytest.param([(("1",), 8), (("1", "2"), 8), (("1", "2", "3"), 8)], ["2", "3"], id="a stack that grows"),
    pytest.param([((EMPTY,), 6), (("1", HAND), 8), (("1",), 8)], ["1"], id="only once the hand has gone"),
    pytest.param([((EMPTY,), 6), (("1",), 8), ((EMPTY,), 6), (("1",), 8)], ["1", "1"], id="taken away, laid again"),
    pytest.param([((EMPTY,), 6), (("1",), 8), (("1", HAND), 4), (("1",), 8)], ["1"], id="a hand passes"),
    pytest.param([((EMPTY,), 6), (("1",), 1), (("2",), 1), (("3",), 6)], ["3"], id="moved too soon"),
    pytest.param([(("1",), 8), (("1", "2", ASIDE), 8)], ["2"], id="another beside it"),
])
def test_what_is_told(story: list[tuple[tuple[str, ...], int]], told: list[str]) -> None:
    assert watched(story) == (told, 0)


def test_a_stranger_is_not_told() -> None:
    assert watched([((EMPTY,), 6), (("77",), 8)])[0] == []


def test_an_unchanged_spot_is_read_no_more() -> None:
    memory: CardMemory | None = None
    for at in range(20):
        _, memory = watch_cards(Frame(picture_of(("1",)), at * FRAME_S), None, library(), DECK, memory)
    assert memory is not None
    assert (memory.rest.due, memory.readings, memory.started) == (False, 0, True)


@pytest.mark.parametrize("size", [(1640, 1232), (820, 616)])
def test_where_the_spot_lies(size: tuple[int, int]) -> None:
    """130 by 170 mm of 450 by 338, less 5 mm that the standard rig's camera does not see."""
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    high, wide, _ = frame[spot_in(frame, STANDARD_RIG)].shape
    assert (wide / size[0], high / size[1]) == pytest.approx((125 / 450, 170 / 338), abs=0.01)
    assert frame[spot_in(frame, None)].shape == frame.shape
