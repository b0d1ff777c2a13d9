"""Whether a die lies flat in the tray: by the bend of its top face, by its size, and by where it lies."""
from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.colour import tones_of
from vision.reader import DIE_PX, LOOK_PX, Reading, crop_of
from vision.tray import CAMERA_MM, VIEW_MM, resize
from vision.types import Profile

PATTERN_PX, INNER = 28, 0.8
"""The pattern of pips that is fitted is so wide, and shows so much of a face's edge."""
TURNS, EDGE_PX = 12, 10
ALIKE = {1: 1, 4: TURNS // 2, 5: TURNS // 2}
"""After so many turns these patterns are the same again."""
LIKE = 0.8
"""A fit less like the pattern than this tells nothing."""
RISE = 0.28
"""So much of its rise parts a die's top face from its own middle, as the reader sees it."""
OFF, SHORT = 0.13, 0.06
"""In edges: how far a flat die's face may be off its place; and how much narrower it may be than it should."""
SQUARE = (4, 5, 6)
"""Values whose pips reach into all four corners: only they show how narrow a face is."""
STEEP = 0.5
"""Seen at a slant above this, nothing is said."""
STACKED, FEWEST = 1.065, 3
"""A die so much larger than the others, of so many at least, lies on one; sizes grow with the slant by GROWS."""
GROWS = 0.2
WALL = 0.33
"""No flat die's middle is nearer to a wall, in edges, than half of one."""
_STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-4)
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
        5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
        6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))}


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """How the camera sees a die at a place: its `edge` in pixels, `rise` (2,) edges by which its height is seen, and
    the middle of its foot on the table, `foot` (2,) mm."""

    edge: float
    rise: np.ndarray
    foot: np.ndarray


@dataclass(frozen=True, eq=False, slots=True)
class Fit:
    """How the top face lies in the picture: `likeness` of the fit, `off` (2,) edges from the die's middle, and its
    `width` across the slant as a share of that along it."""

    likeness: float
    off: np.ndarray
    width: float


def view_of(profile: Profile, reading: Reading, size: tuple[int, int]) -> View:
    """The view of a die in frames of `size` (w, h); without a measured lens the standard rig's height is taken."""
    place = resize(profile, size)
    project = _projection(place)
    at, die = np.array([reading.x, reading.y]), place.die_mm
    foot = _table_point(project, at, die / 2)
    low, high, aside, below = (project @ [*(foot + step), up, 1.0] for step, up in (
        ((0, 0), 0.0), ((0, 0), die), ((die, 0), die / 2), ((0, die), die / 2)))
    low, high, aside, below = (point[:2] / point[2] for point in (low, high, aside, below))
    edge = float(np.sqrt(abs(np.cross(np.append(aside - at, 0), np.append(below - at, 0))[2])))
    return View(edge, (high - low) / edge, foot)


def _projection(place: Profile) -> np.ndarray:
    """(3, 4) from table millimetres, up counted from the table, to pixels. After Zhang 2000, for a known lens."""
    w, h = place.size
    lens = np.array(place.camera, float).reshape(3, 3) if place.camera else np.array(
        [[CAMERA_MM / VIEW_MM * w, 0, (w - 1) / 2], [0, CAMERA_MM / VIEW_MM * w, (h - 1) / 2], [0, 0, 1]])
    seen = np.linalg.inv(lens) @ np.linalg.inv(np.array(place.to_mm, float).reshape(3, 3))
    seen /= np.sqrt(np.linalg.norm(seen[:, 0]) * np.linalg.norm(seen[:, 1])) * np.sign(seen[2, 2])
    up = np.cross(seen[:, 1], seen[:, 0])  # millimetres count rightwards and down the picture
    return np.asarray(lens @ np.column_stack([seen[:, 0], seen[:, 1], up, seen[:, 2]]))


def _table_point(project: np.ndarray, at: np.ndarray, up: float) -> np.ndarray:
    """The point (2,) mm that is seen at a pixel, so high over the table."""
    flat = np.column_stack([project[:, 0], project[:, 1], project[:, 2] * up + project[:, 3]])
    point = np.linalg.solve(flat, [*at, 1.0])
    return np.asarray(point[:2] / point[2])


def fit_face(reading: Reading, value: int, edge: float) -> Fit:
    """Fit the pips of `value` to the die, turned and bent; `edge` is its edge in the picture's pixels."""
    seen, px = _contrast(reading, edge)
    scores = [cv2.matchTemplate(seen[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX], _pattern(value, turn), cv2.TM_CCOEFF_NORMED)
              for turn in range(ALIKE.get(value, TURNS))]
    turn = int(np.argmax([score.max() for score in scores]))
    y, x = np.unravel_index(int(scores[turn].argmax()), scores[turn].shape)
    bend = np.array([[1, 0, x + EDGE_PX], [0, 1, y + EDGE_PX]], np.float32)
    pattern = _pattern(value, turn)
    with suppress(cv2.error):  # where it does not converge it stays unbent
        _, bend = cv2.findTransformECC(pattern, seen, bend, cv2.MOTION_AFFINE, _STOP, None, 3)  # type: ignore[call-overload]
    fitted = cv2.warpAffine(seen, bend, (PATTERN_PX, PATTERN_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    likeness = float(cv2.matchTemplate(fitted, pattern, cv2.TM_CCOEFF_NORMED)[0, 0])
    middle = bend @ [(PATTERN_PX - 1) / 2, (PATTERN_PX - 1) / 2, 1] - (LOOK_PX - 1) / 2
    long, short = np.linalg.svd(bend[:, :2], compute_uv=False)
    return Fit(likeness, middle / px, float(short / max(long, 1e-6)))


def leans(fit: Fit, value: int, rise: np.ndarray) -> bool:
    """Whether a die that would be seen with such a `rise` if it lay flat is tipped."""
    high = float(np.linalg.norm(rise))
    if fit.likeness < LIKE or high > STEEP:
        return False
    apart = float(np.linalg.norm(fit.off - RISE * rise))
    return apart > OFF or (value in SQUARE and fit.width < (1 + high * high) ** -0.5 - SHORT)


def half_out(foot: np.ndarray, profile: Profile) -> bool:
    """Whether no die could lie flat with its middle there, so near to the wall or beyond it."""
    left, top, right, bottom = profile.tray_mm
    room = min(foot[0] - left, right - foot[0], foot[1] - top, bottom - foot[1])
    return bool(room < WALL * profile.die_mm)


def stacked(readings: Sequence[Reading], views: Sequence[View]) -> list[bool]:
    """Which dice are larger than the others by so much that they must be nearer to the camera."""
    if len(readings) < FEWEST:
        return [False] * len(readings)
    sizes = np.array([reading.size / (view.edge * (1 + GROWS * float(np.linalg.norm(view.rise))))
                      for reading, view in zip(readings, views, strict=True)])
    return list(sizes > STACKED * np.median(sizes))


def _contrast(reading: Reading, edge: float) -> tuple[np.ndarray, float]:
    """The die (LOOK_PX, LOOK_PX) float32, 0 where it is body, 1 where print; and how many pixels its edge has."""
    tones = tones_of(crop_of(reading.close, reading.x, reading.y, reading.size))
    px = PATTERN_PX / INNER
    zoom = px / edge * reading.size / DIE_PX
    look = crop_of(reading.close, reading.x, reading.y, reading.size, zoom=zoom, out=LOOK_PX).astype(np.float32)
    axis = tones.print - tones.body
    seen = np.clip((look - tones.body) @ axis / max(float(axis @ axis), 1.0), -0.3, 1.3)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), np.float32), px


@lru_cache(maxsize=128)
def _pattern(value: int, turn: int) -> np.ndarray:
    """The pips of `value`, turned by half turns over TURNS, (PATTERN_PX, PATTERN_PX) float32."""
    angle = np.pi * turn / TURNS
    y, x = (np.mgrid[:PATTERN_PX, :PATTERN_PX] - (PATTERN_PX - 1) / 2) / PATTERN_PX * 2 * INNER
    u, v = x * np.cos(angle) + y * np.sin(angle), -x * np.sin(angle) + y * np.cos(angle)
    depth = np.max([0.19 - np.hypot(u - a * 0.5, v - b * 0.5) for a, b in PIPS[value]], axis=0)
    sharp = np.clip(depth * PATTERN_PX / 2 / INNER + 0.5, 0, 1).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(sharp, (0, 0), 1.2))
