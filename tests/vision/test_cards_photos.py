"""The eye for cards on real photographs, where a checkout has them beside it: scores, and two proofs against luck."""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.card_deck import CardDeck
from vision.card_enrol import find_cards_to_enrol, look_at
from vision.cards import find_cards
from vision.types import Card, Expectation, Library

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "cards"
DECK_OF = {"playing": "playing", "set_boards": "set_boards", "set_crops": "set_crops", "set_webcam": "set_boards"}
EVERY = {"set_crops": 9}
"""Of the many crops only every ninth is read, which still shows each count, colour, filling and shape."""
Label = dict[str, Any]
Read = list[tuple[Label, tuple[Card, ...]]]
pytestmark = [pytest.mark.long, pytest.mark.timeout(1800),
              pytest.mark.skipif(not PHOTOS.is_dir(), reason="no photographs beside the checkout")]


@lru_cache
def labels() -> list[Label]:
    return list(json.loads((PHOTOS / "labels.json").read_text()))


def photo_of(label: Label) -> np.ndarray:
    return np.asarray(cv2.imread(str(PHOTOS / label["file"])))


@lru_cache
def deck_of(name: str) -> CardDeck:
    cards = {}
    for label in labels():
        if label["set"] == name and label["role"] == "enrol":
            photo = photo_of(label)
            quads = find_cards_to_enrol(photo, len(label["cards"]))
            assert len(quads) == len(label["cards"]), label["file"]
            cards |= {card: (look_at(photo, quad),) for card, quad in zip(label["cards"], quads, strict=True)}
    return CardDeck(name, cards)


def read(chosen: Sequence[Label], deck: CardDeck) -> Read:
    library, here = Library(decks={deck.name: deck}), Expectation(decks=(deck.name,))
    return [(label, find_cards(photo_of(label), None, here, library)) for label in chosen]


def photographs_of(of: str) -> list[Label]:
    return [label for label in labels() if label["set"] == of and label["role"] != "enrol"][:: EVERY.get(of, 1)]


@lru_cache
def whole(of: str) -> Read:
    return read(photographs_of(of), deck_of(DECK_OF[of]))


@pytest.mark.parametrize(("of", "role", "right", "sure"), [
    ("set_crops", "test", 0.97, 0.8), ("set_boards", "test", 0.98, 0.8), ("set_webcam", "test", 0.95, 0.75),
    ("playing", "easy", 1.0, 0.9), ("playing", "clutter", 0.92, 0.82)])
def test_cards_shown_once_are_known(of: str, role: str, right: float, sure: float) -> None:
    """The figures that were reached, with a margin; what is sure is never wrong."""
    found = [(Counter(label["cards"]), cards) for label, cards in whole(of) if label["role"] == role]
    total = sum(truth.total() for truth, _ in found)
    named = sum((truth & Counter(card.name for card in cards)).total() for truth, cards in found)
    sures = [(truth, Counter(card.name for card in cards if card.sure)) for truth, cards in found]
    assert sum((said - truth).total() for truth, said in sures) == 0
    assert named / total >= right
    assert sum((truth & said).total() for truth, said in sures) / total >= sure


@pytest.mark.parametrize("of", ["playing", "set_crops", "set_boards", "set_webcam"])
def test_the_other_half_of_the_deck_is_not_named(of: str) -> None:
    deck, photos, fooled = deck_of(DECK_OF[of]), 0, 0
    for half in (0, 1):
        shown = set(sorted(deck.cards)[half::2])
        known = CardDeck(deck.name, {name: looks for name, looks in deck.cards.items() if name in shown})
        for label, cards in read([label for label in photographs_of(of) if not set(label["cards"]) <= shown], known):
            photos += 1
            fooled += any(card.sure and card.name not in label["cards"] for card in cards)
    assert fooled <= 0.01 * photos


@pytest.mark.parametrize("of", ["playing", "set_webcam"])
def test_names_mean_nothing_to_the_eye(of: str) -> None:
    deck = deck_of(DECK_OF[of])
    order = np.random.default_rng(1).permutation(len(deck.cards))
    alias = {name: f"card {order[i]}" for i, name in enumerate(deck.cards)}
    shuffled = CardDeck(deck.name, {alias[n]: deck.cards[n] for n in sorted(deck.cards, key=alias.__getitem__)})
    for (_, cards), (label, again) in zip(whole(of), read(photographs_of(of), shuffled), strict=True):
        assert sorted((alias[card.name], card.sure) for card in cards) == sorted(
            (card.name, card.sure) for card in again), label["file"]
