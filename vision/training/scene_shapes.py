"""The shapes of a scene as meshes: a die with rounded edges and drilled pips, a hand that opens and closes."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

DIE_MM = 16.0
PIP_PLACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
# a face's (outward, across, along): the die's +z, -z, +x, -x, +y, -y
FACE_AXES = [
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
]


@dataclass(frozen=True, eq=False)
class Shape:
    """A triangle mesh in millimetres: vertices (n, 3), triangles (m, 3)."""

    vertices: np.ndarray
    triangles: np.ndarray


@dataclass(frozen=True)
class DieLook:
    """How a die is made: `faces` are the values on +z, -z, +x, -x, +y, -y; colours are linear RGB."""

    faces: tuple[int, ...]
    body: tuple[float, float, float]
    pips: tuple[float, float, float]
    edge_mm: float = 2.2
    pip_mm: float = 3.4
    depth_mm: float = 0.7
    spread_mm: float = 4.1
    cells: int = 56


@cache
def die_shapes(look: DieLook) -> tuple[Shape, Shape]:
    """A die of 16 mm around the origin: its body with the holes, and the paint in them."""
    faces = [_face(axes, value, look) for axes, value in zip(FACE_AXES, look.faces, strict=True)]
    count = len(faces[0][0])
    triangles = np.concatenate([_grid_triangles(look.cells) + i * count for i in range(6)])
    vertices, drilled = np.concatenate([f[0] for f in faces]), np.concatenate([f[1] for f in faces])[:, 0]
    paint = drilled[triangles].any(axis=1)
    return _part(vertices, triangles[~paint]), _part(vertices, triangles[paint])


def _part(vertices: np.ndarray, triangles: np.ndarray) -> Shape:
    used, numbers = np.unique(triangles, return_inverse=True)
    return Shape(vertices[used], numbers.reshape(-1, 3))


def top_face(faces: tuple[int, ...], turn: np.ndarray) -> tuple[int, float]:
    """The value that looks up under a rotation (3, 3), and the cosine of its tilt."""
    heights = [float(turn[2] @ np.array(axes[0])) for axes in FACE_AXES]
    best = int(np.argmax(heights))
    return faces[best], heights[best]


def _face(axes: tuple, value: int, look: DieLook) -> tuple[np.ndarray, np.ndarray]:
    out, across, along = (np.array(a, float) for a in axes)
    half = DIE_MM / 2
    ticks = np.linspace(-half, half, look.cells + 1)
    u, v = (a.ravel()[:, None] for a in np.meshgrid(ticks, ticks))
    surface, normals = _round_off(u * across + v * along + half * out, look.edge_mm)
    depth, drilled = _drill(u, v, value, look)
    return surface - normals * depth, drilled


def _round_off(points: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    core = np.clip(points, -DIE_MM / 2 + radius, DIE_MM / 2 - radius)
    normals = points - core
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return core + radius * normals, normals


def _drill(u: np.ndarray, v: np.ndarray, value: int, look: DieLook) -> tuple[np.ndarray, np.ndarray]:
    places = np.array(PIP_PLACES[value], float) * look.spread_mm
    distance = np.min(np.hypot(u - places[:, 0], v - places[:, 1]), axis=1, keepdims=True)
    reach = distance / (look.pip_mm / 2)
    bowl = look.depth_mm * np.sqrt(np.clip(1 - reach**2, 0, 1))
    return bowl, reach < 0.97


def _grid_triangles(cells: int) -> np.ndarray:
    corner = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    right, below, across = corner + 1, corner + cells + 1, corner + cells + 2
    return np.concatenate([np.c_[corner, right, across], np.c_[corner, across, below]])


@cache
def hand_shape(grip: float) -> Shape:
    """A right hand reaching along +y (world), fingertips at the origin; `grip` from 0 (open) to 1 (closed)."""
    from skimage.measure import marching_cubes

    low, high, step = np.array([-75.0, -330.0, -14.0]), np.array([75.0, 30.0, 110.0]), 3.0
    ticks = [np.arange(a, b, step) for a, b in zip(low, high, strict=True)]
    points = np.stack(np.meshgrid(*ticks, indexing="ij"), axis=-1)
    vertices, triangles, _, _ = marching_cubes(hand_distance(points, grip), 0.0)
    return Shape(vertices * step + low, triangles[:, ::-1].astype(int))


@cache
def sleeve_shape() -> Shape:
    """A cuff around the hand's wrist that runs out of the picture."""
    around = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    along = np.linspace(0, 1, 24)
    t, a = (x.ravel() for x in np.meshgrid(along, around, indexing="ij"))
    fold = 1 + 0.05 * np.sin(3 * a + 19 * t) + 0.04 * np.sin(31 * t)
    radius = (37 + 8 * t) * fold
    centre = np.c_[8 + 30 * t, -205 - 260 * t, 62 + 30 * t]
    ring = np.c_[np.cos(a) * radius, np.zeros_like(a), np.sin(a) * radius]
    return Shape(centre + ring, _tube_triangles(len(along), len(around)))


def _tube_triangles(rings: int, sides: int) -> np.ndarray:
    ring, side = (x.ravel() for x in np.meshgrid(np.arange(rings - 1), np.arange(sides), indexing="ij"))
    here, turn = ring * sides + side, ring * sides + (side + 1) % sides
    return np.concatenate([np.c_[here, turn, turn + sides], np.c_[here, turn + sides, here + sides]])


def hand_distance(points: np.ndarray, grip: float) -> np.ndarray:
    """A smooth union of capsules, as (…) millimetres from the skin."""
    distance = np.full(points.shape[:-1], 1e3)
    for start, end, r0, r1 in _bones(grip):
        distance = _blend(distance, _capsule(points, np.array(start, float), np.array(end, float), r0, r1), 7.0)
    return distance


def _capsule(points: np.ndarray, start: np.ndarray, end: np.ndarray, r0: float, r1: float) -> np.ndarray:
    axis = end - start
    t = np.clip((points - start) @ axis / (axis @ axis), 0, 1)
    return np.linalg.norm(points - start - t[..., None] * axis, axis=-1) - (r0 + (r1 - r0) * t)


def _blend(a: np.ndarray, b: np.ndarray, width: float) -> np.ndarray:
    h = np.clip(0.5 + 0.5 * (b - a) / width, 0, 1)
    return b + (a - b) * h - width * h * (1 - h)


def _bones(grip: float) -> list[tuple]:
    """Forearm, palm, thumb and four bent fingers as tapered capsules (start, end, radius, radius)."""
    wrist, open_mm = (6, -190, 58), 17 * (1 - grip)
    bones: list[tuple] = [((14, -330, 70), wrist, 33, 27), (wrist, (2, -120, 62), 26, 27)]
    knuckles = [(-26, -82, 56), (-5, -76, 60), (16, -80, 59), (35, -90, 54)]
    tips = [(-7, 15 + open_mm, 4), (9, 15 + open_mm, 5), (24, 6 + open_mm, 9), (36, -12 + open_mm * 0.6, 17)]
    for knuckle, tip, width in zip(knuckles, tips, (9.0, 9.5, 9.0, 7.6), strict=True):
        bend = tuple(0.5 * (k + t) + d for k, t, d in zip(knuckle, tip, (0, 9, 19 - 5 * grip), strict=True))
        bones += [((4, -130, 60), knuckle, 22, 13), (knuckle, bend, width + 1.5, width), (bend, tip, width, width - 2)]
    thumb_tip, thumb_bend = (-4, -15 - open_mm, 3), (-34, -52 - 0.5 * open_mm, 30)
    bones += [((-16, -128, 52), thumb_bend, 19, 11), (thumb_bend, thumb_tip, 11, 8.5)]
    return bones
