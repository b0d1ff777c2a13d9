"""A place's light undone: frames as they would look in even, neutral light."""
from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.types import Profile

# Over the few tenths that a tray's light varies, sRGB's curve is a power: a gain of light is one of code values.
GAMMA = 2.2


def even(image: np.ndarray, profile: Profile) -> np.ndarray:
    """The frame (h, w, 3) uint8 BGR with the profile's `white`, `colour` and `flat` applied, whatever its size."""
    if profile.colour:
        image = _coloured(image, np.reshape(profile.colour, (3, 3)) * np.array(profile.white))
    elif profile.white != (1.0, 1.0, 1.0):
        image = np.asarray(cv2.LUT(image, _balance(profile.white)))
    if profile.flat:
        image = np.asarray(cv2.multiply(image, _gains(profile.flat, (image.shape[1], image.shape[0])), dtype=cv2.CV_8U))
    return image


def linear_of(image: np.ndarray) -> np.ndarray:
    """uint8 sRGB as linear light 0 to 1, float32, by sRGB's own curve."""
    return _LINEAR[image]


def codes_of(light: np.ndarray) -> np.ndarray:
    """Linear light 0 to 1, clipped there, as sRGB code values 0 to 255, not rounded."""
    light = np.clip(light, 0, 1)
    return np.asarray(255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055))


def _coloured(image: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    light = cv2.transform(cv2.LUT(image, _LINEAR), matrix.astype(np.float32))
    roots = np.sqrt(np.maximum(light, 0, out=light), out=light)  # quick, and spread nearly as codes are
    return np.asarray(cv2.LUT(cv2.convertScaleAbs(roots, alpha=255), _ENCODED))


@lru_cache(maxsize=4)
def _balance(white: tuple[float, ...]) -> np.ndarray:
    """A table (1, 256, 3) from code values to balanced code values, in linear light."""
    return np.asarray(np.round(codes_of(_LINEAR[None, :, None] * np.array(white))).astype(np.uint8))


@lru_cache(maxsize=4)
def _gains(flat: tuple[tuple[float, ...], ...], size: tuple[int, int]) -> np.ndarray:
    grid = np.array(flat, np.float32) ** (1 / GAMMA)
    return cv2.cvtColor(cv2.resize(grid, size, interpolation=cv2.INTER_LINEAR), cv2.COLOR_GRAY2BGR)


_CODES = np.arange(256) / 255
_LINEAR = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)
_ENCODED = np.round(codes_of(_CODES**2)).astype(np.uint8)
