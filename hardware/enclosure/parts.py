"""The printed parts of the standard rig, by measure: python -m hardware.enclosure.parts"""
from __future__ import annotations

from pathlib import Path

from hardware.enclosure.solid import Box, box, hole, skin_of, stl_of

FOLDER = Path(__file__).parent
SLACK = 0.3  # between parts that fit together, as printers print
WALL = 3.0
BOARD = 4.0  # thickness of the tray's rim: plywood, foam board or double cardboard
RIM = 40.0  # height of the tray's rim
MARKER = 32.0  # a printed marker and its white border lie in each corner, outside the inner 250 mm
CORNER = 60.0
POST = 24.0  # outer side of the arm's square tube
PLUG = 20.0
FOOT = 6.0
LENS_HEIGHT = 370.0  # of the lens above the table, for the design's 450 × 338 mm
UPRIGHT = 3  # sections that stand; the head hangs below the level one, as deep as the elbow lifts it
SECTION = (LENS_HEIGHT - FOOT - PLUG) / UPRIGHT
CAMERA = (25.0, 24.0)  # the Camera Module's board, wide and deep
CAMERA_HOLES = (21.0, 12.5)  # between its M2 screws
CAMERA_RAISED = 2.0
RING_OUT, RING_IN = 92.0, 72.0


def corner() -> tuple[Box, ...]:
    """Holds two boards of the rim at a right angle, and a marker flat outside them."""
    groove = BOARD + SLACK
    deep = CORNER
    return (
        box(0, 0, 0, deep, deep, WALL),
        box(0, 0, WALL, deep, groove + 2 * WALL, RIM / 2),
        box(0, 0, WALL, groove + 2 * WALL, deep, RIM / 2),
        hole(WALL, WALL, WALL, deep, groove, RIM / 2),
        hole(WALL, WALL, WALL, groove, deep, RIM / 2),
        box(-MARKER, -MARKER, 0, MARKER, MARKER, WALL / 2),
        box(-MARKER, -MARKER / 2, 0, MARKER + WALL, MARKER, WALL / 2),
        box(-MARKER / 2, -MARKER, 0, MARKER, MARKER + WALL, WALL / 2),
    )


def foot() -> tuple[Box, ...]:
    """Stands under the tray's board, screwed down, and takes the first section of the arm."""
    side, inner = 90.0, POST + SLACK
    at = (side - inner) / 2
    screws = [(x, y) for x in (8.0, side - 12.0) for y in (8.0, side - 12.0)]
    return (
        box(0, 0, 0, side, side, FOOT),
        box(at - WALL, at - WALL, FOOT, inner + 2 * WALL, inner + 2 * WALL, 40),
        hole(at, at, FOOT, inner, inner, 40),
        *(hole(x, y, 0, 4, 4, FOOT) for x, y in screws),
    )


def section() -> tuple[Box, ...]:
    """A piece of the arm: a square tube with a plug on top for the next; cables run inside."""
    inner = POST - 2 * WALL
    plug = inner - 2 * SLACK
    at = (POST - plug) / 2
    return (
        box(0, 0, 0, POST, POST, SECTION),
        box(at, at, SECTION, plug, plug, PLUG),
        hole(WALL, WALL, 0, inner, inner, SECTION - WALL),
        hole(at + WALL, at + WALL, SECTION - WALL, plug - 2 * WALL, plug - 2 * WALL, PLUG + WALL),
    )


def elbow() -> tuple[Box, ...]:
    """Turns the arm from upright to level: a cup below, a plug to the side."""
    inner = POST - 2 * WALL
    plug = inner - 2 * SLACK
    at = (POST - plug) / 2
    return (
        box(0, 0, 0, POST, POST, POST + PLUG),
        box(POST, at, PLUG + at, PLUG, plug, plug),
        hole(WALL, WALL, 0, inner, inner, PLUG + POST - WALL),
        hole(POST - WALL, at + WALL, PLUG + at + WALL, PLUG + WALL, plug - 2 * WALL, plug - 2 * WALL),
    )


def head() -> tuple[Box, ...]:
    """Holds the camera in the middle, looking through, and the ring of lights round it; cup at the back for the arm."""
    side = RING_OUT + 2 * WALL
    middle = side / 2
    lens = 12.0
    pitch_x, pitch_y = CAMERA_HOLES
    standing = [(middle + dx * pitch_x / 2, middle - 2.0 + dy) for dx in (-1, 1) for dy in (0.0, pitch_y)]
    frame = (side - RING_IN + 8) / 2
    inner = POST - 2 * WALL
    return (
        box(0, 0, 0, side, side, WALL),
        hole(frame, frame, 0, side - 2 * frame, side - 2 * frame, WALL),
        box(frame - 6, middle - CAMERA[1] / 2 - 4, 0, side - 2 * frame + 12, CAMERA[1] + 8, WALL),
        hole(middle - lens / 2, middle - lens / 2, 0, lens, lens, WALL),
        *(box(x - 3, y - 3, WALL, 6, 6, CAMERA_RAISED) for x, y in standing),
        *(hole(x - 1.1, y - 1.1, 0, 2.2, 2.2, WALL + CAMERA_RAISED) for x, y in standing),
        box(middle - POST / 2, side - WALL, 0, POST, PLUG + WALL, POST),
        hole(middle - inner / 2, side - WALL, WALL, inner, PLUG + WALL, inner),
    )


PARTS = {"corner": corner, "foot": foot, "section": section, "elbow": elbow, "head": head}
# how many of each the standard rig takes: the arm goes up to the lens and over to the tray's middle
COUNTS = {"corner": 4, "foot": 1, "section": 4, "elbow": 1, "head": 1}


if __name__ == "__main__":
    for name, part in PARTS.items():
        (FOLDER / f"{name}.stl").write_bytes(stl_of(skin_of(part())))
