"""What is kept of an owner's cards: a few looks at each, small enough to hold thousands."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """One look at a card.

    `picture` is the straightened card with its margin, as JPEG; `vector` (d,) float32 describes it as a whole; `places`
    (n, 2) float32 and `words` (n, 128) uint8 are where its details lie, as shares of its width and height, and what
    they look like; `aspect` is its height over its width as enrolled.
    """

    picture: bytes
    vector: np.ndarray
    places: np.ndarray
    words: np.ndarray
    aspect: float


@dataclass(frozen=True, eq=False)
class CardDeck:
    """The enrolled cards of one deck: for each name its looks."""

    name: str
    cards: dict[str, tuple[Look, ...]]

    @cached_property
    def owners(self) -> tuple[tuple[str, Look], ...]:
        """Every look with its card's name, in the order of `vectors`."""
        return tuple((name, look) for name, looks in self.cards.items() for look in looks)

    @cached_property
    def vectors(self) -> np.ndarray:
        """The looks' vectors below each other, (n, d) float32."""
        return np.stack([look.vector for _, look in self.owners]) if self.owners else np.zeros((0, 1), np.float32)

    @cached_property
    def details(self) -> tuple[np.ndarray, np.ndarray]:
        """Places and words of all looks below each other."""
        looks = [look for _, look in self.owners]
        if not looks:
            return np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8)
        return np.concatenate([look.places for look in looks]), np.concatenate([look.words for look in looks])
