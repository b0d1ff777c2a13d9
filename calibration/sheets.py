"""What is printed: the geometry of every sheet in millimetres, one truth for the printer and for the eye."""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.light import linear_of
from vision.tray import MARKER_DICTIONARY, MARKER_MM, MARKERS_MM

# 5x5 bits, so that a board in view is never taken for a tray; at 370 mm above the table a bit is 9 pixels wide.
BOARD_DICTIONARY = cv2.aruco.DICT_5X5_100
BOARD_SQUARES = (7, 9)
BOARD_SQUARE_MM = 24.0
BOARD_MARKER_MM = 18.0

# The tray's marker stands 18 mm off its inside corner, whatever its walls; the printed steps fit these walls.
CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
CORNER_PIECE_MM = 66.0
WALLS_MM = (4, 6, 8, 10, 12, 15)

STRIP_IDS = (10, 11)
STRIP_MM = (156.0, 40.0)
SHEET_IDS = (20, 21, 22, 23)
SHEET_MM = (186.0, 196.0)
CELL_MM = 26.0
CELLS = (6, 5)
INK = 0.024  # of the paper's light, what the blackest print still gives back


@dataclass(frozen=True, slots=True)
class Patch:
    """One field of the strip: its box on the strip in mm, and its colour as printed, sRGB 0 to 255."""

    name: str
    box_mm: tuple[float, float, float, float]
    srgb: tuple[int, int, int]

    @property
    def grey(self) -> bool:
        return len(set(self.srgb)) == 1

    @property
    def light(self) -> tuple[float, ...]:
        """Linear blue, green and red of the print in neutral light, the paper's being 1."""
        return tuple(INK + (1 - INK) * float(level) for level in linear_of(np.array(self.srgb[::-1])))


_GREYS = (("black", 24), ("dark grey", 76), ("grey", 119), ("middle grey", 160), ("light grey", 200), ("white", 255))
_COLOURS = (("red", (190, 40, 45)), ("orange", (224, 124, 40)), ("yellow", (240, 206, 40)),
            ("green", (50, 140, 70)), ("blue", (40, 70, 160)), ("violet", (110, 60, 140)))


def board() -> cv2.aruco.CharucoBoard:
    """The lens board, in millimetres."""
    return cv2.aruco.CharucoBoard(BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_MARKER_MM, dictionary(BOARD_DICTIONARY))


def dictionary(name: int = MARKER_DICTIONARY) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(name)


def detector(name: int = MARKER_DICTIONARY) -> cv2.aruco.ArucoDetector:
    """A detector that also sees a marker on a small piece of paper: the paper's edge, near by, is not taken for it."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerDistanceRate = 0.02
    return cv2.aruco.ArucoDetector(dictionary(name), parameters)


def patches() -> tuple[Patch, ...]:
    """The strip's fields: greys above, colours below, 14 mm squares with 2 mm of paper between them."""
    greys = [Patch(name, _field(i, 0), (level, level, level)) for i, (name, level) in enumerate(_GREYS)]
    return (*greys, *(Patch(name, _field(i, 1), colour) for i, (name, colour) in enumerate(_COLOURS)))


def _field(column: int, row: int) -> tuple[float, float, float, float]:
    x, y = 31.0 + 16 * column, 5.0 + 16 * row
    return x, y, x + 14, y + 14


def square(centre: tuple[float, float], side_mm: float = MARKER_MM) -> np.ndarray:
    """The corners (4, 2) of an upright square in the order that markers are found: clockwise from the top left."""
    half = side_mm / 2
    return np.array(centre) + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def tray_markers(tray_mm: tuple[float, float] = (250.0, 250.0)) -> tuple[tuple[int, float, float], ...]:
    """(id, x, y) of the four tray markers' centres, for a tray of that inside width and depth."""
    across, down = tray_mm[0] - 250, tray_mm[1] - 250
    shifts = ((0, 0), (across, 0), (across, down), (0, down))
    centres = {key: ((x0 + x1) / 2, (y0 + y1) / 2) for key, (x0, y0, x1, y1) in MARKERS_MM.items()}
    return tuple((key, x + shifts[key][0], y + shifts[key][1]) for key, (x, y) in centres.items())


def strip_markers() -> dict[int, tuple[float, float]]:
    """Centres of the strip's two markers on the strip."""
    middle = STRIP_MM[1] / 2
    return {STRIP_IDS[0]: (16.0, middle), STRIP_IDS[1]: (STRIP_MM[0] - 16, middle)}


def sheet_markers() -> dict[int, tuple[float, float]]:
    """Centres of the enrolment sheet's four markers on the sheet."""
    near, right, below = MARKER_MM / 2, SHEET_MM[0] - MARKER_MM / 2, SHEET_MM[1] - MARKER_MM / 2
    return dict(zip(SHEET_IDS, ((near, near), (right, near), (right, below), (near, below)), strict=True))


def cells() -> tuple[tuple[float, float, float, float], ...]:
    """The boxes on the enrolment sheet, row by row: one face a column, one die a row."""
    left, top = (SHEET_MM[0] - CELLS[0] * CELL_MM) / 2, (SHEET_MM[1] - CELLS[1] * CELL_MM) / 2 + 4
    return tuple((left + CELL_MM * c, top + CELL_MM * r, left + CELL_MM * (c + 1), top + CELL_MM * (r + 1))
                 for r in range(CELLS[1]) for c in range(CELLS[0]))
