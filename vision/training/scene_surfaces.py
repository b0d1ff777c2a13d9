"""Painted surfaces of a scene: felt, wood, and the table with the rig's markers and card spot printed on it."""
from __future__ import annotations

import cv2
import numpy as np

from vision.tray import MARKER_DICTIONARY, MARKERS_MM, SPOT_MM
from vision.types import Box

TABLE_MM: Box = (-260.0, -260.0, 640.0, 640.0)
TABLE_PX_MM = 4.0


def felt(colour: tuple[float, float, float], side_px: int, seed: int) -> np.ndarray:
    """Short fibres in `colour` (linear RGB), as (side, side, 3) float32."""
    rng = np.random.default_rng(seed)
    fine, coarse = rng.normal(size=(side_px, side_px)), rng.normal(size=(side_px // 16, side_px // 16))
    fibres = _streak(fine, 0) + _streak(fine, 1) + _streak(rng.normal(size=fine.shape), 2)
    clouds = cv2.resize(cv2.GaussianBlur(coarse, (0, 0), 2), fine.shape[::-1], interpolation=cv2.INTER_CUBIC)
    shade = np.clip(1 + 0.13 * fibres / fibres.std() + 0.04 * clouds / clouds.std(), 0.4, 1.7)
    return (shade[..., None] * np.array(colour)).astype(np.float32)


def _streak(noise: np.ndarray, way: int) -> np.ndarray:
    kernels = (np.ones((1, 7)), np.ones((7, 1)), np.eye(5))
    return np.asarray(cv2.filter2D(noise, -1, kernels[way] / np.sqrt(kernels[way].sum())))


def wood(colour: tuple[float, float, float], size_px: tuple[int, int], seed: int, planks: int = 5) -> np.ndarray:
    """Planks along x with rings, fibres and seams, in `colour` (linear RGB), as (h, w, 3) float32 for a size (w, h)."""
    rng = np.random.default_rng(seed)
    w, h = size_px
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    plank = (y * planks / h).astype(int)
    offset, tone = rng.uniform(0, 900, planks + 1)[plank], rng.uniform(0.86, 1.12, planks + 1)[plank]
    bend = _clouds(rng, (h, w), (40, 500)) * 26
    rings = np.sin((y + bend + offset + 0.02 * x) * 2 * np.pi / 34 + 2.2 * _clouds(rng, (h, w), (14, 300)))
    fibres = _clouds(rng, (h, w), (2, 90))
    shade = tone * (1 + 0.10 * rings + 0.07 * fibres)
    shade[(y * planks / h) % 1 < 0.008] *= 0.45
    tint = 1 + 0.05 * rings[..., None] * np.array([0.2, 0.0, -0.6])
    return np.clip(shade[..., None] * np.array(colour) * tint, 0, 1).astype(np.float32)


def _clouds(rng: np.random.Generator, shape: tuple[int, int], grain: tuple[int, int]) -> np.ndarray:
    coarse = rng.normal(size=(shape[0] // grain[0] + 3, shape[1] // grain[1] + 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC))


def table(colour: tuple[float, float, float], seed: int, printed: bool) -> np.ndarray:
    """The table top over TABLE_MM, seen from above: wood; where `printed`, the rig's four markers and its card spot."""
    side = round((TABLE_MM[2] - TABLE_MM[0]) * TABLE_PX_MM)
    top = wood(colour, (side, side), seed)
    if printed:
        _lay_spot(top)
    for number, place in MARKERS_MM.items() if printed else ():
        _stick_marker(top, number, place)
    return top


def _lay_spot(top: np.ndarray) -> None:
    mat = _window(top, _grow(SPOT_MM, 4.0))
    mat[:] = felt((0.045, 0.05, 0.06), max(mat.shape), 3)[: mat.shape[0], : mat.shape[1]]
    line = round(1.0 * TABLE_PX_MM)
    frame = _window(top, SPOT_MM)
    cv2.rectangle(frame, (0, 0), (frame.shape[1] - 1, frame.shape[0] - 1), (0.5, 0.5, 0.48), line)


def _stick_marker(top: np.ndarray, number: int, place: Box) -> None:
    _window(top, _grow(place, 3.0))[:] = 0.78
    patch = _window(top, place)
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), number, 600)
    small = cv2.resize(marker, patch.shape[1::-1], interpolation=cv2.INTER_AREA) / 255.0
    patch[:] = (0.025 + 0.755 * small[..., None]).astype(np.float32)


def _grow(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _window(top: np.ndarray, box: Box) -> np.ndarray:
    x0, y0, x1, y1 = (round((v - TABLE_MM[i % 2]) * TABLE_PX_MM) for i, v in enumerate(box))
    return top[y0:y1, x0:x1]
