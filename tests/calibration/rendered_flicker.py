"""Frames of a rolling shutter under lamps that flicker with the mains."""
from __future__ import annotations

import cv2
import numpy as np
from rendered_table import encoded

from vision.types import Frame


def frames(mains, fps, depth=0.15, readout=0.023, exposure=0.004, count=24, seed=0, off=1.0004, table=None):
    """Small frames of a textured table; each row integrates the lamp over its own exposure; stamps jitter by 0.3 ms."""
    rng = np.random.default_rng(seed)
    table = blotches(rng) if table is None else table
    beat = 2 * mains * off
    blurred = depth * np.sinc(beat * exposure)
    for seq in range(count):
        at = seq / fps + 0.123
        lamp = 1 + blurred * np.sin(2 * np.pi * beat * (at + readout * np.arange(192) / 192))
        light = table * lamp[:, None] + rng.normal(0, 0.004, table.shape)
        yield Frame(cv2.cvtColor(encoded(light), cv2.COLOR_GRAY2BGR), at + rng.normal(0, 0.0003), seq)


def blotches(rng):
    return cv2.GaussianBlur(rng.uniform(0.1, 0.6, (192, 64)).astype(np.float32), (0, 0), 4)


def felt(fall=0.4, grain=0.1, stripes=0.0, rim=0.0):
    """A tray of felt in uneven light; `stripes` of cloth run aslant, `rim`: its walls throw a shadow."""
    rng = np.random.default_rng(2)
    y, x = np.mgrid[-1:1:192j, -1:1:256j].astype(np.float32)
    light = 0.25 * (1 - fall * (0.7 * y + x * x / 2 + y * y / 2) / 2) * (1 - rim * np.exp(-(((y + 0.7) / 0.1) ** 2)))
    light *= 1 + stripes * np.sin(16 * (y + 0.6 * x))
    return (light * (1 + grain * rng.standard_normal((192, 256)))).astype(np.float32)
