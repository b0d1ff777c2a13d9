"""How different two colours look: CIEDE2000."""
from __future__ import annotations

import cv2
import numpy as np


def lab_of(bgr: np.ndarray) -> np.ndarray:
    """BGR sRGB colours (..., 3), 0 to 255, as CIE L*a*b* (D65) float32 (n, 3)."""
    rows = np.asarray(bgr, np.float32).reshape(1, -1, 3) / 255
    return np.asarray(cv2.cvtColor(rows, cv2.COLOR_BGR2Lab)[0])


def difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """ΔE00 between L*a*b* colours (n, 3) and (n, 3), as (n,): 1 is just visible, 3 is a shade off.

    After Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula", 2005; the names are the paper's.
    """
    (l1, a1, b1), (l2, a2, b2) = np.asarray(one, float).T, np.asarray(other, float).T
    mean_c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    c1, h1 = _chroma_and_hue(a1 * (1 + g), b1)
    c2, h2 = _chroma_and_hue(a2 * (1 + g), b2)
    turn = np.where(c1 * c2 == 0, 0, (h2 - h1 + 180) % 360 - 180)
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2  # noqa: E741  the paper's L
    h = np.where(c1 * c2 == 0, h1 + h2, h1 + turn / 2) % 360
    sl, sc, sh = 1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * _weight(h)
    return np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + _twist(c, h) * (dc / sc) * (dh / sh))


def _chroma_and_hue(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360


def _weight(h: np.ndarray) -> np.ndarray:
    terms = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return np.asarray(1 + sum(size * np.cos(np.radians(times * h + shift)) for size, times, shift in terms))


def _twist(c: np.ndarray, h: np.ndarray) -> np.ndarray:
    spread = 30 * np.exp(-(((h - 275) / 25) ** 2))
    return np.asarray(-2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * np.sin(np.radians(2 * spread)))
