"""Clean frames as a film file: the sensor's noise, then H.264 that every OpenCV decodes."""
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import av
import cv2
import numpy as np


def add_noise(picture: np.ndarray, seed: int, strength: float = 1.0) -> np.ndarray:
    """A sensor's grain on (h, w, 3) uint8: more in the dark, most of it shared by the channels."""
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.55).astype(np.float32)
    shared = rng.normal(size=(*picture.shape[:2], 1)).astype(np.float32)
    own = rng.normal(size=picture.shape).astype(np.float32)
    level = strength * (1.5 - 0.7 * soft / 255)
    return np.clip(soft + level * (0.8 * shared + 0.5 * own) + 0.5, 0, 255).astype(np.uint8)


def through_air(picture: np.ndarray, shift: tuple[float, float], gain: float, shadow: float | None) -> np.ndarray:
    """The picture (h, w, 3) uint8 as a knocked camera, another light or a passing shadow let it be seen."""
    if (shift, gain, shadow) == ((0.0, 0.0), 1.0, None):
        return picture
    h, w = picture.shape[:2]
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float)
    light = cv2.warpAffine(picture, move, (w, h), borderMode=cv2.BORDER_REFLECT).astype(np.float32) / 255
    light = gain * light**2.2
    if shadow is not None:
        across = (np.arange(w)[None, :] + 0.3 * np.arange(h)[:, None]) / w
        light *= (1 - 0.45 * np.exp(-(((across - shadow) / 0.16) ** 4)))[..., None]
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


def encode(frames: Iterable[np.ndarray], path: Path, size: tuple[int, int], fps: int, crf: int) -> None:
    """Write (h, w, 3) uint8 BGR frames of `size` (w, h) as H.264 in MP4."""
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=fps, options={"crf": str(crf), "preset": "slow", "tune": "grain"})
        stream.width, stream.height, stream.pix_fmt = size[0], size[1], "yuv420p"
        stream.codec_context.thread_count = 1
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="bgr24")))
        container.mux(stream.encode())
