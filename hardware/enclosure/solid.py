"""Solids made of boxes: some added, some cut away, their skin watertight by the way it is made."""
from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

# For each axis the two others, so that (axis, first, second) turn right-handed.
AROUND = ((1, 2), (2, 0), (0, 1))


@dataclass(frozen=True, slots=True)
class Box:
    """From corner `low` to corner `high`, in mm; `cut` takes away instead of adding."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]
    cut: bool = False


def box(x: float, y: float, z: float, wide: float, deep: float, tall: float, cut: bool = False) -> Box:
    """A box by its lowest corner and its size in mm."""
    return Box((x, y, z), (x + wide, y + deep, z + tall), cut)


def hole(x: float, y: float, z: float, wide: float, deep: float, tall: float) -> Box:
    return box(x, y, z, wide, deep, tall, cut=True)


def skin_of(boxes: tuple[Box, ...]) -> np.ndarray:
    """The triangles (n, 3, 3) in mm round what the boxes make, applied in order; outward by the right hand.

    Space is divided along every face of every box; a face between a full cell and an empty one is skin. So each edge
    has its two sides, and no crack can arise.
    """
    cuts = [np.unique([corner[axis] for part in boxes for corner in (part.low, part.high)]) for axis in range(3)]
    full = np.zeros([len(line) - 1 for line in cuts], bool)
    for part in boxes:
        inside = [slice(*np.searchsorted(cuts[axis], (part.low[axis], part.high[axis]))) for axis in range(3)]
        full[inside[0], inside[1], inside[2]] = not part.cut
    return np.concatenate([faces_along(full, cuts, axis, side) for axis in range(3) for side in (0, 1)])


def faces_along(full: np.ndarray, cuts: list[np.ndarray], axis: int, side: int) -> np.ndarray:
    """Two triangles for each full cell whose neighbour on this `side` (0 below, 1 above) of `axis` is empty."""
    padded = np.pad(full, 1)
    beyond = np.roll(padded, 1 if side == 0 else -1, axis)[1:-1, 1:-1, 1:-1]
    cells = np.argwhere(full & ~beyond)
    first, second = AROUND[axis]
    corners = np.empty((len(cells), 4, 3))
    for k, (one, other) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        corners[:, k, axis] = cuts[axis][cells[:, axis] + side]
        corners[:, k, first] = cuts[first][cells[:, first] + one]
        corners[:, k, second] = cuts[second][cells[:, second] + other]
    order = ((0, 1, 2), (0, 2, 3)) if side else ((0, 2, 1), (0, 3, 2))
    return corners[:, order].reshape(-1, 3, 3)


def volume_of(triangles: np.ndarray) -> float:
    """Cubic mm within the skin, by the divergence theorem; negative if it is inside out."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def stl_of(triangles: np.ndarray) -> bytes:
    """The skin as binary STL."""
    sides = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    records = np.zeros(len(triangles), [("floats", "<f4", 12), ("spare", "<u2")])
    records["floats"] = np.concatenate([normals, triangles.reshape(-1, 9)], axis=1)
    return b"Tableside".ljust(80) + struct.pack("<I", len(triangles)) + records.tobytes()
