"""Where the parts of the game screen go on a panel of any size: a pure plan in millimetres."""
from __future__ import annotations

from dataclasses import dataclass
from math import ceil

GAP = 2.4
RIBBON = 10.0
RAIL = 15.0
TABLE = 10.0
SEAT_HEAD, SEAT_ROW, SEAT_ROWS, SEAT_WIDTH = 14.0, 11.2, 4, 24.5
LOG_LEAST = 23.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, origin at the lower left."""

    x: float
    y: float
    width: float
    height: float

    def times(self, factor: float) -> Box:
        return Box(self.x * factor, self.y * factor, self.width * factor, self.height * factor)


@dataclass(frozen=True, slots=True)
class Plan:
    """A box for each part; None for what has no room of its own and opens as a sheet instead."""

    rail: Box
    ribbon: Box
    prompt: Box
    table: Box | None
    seats: tuple[Box, ...]
    eye: Box
    roll: Box
    log: Box | None


def enlargement_of(width_mm: float, height_mm: float) -> float:
    """How much larger than life to draw on a panel that is seen from further away, 1 to 1.5."""
    long, short = max(width_mm, height_mm), min(width_mm, height_mm)
    return min(max(min(long / 217, short / 135), 1.0), 1.5)


def plan_of(width: float, height: float, seats: int, table: bool, left_handed: bool = False) -> Plan:
    """Lay the screen out on width×height mm for that many seats, `table` saying whether the table has counters."""
    return _landscape(width, height, seats, table, left_handed) if width > height else \
        _portrait(width, height, seats, table)


def _landscape(width: float, height: float, seats: int, table: bool, left_handed: bool) -> Plan:
    side = min(max(0.31 * width, 46.0), 78.0)
    inner = Box(RAIL + 2 * GAP, GAP, width - RAIL - 3 * GAP, height - 2 * GAP)
    rail = Box(GAP, GAP, RAIL, height - 2 * GAP)
    if left_handed:
        rail, inner = Box(width - GAP - RAIL, GAP, RAIL, rail.height), Box(GAP, GAP, inner.width, inner.height)
    ribbon = Box(inner.x, height - GAP - RIBBON, inner.width, RIBBON)
    body = Box(inner.x, GAP, inner.width - side - GAP, ribbon.y - 2 * GAP)
    prompt, table_box, seat_boxes = _stack(body, seats, table)
    eye, roll, log = _column(Box(body.x + body.width + GAP, GAP, side, body.height))
    return Plan(rail, ribbon, prompt, table_box, seat_boxes, eye, roll, log)


def _portrait(width: float, height: float, seats: int, table: bool) -> Plan:
    inner = width - 2 * GAP
    rail = Box(GAP, GAP, inner, RAIL)
    ribbon = Box(GAP, height - GAP - RIBBON, inner, RIBBON)
    bottom, top = rail.y + RAIL + GAP, ribbon.y - GAP
    log = Box(GAP, bottom, inner, LOG_LEAST + 10) if height > 190 else None
    bottom += log.height + GAP if log else 0
    half = (inner - GAP) / 2
    pictures = min(0.78 * half, 0.24 * height)
    eye = Box(GAP, top - pictures, half, pictures)
    roll = Box(GAP + half + GAP, top - pictures, half, pictures)
    body = Box(GAP, bottom, inner, top - pictures - GAP - bottom)
    prompt, table_box, seat_boxes = _stack(body, seats, table)
    return Plan(rail, ribbon, prompt, table_box, seat_boxes, eye, roll, log)


def _stack(body: Box, seats: int, table: bool) -> tuple[Box, Box | None, tuple[Box, ...]]:
    """Prompt above the table's counters above the seats."""
    free = body.height - (TABLE + GAP if table else 0)
    per_row = min(seats, int((body.width + GAP) // (SEAT_WIDTH + GAP))) or 1
    per_row = ceil(seats / ceil(seats / per_row)) if seats else 1
    rows = ceil(seats / per_row)
    wanted = free - (58 if body.height < 95 else 54) - GAP
    tall = _seat_height((wanted - (rows - 1) * GAP) / max(rows, 1))
    below = rows * (tall + GAP)
    wide = (body.width - (per_row - 1) * GAP) / per_row
    boxes = tuple(Box(body.x + seat % per_row * (wide + GAP), body.y + (rows - 1 - seat // per_row) * (tall + GAP),
                      wide, tall) for seat in range(seats))
    table_box = Box(body.x, body.y + below, body.width, TABLE) if table else None
    bottom = body.y + below + (TABLE + GAP if table else 0)
    return Box(body.x, bottom, body.width, body.y + body.height - bottom), table_box, boxes


def _seat_height(room: float) -> float:
    """The head of a seat and as many whole rows of counters as have room."""
    return SEAT_HEAD + SEAT_ROW * min(max(int((room - SEAT_HEAD) // SEAT_ROW), 0), SEAT_ROWS)


def _column(side: Box) -> tuple[Box, Box, Box | None]:
    """The live picture above the roll above the log, where there is room for one."""
    eye = min(0.82 * side.width, 0.47 * side.height)
    rest = side.height - eye - GAP
    roll = rest if rest < 33 + GAP + LOG_LEAST else min(max(0.36 * rest, 33.0), 40.0)
    top = side.y + side.height
    log = Box(side.x, side.y, side.width, rest - roll - GAP) if roll < rest else None
    return (Box(side.x, top - eye, side.width, eye), Box(side.x, top - eye - GAP - roll, side.width, roll), log)
