"""How the numbers and the tracks of the table share their strip: a pure plan in millimetres and letters."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TILE, PAD = 10.0, 1.2
VALUE, LETTER = 7.5, 1.62  # room for a number of two figures; a letter of small type
NARROWEST_SHARED = 92.0  # of a track with every seat's mark on it
MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Strip:
    """The labels of the numbers, and how many tracks the seats share: each of those takes a line of its own."""

    labels: tuple[str, ...] = ()
    shared: int = 0

    def lines(self, width: float) -> int:
        """How many lines all of it takes, one above the other."""
        columns = columns_of(self.labels, width, MOST_COLUMNS)
        shared = self.shared if width >= NARROWEST_SHARED else 0
        own = -(-len(self.labels) // columns) + shared
        return max(own, 1) if self.labels or self.shared else 0


NO_STRIP = Strip()


def columns_of(labels: Sequence[str], width: float, most: int) -> int:
    """In how many columns the labels stand beside their numbers, each on at most two lines."""
    for columns in range(min(most, max(len(labels), 1)), 1, -1):
        cell = (width - (columns - 1) * PAD) / columns - VALUE - 2 * PAD
        if all(lines_of(label, cell / LETTER) <= 2 for label in labels):
            return columns
    return 1


def lines_of(label: str, letters: float) -> int:
    """How many lines a label needs where so many letters fit in one; 99 if a word alone is longer."""
    lines, used = 1, 0.0
    for word in label.split():
        if len(word) > letters:
            return 99
        lines, used = (lines, used + len(word) + 1) if used + len(word) <= letters else (lines + 1, len(word) + 1)
    return lines
