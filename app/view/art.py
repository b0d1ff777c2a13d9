"""The marks that are drawn rather than typed: icons, seat shapes and dice, as smooth masks of any size."""
from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

GRID = 24.0
OVERSAMPLING = 4
Point = tuple[float, float]
Stroke = tuple[Point, ...]


def _arc(x: float, y: float, radius: float, start: float, stop: float) -> Stroke:
    """Points of an arc on the grid, degrees clockwise from three o'clock."""
    steps = 28
    turns = [(start + (stop - start) * i / steps) * pi / 180 for i in range(steps + 1)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _regular(corners: int, radius: float, turned: float, waist: float = 1.0) -> Stroke:
    """A regular polygon, or a star where `waist` < 1 pulls every second corner in."""
    turns = [(turned + 360 * i / corners) * pi / 180 for i in range(corners)]
    return tuple((12 + radius * (waist if i % 2 else 1) * cos(turn), 12 + radius * (waist if i % 2 else 1) * sin(turn))
                 for i, turn in enumerate(turns))


# Strokes on a 24×24 grid, y downwards.
ICONS: dict[str, tuple[Stroke, ...]] = {
    "undo": (((8.5, 4.5), (4, 9), (8.5, 13.5)), ((4, 9), (14, 9), *_arc(14, 14, 5, -90, 90), (9, 19))),
    "redo": (((15.5, 4.5), (20, 9), (15.5, 13.5)), ((20, 9), (10, 9), *_arc(10, 14, 5, -90, -270), (15, 19))),
    "back": (((14.5, 5), (7.5, 12), (14.5, 19)),),
    "forward": (((9.5, 5), (16.5, 12), (9.5, 19)),),
    "close": (((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "check": (((5, 12.5), (10, 17.5), (19, 7)),),
    "plus": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    "minus": (((5, 12), (19, 12)),),
    "log": (((9, 6.5), (20, 6.5)), ((9, 12), (20, 12)), ((9, 17.5), (20, 17.5)),
            ((4.3, 6.5), (4.5, 6.5)), ((4.3, 12), (4.5, 12)), ((4.3, 17.5), (4.5, 17.5))),
    "camera": (((4, 8), (8, 8), (9.5, 5.5), (14.5, 5.5), (16, 8), (20, 8), (20, 18.5), (4, 18.5), (4, 8)),
               _arc(12, 13, 3.2, 0, 360)),
    "panel": (((4, 6), (20, 6), (20, 18), (4, 18), (4, 6)), _arc(9, 12, 2.2, 0, 360), _arc(15.5, 12, 2.2, 0, 360)),
    "disk": (((4, 5), (16, 5), (20, 9), (20, 19.5), (4, 19.5), (4, 5)), ((8, 5), (8, 9.5), (14, 9.5), (14, 5)),
             ((8, 19.5), (8, 14), (16, 14), (16, 19.5))),
    "warning": (((12, 4), (21, 19.5), (3, 19.5), (12, 4)), ((12, 10), (12, 14.2)), ((12, 16.9), (12, 17))),
    "eye": ((*_arc(12, 17, 11.2, -153, -27), *_arc(12, 7, 11.2, 27, 153), (2.02, 11.92)), _arc(12, 12, 3, 0, 360)),
    "look": (_arc(10.5, 10.5, 6, 0, 360), ((15, 15), (20, 20))),
    "trash": (((5, 7), (19, 7)), ((7, 7), (8, 20), (16, 20), (17, 7)), ((9.5, 7), (10, 4.5), (14, 4.5), (14.5, 7))),
    "gear": (_arc(12, 12, 3.2, 0, 360), _arc(12, 12, 6.6, 0, 360),
             *(((12 + 6.6 * cos(a * pi / 4), 12 + 6.6 * sin(a * pi / 4)),
                (12 + 9 * cos(a * pi / 4), 12 + 9 * sin(a * pi / 4))) for a in range(8))),
    "erase": (((8.5, 6), (20, 6), (20, 18), (8.5, 18), (3.5, 12), (8.5, 6)), ((11, 9.5), (16, 14.5)),
              ((16, 9.5), (11, 14.5))),
    "turn": (_arc(12, 12, 7.5, -60, 210), ((20.2, 4.2), (15.75, 5.5), (17.1, 9.9))),
    "person": (_arc(12, 8, 3.8, 0, 360), _arc(12, 21, 7.5, -170, -10)),
    "more": (((5.5, 12), (5.7, 12)), ((12, 12), (12.2, 12)), ((18.5, 12), (18.7, 12))),
    "clock": (_arc(12, 12, 8, 0, 360), ((12, 7), (12, 12), (15.5, 14))),
    "chart": (((5, 20), (5, 12)), ((12, 20), (12, 5)), ((19, 20), (19, 9))),
    "cards": (((8, 7), (19, 7), (19, 21), (8, 21), (8, 7)), ((5, 17), (5, 4), (15, 4))),
    "dice": (((5, 4), (19, 4), (20, 5), (20, 19), (19, 20), (5, 20), (4, 19), (4, 5), (5, 4)),
             ((8.5, 8.5), (8.6, 8.5)), ((15.5, 15.5), (15.6, 15.5)), ((12, 12), (12.1, 12))),
    "share": (_arc(6, 12, 2.4, 0, 360), _arc(17.5, 6, 2.4, 0, 360), _arc(17.5, 18, 2.4, 0, 360),
              ((8.2, 10.9), (15.3, 7.1)), ((8.2, 13.1), (15.3, 16.9))),
}
SHAPES: dict[str, Stroke] = {
    "circle": _arc(12, 12, 10.4, 0, 360),
    "square": ((2.9, 2.9), (21.1, 2.9), (21.1, 21.1), (2.9, 21.1)),
    "triangle": ((12, 1.2), (23.4, 21.4), (0.6, 21.4)),
    "diamond": ((12, 0.4), (23.6, 12), (12, 23.6), (0.4, 12)),
    "hexagon": _regular(6, 11.6, 0),
    "star": _regular(10, 12, -90, 0.55),
    "cross": ((8, 1), (16, 1), (16, 8), (23, 8), (23, 16), (16, 16), (16, 23), (8, 23), (8, 16), (1, 16),
              (1, 8), (8, 8)),
    "pentagon": _regular(5, 11.8, -90),
}
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
LETTER_DROP = {"triangle": 0.14, "star": 0.03, "pentagon": 0.04}  # where a letter sits, below the middle, of the height


def _canvas(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw, float]:
    picture = Image.new("L", (size * OVERSAMPLING, size * OVERSAMPLING), 0)
    return picture, ImageDraw.Draw(picture), size * OVERSAMPLING / GRID


def _shrunk(picture: Image.Image, size: int) -> Image.Image:
    return picture.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=256)
def icon_mask(name: str, size: int, weight: float = 2.0) -> Image.Image:
    """An icon as an 8-bit mask of size×size px, its strokes `weight` 24ths wide."""
    picture, draw, unit = _canvas(size)
    for stroke in ICONS[name]:
        points = [(x * unit, y * unit) for x, y in stroke]
        draw.line(points, fill=255, width=round(weight * unit), joint="curve")
        for x, y in (points[0], points[-1]):
            radius = weight * unit / 2
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return _shrunk(picture, size)


@lru_cache(maxsize=128)
def shape_mask(name: str, size: int) -> Image.Image:
    """A seat's shape, filled, as an 8-bit mask; an unknown shape is a circle."""
    picture, draw, unit = _canvas(size)
    draw.polygon([(x * unit, y * unit) for x, y in SHAPES.get(name, SHAPES["circle"])], fill=255)
    return _shrunk(picture, size)


@lru_cache(maxsize=16)
def corners_mask(radius: int) -> Image.Image:
    """A disc of that radius in px with a cross of two px through it: what a surface's corners are cut from."""
    side = 2 * radius + 2
    picture = Image.new("L", (side * OVERSAMPLING, side * OVERSAMPLING), 0)
    edge = side * OVERSAMPLING - 1
    ImageDraw.Draw(picture).rounded_rectangle((0, 0, edge, edge), radius * OVERSAMPLING, fill=255)
    return _shrunk(picture, side)


@lru_cache(maxsize=64)
def pips_mask(value: int, size: int) -> Image.Image:
    """The pips of a die's face, 1 to 6, as an 8-bit mask."""
    picture, draw, unit = _canvas(size)
    radius, step = 2.6 * unit, 5.8 * unit
    for x, y in PIPS[value]:
        at_x, at_y = 12 * unit + x * step, 12 * unit + y * step
        draw.ellipse((at_x - radius, at_y - radius, at_x + radius, at_y + radius), fill=255)
    return _shrunk(picture, size)
