"""How far a card's name can be trusted: it is one that was shown, and that one rather than another."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.naming import HUE_FLOOR, INK_FLOOR, Match

KNOWN = np.array([-20.0, -2.5, -8.6])
"""Log odds that it was shown at all: of 1, and of the logarithms of what ink and hue lack. Fitted on photographs and
drawings read with half of each deck enrolled."""
BEST_HUE = -1.6
"""Hues that lack less than this (log) are as good as alike: light and faint colours make the rest."""
APART, SLOPE = 0.2, 6.0
"""By how much (log) the next card has to be farther away for an even chance, and how fast chances grow with it."""
LIKE_COLOUR, SHAPE_BY_HUE = 0.55, 0.3
"""Hue tells colours apart. Of a card in like colours, whose hue is this near, it proves no more than so much (log)."""
LONELY = 0.1
"""How far away the second card would have been where a deck has no second card."""
ENOUGH = 0.85


@dataclass(frozen=True, slots=True)
class Trust:
    """The chance that the name is right, whether that is enough to act on, and if not, why in words."""

    confidence: float
    sure: bool
    why: str = ""


def trust_in(matches: Sequence[Match]) -> Trust:
    """What the likeliest of the matches is worth, given how the next did."""
    known, apart = _chance(float(KNOWN @ signs_of(matches[0]))), _chance(SLOPE * (_lead_of(matches) - APART))
    confidence = known * apart
    if confidence >= ENOUGH:
        return Trust(confidence, True)
    why = f"{matches[0].name} or {matches[1].name}" if apart < known and len(matches) > 1 else \
        f"not quite like {matches[0].name}"
    return Trust(confidence, False, why)


def signs_of(best: Match) -> np.ndarray:
    """(3,) float64: 1 and the logarithms of what ink and hue lack of a perfect likeness."""
    return np.array([1.0, np.log(1 - best.ink + INK_FLOOR), max(BEST_HUE, np.log(1 - best.hue + HUE_FLOOR))])


def _lead_of(matches: Sequence[Match]) -> float:
    """How much farther away the nearest other card is than the first, as a logarithm."""
    best = matches[0]
    return min((_lead_over(m, best) for m in matches[1:]), default=float(np.log(LONELY / best.distance)))


def _lead_over(other: Match, best: Match) -> float:
    ink = np.log((1 - other.ink + INK_FLOOR) / (1 - best.ink + INK_FLOOR))
    hue = np.log((1 - other.hue + HUE_FLOOR) / (1 - best.hue + HUE_FLOOR))
    return float(ink + (hue if other.hue < LIKE_COLOUR else min(hue, SHAPE_BY_HUE)))


def _chance(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))
