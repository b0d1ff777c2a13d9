"""How far a card's name can be trusted."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.naming import Match

WEIGHTS = np.array([7.4, -4.0, -0.8, -60.0])
"""Of 1, the ratio, the worst block and the distance of the score from 1."""
ENOUGH = 0.9
LONELY = 0.6
"""The score that the second card would have had, where a deck has no second card."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The chance that the name is right, whether that is enough to act on, and if not, why in words."""

    confidence: float
    sure: bool
    why: str = ""


def trust_in(matches: Sequence[Match]) -> Trust:
    """What the likeliest of the matches is worth, given how the next did."""
    signs = signs_of(matches)
    confidence = float(1 / (1 + np.exp(-np.clip(WEIGHTS @ signs, -30, 30))))
    if confidence >= ENOUGH:
        return Trust(confidence, True)
    return Trust(confidence, False, _why(matches, signs))


def signs_of(matches: Sequence[Match]) -> np.ndarray:
    """(4,) float64: 1, how much farther from perfect the next card is (as a ratio), the worst block, the distance."""
    best = matches[0]
    second = max(LONELY, matches[1].score) if len(matches) > 1 else LONELY
    ratio = (1 - best.score) / max(1e-3, 1 - second)
    return np.array([1.0, min(ratio, 1.5), min(best.worst, 4.0), 1 - best.score])


def _why(matches: Sequence[Match], signs: np.ndarray) -> str:
    if signs[1] > 0.4 and len(matches) > 1:
        return f"{matches[0].name} or {matches[1].name}"
    return f"not quite like {matches[0].name}"
