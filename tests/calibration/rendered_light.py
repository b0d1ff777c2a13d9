"""Lamps, inks and a sensor as spectra: what a camera balanced for daylight makes of the strip under another lamp."""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from rendered_table import decoded

WAVES = np.arange(400, 701, 5.0)
_SRGB_OF_XYZ = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])


def lamp(kelvin):
    """Planck's law, scaled to 1 at 560 nm."""
    metres = WAVES * 1e-9
    power = metres**-5 / np.expm1(0.014388 / (metres * kelvin))
    return power / power[WAVES == 560]


def _hill(middle, left, right):
    return np.exp(-0.5 * ((WAVES - middle) / np.where(middle > WAVES, left, right)) ** 2)


@lru_cache(maxsize=1)
def observer():
    """The 1931 observer (n, 3), after Wyman, Sloan and Shirley, 2013."""
    x = 1.056 * _hill(599.8, 37.9, 31.0) + 0.362 * _hill(442.0, 16.0, 26.7) - 0.065 * _hill(501.1, 20.4, 26.2)
    y = 0.821 * _hill(568.8, 46.9, 40.5) + 0.286 * _hill(530.9, 16.3, 31.1)
    z = 1.217 * _hill(437.0, 11.8, 36.0) + 0.681 * _hill(459.0, 26.0, 13.8)
    return np.stack([x, y, z], -1)


def srgb_linear(reflectance, light):
    """Linear sRGB (3,) as a person adapted to `light` sees it, white scaled to 1."""
    white = observer().T @ light
    return _SRGB_OF_XYZ @ (observer().T @ (reflectance * light) / white * np.array([0.9505, 1.0, 1.089]))


def ink(srgb):
    """A smooth reflectance that looks like `srgb` in daylight: a sigmoid of a parabola (Jakob, Hanika 2019)."""
    place, goal, shape = (WAVES - 550) / 150, np.clip(decoded(srgb), 0.01, 0.99), np.zeros(3)
    basis = np.stack([np.ones_like(place), place, place**2], -1)

    def looks(shape):
        return srgb_linear(1 / (1 + np.exp(-basis @ shape)), lamp(6500))

    for _ in range(60):
        slope = np.stack([(looks(shape + step) - looks(shape)) / 1e-4 for step in np.eye(3) * 1e-4], -1)
        shape = shape - 0.5 * np.clip(np.linalg.lstsq(slope, looks(shape) - goal, rcond=None)[0], -2, 2)
    return 1 / (1 + np.exp(-basis @ shape))


@lru_cache(maxsize=1)
def _sensor():
    """Spectral response (n, 3) as RGB, and the daylight gains and colour matrix that its maker would fit."""
    response = np.stack([_hill(600, 42, 36), _hill(535, 42, 44), _hill(460, 30, 36)], -1)
    gains = 1 / (response.T @ lamp(6500))
    inks = [ink(srgb) for srgb in ((180, 60, 50), (60, 150, 70), (50, 80, 170), (220, 200, 60), (120, 120, 120))]
    raw = np.array([gains * (response.T @ (one * lamp(6500))) for one in inks])
    true = np.array([srgb_linear(one, lamp(6500)) for one in inks])
    return response, gains, np.linalg.lstsq(raw, true, rcond=None)[0].T


def camera_light(reflectance, kelvin):
    """Linear BGR (3,) that the daylight-balanced camera gives under a lamp of `kelvin`; white's brightest is 1."""
    response, gains, matrix = _sensor()
    white = np.clip(matrix @ (gains * (response.T @ lamp(kelvin))), 0.005, None)
    seen = np.clip(matrix @ (gains * (response.T @ (reflectance * lamp(kelvin)))), 0, None)
    return (seen / white.max())[::-1]
