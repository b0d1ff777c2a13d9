"""Laying one picture of a card over another to a fraction of a pixel."""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

DAMPING = 0.03
WEIGHTS = np.array([0.2, 0.2, 1, 1, 1, 1, 4, 4])
"""How much each of the eight freedoms resists: shifts least, perspective most."""
ENOUGH, TOO_FAR = 1e-3, 0.35
HOPELESS = 0.25
"""A likeness that is lower after half of the steps will not come right."""


@dataclass(frozen=True, eq=False, slots=True)
class Target:
    """What others are laid over: `values` of the map inside its rim, and how they change with each freedom."""

    size: tuple[int, int]
    rim: int
    values: np.ndarray
    norm: float
    change: np.ndarray
    solve: np.ndarray


def target_of(plane: np.ndarray, rim: int) -> Target:
    """Prepare a map (h, w) float32; `rim` pixels at its edge are left out."""
    h, w = plane.shape
    gy, gx = np.gradient(plane)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    gx, gy, u, v = (_inside(p, rim) for p in (gx, gy, (x - (w - 1) / 2) / (h / 2), (y - (h - 1) / 2) / (h / 2)))
    along = gx * u + gy * v
    change = np.ascontiguousarray(np.stack([gx, gy, gx * u, gx * v, gy * u, gy * v, -along * u, -along * v]) * (h / 2))
    square = (change @ change.T).astype(np.float64)
    damping = DAMPING * float(np.trace(square)) / 8 * np.diag(WEIGHTS) + 1e-9 * np.eye(8)
    values = _inside(plane, rim)
    values = values - values.mean()
    return Target((w, h), rim, values, float(np.linalg.norm(values)) + 1e-6, change, np.linalg.inv(square + damping))


def register(target: Target, plane: np.ndarray, margin: int, start: np.ndarray, steps: int) -> tuple[float, np.ndarray]:
    """Lay `plane`, the same map with `margin` pixels more on each side, over the target.

    Gives their correlation at best and the (3, 3) homography from target to plane, both in units of half a height from
    the centre. Inverse compositional Gauss-Newton (Baker and Matthews 2004), gain and offset taken out of each step.
    """
    best, best_here, here = -1.0, start, start
    for step in range(steps + 1):
        seen = _inside(lay(plane, target.size, margin, here), target.rim)
        seen = seen - seen.mean()
        norm = float(np.sqrt(seen @ seen)) + 1e-6
        likeness = float(seen @ target.values) / (norm * target.norm)
        if likeness > best:
            best, best_here = likeness, here
        if step == steps or (2 * step >= steps and best < HOPELESS):
            break
        gain = target.norm / norm * max(likeness, 0.3)
        move = target.solve @ (target.change @ (gain * seen - target.values))
        here = here @ np.linalg.inv(_warp_of(move))
        here = here / here[2, 2]
        if np.abs(move).max() < ENOUGH or np.abs(here - np.eye(3)).max() > TOO_FAR:
            break
    return best, best_here


def to_pixels(here: np.ndarray, size: tuple[int, int], margin: int) -> np.ndarray:
    """The same homography from the target's pixels to those of a plane with that margin."""
    w, h = size
    norm = np.array([[2 / h, 0, -(w - 1) / h], [0, 2 / h, -(h - 1) / h], [0, 0, 1]])
    back = np.array([[h / 2, 0, (w - 1) / 2 + margin], [0, h / 2, (h - 1) / 2 + margin], [0, 0, 1]])
    return np.asarray(back @ here @ norm)


def lay(plane: np.ndarray, size: tuple[int, int], margin: int, here: np.ndarray) -> np.ndarray:
    """`plane` as seen from the target, of `size` (w, h)."""
    return cv2.warpPerspective(plane, to_pixels(here, size, margin), size, borderMode=cv2.BORDER_REPLICATE,
                               flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def _warp_of(move: np.ndarray) -> np.ndarray:
    x, y, a, b, c, d, p, q = move
    return np.array([[1 + a, b, x], [c, 1 + d, y], [p, q, 1]])


def _inside(plane: np.ndarray, rim: int) -> np.ndarray:
    return plane[rim:-rim, rim:-rim].ravel()
