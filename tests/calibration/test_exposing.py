"""Exposure is set at the camera where it can be told: the strip ends well lit, and lamps' stripes go away."""
from __future__ import annotations

import pytest
from rendered_flicker import felt, frames
from rendered_strip import place, scene
from rendered_table import exposed

from calibration import light
from calibration.exposing import avoid_flicker, expose_strip
from calibration.flicker import judge_flicker
from hardware.held import Held
from vision.tray import standard_profile
from vision.types import Frame

TRAY = standard_profile((256, 192))


class Camera:
    """Sees the strip by what it holds: `light` is the gain of a picture exposed for a second at gain 1."""

    def __init__(self, light, held, longest=0.033):
        self._light, self.held, self._longest = light, held, longest

    def hold(self, wanted):
        if wanted is not None and self.held is not None:
            self.held = Held(min(wanted.exposure_s, self._longest), wanted.gain, true_gain=wanted.true_gain)

    def take(self, count, every_s=0.0):
        seen = self._light * (0.02 if self.held is None else self.held.exposure_s * (self.held.gain or 1))
        return [Frame(exposed(scene(5000), gain=seen), seq / 30, seq) for seq in range(count)]


@pytest.mark.parametrize(("held", "bright", "exposure_s"), [
    (Held(0.018), 120.0, (0.003, 0.009)),
    (Held(0.004), 40.0, (0.018, 0.03)),
    (Held(0.02, 2.0, true_gain=True), 20.0, (0.0199, 0.0201)),
    (Held(0.02, 4.0, true_gain=True), 60.0, (0.0099, 0.0101)),
], ids=["clipping", "dark", "well lit", "whole beats and a smaller gain"])
def test_the_strip_ends_well_lit(held, bright, exposure_s):
    camera = Camera(bright, held)
    images = expose_strip(camera, [frame.image for frame in camera.take(1)], place())
    _, verdict = light.measure(images, place())
    print(camera.held, verdict.says)
    assert verdict.ok
    assert exposure_s[0] <= camera.held.exposure_s <= exposure_s[1]


@pytest.mark.parametrize("camera", [Camera(80.0, None), Camera(2.0, Held(0.02))], ids=["cannot be told", "too dark"])
def test_what_a_camera_cannot_do_is_said(camera):
    images = expose_strip(camera, [frame.image for frame in camera.take(1)], place())
    assert not light.measure(images, place())[1].ok


class Lamp:
    """A tray under a lamp on 50 Hz mains, seen by what the camera holds."""

    def __init__(self, held, fps):
        self.held, self._fps = held, fps

    def hold(self, wanted):
        self.held = self.held and (wanted or self.held)

    def take(self, count, every_s=0.0):
        exposure = self.held.exposure_s if self.held else 0.004
        return list(frames(50, self._fps, exposure=exposure, off=1.0, table=felt()))


@pytest.mark.parametrize("fps", [27.3, 25.0])
def test_flicker_is_avoided(fps):
    camera = Lamp(Held(0.004, 5.0, true_gain=True), fps)
    found, _, exposure_s = avoid_flicker(camera, TRAY)
    assert judge_flicker(found).says == "The light is steady."
    assert camera.held == Held(pytest.approx(0.01), pytest.approx(2.0), true_gain=True)
    assert exposure_s == pytest.approx(0.01)


def test_flicker_that_cannot_be_avoided_is_said():
    found, _, exposure_s = avoid_flicker(Lamp(None, 27.3), TRAY)
    assert exposure_s == 0.0
    assert "(50 Hz mains): expose for a multiple of 1/100 s" in judge_flicker(found).says
