"""Quadrilaterals: (4, 2) arrays of corners in pixels, clockwise as seen."""
from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np


def sides_of(quad: np.ndarray) -> np.ndarray:
    """The lengths of the four sides, from corner 0 to 1 first."""
    return np.asarray(np.hypot(*(np.roll(quad, -1, axis=0) - quad).T))


def aspect_of(quad: np.ndarray) -> float:
    """Height over width, the side from corner 0 to 1 being the top."""
    sides = sides_of(quad)
    return float((sides[1] + sides[3]) / max(1e-6, sides[0] + sides[2]))


def area_of(quad: np.ndarray) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def upright(quad: np.ndarray) -> np.ndarray:
    """The same corners, clockwise, begun so that the card stands: its short sides on top and below."""
    q = quad if cv2.contourArea(quad.astype(np.float32), True) > 0 else quad[::-1]
    q = np.roll(q, -int(np.argmin(q.sum(1))), axis=0)
    return np.ascontiguousarray(q if aspect_of(q) >= 1 else np.roll(q, -1, axis=0))


def farthest_corner(quad: np.ndarray, others: np.ndarray) -> np.ndarray:
    """For each of `others` (n, 4, 2) how far its farthest corner lies from its partner, whichever comes first."""
    turns = np.stack([np.roll(others, k, axis=1) for k in range(4)])
    return np.asarray(np.abs(turns - quad).max((2, 3)).min(0))


def corner_angles(quad: np.ndarray) -> np.ndarray:
    """The four inner angles in degrees."""
    a, b = np.roll(quad, 1, axis=0) - quad, np.roll(quad, -1, axis=0) - quad
    cosine = (a * b).sum(1) / np.maximum(1e-6, np.hypot(*a.T) * np.hypot(*b.T))
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """The share of the smaller one that both cover."""
    common, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(common / max(1.0, min(area_of(a), area_of(b))))


def in_reading_order(quads: Sequence[np.ndarray]) -> list[int]:
    """Their places in the sequence, rows from the top, each from the left."""
    rows: list[list[int]] = []
    middles = [q.mean(0) for q in quads]
    for i in sorted(range(len(quads)), key=lambda i: float(middles[i][1])):
        if rows and middles[i][1] - middles[rows[-1][0]][1] < 0.5 * np.ptp(quads[i][:, 1]):
            rows[-1].append(i)
        else:
            rows.append([i])
    return [i for row in rows for i in sorted(row, key=lambda i: float(middles[i][0]))]


def crossing(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Where two lines (dx, dy, x, y) meet; far outside any picture if they run alike."""
    cross = p[0] * q[1] - p[1] * q[0]
    if abs(cross) < 1e-3:
        return np.array([-1e6, -1e6])
    d = q[2:] - p[2:]
    return np.asarray(p[2:] + p[:2] * ((d[0] * q[1] - d[1] * q[0]) / cross))


def line_through(points: np.ndarray) -> np.ndarray:
    """The line (dx, dy, x, y) nearest to points (n, 2), those far from it left out."""
    points = points.astype(np.float32)
    dx, dy, x, y = cv2.fitLine(points, cv2.DIST_L2, 0, 0, 0)[:, 0]
    off = np.abs((points[:, 1] - y) * dx - (points[:, 0] - x) * dy)
    near = points[off <= max(0.7, 2 * float(off.sum()) / len(off))]
    return np.asarray(cv2.fitLine(near, cv2.DIST_L2, 0, 0, 0)[:, 0], np.float64)
