"""Following the card spot: a card laid there is told once, when it lies still; a growing stack is so many draws."""
from __future__ import annotations

from dataclasses import dataclass, replace

from vision.types import Card

SAME_PLACE = 0.25
"""A card has not moved while its middle stays within this share of its longer side."""
GONE_FRAMES = 2


@dataclass(frozen=True, slots=True)
class Spot:
    """What lies on the spot: `told` cards already reported, `first` those seen once, `missed` frames without each."""

    told: tuple[Card, ...] = ()
    first: tuple[Card, ...] = ()
    missed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card lies still that did not lie there before."""

    card: Card
    at: float


def follow(spot: Spot, cards: tuple[Card, ...], at: float, busy: bool) -> tuple[tuple[CardLaid, ...], Spot]:
    """One step: `cards` as read in the newest picture, taken `at` seconds; `busy` while a hand is in view.

    A card that is sure is told once two pictures agree on its name and place. Covered by another it counts as still
    there; it can be told anew only after it was gone, with nothing on it, for two pictures. A hand holds everything as
    it is.
    """
    if busy:
        return (), replace(spot, first=())
    still = [any(_same(old, card) or _covers(card, old) for card in cards) for old in spot.told]
    missed = [0 if here else gone + 1 for here, gone in zip(still, spot.missed, strict=True)]
    kept = [(old, gone) for old, gone in zip(spot.told, missed, strict=True) if gone < GONE_FRAMES]
    fresh = tuple(card for card in cards if card.sure and not any(_same(old, card) for old, _ in kept))
    laid = tuple(card for card in fresh if any(_same(card, once) for once in spot.first))
    waiting = tuple(card for card in fresh if card not in laid)
    told = (*(old for old, _ in kept), *laid)
    gone = (*(frames for _, frames in kept), *(0 for _ in laid))
    return tuple(CardLaid(card, at) for card in laid), Spot(told, waiting, gone)


def is_told(spot: Spot, card: Card) -> bool:
    """Whether that card, there, was told and lies there still."""
    return any(_same(old, card) for old in spot.told)


def is_asked(asked: tuple[Card, ...], card: Card) -> bool:
    """Whether a person was asked about that card, there, already: the same two names are in question."""
    return any({old.name, old.runner_up} == {card.name, card.runner_up} and _is_near(old, card) for old in asked)


def _same(a: Card, b: Card) -> bool:
    return (a.deck, a.name) == (b.deck, b.name) and _is_near(a, b)


def _covers(upper: Card, lower: Card) -> bool:
    return (upper.deck, upper.name) != (lower.deck, lower.name) and _is_near(upper, lower, 0.6)


def _is_near(a: Card, b: Card, share: float = SAME_PLACE) -> bool:
    (ax, ay), (bx, by) = _middle(a), _middle(b)
    return max(abs(ax - bx), abs(ay - by)) < share * _length(a)


def _middle(card: Card) -> tuple[float, float]:
    return sum(x for x, _ in card.quad) / 4, sum(y for _, y in card.quad) / 4


def _length(card: Card) -> float:
    (ax, ay), (bx, by), (cx, cy), _ = card.quad
    return max(float((ax - bx) ** 2 + (ay - by) ** 2), float((bx - cx) ** 2 + (by - cy) ** 2)) ** 0.5
