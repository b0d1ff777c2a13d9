"""Finds where dice lie: a network that knows dice of 13 to 34 px, shown the picture at every halving of its size."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np

from vision.network import network

STRIDE, NORM_PX = 4, 21.0
SMALLEST_PX, LARGEST_PX = 12.0, 37.0
LONGEST_PX, COARSE_PX = 1640, 1000
SHORTEST_PX = 56
MOST = 80
"""No more spots are followed up at one size."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that looks like a die: centre and size in pixels of the picture, `heat` 0..1."""

    x: float
    y: float
    size: float
    heat: float


def find_spots(image: np.ndarray, least: float, small: bool = False) -> list[Spot]:
    """Spots in a picture (h, w, 3) uint8 BGR, at least so hot; hottest first.

    A large picture is searched at 1000 px and less; only if `small` at up to 1640 px, which costs four times as much.
    """
    levels = [level for level in _pyramid_of(image) if (max(level.shape[:2]) > COARSE_PX) == small]
    spots = [spot for level in levels for spot in _scaled(_spots_at(level, least), level, image)]
    return _distinct(sorted(spots, key=lambda s: -s.heat))


def find_spots_at(level: np.ndarray, scale: float, least: float) -> list[Spot]:
    """Spots in a picture shrunk by `scale`, in pixels of the unshrunk one; hottest first."""
    spots = [Spot(s.x / scale, s.y / scale, s.size / scale, s.heat) for s in _spots_at(level, least)]
    return _distinct(sorted(spots, key=lambda s: -s.heat))


def _pyramid_of(picture: np.ndarray) -> Iterator[np.ndarray]:
    """The picture and its halvings, the first no longer than 1640 px."""
    longest = max(picture.shape[:2])
    level = _shrunk(picture, LONGEST_PX / longest) if longest > LONGEST_PX else picture
    yield level
    while max(level.shape[:2]) >= 2 * SHORTEST_PX:
        level = _shrunk(level, 0.5)
        yield level


def _shrunk(picture: np.ndarray, scale: float) -> np.ndarray:
    h, w = picture.shape[:2]
    return cv2.resize(picture, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=cv2.INTER_AREA)


def _scaled(spots: list[Spot], level: np.ndarray, image: np.ndarray) -> list[Spot]:
    x, y = image.shape[1] / level.shape[1], image.shape[0] / level.shape[0]
    return [Spot(s.x * x, s.y * y, s.size * (x + y) / 2, s.heat) for s in spots]


def _spots_at(level: np.ndarray, least: float) -> list[Spot]:
    h, w = level.shape[:2]
    padded = cv2.copyMakeBorder(level, 0, -h % 8, 0, -w % 8, cv2.BORDER_CONSTANT)
    net = network("finder")
    net.setInput(cv2.dnn.blobFromImage(padded, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
    heat, dx, dy, octave = net.forward()[0]
    heat = 1 / (1 + np.exp(-heat))
    peak = (heat >= least) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    hottest = np.argwhere(peak)[np.argsort(-heat[peak])[:MOST]]
    spots = [Spot((ix + dx[iy, ix] + 0.5) * STRIDE, (iy + dy[iy, ix] + 0.5) * STRIDE,
                  NORM_PX * 2.0 ** float(octave[iy, ix]), float(heat[iy, ix])) for iy, ix in hottest]
    return [s for s in spots if SMALLEST_PX <= s.size <= LARGEST_PX and s.x < w and s.y < h]


def _distinct(spots: Sequence[Spot]) -> list[Spot]:
    """The hottest of those that mean the same die."""
    kept: list[Spot] = []
    for spot in spots:
        if not any(_same(spot, other) for other in kept):
            kept.append(spot)
    return kept


def _same(a: Spot, b: Spot) -> bool:
    small, large = min(a.size, b.size), max(a.size, b.size)
    return hypot(a.x - b.x, a.y - b.y) < 0.5 * small and large < 1.7 * small
