"""The light strip in the standard rig's tray under lamps of every colour, as a small camera sees it."""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from rendered_light import WAVES, camera_light, ink
from rendered_table import PX_PER_MM, TABLE_MM, Lens, exposed, look_at, picture_of, table_surface

from calibration import tray
from calibration.sheets import patches
from vision.tray import standard_profile

EYE = Lens(676.0, (412.0, 306.0), (820, 616))
VIEW = look_at((181, 125), 378, slant=2, azimuth=30)
STRIP_AT = (47.0, 105.0)


@lru_cache(maxsize=1)
def place():
    camera = (EYE.focal, 0.0, EYE.centre[0], 0.0, EYE.focal, EYE.centre[1], 0.0, 0.0, 1.0)
    bend = (EYE.k1, EYE.k2, EYE.p1, EYE.p2, EYE.k3)
    known = replace(standard_profile(EYE.size), camera=camera, distortion=bend)
    return tray.measure([seen(6500)], known)[0]


@lru_cache(maxsize=8)
def scene(kelvin):
    """The table under a lamp: greys and colours of the strip from their own spectra, all else as grey as its green."""
    grey = cv2.resize(table_surface(strip_at=STRIP_AT), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    table = grey[..., None] * camera_light(np.ones(len(WAVES)), kelvin).astype(np.float32)
    for patch in patches():
        corners = np.reshape(patch.box_mm, (2, 2)) + STRIP_AT - TABLE_MM[:2]
        (x0, y0), (x1, y1) = np.round(corners * PX_PER_MM / 2).astype(int)
        table[y0:y1, x0:x1] = camera_light(0.02 + 0.83 * ink(patch.srgb), kelvin)
    return picture_of(table, TABLE_MM[:2], EYE, VIEW, px_per_mm=PX_PER_MM / 2)


def seen(kelvin, **looks):
    return exposed(scene(kelvin), **({"gain": 0.95, "vignette": 0.4} | looks))
