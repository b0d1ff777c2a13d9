"""Putting the rig together, four pictures in one: python -m hardware.enclosure.steps"""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.enclosure.parts import BOARD, MARKER, SLACK, UPRIGHT, WALL
from hardware.enclosure.picture import INK, PAPER, QUARTER, TRAY, Piece, arm, drawn, moved, tray
from hardware.enclosure.solid import box, skin_of

TARGET = Path(__file__).parents[2] / "docs" / "steps.png"
PANEL = (820, 640)
PALE = 0.72  # how far what stands already fades into the paper
LIFT_MM, APART_MM = 60.0, 12.0
PRINT = (40, 40, 44)


def steps() -> tuple[tuple[str, list[Piece], list[Piece]], ...]:
    """Each step: what is done, what stands already, and what comes to it."""
    felt, *sides = tray()
    corners, rims = sides[::2], sides[1::2]
    foot, *others = arm()
    standing, level = others[:UPRIGHT], others[UPRIGHT:]
    bed = [*sides, felt, *markers()]
    return (
        ("1  Stand the boards into the corners.", [], [*corners, *(lifted(rim, LIFT_MM) for rim in rims)]),
        ("2  Lay the felt, and a marker outside each corner.", sides, [felt, *markers()]),
        ("3  Screw down the foot; lead the cable up through the sections.", bed,
         [foot, *(lifted(section, APART_MM * k) for k, section in enumerate(standing))]),
        ("4  Elbow, level section, head; the ring below, the camera above.", [*bed, foot, *standing], level),
    )


def lifted(piece: Piece, mm: float) -> Piece:
    return replace(piece, skin=moved(piece.skin, 0, 0, mm))


def markers() -> list[Piece]:
    """The printed squares on the corners' outer plates."""
    half, out = np.array([TRAY / 2, TRAY / 2, 0]), BOARD + SLACK + 2 * WALL + MARKER - 5
    square = skin_of((box(-out, -out, WALL / 2, 22, 22, 0.4),))
    turns = [np.linalg.matrix_power(QUARTER, k) for k in range(4)]
    return [Piece((square - half) @ turn.T + half, PRINT) for turn in turns]


def faded(piece: Piece) -> Piece:
    red, green, blue = (round(PALE * paper + (1 - PALE) * own)
                        for paper, own in zip(PAPER, piece.colour, strict=True))
    return replace(piece, colour=(red, green, blue))


def panel(words: str, stands: list[Piece], comes: list[Piece]) -> Image.Image:
    picture = drawn([*map(faded, stands), *comes]).resize(PANEL, Image.Resampling.LANCZOS)
    ImageDraw.Draw(picture).text((24, 18), words, fill=INK, font=ImageFont.load_default(23))
    return picture


if __name__ == "__main__":
    sheet = Image.new("RGB", (2 * PANEL[0], 2 * PANEL[1]), PAPER)
    for place, step in enumerate(steps()):
        sheet.paste(panel(*step), (place % 2 * PANEL[0], place // 2 * PANEL[1]))
    sheet.quantize(64).save(TARGET, optimize=True)
