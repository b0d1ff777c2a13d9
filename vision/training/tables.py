"""Lays drawn dice on drawn tables: labelled pictures as a camera might see them, before the camera spoils them."""
from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.training.grounds import draw_ground, strew
from vision.training.render import SPAN, Light, Look, Sprite, View, draw_die, random_light, random_look, random_view

NOTHING = 0
"""The value of a die without pips: icons, digits or blank."""


@dataclass(frozen=True)
class Table:
    """`picture` (n, n, 3) uint8 BGR; `dice` (k, 5) float32 rows of value (-1: hidden too far), x0, y0, x1, y1."""

    picture: np.ndarray
    dice: np.ndarray


def draw_sprites(rng: np.random.Generator, count: int, size: int = 160) -> list[Sprite]:
    """Dice of one place: the same camera and light, other dice. One in twelve carries no pips."""
    view, light = random_view(rng), random_light(rng)
    kin = random_look(rng) if rng.random() < 0.3 else None
    return [_sprite(rng, view, light, kin, size) for _ in range(count)]


def _sprite(rng: np.random.Generator, view: View, light: Light, kin: Look | None, size: int) -> Sprite:
    look = kin or random_look(rng)
    if rng.random() > 1 / 12:
        return draw_die(rng, view, light, look, size=size)
    blank = draw_die(rng, view, light, replace(look, pip_radius=1e-3, ace_radius=1e-3), size=size)
    return replace(_signed(rng, blank, look.pip), value=NOTHING)


def _signed(rng: np.random.Generator, sprite: Sprite, tone: np.ndarray) -> Sprite:
    """The blank die with a digit, a star or a ring on its top."""
    rgba = sprite.rgba.copy()
    x, y = int(sprite.box[0] + sprite.box[2]) // 2, int(sprite.box[1] * 0.6 + sprite.box[3] * 0.4)
    ink = [float(c) * 255 for c in tone] + [255.0]
    pick = rng.integers(4)
    if pick == 0:
        cv2.putText(rgba, str(rng.integers(1, 10)), (x - 12, y + 14), int(rng.integers(0, 8)), 1.2, ink, 3, cv2.LINE_AA)
    elif pick == 1:
        cv2.drawMarker(rgba, (x, y), ink, int(rng.choice([0, 1, 2, 3, 5, 6])), 30, 4)
    elif pick == 2:
        cv2.circle(rgba, (x, y), 15, ink, 4, cv2.LINE_AA)
    return replace(sprite, rgba=rgba)


def draw_table(rng: np.random.Generator, sprites: list[Sprite], die_range_px: tuple[float, float] = (26, 60),
               bare: float = 0.08, size: int = 384) -> Table:
    """A picture of some of the sprites lying about, in heaps or alone, with other things between them."""
    picture = draw_ground(rng, size)
    die_px = float(np.exp(rng.uniform(*np.log(die_range_px))))
    strew(rng, picture, int(rng.integers(0, 14)), die_px * 0.7)
    count = int(rng.choice((1, int(rng.integers(2, 6)), int(rng.integers(5, 16))), p=[0.2, 0.42, 0.38]))
    count = 0 if rng.random() < bare else count
    places = sorted(_places(rng, count, size, die_px), key=lambda p: p[1])
    drawn: list[tuple[np.ndarray, float]] = []
    covers: list[np.ndarray] = []
    for x, y in places:
        sprite = sprites[rng.integers(len(sprites))]
        cover, row = lay(picture, sprite, x, y, die_px * rng.choice([1.0, rng.uniform(0.75, 1.25)]))
        covers = [c * (1 - cover) for c in covers] + [cover]
        drawn.append((row, float(cover.sum())))
    dice = [_label(row, whole, cover) for (row, whole), cover in zip(drawn, covers, strict=True) if row[0] != NOTHING]
    if rng.random() < 0.15:
        strew(rng, picture, 1, die_px * 0.3)
    picture8 = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    return Table(picture8, np.array(dice, np.float32).reshape(-1, 5))


def _label(row: np.ndarray, whole: float, cover: np.ndarray) -> np.ndarray:
    seen = float(cover.sum()) / max(whole, 1)
    cut = min(row[1:3].min(), len(cover) - row[3:5].max()) < -0.08 * (row[3] - row[1])
    return np.array([-1, *row[1:]]) if cut or seen < 0.72 else row


def _places(rng: np.random.Generator, count: int, size: int, die_px: float) -> list[np.ndarray]:
    """Centres of dice, no two nearer than a die's edge; in heaps the next lies beside an earlier one."""
    heap = rng.random() < 0.5
    places: list[np.ndarray] = []
    for _ in range(count * 4):
        if len(places) == count:
            break
        at = rng.uniform(0.05 * size, 0.95 * size, 2)
        if heap and places and rng.random() < 0.8:
            turn = rng.uniform(0, 2 * np.pi)
            apart = die_px * rng.uniform(0.98, 1.3)
            at = places[rng.integers(len(places))] + apart * np.array([np.cos(turn), np.sin(turn)])
        if (at > 0).all() and (at < size).all() and all(np.hypot(*(at - p)) > die_px * 0.95 for p in places):
            places.append(at)
    return places


def lay(picture: np.ndarray, sprite: Sprite, x: float, y: float, die_px: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw the sprite with its middle at (x, y); gives its cover (n, n) and its label row."""
    n, size = len(sprite.rgba), len(picture)
    scale = die_px / (n / SPAN)
    small = _resized(sprite.rgba, scale)
    shade = _resized(sprite.shade, scale)
    left, top = x - n * scale / 2, y - n * scale / 2
    x0, y0 = round(float(left)), round(float(top))
    spot, cut = _overlap(x0, y0, len(small), size)
    rgba = small[cut]
    alpha = rgba[..., 3:]
    mask = (alpha > 0.3).astype(np.float32)
    fade = shade[cut][..., None] * (1 - mask) + mask
    picture[spot] = picture[spot] * fade * (1 - alpha) + rgba[..., :3] * alpha
    cover = np.zeros((size, size), np.float32)
    cover[spot] = mask[..., 0]
    bx0, by0, bx1, by1 = (v * scale for v in sprite.box)
    return cover, np.array([sprite.value, x0 + bx0, y0 + by0, x0 + bx1, y0 + by1])


def _resized(picture: np.ndarray, scale: float) -> np.ndarray:
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _overlap(x0: int, y0: int, n: int, size: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    xs, ys = slice(max(0, x0), max(0, min(size, x0 + n))), slice(max(0, y0), max(0, min(size, y0 + n)))
    return (ys, xs), (slice(ys.start - y0, ys.stop - y0), slice(xs.start - x0, xs.stop - x0))


def save_tables(path: Path, count: int, seed: int, die_range_px: tuple[float, float], bare: float) -> None:
    """Draw `count` tables, some of them bare, as `path`.npy (count, n, n, 3) and `path`.json (a list of dice each)."""
    rng = np.random.default_rng(seed)
    pictures = np.lib.format.open_memmap(path.with_suffix(".npy"), "w+", np.uint8, (count, 384, 384, 3))
    dice: list[list[list[float]]] = []
    sprites: list[Sprite] = []
    sharp = round(SPAN * die_range_px[1])
    for i in range(count):
        if i % (6 if bare < 0.5 else 60) == 0:
            sprites = draw_sprites(rng, 9, sharp)
        table = draw_table(rng, sprites, die_range_px, bare)
        pictures[i] = table.picture
        dice.append(table.dice.round(1).tolist())
    path.with_suffix(".json").write_text(json.dumps(dice))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw tables with dice to learn from.")
    parser.add_argument("path", type=Path)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--die", type=float, nargs=2, default=(26, 60), metavar=("FROM_PX", "TO_PX"))
    parser.add_argument("--bare", type=float, default=0.08, help="share of tables without dice")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    save_tables(given.path, given.count, given.seed, tuple(given.die), given.bare)
