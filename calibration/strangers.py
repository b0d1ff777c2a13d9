"""What is seen instead, when a printed target is not: another board, a mirrored print, or nothing."""
from __future__ import annotations

import cv2
import numpy as np

from calibration.sheets import BOARD_DICTIONARY, detector
from vision.tray import MARKER_DICTIONARY

_OTHERS = {"our lens board": BOARD_DICTIONARY, "our tray markers": MARKER_DICTIONARY,
           "6×6 markers": cv2.aruco.DICT_6X6_250, "7×7 markers": cv2.aruco.DICT_7X7_250,
           "4×4 markers": cv2.aruco.DICT_4X4_1000, "5×5 markers": cv2.aruco.DICT_5X5_1000,
           "AprilTags": cv2.aruco.DICT_APRILTAG_36h11}
_DARK, _BRIGHT = 25, 235


def explain_absence(grey: np.ndarray, wanted: int, name: str) -> str:
    """Why `name`, of the dictionary `wanted`, is not seen in `grey` (h, w) uint8, and what to do: a sentence."""
    if _count(np.ascontiguousarray(grey[:, ::-1]), wanted) >= 2:
        return f"This is {name} mirrored: turn off the mirror in the camera's or the printer's settings."
    for other, key in _OTHERS.items():
        if key != wanted and _count(grey, key) >= 2:
            return f"This shows {other}, not {name}: use the sheets of ./tableside targets."
    if np.median(grey) < _DARK:
        return f"The picture is too dark to see {name}: turn on the light, take off the lens cap."
    if np.mean(grey > _BRIGHT) > 0.5:
        return f"The picture is too bright to see {name}: dim the light or shorten the exposure."
    return f"No marker is seen: bring {name} into the picture, flat, whole and out of the glare."


def _count(grey: np.ndarray, key: int) -> int:
    ids = detector(key).detectMarkers(grey)[1]
    return 0 if ids is None else len(ids)
