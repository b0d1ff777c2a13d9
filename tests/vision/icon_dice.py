"""Dice with icons of our own design, drawn for tests: six masks, and tables that such dice lie on."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from drawn_dice import BODIES, CLOTH, LIGHT, plain_look

from vision.training.render import Light, View, draw_die
from vision.training.tables import lay

SIGN_PX = 128
SIGNS = ("star", "bolt", "shield", "cross", "crate", "claw")
GEARS = ("gear", "bolt", "shield", "eye", "crate", "drop")
"""The faces of a second kind, three of them the same."""


def _around(*corners: tuple[float, float]) -> np.ndarray:
    return (np.array(corners, float) * SIGN_PX).astype(np.int32)


def _star(sign: np.ndarray) -> None:
    turn = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2, 0.14, 0.34)
    cv2.fillPoly(sign, [_around(*(0.5 + reach[:, None] * np.stack([np.cos(turn), np.sin(turn)], 1)))], 1.0)


def _bolt(sign: np.ndarray) -> None:
    cv2.fillPoly(sign, [_around((.58, .16), (.28, .56), (.47, .56), (.38, .84), (.72, .42), (.52, .42))], 1.0)


def _shield(sign: np.ndarray) -> None:
    cv2.fillPoly(sign, [_around((.25, .2), (.75, .2), (.75, .52), (.5, .84), (.25, .52))], 1.0)
    cv2.fillPoly(sign, [_around((.35, .3), (.5, .3), (.5, .68), (.35, .5))], 0.0)


def _cross(sign: np.ndarray) -> None:
    for low, high in (((.4, .18), (.6, .82)), ((.18, .4), (.82, .6))):
        cv2.rectangle(sign, _around(low)[0].tolist(), _around(high)[0].tolist(), 1.0, -1)


def _crate(sign: np.ndarray) -> None:
    cv2.rectangle(sign, _around((.22, .22))[0].tolist(), _around((.78, .78))[0].tolist(), 1.0, 10)
    cv2.line(sign, _around((.22, .22))[0].tolist(), _around((.78, .78))[0].tolist(), 1.0, 9)


def _claw(sign: np.ndarray) -> None:
    for x in (.3, .5, .7):
        cv2.ellipse(sign, _around((x - .12, .5))[0].tolist(), (24, 42), 0, -60, 60, 1.0, 9)


def _gear(sign: np.ndarray) -> None:
    for turn in range(0, 360, 45):
        cv2.ellipse(sign, (64, 64), (42, 42), turn, -10, 10, 1.0, 12)
    cv2.circle(sign, (64, 64), 26, 1.0, 14)


def _eye(sign: np.ndarray) -> None:
    cv2.ellipse(sign, (64, 64), (44, 24), 0, 0, 360, 1.0, 7)
    cv2.circle(sign, (64, 64), 13, 1.0, -1)


def _drop(sign: np.ndarray) -> None:
    cv2.circle(sign, (64, 76), 26, 1.0, -1)
    cv2.fillPoly(sign, [_around((.5, .15), (.69, .53), (.31, .53))], 1.0)


def sign_of(name: str) -> np.ndarray:
    """The mask (n, n) float32 of one icon, in 0..1."""
    sign = np.zeros((SIGN_PX, SIGN_PX), np.float32)
    globals()[f"_{name}"](sign)
    return cv2.GaussianBlur(sign, (0, 0), 0.8)


@dataclass(frozen=True)
class Place:
    """One die of a table: which face is up, where it lies in pixels, and how it is turned in radians."""

    face: str
    x: float
    y: float
    yaw: float = 0.4


def table_of(kind: Sequence[str], colour: str, places: Sequence[Place], size: tuple[int, int] = (640, 480),
             die_px: float = 44.0, tilt: float = 0.1, light: Light = LIGHT, cloth: Sequence[float] = CLOTH,
             seed: int = 0) -> np.ndarray:
    """A picture (h, w, 3) uint8 of `size` (w, h) with icon dice of one kind."""
    rng = np.random.default_rng(seed)
    look = replace(plain_look(colour), signs=tuple(sign_of(name) for name in kind), drilled=0.0)
    assert BODIES[colour] is not None
    side = max(size)
    picture = np.ones((side, side, 3)) * cloth + rng.normal(0, 0.02, (side, side, 3))
    for place in places:
        die = draw_die(rng, View(tilt, 25.0), light, look, 1 + kind.index(place.face), yaw=place.yaw)
        lay(picture, die, place.x, place.y, die_px)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)[:size[1], :size[0]]
