"""A card laid on the spot is told once, when it lies still."""
from __future__ import annotations

import pytest

from vision.card_spot import Spot, follow
from vision.types import Card, Quad


def card(name: str, x: float = 0.0) -> Card:
    quad: Quad = ((x, 0), (x + 63, 0), (x + 63, 88), (x, 88))
    return Card(quad, name, "deck", 1.0, None, True)


A, B, A_ASIDE, A_SHAKEN = card("a"), card("b", 4), card("a", 200), card("a", 3)
HAND = None


@pytest.mark.parametrize(("pictures", "told"), [
    pytest.param([(A,)], [], id="once is not enough"),
    pytest.param([(A,), (A_SHAKEN,)], ["a"], id="two that agree"),
    pytest.param([(A,), (B,), (B,)], ["b"], id="a reading that changes waits for a second"),
    pytest.param([(A,)] * 9, ["a"], id="told once however long it lies"),
    pytest.param([(A,), (A,), (), (A,), (A,)], ["a"], id="missed once is not gone"),
    pytest.param([(A,), (A,), (), (), (A,), (A,)], ["a", "a"], id="gone and laid again"),
    pytest.param([(A,), (A,), (B,), (B,)], ["a", "b"], id="a stack grows card by card"),
    pytest.param([(A,), (A,), (B,), (B,), (A,), (A,)], ["a", "b"], id="the upper one is taken off again"),
    pytest.param([(A,), (A,), (A, A_ASIDE), (A, A_ASIDE)], ["a", "a"], id="its twin beside it"),
    pytest.param([(A,), HAND, (A,)], [], id="a hand between two pictures"),
    pytest.param([(A,), (A,), HAND, HAND, HAND, (A,), (A,)], ["a"], id="a hand takes nothing away"),
    pytest.param([(A, A_ASIDE), (A, A_ASIDE)], ["a", "a"], id="two at once"),
])
def test_what_is_told(pictures: list[tuple[Card, ...] | None], told: list[str]) -> None:
    spot, heard = Spot(), []
    for at, picture in enumerate(pictures):
        laid, spot = follow(spot, picture or (), float(at), picture is HAND)
        heard += [event.card.name for event in laid]
    assert heard == told


def test_an_event_bears_its_moment() -> None:
    _, spot = follow(Spot(), (A,), 1.0, False)
    laid, _ = follow(spot, (A,), 2.5, False)
    assert [(event.card, event.at) for event in laid] == [(A, 2.5)]
