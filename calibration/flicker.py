"""Flicker of mains lamps: the stripes that a rolling shutter makes of it, and the exposure that avoids them."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from vision.light import linear_of
from vision.straight import frame_of
from vision.types import Frame, Profile

FEWEST = 12
VISIBLE = 0.008
_ROWS = 96
# How long a frame's rows take to be read, first to last: sensors of this kind need 5 to 40 ms.
_READOUTS_S = np.arange(0.005, 0.0405, 0.001)
_MAINS = {50: np.arange(99.4, 100.7, 0.2), 60: np.arange(119.4, 120.7, 0.2)}
# One mains explains the stripes, if the other leaves this much more of them unexplained.
_CLEARER = 0.1
# Bands that stand still: this many waves down the tray, of what is left beyond a smooth curve they explain this much.
_TURNS = np.arange(1.5, 8.1, 0.25)
_BANDS = 0.6
_RIM_MM = 8.0


@dataclass(frozen=True, slots=True)
class Flicker:
    """Stripes of relative `depth` (their RMS); `mains_hz` is 50 or 60, or 0 while the frames cannot tell which.

    `standing`: they stay where they are from frame to frame, as the camera runs in step with the mains.
    """

    depth: float
    mains_hz: int
    standing: bool = False


def find_flicker(frames: Sequence[Frame], profile: Profile | None = None) -> Flicker:
    """What flickers in at least 12 still frames, a few dozen milliseconds apart; raises Unmeasurable.

    Lamps go dark twice in a period, so the light beats at 100 or 120 Hz; each row sees it at its own moment. Stripes
    that stand still are looked for on the empty tray's floor, where `profile` says it is.
    """
    if len(frames) < FEWEST:
        raise Unmeasurable(f"Only {len(frames)} frames: {FEWEST} are needed to see lamps flicker.")
    stripes = _stripes([frame.image for frame in frames])
    depth = float(np.std(stripes))
    times = np.array([frame.at for frame in frames])
    if depth < VISIBLE:
        bands = bands_on_floor([frame.image for frame in frames], profile) if profile else 0.0
        return Flicker(bands, _in_step_with(times), True) if bands >= VISIBLE else Flicker(depth, 0)
    shares = {mains: max(_explained(stripes, times, beat) for beat in beats) for mains, beats in _MAINS.items()}
    likelier = max(shares, key=lambda mains: shares[mains])
    clear = shares[likelier] - min(shares.values()) > _CLEARER and shares[likelier] > 0.5
    return Flicker(depth, likelier if clear else 0)


def judge_flicker(found: Flicker) -> Verdict:
    """Flicker in a sentence, with what to do about it."""
    if found.depth < VISIBLE:
        return Verdict("flicker", True, "The light is steady.")
    words = f"The lamps flicker by {found.depth * np.sqrt(2):.0%}"
    if found.standing:
        words = f"Bands of {found.depth * np.sqrt(2):.0%} stand still in the tray, from the lamps or a striped cloth"
    if found.mains_hz:
        return Verdict("flicker", False, f"{words} ({found.mains_hz} Hz mains): expose for a multiple of "
                       f"1/{2 * found.mains_hz} s, or use another lamp.")
    return Verdict("flicker", False, f"{words}: use another lamp, or daylight.")


def bands_on_floor(images: Sequence[np.ndarray], profile: Profile) -> float:
    """The depth (RMS, relative) of waves that run down the tray's floor alike on its left and right, or 0.0.

    Lamp, lens and ring make the light fall in a smooth curve; what is a wave beyond it, and explains most of what is
    left of it, are bands.
    """
    floor = np.mean([_floor_of(image, profile) for image in images[:: max(1, len(images) // 4)]], axis=0)
    left, right = (np.median(half, axis=1) for half in np.array_split(floor, 2, axis=1))
    turns = max(_TURNS, key=lambda turns: _wave((left + right) / 2, turns)[1])
    wave, share = _wave((left + right) / 2, turns)
    one, other = _wave(left, turns)[0], _wave(right, turns)[0]
    alike = abs(one - other) < abs(one + other) / 4
    return float(abs(wave) / np.sqrt(2)) if share > _BANDS and alike else 0.0


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


def _floor_of(image: np.ndarray, profile: Profile) -> np.ndarray:
    """(_ROWS, 16): the logarithm of green light on the largest upright part of the picture within the tray."""
    x0, y0, x1, y1 = profile.tray_mm
    left, top, right, below = x0 + _RIM_MM, y0 + _RIM_MM, x1 - _RIM_MM, y1 - _RIM_MM
    inside = np.array([(left, top), (right, top), (right, below), (left, below)])
    corners = np.sort(frame_of(profile, inside), axis=0)
    (column, row), (last_column, last_row) = np.clip(corners[1:3], 0, None).astype(int)
    floor = image[row:last_row, column:last_column, 1]
    if floor.size < 16 * _ROWS:
        return np.zeros((_ROWS, 16))
    light = cv2.resize(linear_of(floor), (16, _ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(np.maximum(light, 1e-4)))


def _wave(rows: np.ndarray, turns: float) -> tuple[complex, float]:
    """A wave of so many `turns` down the rows (_ROWS,): its amplitude and phase, and the share that it explains.

    Of the upper and the lower half the worse. Rows far off the smooth curve are left out: a wall's shadow is no wave.
    """
    wave = np.stack([np.cos(2 * np.pi * turns * _DOWN), np.sin(2 * np.pi * turns * _DOWN)], -1)
    kept = _usual(rows)
    smooth = _left_over(rows, _CURVE, kept)
    left = _left_over(rows, np.c_[_CURVE, wave], kept)
    halves = (kept & (_DOWN < 0.5), kept & (_DOWN >= 0.5))
    share = min(1 - float((left[half] ** 2).sum() / max((smooth[half] ** 2).sum(), 1e-12)) for half in halves)
    return complex(*np.linalg.lstsq(np.c_[_CURVE, wave][kept], rows[kept], rcond=None)[0][-2:]), share


def _usual(rows: np.ndarray) -> np.ndarray:
    """Which rows lie near a smooth curve through most of them; those of a wave all do."""
    kept = np.ones(_ROWS, bool)
    for _ in range(5):
        off = np.abs(_left_over(rows, _CURVE, kept))
        kept = off < max(3.5 * float(np.median(off[kept])), 1e-3)
    return kept


def _left_over(rows: np.ndarray, terms: np.ndarray, kept: np.ndarray) -> np.ndarray:
    return np.asarray(rows - terms @ np.linalg.lstsq(terms[kept], rows[kept], rcond=None)[0])


def _in_step_with(times: np.ndarray) -> int:
    """The mains in whose step frames at these times are, or 0 if both may be."""
    interval = float(np.mean(np.diff(times)))
    off = {mains: abs(2 * mains * interval - round(2 * mains * interval)) for mains in _MAINS}
    near = [mains for mains, turns in off.items() if turns < 0.05]
    return near[0] if len(near) == 1 else 0


_DOWN = (np.arange(_ROWS) + 0.5) / _ROWS
_CURVE = np.polynomial.legendre.legvander(2 * _DOWN - 1, 4)
