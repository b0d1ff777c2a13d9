"""A marker's corners to a twentieth of a pixel: its four edges fitted as lines, then crossed."""
from __future__ import annotations

import cv2
import numpy as np

_ALONG = np.linspace(0.12, 0.88, 24)
_STEPS = 25
# Of a module's breadth: the black border is one module wide and the white one around it is broader.
_REACH = 0.4
_MODULES = 6
_OUTSIDE = (1.0, 6 / 5, 6 / 4)  # a marker's breadth, of that of the quad that was found


def sharpen(grey: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The corners (4, 2) float64 of a black square on white near `quad`, in `grey` (h, w) uint8.

    Corner detectors look at the corner itself, which blur rounds off by half a pixel; the edges between stay where they
    are, in linear light. A quad within the marker's border or along its inside, as detectors find in small pictures,
    is taken out to its outside. Gives `quad` back where an edge is not clear.
    """
    starts = np.asarray(quad, float)
    middle = starts.mean(axis=0)
    for larger in _OUTSIDE:
        corners = _sharpened(grey, middle + larger * (starts - middle))
        if corners is not None:
            return corners
    return starts


def _sharpened(grey: np.ndarray, starts: np.ndarray) -> np.ndarray | None:
    """The corners near `starts` (4, 2); None where an edge is not clear."""
    sides = np.roll(starts, -1, axis=0) - starts
    lengths = np.linalg.norm(sides, axis=1)
    outward = np.stack([sides[:, 1], -sides[:, 0]], 1) / lengths[:, None]
    offsets = np.linspace(-1, 1, _STEPS) * max(2.0, _REACH * lengths.mean() / _MODULES)
    on_edge = starts[:, None] + _ALONG[None, :, None] * sides[:, None]
    crossed = _crossings(_light_at(grey, on_edge[:, :, None] + offsets[:, None] * outward[:, None, None]), offsets)
    if np.isnan(crossed).mean(axis=1).max() > 0.4:
        return None
    lines = [_line_through(points[~np.isnan(way)] + way[~np.isnan(way), None] * out)
             for points, way, out in zip(on_edge, crossed, outward, strict=True)]
    corners = np.array([_crossing_of(lines[side - 1], lines[side]) for side in range(4)])
    return corners if np.abs(corners - starts).max() < 3 else None


def _light_at(grey: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Linear light at points (sides, places, steps, 2): sRGB's curve to within a percent is a power of 2.2."""
    flat = points.reshape(-1, _STEPS, 2).astype(np.float32)
    seen = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray((seen.astype(np.float32) / 255) ** 2.2).reshape(points.shape[:3])


def _crossings(light: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Where each profile (sides, places, steps), dark to bright, passes its half: (sides, places), nan if nowhere."""
    dark, bright = np.median(light[..., :5], axis=2), np.median(light[..., -5:], axis=2)
    above = light > ((dark + bright) / 2)[..., None]
    first = np.clip(above.argmax(axis=2), 1, _STEPS - 1)
    after, before = (np.take_along_axis(light, (first - back)[..., None], 2)[..., 0] for back in (0, 1))
    share = ((dark + bright) / 2 - before) / np.maximum(after - before, 1e-6)
    place = offsets[first - 1] + share * (offsets[1] - offsets[0])
    return np.where((bright - dark > 0.02) & (bright > 1.5 * dark), place, np.nan)


def _line_through(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    vx, vy, x, y = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.001, 0.001).ravel()
    return np.array([x, y], float), np.array([vx, vy], float)


def _crossing_of(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    steps = np.linalg.lstsq(np.stack([one[1], -other[1]], 1), other[0] - one[0], rcond=None)[0]
    return np.asarray(one[0] + steps[0] * one[1])
