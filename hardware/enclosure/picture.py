"""The rig put together, as a picture: python -m hardware.enclosure.picture"""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.enclosure.parts import BOARD, FOOT, PARTS, PLUG, POST, RING_OUT, SECTION, SLACK, UPRIGHT, WALL
from hardware.enclosure.parts import RIM as RIM_HEIGHT
from hardware.enclosure.solid import box, skin_of

TARGET = Path(__file__).parents[2] / "docs" / "rig.png"
SIZE, FINE = (1100, 860), 2  # drawn twice as large, then made smaller
PX_PER_MM, MIDDLE, LOOK_AT = 1.45, (560, 480), (125.0, 160.0, 160.0)
AZIMUTH, HEIGHT = np.radians(-38.0), np.radians(24.0)
LIGHT = np.array([-0.45, -0.6, 0.66])
PAPER, INK = (251, 250, 246), (32, 36, 44)
PRINTED, OTHER, WOOD = (88, 124, 158), (112, 150, 184), (196, 164, 120)
FELT, GLOW = (54, 92, 74), (242, 201, 76)
TRAY = 250.0
HEAD_MIDDLE = RING_OUT / 2 + WALL
REACH = POST / 2 + SECTION + PLUG + HEAD_MIDDLE  # from the post's axis to the lens
POST_AT = (TRAY / 2, TRAY / 2 + REACH)
AXIS = FOOT + UPRIGHT * SECTION + PLUG + POST / 2  # of the level section, above the table

QUARTER = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
LEVEL = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])  # what stood now points to the viewer


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """Triangles (n, 3, 3) in mm where they belong, and their colour."""

    skin: np.ndarray
    colour: tuple[int, int, int]


def pieces() -> list[Piece]:
    return [*tray(), *arm()]


def tray() -> list[Piece]:
    inner = BOARD + SLACK + 2 * WALL  # from a corner's outside to the tray's inside
    corner = skin_of(PARTS["corner"]()) - (inner, inner, 0)
    turned = [np.linalg.matrix_power(QUARTER, k) for k in range(4)]
    half = np.array([TRAY / 2, TRAY / 2, 0])
    out = WALL + SLACK / 2
    rim = skin_of((box(-out - BOARD, 0, WALL, BOARD, TRAY, RIM_HEIGHT),))
    felt = skin_of((box(-out, -out, 0, TRAY + 2 * out, TRAY + 2 * out, 1.0),))
    return [Piece(felt, FELT), *(Piece((part - half) @ turn.T + half, colour)
                                 for turn in turned for part, colour in ((corner, PRINTED), (rim, WOOD)))]


def arm() -> list[Piece]:
    x, y = POST_AT
    section = skin_of(PARTS["section"]())
    standing = [Piece(moved(section, x - POST / 2, y - POST / 2, FOOT + k * SECTION), (OTHER, PRINTED)[k % 2])
                for k in range(UPRIGHT)]
    foot = skin_of(PARTS["foot"]())
    elbow = (skin_of(PARTS["elbow"]()) - (POST / 2, POST / 2, 0)) @ np.linalg.inv(QUARTER).T
    level = moved((section - (POST / 2, POST / 2, 0)) @ LEVEL.T, x, y - POST / 2, AXIS)
    head = moved(skin_of(PARTS["head"]()), TRAY / 2 - HEAD_MIDDLE, TRAY / 2 - HEAD_MIDDLE, AXIS - POST / 2)
    return [
        Piece(moved(foot, x - 45.0, y - 45.0, 0), PRINTED),
        *standing,
        Piece(moved(elbow, x, y, FOOT + UPRIGHT * SECTION), PRINTED),
        Piece(level, OTHER),
        Piece(head, PRINTED),
        *lamps(),
    ]


def moved(skin: np.ndarray, x: float, y: float, z: float) -> np.ndarray:
    return skin + np.array([x, y, z])


def lamps() -> list[Piece]:
    """The ring's twenty-four lights, below the head's frame."""
    angles = np.arange(24) * 2 * np.pi / 24
    radius = RING_OUT / 2 - 5
    low = AXIS - POST / 2 - 2.0
    middle = TRAY / 2 - 2.5
    return [Piece(skin_of((box(middle + radius * np.cos(a), middle + radius * np.sin(a), low, 5, 5, 2),)), GLOW)
            for a in angles]


def seen(points: np.ndarray) -> np.ndarray:
    """Points (…, 3) in mm as (x, y, depth): pixels right and down, and mm away from the viewer."""
    x, y, z = np.moveaxis(points - LOOK_AT, -1, 0)
    right = x * np.cos(AZIMUTH) + y * np.sin(AZIMUTH)
    away = -x * np.sin(AZIMUTH) + y * np.cos(AZIMUTH)
    up = z * np.cos(HEIGHT) + away * np.sin(HEIGHT)
    depth = away * np.cos(HEIGHT) - z * np.sin(HEIGHT)
    scale = PX_PER_MM * FINE
    return np.stack([MIDDLE[0] * FINE + right * scale, MIDDLE[1] * FINE - up * scale, depth], -1)


def drawn(shown: list[Piece]) -> Image.Image:
    """The pieces lit, the nearest in front."""
    width, height = SIZE[0] * FINE, SIZE[1] * FINE
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = PAPER
    nearest = np.full((height, width), np.inf)
    for piece in shown:
        normals = np.cross(piece.skin[:, 1] - piece.skin[:, 0], piece.skin[:, 2] - piece.skin[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        shades = 0.45 + 0.55 * np.clip(normals @ LIGHT, 0, 1)
        for corners, shade in zip(seen(piece.skin), shades, strict=True):
            fill(picture, nearest, corners, np.array(piece.colour) * shade)
    return Image.fromarray(picture).resize(SIZE, Image.Resampling.LANCZOS)


def fill(picture: np.ndarray, nearest: np.ndarray, corners: np.ndarray, colour: np.ndarray) -> None:
    """Fill one triangle (3, 3), by its barycentric coordinates, where nothing nearer is."""
    (ax, ay, _), (bx, by, _), (cx, cy, _) = corners
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    low = np.floor(corners[:, :2].min(0)).astype(int).clip(0)
    high = (np.ceil(corners[:, :2].max(0)).astype(int) + 1).clip(None, nearest.shape[::-1])
    if abs(area) < 1e-9 or (low >= high).any():
        return
    ys, xs = np.mgrid[low[1]:high[1], low[0]:high[0]]
    b = ((xs - ax) * (cy - ay) - (ys - ay) * (cx - ax)) / area
    c = ((bx - ax) * (ys - ay) - (by - ay) * (xs - ax)) / area
    depth = corners[:, 2] @ np.stack([1 - b - c, b, c]).reshape(3, -1)
    depth = depth.reshape(b.shape)
    window = slice(low[1], low[1] + b.shape[0]), slice(low[0], low[0] + b.shape[1])
    front = (b >= 0) & (c >= 0) & (b + c <= 1) & (depth < nearest[window])
    nearest[window][front] = depth[front]
    picture[window][front] = colour


NAMES = (
    ("head: camera above, ring below", (TRAY / 2 + 45, TRAY / 2 - 20, AXIS - 12), (70, 60)),
    ("section, lying", (TRAY / 2, TRAY / 2 + 110, AXIS + 12), (90, -30)),
    ("elbow", (*POST_AT, AXIS + 12), (-70, -10)),
    ("three sections, standing", (POST_AT[0] - 12, POST_AT[1], 200.0), (-60, -20)),
    ("foot", (POST_AT[0] - 40, POST_AT[1] + 25, FOOT), (-60, -10)),
    ("rim: any board 4 mm thick", (TRAY + 3, TRAY / 2 + 40, 40.0), (60, -60)),
    ("corner, with its marker", (-20.0, TRAY + 20.0, 2.0), (-20, 60)),
)


def label(picture: Image.Image) -> None:
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(19)
    for words, place, (dx, dy) in NAMES:
        x, y = seen(np.array(place))[:2] / FINE
        pen.line((x, y, x + dx, y + dy), fill=INK, width=2)
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=INK)
        pen.text((x + dx, y + dy), words, fill=INK, font=font, anchor="ls" if dx > 0 else "rs")


if __name__ == "__main__":
    rig = drawn(pieces())
    label(rig)
    rig.quantize(64).save(TARGET, optimize=True)
