"""A quick painter of moments, for films by the dozen: rays meet rounded dice in numpy, shadows are soft blots."""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.training.film_physics import WALL_HIGH_MM, WALL_MM, Pose
from vision.training.film_story import Instant, Moment
from vision.training.place import Place
from vision.training.scene_eye import Eye
from vision.training.scene_shapes import DIE_MM, FACE_AXES, PIP_PLACES, DieLook, hand_distance
from vision.training.scene_surfaces import felt, wood

SKIN, SLEEVE = np.array((0.60, 0.34, 0.235)), np.array((0.045, 0.06, 0.11))
ROOM, DAY, RING = 0.55, 0.75, 0.45
FINE = 2
HAND_LOW, HAND_SIZE = (-80.0, -330.0), (160, 370)
Picture = np.ndarray


@dataclass(frozen=True, eq=False)
class Easel:
    """A place painted empty once: `empty` (h, w, 3) float32 linear RGB, and where hands are kept."""

    place: Place
    dice: dict[str, DieLook]
    empty: Picture
    kept: Path
    hands: dict[bool, tuple[Picture, Picture]] = field(default_factory=dict)
    still: dict[bytes, Picture] = field(default_factory=dict)

    def expose(self, moment: Moment, seed: int) -> Picture:
        """One clean frame, (h, w, 3) uint8 BGR, averaged over what the shutter saw."""
        still = self._paint_still(moment.still)
        instants = moment.instants or (Instant({}),)
        return develop(np.mean([self._paint(still.copy(), instant, moment.drift) for instant in instants], axis=0))

    def _paint_still(self, dice: dict[str, Pose]) -> Picture:
        key = b"".join(pose.place.tobytes() for pose in dice.values())
        if key not in self.still:
            self.still.clear()
            self.still[key] = self._paint(self.empty.copy(), Instant(dice), (0.0, 0.0))
        return self.still[key]

    def _paint(self, light: Picture, instant: Instant, drift: tuple[float, float]) -> Picture:
        dice = sorted(instant.dice.items(), key=lambda item: item[1].place[2])
        for _, pose in dice:
            _shade_die(light, pose, self.place)
        for name, pose in dice:
            _paint_die(light, self.dice[name], pose, self.place)
        if instant.hand is not None:
            _paint_hand(light, self._hand(instant.grip > 0.5), instant.hand, drift, self.place)
        return light

    def _hand(self, closed: bool) -> tuple[Picture, Picture]:
        if closed not in self.hands:
            self.hands[closed] = _hand_sprite(closed, self.kept)
        return self.hands[closed]


def open_easel(place: Place, dice: dict[str, DieLook], kept: Path) -> Easel:
    """Paint the empty place."""
    return Easel(place, dice, _empty(place), kept)


def develop(light: Picture) -> Picture:
    """Linear RGB as 8-bit BGR."""
    toned = 1.15 * light / (1 + 0.15 * light)
    return np.round(np.clip(toned, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)[..., ::-1].copy()


def _empty(place: Place) -> Picture:
    w, h = place.tray_mm
    grain = 3
    picture = _lay(place.eye, wood(place.top, (1200, 900), place.seed), (-w, -h, 2 * w, 2 * h), 0.0)
    t = WALL_MM
    for box, bright in (((-t, -t, w + t, h + t), 1.0), ((0, 0, w, h), 0.55)):
        rim = _lay(place.eye, wood(place.walls, (300, 300), place.seed + 5, planks=1) * bright, box, WALL_HIGH_MM)
        picture = np.where(rim[..., :1] > 0, rim, picture)
    cloth = felt(place.cloth, round(max(w, h) * grain), place.seed + 9)
    floor = _lay(place.eye, cloth[: round(h * grain), : round(w * grain)], (0, 0, w, h), 0.0)
    corner = cv2.GaussianBlur((floor[..., :1] > 0).astype(np.float32), (0, 0), 7)[..., None]
    picture = np.where(floor[..., :1] > 0, floor * (0.45 + 0.55 * corner), picture)
    return (picture * (ROOM * place.day + DAY * place.day + RING * place.ring) * 0.9).astype(np.float32)


def _lay(eye: Eye, texture: Picture, box: tuple[float, float, float, float], z: float) -> Picture:
    """A texture over a rectangle (mm) at height z, in the eye's picture; black elsewhere."""
    x0, y0, x1, y1 = box
    corners = eye.pixels_of(np.array([[x0, -y0, z], [x1, -y0, z], [x1, -y1, z], [x0, -y1, z]]))
    h, w = texture.shape[:2]
    edges = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    bend = cv2.getPerspectiveTransform(edges, corners.astype(np.float32))
    return np.asarray(cv2.warpPerspective(np.maximum(texture, 1e-4), bend, eye.size, flags=cv2.INTER_AREA))


def _sun(place: Place) -> np.ndarray:
    way = np.array(place.day_from) - (place.tray_mm[0] / 2, -place.tray_mm[1] / 2, 0)
    return way / np.linalg.norm(way)


def _corners(pose: Pose) -> np.ndarray:
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    return pose.place + signs * (DIE_MM / 2 - 0.8) @ pose.matrix.T


def _shade_die(light: Picture, pose: Pose, place: Place) -> None:
    """The soft shadows of the window and of the room on the table under a die."""
    points, sun, height = _corners(pose), _sun(place), max(pose.place[2] - 8, 0)
    total = place.day * (ROOM + DAY) + place.ring * RING
    falls = ((points - points[:, 2:] * sun / sun[2], 0.8 * place.day * DAY / total, 1.6 + 0.12 * height),
             (points * (1, 1, 0), 0.5 * np.exp(-height / 12), 3.0 + 0.1 * height))
    for fall, depth, blur_mm in falls:
        pixels = place.eye.pixels_of(fall * (1, 1, 0)).astype(np.float32)
        _darken(light, pixels, depth, blur_mm * place.eye.px_per_mm)


def _darken(light: Picture, pixels: np.ndarray, depth: float, blur_px: float) -> None:
    low = np.clip(np.floor(pixels.min(0) - 3 * blur_px).astype(int), 0, None)
    high = np.minimum(np.ceil(pixels.max(0) + 3 * blur_px).astype(int), light.shape[1::-1])
    if np.any(high <= low):
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    cv2.fillConvexPoly(mask, np.round((cv2.convexHull(pixels)[:, 0] - low) * 16).astype(np.int32), 1.0, shift=4)
    light[low[1] : high[1], low[0] : high[0]] *= (1 - depth * cv2.GaussianBlur(mask, (0, 0), blur_px))[..., None]


def _paint_die(light: Picture, look: DieLook, pose: Pose, place: Place) -> None:
    pixels = place.eye.pixels_of(_corners(pose))
    x0, y0 = np.clip(np.floor(pixels.min(0)).astype(int) - 2, 0, None)
    x1, y1 = np.minimum(np.ceil(pixels.max(0)).astype(int) + 3, place.eye.size)
    if x1 <= x0 or y1 <= y0:
        return
    steps = (np.arange(FINE) + 0.5) / FINE - 0.5
    u = (np.arange(x0, x1)[:, None] + steps).ravel()
    v = (np.arange(y0, y1)[:, None] + steps).ravel()
    colour, hit = _trace_die(look, pose, place, *np.meshgrid(u, v))
    size = (x1 - x0, y1 - y0)
    cover = cv2.resize(hit.astype(np.float32), size, interpolation=cv2.INTER_AREA)[..., None]
    paint = cv2.resize((colour * hit[..., None]).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    light[y0:y1, x0:x1] = light[y0:y1, x0:x1] * (1 - cover) + paint


def _trace_die(look: DieLook, pose: Pose, place: Place, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """March rays to a rounded box in its own frame; (h, w, 3) light and (h, w) whether it was met."""
    lens, ways = place.eye.rays(u, v)
    start, ways = (lens - pose.place) @ pose.matrix, ways @ pose.matrix
    far = np.full(u.shape, float(np.linalg.norm(start)) - 14.0)
    for _ in range(12):
        points = start + ways * far[..., None]
        off = np.abs(points) - (DIE_MM / 2 - look.edge_mm)
        gap = np.linalg.norm(np.maximum(off, 0), axis=-1) + np.minimum(off.max(axis=-1), 0) - look.edge_mm
        far = np.minimum(far + gap, 1e4)
    normals = np.maximum(off, 0) * np.sign(points)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-6)
    paint, normals = _drill(look, points, normals)
    return _lit(paint, normals, -ways, _sun(place) @ pose.matrix, place), gap < 0.15


def _drill(look: DieLook, points: np.ndarray, normals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The paint of each point, and its normal bent where a pip is sunk."""
    paint = np.broadcast_to(np.array(look.body), points.shape).copy()
    for (out, across, along), value in zip(FACE_AXES, look.faces, strict=True):
        on = normals @ np.array(out, float) > 0.9
        for a, b in PIP_PLACES[value]:
            du, dv = points @ np.array(across) - a * look.spread_mm, points @ np.array(along) - b * look.spread_mm
            sunk = on & (np.hypot(du, dv) < look.pip_mm / 2)
            paint[sunk] = look.pips
            tilt = -(du[..., None] * np.array(across) + dv[..., None] * np.array(along)) / look.pip_mm
            normals = np.where(sunk[..., None], normals + tilt, normals)
    return paint, normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-6)


def _lit(paint: np.ndarray, normals: np.ndarray, back: np.ndarray, sun: np.ndarray, place: Place) -> np.ndarray:
    day, ring = np.clip(normals @ sun, 0, 1), np.clip((normals * back).sum(-1), 0, 1)
    half = sun + back
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    gloss = 0.35 * place.day * np.clip((normals * half).sum(-1), 0, 1) ** 90 + 0.2 * place.ring * ring**400
    level = ROOM * place.day * (0.55 + 0.45 * ring) + 1.2 * DAY * place.day * day + RING * place.ring * ring
    return paint * level[..., None] + gloss[..., None]


def _hand_sprite(closed: bool, kept: Path) -> tuple[Picture, Picture]:
    """A hand seen from above, a pixel a millimetre, first row at its fingertips: (h, w, 3) paint and (h, w) cover."""
    path = kept / f"hand_{int(closed)}.npy"
    if not path.exists():
        np.save(path, _hand_heights(1.0 if closed else 0.1))
    heights = np.load(path)
    slope = np.stack(np.gradient(-cv2.GaussianBlur(heights, (0, 0), 1.2)), axis=-1)
    normals = np.concatenate([slope[..., ::-1], np.ones_like(slope[..., :1])], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    level = 0.35 + 0.65 * np.clip(normals @ np.array([-0.45, -0.3, 0.84]), 0, 1)
    cover = cv2.GaussianBlur((heights > -20).astype(np.float32), (0, 0), 0.8)
    rows = HAND_SIZE[1] + HAND_LOW[1] - np.arange(HAND_SIZE[1])
    paint = np.where((rows < -205)[:, None, None], SLEEVE, SKIN) * level[..., None]
    return paint.astype(np.float32), cover


def _hand_heights(grip: float) -> np.ndarray:
    x = HAND_LOW[0] + np.arange(HAND_SIZE[0])
    y = HAND_SIZE[1] + HAND_LOW[1] - np.arange(HAND_SIZE[1])
    grid = np.stack([*np.meshgrid(x, y), np.full((HAND_SIZE[1], HAND_SIZE[0]), 108.0)], axis=-1).astype(np.float32)
    for _ in range(16):
        grid[..., 2] -= np.clip(hand_distance(grid, grip), 0, 40)
    return np.where(grid[..., 2] > -15, grid[..., 2], -30).astype(np.float32)


def _paint_hand(light: Picture, hand: tuple[Picture, Picture], tips: np.ndarray, drift: tuple[float, float],
                place: Place) -> None:
    """The hand at its height, and its soft shadow on the table."""
    paint, cover = hand
    shadow = _place_hand(cover, tips * (1, 1, 0) - 45 * _sun(place) / _sun(place)[2] * (1, 1, 0), place.eye)
    light *= (1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 9 * place.eye.px_per_mm))[..., None]
    at = tips + np.array([0, 0, 55.0])
    moved = np.array([drift[0], -drift[1]]) * place.eye.px_per_mm
    hides = _smear(_place_hand(cover, at, place.eye), moved)[..., None]
    total = place.day * (ROOM + DAY) + place.ring * RING
    front = _smear(_place_hand(paint * cover[..., None] * total, at, place.eye), moved)
    light[:] = light * (1 - hides) + front


def _place_hand(sprite: Picture, tips: np.ndarray, eye: Eye) -> Picture:
    x, y = tips[0] + HAND_LOW[0], tips[1] + HAND_SIZE[1] + HAND_LOW[1]
    w, h = HAND_SIZE
    corners = np.array([[x, y, tips[2]], [x + w, y, tips[2]], [x + w, y - h, tips[2]], [x, y - h, tips[2]]])
    edges = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    bend = cv2.getPerspectiveTransform(edges, eye.pixels_of(corners).astype(np.float32))
    return np.asarray(cv2.warpPerspective(np.ascontiguousarray(sprite), bend, eye.size, flags=cv2.INTER_AREA))


def _smear(picture: Picture, drift: np.ndarray) -> Picture:
    length = int(np.ceil(np.linalg.norm(drift)))
    if length < 2:
        return picture
    return np.asarray(cv2.filter2D(picture, -1, _streak(length, *(drift / np.linalg.norm(drift)))))


@cache
def _streak(length: int, dx: float, dy: float) -> np.ndarray:
    kernel = np.zeros((length + 2, length + 2), np.float32)
    middle = np.array([dx, dy]) * length / 2
    centre = np.array([length + 1, length + 1]) / 2
    ends = [tuple(np.round((centre + s * middle) * 16).astype(int).tolist()) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()
