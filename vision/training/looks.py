"""Cuts turned, stretched and spoiled looks out of labelled pictures, for both networks to learn from."""
from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, pi, sin

import cv2
import numpy as np

from vision.training.sources import Source

NO_DIE = 0
SMALLEST_PX, LARGEST_PX = 13.0, 34.0
STRIDE = 4
_NOISE = np.random.default_rng(0).normal(0, 16, (1 << 20,)).astype(np.int16)


@dataclass(frozen=True)
class Aim:
    """Where to look: the centre in the picture, picture-to-look scale, and how the look is turned and bent."""

    x: float
    y: float
    scale: float


def random_warp(rng: np.random.Generator, aim: Aim, out: int) -> np.ndarray:
    """A 2x3 map from picture to look: turned, perhaps mirrored and stretched, areas scaled by `aim.scale` squared."""
    turn = rng.uniform(0, 2 * pi) if rng.random() < 0.6 else int(rng.integers(4)) * pi / 2 + rng.normal(0, 0.15)
    stretch, lean = exp(rng.normal(0, 0.13 if rng.random() < 0.65 else 0.26)), rng.uniform(0, pi)
    c, s, along, across = cos(lean), sin(lean), aim.scale * stretch, aim.scale / stretch
    xx, xy, yy = c * c * along + s * s * across, c * s * (along - across), s * s * along + c * c * across
    tc, ts, mirror = cos(turn), sin(turn), -1.0 if rng.random() < 0.5 else 1.0
    a, b = (tc * xx - ts * xy) * mirror, tc * xy - ts * yy
    d, e = (ts * xx + tc * xy) * mirror, ts * xy + tc * yy
    return np.array([[a, b, out / 2 - a * aim.x - b * aim.y], [d, e, out / 2 - d * aim.x - e * aim.y]], np.float32)


def warp(picture: np.ndarray, matrix: np.ndarray, scale: float, out: int, border: int) -> np.ndarray:
    """The look (out, out, 3); a strong shrinking is done in steps so that nothing aliases."""
    while scale < 0.6:
        h, w = picture.shape[:2]
        halved = cv2.resize(picture, (max(1, w // 2), max(1, h // 2)), interpolation=cv2.INTER_AREA)
        double = np.diag([w / halved.shape[1], h / halved.shape[0], 1])
        matrix, picture, scale = (np.asarray(matrix, np.float64) @ double).astype(np.float32), halved, scale * 2
    return cv2.warpAffine(picture, matrix, (out, out), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=(0, 0, 0))


def spoil(rng: np.random.Generator, look: np.ndarray) -> np.ndarray:
    """What cameras and rooms do to a picture: casts, low light, blur, noise, greyness, compression."""
    if rng.random() < 0.35:
        look = np.ascontiguousarray(look[..., rng.permutation(3)])
    elif rng.random() < 0.4:
        look = _tinted(rng, look)
    if rng.random() < 0.1:
        look = cv2.cvtColor(cv2.cvtColor(look, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.2:
        look = _shaded(rng, look)
    look = _toned(rng, look)
    if rng.random() < 0.6:
        look = _blurred(rng, look)
    if rng.random() < 0.5:
        start = int(rng.integers(0, _NOISE.size - look.size))
        noise = _NOISE[start:start + look.size].reshape(look.shape) * rng.uniform(0, 0.9) ** 2
        look = np.clip(look + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, packed = cv2.imencode(".jpg", look, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 95))])
        look = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return look


def _toned(rng: np.random.Generator, look: np.ndarray) -> np.ndarray:
    gamma = np.exp(rng.normal(0, 0.3))
    gain = np.exp(rng.uniform(-1.6, 0.3)) if rng.random() < 0.15 else np.exp(rng.normal(0, 0.2))
    cast = np.exp(rng.normal(0, 0.15, 3)) * gain
    lift = rng.normal(0, 12)
    ramp = (np.arange(256)[:, None] / 255) ** gamma * cast * 255 + lift
    if rng.random() < 0.06:
        ramp = 255 - ramp
    return cv2.LUT(look, np.clip(ramp, 0, 255).astype(np.uint8)[None])


def _tinted(rng: np.random.Generator, look: np.ndarray) -> np.ndarray:
    """Colours mixed with each other: hues turned, more or less saturated, as cheap cameras have it."""
    grey = np.full((3, 3), 1 / 3)
    mixed = grey + (np.eye(3) - grey) * exp(rng.normal(0, 0.5)) + rng.normal(0, 0.12, (3, 3))
    return cv2.transform(look, mixed / np.maximum(mixed.sum(1, keepdims=True), 0.3))


def _blurred(rng: np.random.Generator, look: np.ndarray) -> np.ndarray:
    pick = rng.random()
    if pick < 0.4:
        return cv2.GaussianBlur(look, (0, 0), rng.uniform(0.3, 1.5))
    if pick < 0.8:
        part = rng.uniform(0.35, 0.8)
        small = cv2.resize(look, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (look.shape[1], look.shape[0]), interpolation=cv2.INTER_LINEAR)
    soft = cv2.GaussianBlur(look, (0, 0), 1.2)
    return cv2.addWeighted(look, 1.8, soft, -0.8, 0)


def _shaded(rng: np.random.Generator, look: np.ndarray) -> np.ndarray:
    """A shadow's edge or a glow across the look."""
    field = rng.normal(1, 0.4, (2, 2)).clip(0.2, 2).astype(np.float32)
    how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_NEAREST
    big = cv2.resize(field, (look.shape[1], look.shape[0]), interpolation=how)
    return np.clip(look * big[..., None], 0, 255).astype(np.uint8)


def _border(rng: np.random.Generator) -> int:
    return int(cv2.BORDER_CONSTANT if rng.random() < 0.6 else cv2.BORDER_REPLICATE)


def finder_sample(rng: np.random.Generator, source: Source, out: int) -> tuple[np.ndarray, np.ndarray]:
    """A look (out, out, 3) and its dice (k, 4): value, x, y, size, in the look's pixels."""
    index = int(rng.integers(len(source)))
    picture, dice = source.pictures[index], source.dice[index]
    aim = _aim_at_any(rng, picture, source.sizes[index], source.centres[index], out)
    matrix = random_warp(rng, aim, out)
    look = spoil(rng, warp(picture, matrix, aim.scale, out, _border(rng)))
    at = source.centres[index] @ matrix[:, :2].T + matrix[:, 2]
    return look, np.column_stack([dice[:, 0], at, source.sizes[index] * aim.scale]).astype(np.float32)


def _aim_at_any(rng: np.random.Generator, picture: np.ndarray, sizes: np.ndarray, centres: np.ndarray, out: int) -> Aim:
    h, w = picture.shape[:2]
    wanted = np.exp(rng.uniform(np.log(SMALLEST_PX * 0.95), np.log(LARGEST_PX * 1.05)))
    pick = rng.random()
    if pick < 0.35:
        low, high = (LARGEST_PX, 180) if pick < 0.2 else (4, SMALLEST_PX)
        wanted = np.exp(rng.uniform(np.log(low), np.log(high)))
    if not len(sizes):
        return Aim(rng.uniform(0, w), rng.uniform(0, h), wanted / np.exp(rng.uniform(np.log(20), np.log(80))))
    pick = int(rng.integers(len(sizes)))
    scale = wanted / sizes[pick]
    reach = 0.45 * out / scale
    if rng.random() < 0.3:
        return Aim(rng.uniform(0, w), rng.uniform(0, h), scale)
    x, y = centres[pick] + rng.uniform(-reach, reach, 2)
    return Aim(x, y, scale)


def finder_target(dice: np.ndarray, out: int) -> np.ndarray:
    """(6, n, n) float32: heat, weight of the heat, dx, dy (cells), log2 size over 21 px, weight of those three."""
    n = out // STRIDE
    target = np.zeros((6, n, n), np.float32)
    target[1] = 1
    grid = np.arange(n, dtype=np.float32)
    for value, x, y, size in dice:
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        d2 = (grid[None] - cx) ** 2 + (grid[:, None] - cy) ** 2
        fits = SMALLEST_PX <= size <= LARGEST_PX
        doubtful = (value < 0) or (not fits and SMALLEST_PX * 0.75 < size < LARGEST_PX * 1.35)
        if doubtful:
            target[1][d2 < (0.6 * size / STRIDE) ** 2] = 0
        if not fits or doubtful:
            continue
        heat = np.exp(-d2 / (2 * max(0.55, 0.11 * size / STRIDE) ** 2))
        ix, iy = round(float(cx)), round(float(cy))
        if 0 <= ix < n and 0 <= iy < n:
            heat[iy, ix] = 1
            target[1][iy, ix] = 1
        target[0] = np.maximum(target[0], heat)
        near = d2 < 2.0
        rows, columns = np.nonzero(near)
        target[2][near], target[3][near] = cx - columns, cy - rows
        target[4][near], target[5][near] = np.log2(size / 21), 1
    return target


def reader_sample(rng: np.random.Generator, source: Source, out: int, die_px: float,
                  ) -> tuple[np.ndarray, int, np.ndarray] | None:
    """A look (out, out, 3), its value (NO_DIE where none fills the middle), the die's (dx, dy, log2 scale) off norm."""
    index = int(rng.integers(len(source)))
    picture, dice = source.pictures[index], source.dice[index]
    sizes, centres = source.sizes[index], source.centres[index]
    if not len(dice) or rng.random() < 0.07:
        h, w = picture.shape[:2]
        aim = Aim(rng.uniform(0, w), rng.uniform(0, h), np.exp(rng.uniform(np.log(0.3), np.log(4))))
        if len(dice) and _nearest_offset(aim, sizes, centres) < 0.75:
            return None
        return _look(rng, picture, aim, random_warp(rng, aim, out), out), NO_DIE, np.zeros(3, np.float32)
    pick = int(rng.integers(len(dice)))
    value, size, centre = dice[pick, 0], sizes[pick], centres[pick]
    if value < 0:
        return None
    if rng.random() < 0.3:
        return _near_miss(rng, picture, sizes, centres, pick, out, die_px)
    scale = die_px / size * np.exp(rng.uniform(-0.24, 0.24))
    offset = np.clip(rng.normal(0, 0.07, 2), -0.16, 0.16) * size
    aim = Aim(*(centre + offset), scale)
    matrix = random_warp(rng, aim, out)
    at = matrix[:, :2] @ centre + matrix[:, 2]
    norm = np.array([*(at - out / 2) / die_px, np.log2(size * scale / die_px)], np.float32)
    return _look(rng, picture, aim, matrix, out), int(value), norm


def _look(rng: np.random.Generator, picture: np.ndarray, aim: Aim, matrix: np.ndarray, out: int) -> np.ndarray:
    return spoil(rng, warp(picture, matrix, aim.scale, out, _border(rng)))


def _nearest_offset(aim: Aim, sizes: np.ndarray, centres: np.ndarray) -> float:
    """How far the aim is from the nearest die, in that die's sizes."""
    return float((np.hypot(*(centres - (aim.x, aim.y)).T) / sizes).min())


def _near_miss(rng: np.random.Generator, picture: np.ndarray, sizes: np.ndarray, centres: np.ndarray, pick: int,
               out: int, die_px: float) -> tuple[np.ndarray, int, np.ndarray] | None:
    """A die at a wrong scale (one pip alone, a block of dice), or the place beside it: no die."""
    size, centre = sizes[pick], centres[pick]
    kind = rng.random()
    if kind < 0.35:
        reach = abs(rng.normal(0, 0.03)) if rng.random() < 0.5 else rng.uniform(0, 0.45)
        scale = die_px / size * np.exp(rng.uniform(np.log(2.0), np.log(6)))
    elif kind < 0.55:
        scale, reach = die_px / size * np.exp(rng.uniform(np.log(0.2), np.log(0.5))), rng.uniform(0, 1.0)
    else:
        scale, reach = die_px / size * np.exp(rng.uniform(-0.4, 0.4)), rng.uniform(0.5, 1.2)
    turn = rng.uniform(0, 2 * np.pi)
    aim = Aim(*(centre + reach * size * np.array([np.cos(turn), np.sin(turn)])), scale)
    if kind >= 0.55 and _nearest_offset(aim, sizes, centres) < 0.42:
        return None
    if kind < 0.55 and kind >= 0.35 and (sizes * scale > die_px * 0.62).any():
        return None
    return _look(rng, picture, aim, random_warp(rng, aim, out), out), NO_DIE, np.zeros(3, np.float32)
