"""Which die is which from one reading to the next: dice that did not move keep their id."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.types import Box, Die

SAME_PLACE, NUDGED = 0.25, 1.0
"""Shares of a die's size: how far a die may seem to move that did not, and how far a hand may push one in passing."""


@dataclass(frozen=True, slots=True)
class Table:
    """The dice known to lie there, those `gone` since the last roll, and the next id to give."""

    lying: tuple[Die, ...] = ()
    gone: tuple[Die, ...] = ()
    next_id: int = 1

    def scaled(self, by: float) -> Table:
        """The same dice in a picture of another size."""
        if by == 1:
            return self
        lying, gone = (tuple(replace(d, box=_scale(d.box, by)) for d in dice) for dice in (self.lying, self.gone))
        return Table(lying, gone, self.next_id)


def follow(table: Table, seen: Sequence[Die], shift: np.ndarray, handled: bool, by_hand: bool) -> tuple[Table, bool]:
    """Name the dice `seen`, and say whether they are a new roll rather than the old dice seen again.

    A die that lies where one lay keeps its id; `shift` (2,) pixels is the camera's own movement. `handled`: a hand was
    there since; `by_hand`: it was the last to move. Dice that it took out, pushed a little or laid back are no roll.
    """
    known = (*table.lying, *table.gone)
    taken = [handled or j >= len(table.lying) for j in range(len(known))]
    matched = _match(known, seen, shift, by_hand).items()
    ids = {i: known[j].id for i, j in matched if not (taken[j] and _shows_other(known[j], seen[i]))}
    fresh = iter(range(table.next_id, table.next_id + len(seen)))
    named = [replace(d, id=ids[i] if i in ids else next(fresh), moved=i not in ids) for i, d in enumerate(seen)]
    rolled = any(die.moved and die.shows is not None for die in named)
    still = {die.id for die in named}
    gone = () if rolled else tuple(die for die in known if die.id not in still)
    return Table(tuple(named), gone, next(fresh, table.next_id + len(seen))), rolled


def _shows_other(before: Die, after: Die) -> bool:
    return before.sure and after.sure and before.shows != after.shows


def agree(one: Sequence[Die], other: Sequence[Die]) -> bool:
    """Whether two readings in a row say the same dice in the same places; what could not be read may come and go."""
    one, other = (tuple(die for die in dice if die.shows is not None) for dice in (one, other))
    if len(one) != len(other):
        return False
    pairs = _match(one, other, np.zeros(2), False)
    return len(pairs) == len(one) and all(one[j].shows == other[i].shows for i, j in pairs.items())


def _match(known: Sequence[Die], seen: Sequence[Die], shift: np.ndarray, by_hand: bool) -> dict[int, int]:
    """Pairs of indices seen → known, nearest first; one that a hand pushed must still show the same."""
    if not known or not seen:
        return {}
    far = np.linalg.norm(_centres(seen)[:, None] - shift - _centres(known)[None], axis=2)
    far /= np.array([_size(die) for die in known])[None]
    pairs: dict[int, int] = {}
    for i, j in zip(*np.unravel_index(np.argsort(far, axis=None), far.shape), strict=True):
        pushed = by_hand and far[i, j] < NUDGED and seen[i].shows == known[j].shows
        if (far[i, j] < SAME_PLACE or pushed) and i not in pairs and j not in pairs.values():
            pairs[int(i)] = int(j)
    return pairs


def _centres(dice: Sequence[Die]) -> np.ndarray:
    return np.array([((d.box[0] + d.box[2]) / 2, (d.box[1] + d.box[3]) / 2) for d in dice], float).reshape(-1, 2)


def _scale(box: Box, by: float) -> Box:
    return (box[0] * by, box[1] * by, box[2] * by, box[3] * by)


def _size(die: Die) -> float:
    return max(die.box[2] - die.box[0], die.box[3] - die.box[1], 1.0)
