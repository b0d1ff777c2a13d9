"""The running eye, bumped: it goes on with the profile put right, or says that it needs help."""
from __future__ import annotations

import threading

import numpy as np
import pytest
from rendered_table import TABLE_MM, Lens, exposed, look_at, picture_of, table_surface

from app.eye import Eye
from calibration import tray
from hardware.health import Health
from vision.straight import frame_of
from vision.tray import standard_profile
from vision.types import Frame, Library

STRAIGHT = Lens(674.0, (409.5, 307.5), (820, 616), k1=0, k2=0, k3=0, p1=0, p2=0, s1=0)
BEFORE, AFTER = look_at((181, 125), 380), look_at((184, 121), 380, roll=1)
INSIDE = np.array([[0, 0], [250, 0], [250, 250], [0, 250.0]])


class Bumped:
    """A camera whose every look is a tenth of a second later; `looked` once it was looked through often enough."""

    health = Health(True, "")

    def __init__(self, image):
        self.image, self.looks, self.looked = image, 0, threading.Event()

    def read(self):
        self.looks += 1
        if self.looks > 40:
            self.looked.set()
        return Frame(self.image, self.looks / 10, self.looks)

    def close(self):
        """Nothing to let go."""


def _seen(view):
    return exposed(picture_of(table_surface(), TABLE_MM[:2], STRAIGHT, view))


@pytest.mark.parametrize(("image", "health"), [
    (lambda: _seen(AFTER), Health(True, "")),
    (lambda: np.full((616, 820, 3), 90, np.uint8),
     Health(False, "Only 0 of the tray's markers are seen: uncover them, or calibrate the tray again.")),
])
def test_bumped(image, health):
    profile = tray.measure([_seen(BEFORE)], standard_profile(STRAIGHT.size))[0]
    camera = Bumped(image())
    eye = Eye(camera, profile, Library())
    try:
        assert camera.looked.wait(60)
        assert eye.health == health
        off = np.abs(frame_of(eye._profile, INSIDE) - AFTER.see(STRAIGHT, INSIDE)).max()
        assert (off < 1.0) == health.ok
    finally:
        eye.close()
