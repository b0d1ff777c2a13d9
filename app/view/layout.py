"""Where the parts of the game screen go on a panel of any size: a pure plan in millimetres."""
from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from app.view.strip import NO_STRIP, PAD, TILE, Strip

GAP = 2.4
RIBBON = 10.0
RAIL = 15.0
SEAT_HEAD, SEAT_ROW, SEAT_ROWS, SEAT_WIDTH = 14.0, 11.2, 4, 24.5
LOG_LEAST = 23.0
LOW, LOWEST = 95.0, 45.0  # so high is a body in which parts make do with less, or give way
LEAST_CENTRE = 96.0  # of a panel with seats around it, before its seats show more than their heads


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
    """A box for each part; None for what has no room of its own and opens as a sheet instead.

    The seats' boxes are the panel's, those of all other parts lie within `centre`. Seats from number `upright` on face
    the other side of the table.
    """

    centre: Box
    rail: Box
    ribbon: Box
    prompt: Box
    table: Box | None
    seats: tuple[Box, ...]
    eye: Box | None
    roll: Box
    log: Box | None
    upright: int


def enlargement_of(width_mm: float, height_mm: float) -> float:
    """How much larger than life to draw on a panel that is seen from further away, 1 to 1.5."""
    long, short = max(width_mm, height_mm), min(width_mm, height_mm)
    return min(max(min(long / 217, short / 135), 1.0), 1.5)


def plan_of(
    width: float, height: float, seats: int, strip: Strip = NO_STRIP, left_handed: bool = False, around: bool = False
) -> Plan:
    """Lay the screen out on width×height mm for that many seats; `strip` holds the numbers of the table.

    With `around` every seat faces its own long side of the panel, clockwise, else all face the same side.
    """
    lay = _landscape if width > height else _portrait
    if not around or seats < 2:
        return lay(Box(0, 0, width, height), seats, strip, left_handed)
    near, far = ceil(seats / 2), seats // 2
    tall = _seat_height((height - LEAST_CENTRE) / 2 - GAP)
    centre = Box(0, tall + GAP, width, height - 2 * (tall + GAP))
    plan = lay(Box(0, 0, width, centre.height), 0, strip, left_handed)
    below, above = (_row(Box(GAP, y, width - 2 * GAP, tall), count)
                    for y, count in ((GAP, near), (height - GAP - tall, far)))
    return replace(plan, centre=centre, seats=(*reversed(below), *above), upright=near)


def _landscape(panel: Box, seats: int, strip: Strip, left_handed: bool) -> Plan:
    width, height = panel.width, panel.height
    side = min(max(0.31 * width, 46.0), 78.0)
    inner = Box(RAIL + 2 * GAP, GAP, width - RAIL - 3 * GAP, height - 2 * GAP)
    rail = Box(GAP, GAP, RAIL, height - 2 * GAP)
    if left_handed:
        rail, inner = Box(width - GAP - RAIL, GAP, RAIL, rail.height), Box(GAP, GAP, inner.width, inner.height)
    ribbon = Box(inner.x, height - GAP - RIBBON, inner.width, RIBBON)
    body = Box(inner.x, GAP, inner.width - side - GAP, ribbon.y - 2 * GAP)
    across: tuple[Box, ...] = ()
    if body.height < LOW and _per_row(body.width, seats) < seats:  # one row of seats, below the pictures too
        across = _row(Box(GAP, GAP, width - 2 * GAP, SEAT_HEAD), seats)
        body, rail = _raised(body), _raised(rail)
    column = Box(body.x + body.width + GAP, body.y, side, body.height)
    if body.height < LOWEST and strip.lines(side):  # the live picture gives way
        table = replace(column, height=min(strip.lines(side), 2) * (TILE + PAD) - PAD)
        roll = Box(column.x, column.y + table.height + GAP, side, column.height - table.height - GAP)
        return Plan(panel, rail, ribbon, body, table, across, None, roll, None, seats)
    prompt, table_box, seat_boxes = _stack(body, 0 if across else seats, strip)
    return Plan(panel, rail, ribbon, prompt, table_box, across or seat_boxes, *_column(column), seats)


def _portrait(panel: Box, seats: int, strip: Strip, left_handed: bool) -> Plan:
    inner, height = panel.width - 2 * GAP, panel.height
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
    prompt, table_box, seat_boxes = _stack(body, seats, strip)
    return Plan(panel, rail, ribbon, prompt, table_box, seat_boxes, eye, roll, log, seats)


def _stack(body: Box, seats: int, strip: Strip) -> tuple[Box, Box | None, tuple[Box, ...]]:
    """Prompt above the table's numbers above the seats."""
    rows = ceil(seats / _per_row(body.width, seats))
    per_row = ceil(seats / rows) if seats else 1
    low = body.height < LOW
    heads = rows * (SEAT_HEAD + GAP)
    lines = min(strip.lines(body.width), max(int((body.height - heads - GAP - (28 if low else 46)) // (TILE + PAD)), 1))
    strip_height = lines * (TILE + PAD) - PAD if lines else 0.0
    above = strip_height + GAP if lines else 0.0
    tall = _seat_height((body.height - above - (58 if low else 54) - GAP - (rows - 1) * GAP) / max(rows, 1))
    below = rows * (tall + GAP)
    boxes = tuple(box for row in range(rows)
                  for box in _row(Box(body.x, body.y + (rows - 1 - row) * (tall + GAP), body.width, tall),
                                  min(per_row, seats - row * per_row)))
    table = Box(body.x, body.y + below, body.width, strip_height) if lines else None
    bottom = body.y + below + above
    return Box(body.x, bottom, body.width, body.y + body.height - bottom), table, boxes


def _raised(part: Box) -> Box:
    """Above the row of seats."""
    return replace(part, y=SEAT_HEAD + 2 * GAP, height=part.height - SEAT_HEAD - GAP)


def _per_row(width: float, seats: int) -> int:
    return min(seats, int((width + GAP) // (SEAT_WIDTH + GAP))) or 1


def _row(row: Box, count: int) -> tuple[Box, ...]:
    """So many boxes side by side."""
    wide = (row.width - (count - 1) * GAP) / max(count, 1)
    return tuple(Box(row.x + place * (wide + GAP), row.y, wide, row.height) for place in range(count))


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


def columns_for(count: int, width: float, side: float, spacing: float) -> int:
    """In how many columns so many tiles of at least `side` px stand in rows of about the same length."""
    most = max(int((width + spacing) // (side + spacing)), 1)
    rows = -(-max(count, 1) // most)
    return max(-(-max(count, 1) // rows), 1)
