"""Draws single pipped dice by marching rays to a rounded cube: the learner's endless supply of labelled looks."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SPAN = 2.6
"""A sprite shows this many half-edges of the die to each side of its centre."""

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Light:
    """Where light comes from (a unit vector), and how much of it is ambient, glossy and shadowed."""

    towards: np.ndarray
    ambient: float
    gloss: float
    sharpness: float
    shadow: float
    softness: float


@dataclass(frozen=True)
class View:
    """A camera `distance` half-edges away, `tilt` radians from looking straight down."""

    tilt: float
    distance: float


@dataclass(frozen=True)
class Look:
    """What one die is made of: BGR colours in 0..1, lengths in half-edges."""

    body: np.ndarray
    second: np.ndarray
    swirl: float
    speckle: float
    grain: np.ndarray
    clear: float
    pip: np.ndarray
    pip_radius: float
    ace_radius: float
    ace: np.ndarray
    spread: float
    drilled: float
    rounding: float
    ball: float
    disc: float
    disc_colour: np.ndarray
    signs: tuple[np.ndarray, ...] = ()
    """Six masks (n, n) in 0..1, printed over whole faces in the pips' colour, instead of pips."""


@dataclass(frozen=True)
class Sprite:
    """One drawn die: `rgba` (n, n, 4) uint8, BGR and cover; `shade` (n, n) uint8 of the ground beneath, 255 bright."""

    rgba: np.ndarray
    shade: np.ndarray
    value: int
    box: tuple[float, float, float, float]


def random_light(rng: np.random.Generator) -> Light:
    lean, turn = rng.uniform(0.1, 1.15), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.cos(lean)])
    return Light(towards, rng.uniform(0.3, 0.85), rng.uniform(0, 0.9) ** 2, rng.choice([8.0, 25.0, 80.0, 250.0]),
                 rng.uniform(0.1, 0.9), rng.choice([2.0, 4.0, 8.0, 24.0]))


def random_view(rng: np.random.Generator) -> View:
    tilt = rng.choice([rng.uniform(0, 0.35), rng.uniform(0.2, 0.7), rng.uniform(0.6, 0.92)], p=[0.4, 0.35, 0.25])
    return View(float(tilt), float(rng.uniform(9, 60)))


def random_colour(rng: np.random.Generator) -> np.ndarray:
    """A plastic's BGR colour: often white, cream, black or grey, else any hue."""
    pick = rng.random()
    if pick < 0.18:
        return rng.uniform(0.78, 1.0) * np.array([rng.uniform(0.65, 1), rng.uniform(0.9, 1), 1.0])
    if pick < 0.32:
        return rng.uniform(0.02, 0.16) * rng.uniform(0.6, 1, 3)
    return _of_hue(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.25, 1))


def _of_hue(hue: float, saturation: float, value: float) -> np.ndarray:
    wheel = np.abs((hue * 6 + np.array([0.0, 2.0, 4.0])) % 6 - 3) - 1
    return value * (1 - saturation + saturation * np.clip(wheel, 0, 1))


def _contrasting(rng: np.random.Generator, body: np.ndarray) -> np.ndarray:
    least = rng.uniform(0.18, 0.5)
    for _ in range(30):
        tone = rng.choice([0.0, 1.0]) if rng.random() < 0.5 else None
        pip = rng.uniform(0.85, 1, 3) if tone == 1.0 else rng.uniform(0, 0.12, 3) if tone == 0.0 else random_colour(rng)
        if np.abs(pip - body).max() > least or np.abs((pip - body).mean()) > 0.7 * least:
            return pip
    return np.ones(3) if body.mean() < 0.5 else np.zeros(3)


def random_look(rng: np.random.Generator) -> Look:
    body = random_colour(rng)
    swirled = rng.random() < 0.45
    second = random_colour(rng) if swirled and rng.random() < 0.6 else np.clip(body * rng.uniform(0.4, 1.6), 0, 1)
    middle = (body + second) / 2 if swirled else body
    pip = _contrasting(rng, middle)
    if rng.random() < 0.08:
        body, middle, pip = body * 0.3, middle * 0.3, np.array([0.08, 0.08, 1.0]) * rng.uniform(0.35, 0.9)
    drilled = rng.uniform(0, 1)
    if rng.random() < 0.06:
        pip, drilled = middle * rng.uniform(0.6, 0.95), 1.0
    radius = rng.uniform(0.13, 0.24)
    special = rng.random() < 0.15
    return Look(body, second, rng.uniform(0.3, 1) if swirled else 0.0,
                rng.uniform(0, 0.25) if rng.random() < 0.3 else 0.0,
                rng.normal(0, rng.choice([0.4, 1.0]), (5, 4)), rng.uniform(0.2, 0.75) if rng.random() < 0.25 else 0.0,
                pip, radius, radius * rng.uniform(1.2, 2.2) if special else radius * rng.uniform(0.95, 1.15),
                _contrasting(rng, middle) if special else pip, rng.uniform(0.42, 0.58), drilled,
                rng.uniform(0.05, 0.45), rng.uniform(1.3, 1.75), rng.uniform(0.72, 0.9) if rng.random() < 0.08 else 0.0,
                random_colour(rng))


def random_faces(rng: np.random.Generator, top: int) -> tuple[dict[tuple[int, int], int], np.ndarray]:
    """Values by (axis, sign), opposite faces summing to seven, `top` up; and which faces lie turned by a quarter."""
    pair = [v for v in (1, 2, 3) if v not in (top, 7 - top)]
    rng.shuffle(pair)
    front, side = (v if rng.random() < 0.5 else 7 - v for v in pair)
    faces = {(2, 1): top, (2, -1): 7 - top, (0, 1): front, (0, -1): 7 - front, (1, 1): side, (1, -1): 7 - side}
    return faces, rng.random((3, 2)) < 0.5


def distance_to_die(points: np.ndarray, rounding: float, ball: float) -> np.ndarray:
    """Signed distance (n,) float32 of points (3, n) to a cube of half-edge 1 with rounded edges, cut by a ball."""
    inner = np.abs(points) - (1 - rounding)
    outside = np.sqrt((np.maximum(inner, 0) ** 2).sum(0))
    box = outside + np.minimum(inner.max(0), 0) - rounding
    return np.maximum(box, np.sqrt((points ** 2).sum(0)) - ball)


def _march(origin: np.ndarray, rays: np.ndarray, look: Look, steps: int = 22) -> tuple[np.ndarray, np.ndarray]:
    along = -(origin[:, None] * rays).sum(0)
    miss2 = (origin ** 2).sum() - along ** 2
    near = np.flatnonzero(miss2 < 1.76 ** 2)
    reach = along[near] - np.sqrt(1.76 ** 2 - miss2[near])
    for _ in range(steps):
        gap = distance_to_die(origin[:, None] + rays[:, near] * reach, look.rounding, look.ball)
        reach = reach + gap
    hit = gap < 0.02
    return near[hit], reach[hit]


def _normals(points: np.ndarray, look: Look) -> np.ndarray:
    inner = np.abs(points) - (1 - look.rounding)
    box = np.where(inner > 0, inner, 0) * np.sign(points)
    flat = (inner.max(0) <= 0) | (np.abs(box).sum(0) == 0)
    axis = np.abs(points).argmax(0)
    box[:, flat] = 0
    box[axis[flat], np.flatnonzero(flat)] = np.sign(points[axis[flat], np.flatnonzero(flat)])
    round_ = np.sqrt((points ** 2).sum(0)) > look.ball - 0.012
    normal = np.where(round_, points, box)
    return normal / np.maximum(np.sqrt((normal ** 2).sum(0)), 1e-6)


def _noise(points: np.ndarray, grain: np.ndarray) -> np.ndarray:
    """A smooth swirl in 0..1 from a few bent waves through the die."""
    total = np.zeros(points.shape[1], np.float32)
    for i, (x, y, z, phase) in enumerate(grain):
        wave = x * points[0] + y * points[1] + z * points[2]
        total = np.sin(wave * (1.5 + 0.8 * i) + phase * 3 + 1.4 * total)
    return 0.5 + 0.5 * total


def _pips_at(points: np.ndarray, faces: dict[tuple[int, int], int], quarter: np.ndarray, look: Look,
             ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How far inside a pip each point lies (0 none .. 1 middle), whether on a disc, and whether on an ace's face."""
    depth = np.zeros(points.shape[1], np.float32)
    disc, ace = np.zeros(points.shape[1], bool), np.zeros(points.shape[1], bool)
    axis = np.abs(points).argmax(0)
    for (a, sign), value in faces.items():
        on = np.flatnonzero((axis == a) & (np.sign(points[a]) == sign))
        if not on.size:
            continue
        u, v = points[(a + 1) % 3, on], points[(a + 2) % 3, on]
        if quarter[a, int(sign > 0)]:
            u, v = -v, u
        if look.signs:
            depth[on] = _printed(look.signs[value - 1], u, v)
            continue
        radius = look.ace_radius if value == 1 else look.pip_radius
        best = np.zeros(on.size, np.float32)
        for x, y in PIPS[value]:
            best = np.maximum(best, 1 - ((u - x * look.spread) ** 2 + (v - y * look.spread) ** 2) / radius ** 2)
        depth[on] = best
        ace[on] = value == 1
        disc[on] = u ** 2 + v ** 2 < look.disc ** 2
    return depth, disc, ace


def _printed(sign: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    row, column = (np.clip((w + 1) / 2 * len(sign), 0, len(sign) - 1).astype(int) for w in (-v, u))
    return sign[row, column] / 6


def _exit_points(points: np.ndarray, rays: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(np.abs(rays) > 1e-5, (np.sign(rays) * 0.97 - points) / rays, 9.0)
    return points + rays * np.clip(reach.min(0), 0, 4)


def _paint(points: np.ndarray, rays: np.ndarray, faces: dict[tuple[int, int], int], quarter: np.ndarray, look: Look,
           light: Light, towards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Colours (3, n) and cover (n,) of the die's points, in its own axes."""
    normal = _normals(points, look)
    mix = look.swirl * _noise(points, look.grain)
    colour = look.body[:, None] * (1 - mix) + look.second[:, None] * mix
    if look.speckle:
        colour = colour * (1 + look.speckle * np.sign(np.sin(points * 23 + 4 * np.sin(points[[1, 2, 0]] * 17)).sum(0)))
    depth, disc, ace = _pips_at(points, faces, quarter, look)
    if look.disc:
        colour = np.where(disc, look.disc_colour[:, None], colour)
    cover = np.full(points.shape[1], 1 - 0.6 * look.clear, np.float32)
    if look.clear:
        behind = _pips_at(_exit_points(points, rays), faces, quarter, look)[0] > 0
        faint = 0.45 * look.clear * behind
        colour = colour * (1 - faint) + look.pip[:, None] * faint
    edge = np.clip(depth * 6, 0, 1)
    colour = colour * (1 - edge) + np.where(ace, look.ace[:, None], look.pip[:, None]) * edge
    cover = cover * (1 - edge) + edge
    bowl = _bowl(points, depth, faces, look)
    normal = normal + look.drilled * bowl
    normal = normal / np.sqrt((normal ** 2).sum(0))
    diffuse = np.clip((normal * towards[:, None]).sum(0), 0, 1)
    colour = colour * (light.ambient + (1.15 - light.ambient) * diffuse)
    mirror = rays - 2 * (rays * normal).sum(0) * normal
    shine = light.gloss * np.clip((mirror * towards[:, None]).sum(0), 0, 1) ** light.sharpness
    cover = np.clip(cover + shine, 0, 1)
    return colour + shine, cover


def _bowl(points: np.ndarray, depth: np.ndarray, faces: dict[tuple[int, int], int], look: Look) -> np.ndarray:
    """A tilt of the surface inside drilled pips: towards the pip's middle, most at its rim."""
    tilt = np.zeros_like(points)
    inside = np.flatnonzero(depth > 0)
    if not inside.size:
        return tilt
    p = points[:, inside]
    axis = np.abs(p).argmax(0)
    centre = np.round(p / look.spread) * look.spread
    away = centre - p
    away[axis, np.arange(inside.size)] = 0
    tilt[:, inside] = away / look.pip_radius
    return tilt


def _shade(origin: np.ndarray, rays: np.ndarray, look: Look, light: Light, towards: np.ndarray) -> np.ndarray:
    """Brightness (n,) of the ground under the die: a soft shadow, and darkness where they touch."""
    reach = (-1.0 - origin[2]) / rays[2]
    ground = origin[:, None] + rays * reach
    open_ = np.ones(rays.shape[1], np.float32)
    step = np.full(rays.shape[1], 0.05, np.float32)
    for _ in range(12):
        gap = distance_to_die(ground + towards[:, None] * step, look.rounding, look.ball)
        open_ = np.minimum(open_, np.clip(0.5 + light.softness * gap / step, 0, 1))
        step = step + np.clip(gap, 0.06, 0.5)
    touch = np.clip(distance_to_die(ground, look.rounding, look.ball) / 0.5, 0, 1)
    depth = light.shadow * (1 - 0.6 * look.clear)
    return (1 - depth * (1 - open_)) * (1 - 0.5 * depth * (1 - touch) ** 2)


def draw_die(rng: np.random.Generator, view: View, light: Light, look: Look | None = None, value: int | None = None,
             size: int = 160, yaw: float | None = None) -> Sprite:
    """One die standing on the ground, `size` px square, its top face showing `value`."""
    look = look or random_look(rng)
    value = value or int(rng.integers(1, 7))
    yaw = rng.uniform(0, 2 * np.pi) if yaw is None else yaw
    faces, quarter = random_faces(rng, value)
    origin, rays = _camera(view, size)
    spin = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]], np.float32)
    origin, rays = spin @ origin, spin @ rays
    towards = (spin @ light.towards).astype(np.float32)
    hit, reach = _march(origin, rays, look)
    colour, cover = _paint(origin[:, None] + rays[:, hit] * reach, rays[:, hit], faces, quarter, look, light, towards)
    rgba = np.zeros((size * size, 4), np.uint8)
    rgba[hit, :3] = np.clip(colour.T * 255, 0, 255)
    rgba[hit, 3] = cover * 255
    shade = (_shade(origin, rays, look, light, towards) * 255).astype(np.uint8).reshape(size, size)
    ys, xs = np.divmod(hit, size)
    box = (float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1))
    return Sprite(rgba.reshape(size, size, 4), shade, value, box)


def _camera(view: View, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The eye's place (3,) and its unit rays (3, size * size), rows from the top."""
    sin, cos = np.sin(view.tilt), np.cos(view.tilt)
    eye = view.distance * np.array([0, -sin, cos])
    ahead, up = -eye / view.distance, np.array([0, cos, sin])
    step = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(step * SPAN, -step * SPAN)
    target = x.ravel() * np.array([[1.0], [0], [0]]) + y.ravel() * up[:, None]
    rays = target - eye[:, None]
    rays /= np.sqrt((rays ** 2).sum(0))
    assert ahead @ up < 1e-6
    return eye.astype(np.float32), rays.astype(np.float32)
