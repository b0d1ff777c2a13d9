"""Dice and cards as read, drawn on their picture for the preview: light where sure, amber where one should look."""
from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.types import Card, Die

Bgr = tuple[int, int, int]
LIGHT: Bgr = (240, 246, 240)
AMBER: Bgr = (40, 176, 255)
INK: Bgr = (28, 24, 22)


def draw_dice(image: np.ndarray, dice: Sequence[Die]) -> np.ndarray:
    """A copy of the picture (h, w, 3) uint8 BGR with each die's outline and what it shows."""
    picture = image.copy()
    for die in dice:
        _outline(picture, die)
        _label(picture, die)
    return picture


def draw_cards(image: np.ndarray, cards: Sequence[Card]) -> np.ndarray:
    """A copy of the picture (h, w, 3) uint8 BGR with each card's outline."""
    picture = image.copy() if cards else image
    for card in cards:
        corners = np.round(card.quad).astype(np.int32)
        width = max(2, round(float(np.ptp(corners, axis=0).max()) / 60))
        for colour, thick in ((INK, width + 2), (LIGHT if card.sure else AMBER, width)):
            cv2.polylines(picture, [corners], True, colour, thick, cv2.LINE_AA)
    return picture


def label_of(die: Die) -> str:
    """What stands beside a die: its value or face, with a question mark where it is not sure."""
    shown = die.face or ("" if die.value is None else str(die.value))
    return shown if die.sure else f"{shown}?"


def colour_of(die: Die) -> Bgr:
    """The colour a die is drawn in."""
    return LIGHT if die.sure else AMBER


def _outline(picture: np.ndarray, die: Die) -> None:
    side = max(die.box[2] - die.box[0], die.box[3] - die.box[1])
    width = max(1, round(side / 22))
    for colour, thick in ((INK, width + 2), (colour_of(die), width)):
        for corner, ways in _corners(die):
            for way in ways:
                cv2.line(picture, corner, way, colour, thick, cv2.LINE_AA)


def _corners(die: Die) -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Each corner of the box with the ends of its two short strokes."""
    x0, y0, x1, y1 = (round(v) for v in die.box)
    reach = round(0.28 * min(x1 - x0, y1 - y0))
    return [((x, y), [(x + dx * reach, y), (x, y + dy * reach)])
            for x, dx in ((x0, 1), (x1, -1)) for y, dy in ((y0, 1), (y1, -1))]


def _label(picture: np.ndarray, die: Die) -> None:
    """A filled tag at the box's upper right, kept inside the picture."""
    height = int(np.clip(0.42 * (die.box[3] - die.box[1]), 14, 60))
    scale, thick = height / 34, max(1, height // 14)
    (wide, tall), _ = cv2.getTextSize(label_of(die), cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    tag = wide + height // 2
    x = int(np.clip(die.box[2] - tag // 3, 0, max(0, picture.shape[1] - tag)))
    y = int(np.clip(die.box[1] - 0.7 * height, 0, max(0, picture.shape[0] - height)))
    cv2.rectangle(picture, (x, y), (x + tag, y + height), INK, -1, cv2.LINE_AA)
    cv2.rectangle(picture, (x, y), (x + tag, y + height), colour_of(die), max(1, thick // 2), cv2.LINE_AA)
    cv2.putText(picture, label_of(die), (x + (tag - wide) // 2, y + (height + tall) // 2),
                cv2.FONT_HERSHEY_SIMPLEX, scale, colour_of(die), thick, cv2.LINE_AA)
