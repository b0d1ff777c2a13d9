"""The printable targets: one PDF at true size, drawn as vectors."""
from __future__ import annotations

from pathlib import Path

import cv2
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from calibration import sheets
from vision.tray import MARKER_DICTIONARY, MARKER_MM

PAPERS = {"a4": A4, "letter": LETTER}
_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


class _Page:
    """A canvas in millimetres with y downward from the paper's top left corner."""

    def __init__(self, canvas: Canvas, paper: tuple[float, float]) -> None:
        self.canvas, self.width, self.height = canvas, paper[0] / mm, paper[1] / mm

    def boxes(self, boxes: list[tuple[float, float, float, float]], grey: float = 0.0) -> None:
        """Fill (x0, y0, x1, y1) boxes as one path: no hairline shows where two of them meet."""
        path = self.canvas.beginPath()
        for x0, y0, x1, y1 in boxes:
            path.rect(x0 * mm, (self.height - y1) * mm, (x1 - x0) * mm, (y1 - y0) * mm)
        self.canvas.setFillGray(grey)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def frame(self, box: tuple[float, float, float, float], dashed: bool = False) -> None:
        x0, y0, x1, y1 = box
        self.canvas.setDash([2, 2] if dashed else [])
        self.canvas.setStrokeGray(0.6)
        self.canvas.setLineWidth(0.4)
        self.canvas.rect(x0 * mm, (self.height - y1) * mm, (x1 - x0) * mm, (y1 - y0) * mm)
        self.canvas.setDash([])

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float = 0.5) -> None:
        self.canvas.setStrokeGray(0)
        self.canvas.setLineWidth(width)
        self.canvas.line(start[0] * mm, (self.height - start[1]) * mm, end[0] * mm, (self.height - end[1]) * mm)

    def dot(self, x: float, y: float, radius: float) -> None:
        self.canvas.setFillGray(0)
        self.canvas.circle(x * mm, (self.height - y) * mm, radius * mm, stroke=0, fill=1)

    def words(self, x: float, y: float, text: str, size: float = 10, bold: bool = False, centred: bool = False) -> None:
        self.canvas.setFillGray(0 if bold else 0.25)
        self.canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        draw = self.canvas.drawCentredString if centred else self.canvas.drawString
        draw(x * mm, (self.height - y) * mm, text)


def write_targets(path: str | Path, paper: str = "a4") -> None:
    """Write the sheets to `path` as a PDF for `paper` ("a4" or "letter"), one page each, at true size."""
    size = PAPERS[paper]
    canvas = Canvas(str(path), pagesize=size, invariant=True)
    canvas.setTitle("Tableside: calibration targets")
    canvas.setViewerPreference("PrintScaling", "None")
    for draw in (_lens_page, _table_page, _dice_page):
        page = _Page(canvas, size)
        draw(page)
        _ruler(page)
        canvas.showPage()
    canvas.save()


def origin_of(target: str, paper: str = "a4") -> tuple[float, float]:
    """Where `target` ("lens", "light" or "dice") starts, in mm from the paper's top left corner."""
    board_mm = sheets.BOARD_SQUARES[0] * sheets.BOARD_SQUARE_MM
    tops = {"lens": (board_mm, 34.0), "light": (sheets.STRIP_MM[0], 206.0), "dice": (sheets.SHEET_MM[0], 34.0)}
    width, top = tops[target]
    return (PAPERS[paper][0] / mm - width) / 2, top


def pieces_of(paper: str = "a4") -> tuple[tuple[float, float], ...]:
    """Where the tray's inside corner would lie on each of the four corner pieces, in mm on the page."""
    side, gap, top, reach = sheets.CORNER_PIECE_MM, 10.0, 39.0, 46.0
    left = (PAPERS[paper][0] / mm - 2 * side - gap) / 2
    x0, x1, y0, y1 = left + reach, left + 2 * side + gap - reach, top + reach, top + 2 * side + gap - reach
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _heading(page: _Page, title: str, *lines: str) -> None:
    page.words(14, 16, title, size=17, bold=True)
    for row, line in enumerate(lines):
        page.words(14, 23 + 5 * row, line)


def _ruler(page: _Page) -> None:
    left, y = (page.width - 150) / 2, page.height - 14
    page.line((left, y), (left + 150, y))
    for tick in range(151):
        height = 4.0 if tick % 10 == 0 else 2.8 if tick % 5 == 0 else 1.6
        page.line((left + tick, y), (left + tick, y - height), width=0.3)
    for tick in range(0, 151, 10):
        page.words(left + tick, y - 5, str(tick), size=7, centred=True)
    advice = "mm. Print at 100 %, not “fit to page”: a real ruler must agree along all 150 mm."
    page.words(page.width / 2, y + 4.5, advice, size=8, centred=True)


def _lens_page(page: _Page) -> None:
    _heading(page, "Lens board", "Keep the sheet flat: glue it to cardboard. Show it to the camera from a dozen sides,",
             "tilted, and near every edge of the picture.")
    left, top = origin_of("lens", _paper_of(page))
    side, inset = sheets.BOARD_SQUARE_MM, (sheets.BOARD_SQUARE_MM - sheets.BOARD_MARKER_MM) / 2
    columns, rows = sheets.BOARD_SQUARES
    squares = [(c, r) for r in range(rows) for c in range(columns)]
    page.boxes([(left + c * side, top + r * side, left + (c + 1) * side, top + (r + 1) * side)
                for c, r in squares if (c + r) % 2 == 0])
    for key, (c, r) in enumerate((c, r) for c, r in squares if (c + r) % 2):
        _marker(page, sheets.BOARD_DICTIONARY, key, (left + c * side + inset, top + r * side + inset),
                sheets.BOARD_MARKER_MM)


def _table_page(page: _Page) -> None:
    _heading(page, "Tray corners",
             "Cut out the four pieces, put each under its corner of the tray, the arrow pointing away from the player,",
             "and slide it until the tray's outer corner stands on the step named after its walls' thickness in mm.")
    for key, corner in enumerate(pieces_of(_paper_of(page))):
        _corner_piece(page, key, corner)
    page.words(14, 194, "Light strip", size=17, bold=True)
    page.words(14, 201, "Print it in colour. Cut it out and lay it flat in the empty tray, away from shadows.")
    _light_strip(page, origin_of("light", _paper_of(page)))


def _paper_of(page: _Page) -> str:
    return min(PAPERS, key=lambda name: abs(PAPERS[name][1] / mm - page.height))


def _corner_piece(page: _Page, key: int, corner: tuple[float, float]) -> None:
    x, y = corner
    right, down = (1 if key in (0, 3) else -1), (1 if key in (0, 1) else -1)
    outer, inner = (x - 46 * right, y - 46 * down), (x + 20 * right, y + 20 * down)
    box = (min(outer[0], inner[0]), min(outer[1], inner[1]), max(outer[0], inner[0]), max(outer[1], inner[1]))
    page.frame(box, dashed=True)
    _marker(page, MARKER_DICTIONARY, key, (x - (29 * right) - 11, y - (29 * down) - 11), MARKER_MM)
    for wall in sheets.WALLS_MM:
        _step(page, (x - wall * right, y - wall * down), (x + 15 * right, y + 15 * down), str(wall))
    page.words(x + 7 * right, y + 10 * down + 1, sheets.CORNER_NAMES[key], size=7, bold=True, centred=True)
    _arrow(page, (x - 29 * right, y + 4.0 * down))


def _step(page: _Page, vertex: tuple[float, float], end: tuple[float, float], label: str) -> None:
    page.line(vertex, (end[0], vertex[1]), width=0.35)
    page.line(vertex, (vertex[0], end[1]), width=0.35)
    aside = 1.6 if end[0] > vertex[0] else -1.6
    page.words(end[0] + aside, vertex[1] + 0.65, label, size=5, centred=True)


def _arrow(page: _Page, middle: tuple[float, float]) -> None:
    x, y = middle
    page.line((x, y + 4), (x, y - 4), width=0.9)
    page.line((x, y - 4), (x - 2, y - 1.4), width=0.9)
    page.line((x, y - 4), (x + 2, y - 1.4), width=0.9)


def _light_strip(page: _Page, corner: tuple[float, float]) -> None:
    left, top = corner
    page.frame((left, top, left + sheets.STRIP_MM[0], top + sheets.STRIP_MM[1]), dashed=True)
    for key, (x, y) in sheets.strip_markers().items():
        _marker(page, MARKER_DICTIONARY, key, (left + x - MARKER_MM / 2, top + y - MARKER_MM / 2), MARKER_MM)
    for patch in sheets.patches():
        x0, y0, x1, y1 = patch.box_mm
        if patch.grey:
            page.boxes([(left + x0, top + y0, left + x1, top + y1)], grey=patch.srgb[0] / 255)
        else:
            page.canvas.setFillColorRGB(*(channel / 255 for channel in patch.srgb))
            page.canvas.rect((left + x0) * mm, (page.height - top - y1) * mm, (x1 - x0) * mm, (y1 - y0) * mm, 0, 1)
    white = sheets.patches()[5].box_mm
    page.frame((left + white[0], top + white[1], left + white[2], top + white[3]))


def _dice_page(page: _Page) -> None:
    _heading(page, "Dice sheet",
             "Lay the sheet into the camera's view. One row for each kind of die: put it, or several alike,",
             "on the row, the face shown above the column upward. On dice with symbols, 1 to 6 name the sides.")
    left, top = origin_of("dice", _paper_of(page))
    for key, (x, y) in sheets.sheet_markers().items():
        _marker(page, MARKER_DICTIONARY, key, (left + x - MARKER_MM / 2, top + y - MARKER_MM / 2), MARKER_MM)
    for x0, y0, x1, y1 in sheets.cells():
        page.frame((left + x0, top + y0, left + x1, top + y1))
    for column, (x0, y0, x1, _) in enumerate(sheets.cells()[:sheets.CELLS[0]]):
        _face(page, left + (x0 + x1) / 2, top + y0 - 8, column + 1)


def _face(page: _Page, x: float, y: float, value: int) -> None:
    page.frame((x - 5, y - 5, x + 5, y + 5))
    for place in _PIPS[value]:
        page.dot(x + (place % 3 - 1) * 2.8, y + (place // 3 - 1) * 2.8, 0.95)


def _marker(page: _Page, name: int, key: int, corner: tuple[float, float], side_mm: float) -> None:
    """A marker's black modules, its black border included, with its top left corner at `corner`."""
    known = sheets.dictionary(name)
    modules = cv2.aruco.generateImageMarker(known, key, known.markerSize + 2)
    step = side_mm / len(modules)
    page.boxes([(corner[0] + c * step, corner[1] + r * step, corner[0] + (c + 1) * step, corner[1] + (r + 1) * step)
                for r, row in enumerate(modules) for c, module in enumerate(row) if module == 0])
