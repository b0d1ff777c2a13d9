"""Cuts the top face out of a photo that shows one die from above, for it to be known again."""
from __future__ import annotations

import cv2
import numpy as np

from vision.errors import NoFace
from vision.faces import FACE_PX
from vision.finder import Spot, find_spots

WARM, RIVAL = 0.3, 0.75
"""Heat from which a spot may be the die, and share of the hottest's from which it is a second one."""
ROOM, GROUND = 1.0, 0.8
"""In die sizes from its middle: how much of the surroundings is looked at, and where only the ground lies."""
WORK_PX = 120
SQUARE = 0.8
"""A face from above is at least so nearly square."""


def cut_out(image: np.ndarray) -> np.ndarray:
    """The face (FACE_PX, FACE_PX, 3) uint8 of the one die in `image` (h, w, 3) uint8 BGR; raises NoFace in words."""
    spot = _only_die(image)
    work, middle, scale = _surroundings(image, spot)
    outline = _outline(work, middle, spot.size * scale)
    (x, y), sides, _ = rect = cv2.minAreaRect(outline)
    if min(sides) < SQUARE * max(sides) or np.hypot(x - middle[0], y - middle[1]) > 0.3 * max(sides):
        raise NoFace("does not show the die's face from straight above, on a plain ground of another colour")
    corners = np.asarray(cv2.boxPoints(rect), np.float32)
    square = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32) - 0.5
    return np.asarray(cv2.warpPerspective(work, cv2.getPerspectiveTransform(corners, square), (FACE_PX, FACE_PX)))


def _only_die(image: np.ndarray) -> Spot:
    spots = find_spots(image, WARM)
    if not spots:
        raise NoFace("shows no die that can be told from the table: come nearer, on a plain ground of another colour")
    best = max(spots, key=lambda s: s.heat * s.size ** 0.5)
    others = [s for s in spots if s.heat > RIVAL * best.heat and 0.6 < s.size / best.size < 1.7
              and np.hypot(s.x - best.x, s.y - best.y) > 0.9 * best.size]
    if others:
        raise NoFace(f"shows {1 + len(others)} dice: show one at a time")
    return best


def _surroundings(image: np.ndarray, spot: Spot) -> tuple[np.ndarray, tuple[float, float], float]:
    """The die with room around it, so large that its size is some WORK_PX; its middle there, and the scale."""
    reach = (0.5 + ROOM) * spot.size
    x0, y0 = max(0, int(spot.x - reach)), max(0, int(spot.y - reach))
    crop = image[y0:int(spot.y + reach) + 1, x0:int(spot.x + reach) + 1]
    scale = WORK_PX / spot.size
    work = cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    return work, ((spot.x - x0) * scale, (spot.y - y0) * scale), scale


def _outline(work: np.ndarray, middle: tuple[float, float], size: float) -> np.ndarray:
    """The hull (n, 1, 2) of what differs from the ground about the middle; raises NoFace."""
    lab = cv2.cvtColor(work.astype(np.float32) / 255, cv2.COLOR_BGR2Lab) * np.array([0.6, 1, 1], np.float32)
    y, x = np.mgrid[:work.shape[0], :work.shape[1]]
    far = np.hypot(x - middle[0], y - middle[1])
    ground = np.median(lab[far > GROUND * size], axis=0)
    apart = np.clip(np.linalg.norm(lab - ground, axis=2) * 3, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(apart, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    mask[far > GROUND * size] = 0
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    large = [c for c in contours if cv2.contourArea(c) > 0.1 * size ** 2]
    if not large:
        raise NoFace("shows no die that can be told from the table: lay it on a plain ground of another colour")
    return np.asarray(cv2.convexHull(np.concatenate(large)))
