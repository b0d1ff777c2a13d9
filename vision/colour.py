"""Names the colour of a die among those that could be meant."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reader import DIE_PX, LOOK_PX

COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "white": ((245, 245, 245), (205, 205, 205), (205, 225, 240)),
    "grey": ((128, 128, 128),),
    "black": ((20, 20, 20), (48, 44, 44)),
    "red": ((40, 30, 200), (30, 25, 140), (70, 60, 235)),
    "orange": ((30, 120, 240), (40, 95, 225)),
    "yellow": ((40, 215, 245), (60, 190, 220), (30, 150, 180)),
    "green": ((60, 160, 50), (40, 95, 25), (80, 220, 120)),
    "blue": ((190, 90, 30), (120, 50, 20), (220, 150, 60)),
    "purple": ((140, 40, 110), (190, 80, 150), (80, 30, 60)),
    "pink": ((180, 120, 235), (150, 70, 225)),
    "brown": ((40, 70, 110), (30, 60, 85)),
}
"""What people call these BGR values; several for a colour with a wide range."""
CLOSE = 0.75
"""Named with doubt if the next colour offered is nearly as near."""


@dataclass(frozen=True, slots=True)
class Named:
    """The likeliest name, and whether another one is too close to be sure."""

    name: str
    close: bool


def colour_of(crop: np.ndarray, white: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    """The BGR (3,) of the die in a reader's look: the larger of the two tones on its middle."""
    y, x = np.mgrid[:LOOK_PX, :LOOK_PX] - (LOOK_PX - 1) / 2
    middle = crop[x * x + y * y < (0.4 * DIE_PX) ** 2].astype(np.float32)
    stop = (cv2.TERM_CRITERIA_MAX_ITER, 8, 0)
    seeds = (middle.sum(1) > np.median(middle.sum(1))).astype(np.int32)
    _, labels, tones = cv2.kmeans(middle, 2, seeds, stop, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    larger = int(labels.mean() > 0.5)
    return tones[larger] * np.asarray(white, np.float32)


def name_colour(bgr: np.ndarray, offered: Sequence[str] = ()) -> Named:
    """The nearest of the colours `offered` (all common ones if none), by hue before lightness."""
    names = set(offered) & set(COLOURS) or set(COLOURS)
    gaps = sorted((min(_gap(bgr, np.array(tone)) for tone in COLOURS[name]), name) for name in names)
    close = len(gaps) > 1 and gaps[0][0] > CLOSE * gaps[1][0]
    return Named(gaps[0][1], close)


def _gap(a: np.ndarray, b: np.ndarray) -> float:
    """Distance in Lab with lightness at half its weight: light changes it most."""
    pair = np.stack([a, b]).astype(np.float32)[None] / 255
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2Lab)[0]
    return float(np.hypot(np.hypot(*(lab[0, 1:] - lab[1, 1:])), 0.5 * (lab[0, 0] - lab[1, 0])))
