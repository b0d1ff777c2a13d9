"""Moments as pictures: only what changed is traced, the rest comes from one clean picture of the empty tray."""
from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.training.film_physics import Pose
from vision.training.film_story import UPRIGHT, Instant, Moment
from vision.training.scene import Studio, Thing, Window, die_things
from vision.training.scene_eye import Eye
from vision.training.scene_shapes import DieLook, hand_shape, sleeve_shape

SKIN, CLOTH = (0.60, 0.34, 0.235), (0.045, 0.06, 0.11)
EXPOSURE = 4.5
SHADOW_MM = 34.0
# what is smeared further than this may be traced at half the size
SMEARED_PX = 4.0
EMPTY_SAMPLES = 200


@dataclass(frozen=True, eq=False)
class Shot:
    """A studio with its empty tray already seen: `empty` (h, w, 3) float32 linear RGB; `kept`: still dice once seen."""

    studio: Studio
    dice: dict[str, DieLook]
    empty: np.ndarray
    samples: int = 80
    kept: dict[bytes, np.ndarray] = field(default_factory=dict)


def see_empty(studio: Studio) -> np.ndarray:
    """The place with nothing in it, in linear light."""
    w, h = studio.place.eye.size
    passes = [studio.render([], (0, 0, w, h), EMPTY_SAMPLES // 5, seed) for seed in range(5)]
    return np.asarray(np.mean(passes, axis=0), np.float32)


def expose(shot: Shot, moment: Moment, seed: int) -> np.ndarray:
    """One clean frame, (h, w, 3) uint8 BGR, averaged over what the shutter saw."""
    still = [thing for name, pose in moment.still.items() for thing in die_things(shot.dice[name], pose)]
    light = _see_still(shot, moment, still, seed)
    moving = [_things(shot.dice, instant) for instant in moment.instants]
    if any(moving):
        light = light.copy()
        _see_moving(shot, light, still, moving, seed, _drift_px(shot, moment))
    return develop(light)


def _see_still(shot: Shot, moment: Moment, still: list[Thing], seed: int) -> np.ndarray:
    key = b"".join(name.encode() + pose.place.tobytes() for name, pose in moment.still.items())
    if key not in shot.kept:
        light = shot.empty.copy()
        if still:
            _see_moving(shot, light, [], [still], seed, np.zeros(2))
        shot.kept.clear()
        shot.kept[key] = light
    return shot.kept[key]


def _see_moving(shot: Shot, light: np.ndarray, still: list[Thing], moving: list[list[Thing]], seed: int,
                drift: np.ndarray) -> None:
    """Trace the window around what moves, and lay it into the picture of what does not."""
    window, shrunk = _window(shot, moving), 2 if np.linalg.norm(drift) > SMEARED_PX else 1
    large = not all(thing.convex for thing in moving[0])
    samples = max((shot.samples // 2 if large else shot.samples) // len(moving), 8)
    seen = [_trace(shot, still + things, window, samples, seed * 31 + i, shrunk) for i, things in enumerate(moving)]
    cover = np.mean([_cover(shot, things, window) for things in moving], axis=0)
    _lay_in(light, np.mean(seen, axis=0), cover, window, drift, 3.0 if large else 1.0)


def _trace(shot: Shot, things: list[Thing], window: Window, samples: int, seed: int, shrunk: int) -> np.ndarray:
    seen = shot.studio.render(things, window, samples, seed, shrunk)
    size = (window[2] - window[0], window[3] - window[1])
    return seen if shrunk == 1 else np.maximum(cv2.resize(seen, size, interpolation=cv2.INTER_CUBIC), 0)


def _drift_px(shot: Shot, moment: Moment) -> np.ndarray:
    return np.array([moment.drift[0], -moment.drift[1]]) * shot.studio.place.eye.px_per_mm


def develop(light: np.ndarray) -> np.ndarray:
    """Linear RGB as the camera's own 8-bit BGR: exposure, a soft shoulder, the sRGB curve."""
    toned = light * EXPOSURE
    toned = toned / (1 + 0.12 * toned)
    curve = np.where(toned < 0.0031308, 12.92 * toned, 1.055 * np.maximum(toned, 1e-6) ** (1 / 2.4) - 0.055)
    return np.round(np.clip(curve, 0, 1) * 255).astype(np.uint8)[..., ::-1].copy()


def _things(dice: dict[str, DieLook], instant: Instant) -> list[Thing]:
    things = [thing for name, pose in instant.dice.items() for thing in die_things(dice[name], pose)]
    if instant.hand is not None:
        pose = Pose(instant.hand, UPRIGHT)
        things += [Thing(hand_shape(instant.grip), pose, SKIN, 0.35), Thing(sleeve_shape(), pose, CLOTH, 0.6)]
    return things


def _project(thing: Thing, eye: Eye) -> np.ndarray:
    return eye.pixels_of(thing.shape.vertices @ thing.pose.matrix.T + thing.pose.place)


def _window(shot: Shot, scenes: list[list[Thing]]) -> Window:
    eye = shot.studio.place.eye
    points, size = np.concatenate([_project(thing, eye) for things in scenes for thing in things]), eye.size
    margin = SHADOW_MM * eye.px_per_mm
    low, high = np.floor(points.min(axis=0) - margin), np.ceil(points.max(axis=0) + margin)
    x0, y0 = (int(np.clip(v, 0, s - 8)) // 2 * 2 for v, s in zip(low, size, strict=True))
    x1, y1 = (-(-int(np.clip(v, a + 8, s)) // 2) * 2 for v, a, s in zip(high, (x0, y0), size, strict=True))
    return x0, y0, x1, y1


def _cover(shot: Shot, things: list[Thing], window: Window) -> np.ndarray:
    """How much of each pixel of the window a thing hides, (h, w) float."""
    x0, y0, x1, y1 = window
    cover = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for thing in things:
        points = np.round((_project(thing, shot.studio.place.eye) - (x0, y0)) * 16).astype(np.int32)
        for outline in [cv2.convexHull(points)] if thing.convex else points[thing.shape.triangles]:
            cv2.fillConvexPoly(cover, outline, 255, shift=4)
    return np.asarray(cv2.GaussianBlur(cv2.dilate(cover, np.ones((3, 3))), (0, 0), 0.8) / 255.0)


def _lay_in(light: np.ndarray, seen: np.ndarray, cover: np.ndarray, window: Window, drift: np.ndarray,
            calm: float) -> None:
    """Things as traced; around them the clean picture behind, darkened and lit as the traced one is."""
    x0, y0, x1, y1 = window
    behind = light[y0:y1, x0:x1]
    outside = (1 - cover)[..., None]
    shade = _soft(seen * outside, calm) / np.maximum(_soft(behind * outside, calm), 1e-5)
    fade = _fade((y1 - y0, x1 - x0), window, light.shape)[..., None]
    hidden = _smear(cover, drift)[..., None]
    front = _smear(_calm(seen, calm) * cover[..., None], drift)
    light[y0:y1, x0:x1] = behind * (1 + (np.clip(shade, 0, 2) - 1) * fade) * (1 - hidden) + front


def _smear(picture: np.ndarray, drift: np.ndarray) -> np.ndarray:
    """The average of a picture moved along `drift` pixels, as an open shutter sees it."""
    picture = np.asarray(picture, np.float32)
    steps = int(np.ceil(np.linalg.norm(drift)))
    if steps < 2:
        return picture
    moved = [cv2.warpAffine(picture, np.array([[1, 0, t * drift[0]], [0, 1, t * drift[1]]]), picture.shape[1::-1],
                            borderMode=cv2.BORDER_REPLICATE) for t in (np.arange(steps) / (steps - 1) - 0.5)]
    return np.asarray(np.mean(moved, axis=0))


def _soft(picture: np.ndarray, calm: float) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 2.2 * calm))


def _calm(seen: np.ndarray, calm: float) -> np.ndarray:
    """Grain of the path tracer taken off, edges kept; what is large bears more."""
    root = np.sqrt(np.maximum(seen, 0)).astype(np.float32)
    return np.asarray(cv2.bilateralFilter(root, 5 if calm == 1 else 9, 0.03 * calm, 1.2 * calm)) ** 2


def _fade(shape: tuple[int, int], window: Window, whole: tuple[int, ...]) -> np.ndarray:
    """1 inside, 0 at the window's own borders, except where they are the picture's."""
    h, w = shape
    x0, y0, x1, y1 = window
    left, right = np.arange(w) + 1e3 * (x0 == 0), np.arange(w)[::-1] + 1e3 * (x1 == whole[1])
    top, bottom = np.arange(h) + 1e3 * (y0 == 0), np.arange(h)[::-1] + 1e3 * (y1 == whole[0])
    across, down = np.minimum(left, right), np.minimum(top, bottom)
    return np.asarray(np.clip(np.minimum(across[None, :], down[:, None]) / 16.0, 0, 1))
