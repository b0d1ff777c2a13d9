"""Flicker of mains lamps: the stripes that a rolling shutter makes of it, and the exposure that avoids them."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from vision.light import linear_of
from vision.types import Frame

FEWEST = 12
VISIBLE = 0.008
_ROWS = 96
# How long a frame's rows take to be read, first to last: sensors of this kind need 5 to 40 ms.
_READOUTS_S = np.arange(0.005, 0.0405, 0.001)
_MAINS = {50: np.arange(99.4, 100.7, 0.2), 60: np.arange(119.4, 120.7, 0.2)}
# One mains explains the stripes, if the other leaves this much more of them unexplained.
_CLEARER = 0.1


@dataclass(frozen=True, slots=True)
class Flicker:
    """Stripes of relative `depth` (their RMS); `mains_hz` is 50 or 60, or 0 while the frames cannot tell which."""

    depth: float
    mains_hz: int


def find_flicker(frames: Sequence[Frame]) -> Flicker:
    """What flickers in at least 12 still frames, a few dozen milliseconds apart; raises Unmeasurable.

    Lamps go dark twice in a period, so the light beats at 100 or 120 Hz; each row sees it at its own moment. Stripes
    that stand still from frame to frame (the camera runs in step with the mains) are not seen, and do no harm either.
    """
    if len(frames) < FEWEST:
        raise Unmeasurable(f"Only {len(frames)} frames: {FEWEST} are needed to see lamps flicker.")
    stripes = _stripes([frame.image for frame in frames])
    depth = float(np.std(stripes))
    if depth < VISIBLE:
        return Flicker(depth, 0)
    times = np.array([frame.at for frame in frames])
    shares = {mains: max(_explained(stripes, times, beat) for beat in beats) for mains, beats in _MAINS.items()}
    likelier = max(shares, key=lambda mains: shares[mains])
    clear = shares[likelier] - min(shares.values()) > _CLEARER and shares[likelier] > 0.5
    return Flicker(depth, likelier if clear else 0)


def judge_flicker(frames: Sequence[Frame]) -> Verdict:
    """Flicker in a sentence, with what to do about it."""
    found = find_flicker(frames)
    if found.depth < VISIBLE:
        return Verdict("flicker", True, "The light is steady.")
    words = f"The lamps flicker by {found.depth * np.sqrt(2):.0%}"
    if found.mains_hz:
        return Verdict("flicker", False, f"{words} ({found.mains_hz} Hz mains): expose for a multiple of "
                       f"1/{2 * found.mains_hz} s, or use another lamp.")
    return Verdict("flicker", False, f"{words}: use another lamp, or daylight.")


def _stripes(images: Sequence[np.ndarray]) -> np.ndarray:
    """(frames, rows): how much brighter each row is than its own mean over time."""
    greens = [cv2.resize(linear_of(image[..., 1]), (1, _ROWS), interpolation=cv2.INTER_AREA)[:, 0] for image in images]
    light = np.log(np.maximum(greens, 1e-4))
    stripes = light - light.mean(0)
    return np.asarray(stripes - stripes.mean())


def _explained(stripes: np.ndarray, times: np.ndarray, beat_hz: float) -> float:
    """The share of the stripes that a wave of `beat_hz` explains, at the best of the readouts."""
    return max(_fit(stripes, 2 * np.pi * beat_hz * (times[:, None] + readout * _DOWN)) for readout in _READOUTS_S)


def _fit(stripes: np.ndarray, phase: np.ndarray) -> float:
    waves = np.stack([np.cos(phase), np.sin(phase)])
    waves = (waves - waves.mean(1, keepdims=True)).reshape(2, -1)
    overlap = waves @ stripes.ravel()
    gram = waves @ waves.T + np.eye(2) * 1e-6
    return float(overlap @ np.linalg.solve(gram, overlap) / (stripes**2).sum())


_DOWN = (np.arange(_ROWS) + 0.5) / _ROWS
