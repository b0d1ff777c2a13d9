"""A card straightened: its picture at one size, and the ink and colour on it whatever light fell on it."""
from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

WIDE, HIGH = 96, 144
MARGIN = 8
"""Pixels of the surroundings kept about a straightened card, so that a slightly wrong outline can be put right."""
GRID = (12, 18)
INNER = (GRID[0] - 2, GRID[1] - 2)
"""The cells of a card, and those of them that a slightly wrong outline does not spoil."""
WHITE_GRID, WHITE_REACH = (24, 36), 9
HUE_BLUR, HUE_FLAT = 2.5, 8.0
"""The hue map at half size: how soft, and flattened over how wide a neighbourhood."""


def halvings_of(image: np.ndarray) -> list[np.ndarray]:
    """The picture (h, w, 3) uint8 BGR and its halves, as `straighten` wants it: made once for all cards in it."""
    halves = [image]
    while min(halves[-1].shape[:2]) > 2 * HIGH:
        halves.append(cv2.resize(halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LINEAR))
    return halves


def straighten(halves: Sequence[np.ndarray], to_image: np.ndarray) -> np.ndarray:
    """The card cut out with its margin, (HIGH + 2 MARGIN, WIDE + 2 MARGIN, 3) uint8.

    `to_image` (3, 3) takes the card's own unit square, (0, 0) its top left, to pixels of the first of `halves`.
    """
    card_to_unit = np.array([[1 / (WIDE - 1), 0, -MARGIN / (WIDE - 1)], [0, 1 / (HIGH - 1), -MARGIN / (HIGH - 1)],
                             [0, 0, 1]])
    image, scale = _near_size(halves, to_image)
    return cv2.warpPerspective(image, scale @ to_image @ card_to_unit, (WIDE + 2 * MARGIN, HIGH + 2 * MARGIN),
                               flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)


def unit_to(quad: np.ndarray) -> np.ndarray:
    """The homography from the unit square to `quad` (4, 2), clockwise from the card's own top left."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return cv2.getPerspectiveTransform(unit, np.ascontiguousarray(quad, np.float32))


def face_of(patch: np.ndarray) -> np.ndarray:
    """A straightened card without its margin, (HIGH, WIDE, ...)."""
    return patch[MARGIN:-MARGIN, MARGIN:-MARGIN]


def describe(patch: np.ndarray) -> np.ndarray:
    """A unit vector (3 × INNER cells) float32 of brightness and two colour differences, against the white around."""
    face = cv2.resize(face_of(patch), (4 * GRID[0], 4 * GRID[1]), interpolation=cv2.INTER_AREA)
    logs = _logs_of(face)
    shares = cv2.resize(np.exp(logs - _white_around(logs)), GRID, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(shares[1:-1, 1:-1])
    cells = np.stack([(blue + green + red) / 3, 0.7 * (red - green), 0.7 * ((red + green) / 2 - blue)])
    vector = (cells - cells.mean((1, 2), keepdims=True)).ravel()
    return np.asarray(vector / max(1e-6, float(np.linalg.norm(vector))), np.float32)


def ink_of(patch: np.ndarray) -> np.ndarray:
    """How far each pixel lies from the white around it, (h, w) float32: the sum of three logarithms.

    Shadows, the light's fall and its colour are in the white too, and so cancel.
    """
    logs = _logs_of(patch)
    white = _white_around(face_of(logs))
    white = cv2.copyMakeBorder(white, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(np.abs(white - logs).sum(2), (0, 0), 1.5)


def _white_around(logs: np.ndarray) -> np.ndarray:
    """What the paper would show at each pixel, channel by channel, the same shape: all that is darker and narrower
    than WHITE_REACH cells filled, so that a shadow stays in it and print does not.
    """
    cells, reach = cv2.resize(logs, WHITE_GRID, interpolation=cv2.INTER_AREA), np.ones((WHITE_REACH, WHITE_REACH))
    filled = cv2.morphologyEx(cells, cv2.MORPH_CLOSE, reach)
    white = cv2.GaussianBlur(filled, (0, 0), 1.0, borderType=cv2.BORDER_REPLICATE)
    return cv2.resize(white, (logs.shape[1], logs.shape[0]), interpolation=cv2.INTER_LINEAR)


def hue_of(face: np.ndarray) -> np.ndarray:
    """Colour against the colour around of a card at half size, (h, w, 2) float32: free of the light and its colour."""
    blue, green, red = cv2.split(_logs_of(face))
    hue = cv2.GaussianBlur(cv2.merge([red - green, (red + green) / 2 - blue]), (0, 0), HUE_BLUR)
    return np.asarray(hue - cv2.GaussianBlur(hue, (0, 0), HUE_FLAT))


def _logs_of(patch: np.ndarray) -> np.ndarray:
    return cv2.LUT(patch, LOGS)


def _near_size(halves: Sequence[np.ndarray], to_image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """That of the halves in which the card is about as large as a patch, and how to get there."""
    corners = cv2.perspectiveTransform(np.array([[[0.0, 0], [1, 0], [1, 1], [0, 1]]]), to_image)[0]
    times = float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) / (WIDE * HIGH)))
    part = halves[int(np.clip(np.rint(np.log2(max(times, 1.0))), 0, len(halves) - 1))]
    sx, sy = part.shape[1] / halves[0].shape[1], part.shape[0] / halves[0].shape[0]
    return part, np.array([[sx, 0, sx / 2 - 0.5], [0, sy, sy / 2 - 0.5], [0, 0, 1]])


LOGS = np.log(np.arange(256, dtype=np.float32) + 8)
