"""Names the colours of a die and of its pips among those that could be meant."""
from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.reader import DIE_PX, LOOK_PX

COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "white": ((245, 245, 245), (205, 205, 205), (174, 174, 175)),
    "ivory": ((205, 225, 240), (185, 205, 212), (160, 175, 181)),
    "grey": ((128, 128, 128),),
    "black": ((20, 20, 20), (48, 44, 44)),
    "red": ((40, 30, 200), (30, 25, 140), (70, 60, 235)),
    "orange": ((30, 120, 240), (40, 95, 225)),
    "yellow": ((40, 215, 245), (60, 190, 220), (30, 150, 180)),
    "green": ((60, 160, 50), (40, 95, 25), (80, 220, 120)),
    "blue": ((190, 90, 30), (120, 50, 20), (220, 150, 60), (72, 44, 42), (82, 28, 29)),
    "purple": ((140, 40, 110), (190, 80, 150), (80, 30, 60)),
    "pink": ((180, 120, 235), (150, 70, 225)),
    "brown": ((40, 70, 110), (30, 60, 85)),
}
"""What people call these BGR values; several for a colour with a wide range."""
MIDDLE = 0.34
"""In die sizes from its middle: how much of it is looked at."""
LIGHTNESS = np.array([0.5, 1, 1], np.float32)
BRIGHTEST = 30
"""Of a look's channel values, taken at every other pixel, so many may be brighter than what counts as its brightest."""
BRIGHT, DARKEST = 165.0, 6.0
"""How bright something in a look should be, and by how much a dark look is brightened at most."""
PRINTED = 0.07
"""Share of that which pips cover at least."""
SHARPEN = 1.5
"""Blur mixes pips with their die: by so much they are set apart again."""
PIPS = ("white", "black", "red", "yellow", "blue", "green")
"""What pips are painted with."""
SHADES = {"ivory": "white"}
"""What rules call by another name if they do not know it."""
CLOSE = 0.75
"""Named with doubt if the next colour offered is nearly as near."""
FAR, FOREIGN = 14.0, 0.45
"""Named with doubt, too, if it is so far off, and another colour than those offered so much nearer."""
PLAIN = 40.0
"""Levels that pips differ by from their die at least, else their colour is not told."""


@dataclass(frozen=True, slots=True)
class Named:
    """The likeliest name, and whether another one is too close to be sure."""

    name: str
    close: bool


@dataclass(frozen=True, eq=False, slots=True)
class Tones:
    """The BGR (3,) float32 of a die's body, and of what is printed on it."""

    body: np.ndarray
    print: np.ndarray


def tones_of(crop: np.ndarray) -> Tones:
    """The two tones on the middle of the die in a reader's look; the body's is the larger."""
    middle = crop[_middle()].astype(np.float32) * _exposure(crop)
    stop = (cv2.TERM_CRITERIA_MAX_ITER, 8, 0)
    light = middle.sum(1)
    seeds = (light > np.median(light)).astype(np.int32)
    _, labels, tones = cv2.kmeans(middle, 2, seeds, stop, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    body = tones[int(np.count_nonzero(labels) > len(labels) / 2)]
    apart, count = ((middle - body) ** 2).sum(1), int(PRINTED * len(middle))
    printed = np.argpartition(apart, -count)[-count:]
    return Tones(body, np.median(middle[printed], axis=0))


@lru_cache(maxsize=1)
def _middle() -> np.ndarray:
    y, x = np.mgrid[:LOOK_PX, :LOOK_PX] - (LOOK_PX - 1) / 2
    return np.hypot(x, y) < MIDDLE * DIE_PX


def _exposure(crop: np.ndarray) -> float:
    """By how much to brighten a look of which even the brightest is dark."""
    brightest = float(np.partition(crop[::2, ::2].ravel(), -BRIGHTEST)[-BRIGHTEST])
    return float(np.clip(BRIGHT / max(brightest, 1.0), 1.0, DARKEST))


def name_colour(bgr: np.ndarray, offered: Collection[str] = ()) -> Named:
    """The nearest of the colours `offered` (all common ones if none), by hue before lightness."""
    known = dict(zip(COLOURS, _gaps(bgr), strict=True))
    names = {name for name in offered if name in COLOURS} or set(COLOURS)
    gaps = sorted((min([known[name], *(known[shade] for shade, of in SHADES.items() if of == name)]), name)
                  for name in names)
    close = len(gaps) > 1 and gaps[0][0] > CLOSE * gaps[1][0]
    foreign = gaps[0][0] > FAR and min(known.values()) < FOREIGN * gaps[0][0]
    return Named(gaps[0][1], close or foreign)


def name_pips(tones: Tones) -> str:
    """What the pips are painted with, never the body's own colour; "" where they hardly stand out."""
    apart = tones.print - tones.body
    if float(np.abs(apart).max()) < PLAIN:
        return ""
    body = name_colour(tones.body).name
    return name_colour(np.clip(tones.body + SHARPEN * apart, 0, 255), set(PIPS) - {body, SHADES.get(body)}).name


def _gaps(bgr: np.ndarray) -> list[float]:
    """The least distance in Lab to each colour's tones, lightness at half its weight: light changes it most."""
    tones, starts = _tones()
    lab = cv2.cvtColor(np.asarray(bgr, np.float32).reshape(1, 1, 3) / 255, cv2.COLOR_BGR2Lab)[0] * LIGHTNESS
    squares = ((tones - lab) ** 2).sum(1)
    return [float(gap) for gap in np.sqrt(np.minimum.reduceat(squares, starts))]


@lru_cache(maxsize=1)
def _tones() -> tuple[np.ndarray, list[int]]:
    """All colours' tones (n, 3) float32 in weighted Lab, and where each colour's begin."""
    counts = [len(tones) for tones in COLOURS.values()]
    every = np.array([tone for tones in COLOURS.values() for tone in tones], np.float32)[None] / 255
    return cv2.cvtColor(every, cv2.COLOR_BGR2Lab)[0] * LIGHTNESS, [0, *np.cumsum(counts)[:-1].tolist()]
