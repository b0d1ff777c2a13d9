"""White, evenness and what is wrong with the light, on the strip rendered with spectra of lamps, inks and sensor."""
from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendered_light import WAVES, camera_light, ink
from rendered_strip import EYE, STRIP_AT, VIEW, place, seen
from rendered_table import decoded

from calibration import light
from calibration.difference import difference, lab_of
from calibration.errors import Unmeasurable
from calibration.sheets import patches
from vision.light import even, linear_of
from vision.tray import standard_profile
from vision.types import Profile

# Ink lets two hundredths of the paper's 85 shine through; scaled to the paper, as the eye does.
REFERENCE = np.array([0.02 + 0.83 * decoded(patch.srgb[::-1]) for patch in patches()]) / 0.85
PRINTED = [patch.srgb for patch in patches()]
DICE = [(200, 60, 90), (150, 30, 30), (240, 150, 90), (200, 190, 60), (90, 170, 60), (20, 110, 60), (40, 130, 150),
        (60, 90, 200), (30, 40, 90), (170, 90, 160), (230, 180, 180), (180, 210, 230), (120, 90, 60), (60, 60, 80)]
FLOOR = np.stack(np.meshgrid(np.arange(12, 240, 9.0), [20, 40, 60, 80, 170, 190, 210, 230]), -1).reshape(-1, 2)


def errors_of(image):
    """ΔE00 of the strip's patches as they look in `image`, scaled to the white patch."""
    strip = light.strip_of(image, place())
    return difference(lab_of(_codes(strip / strip[5].mean())), lab_of(_codes(REFERENCE)))


@pytest.mark.parametrize(("kelvin", "bar"), [(2700, 4.5), (3500, 3.5), (4000, 3.0), (5000, 3.0), (6500, 3.0)])
def test_white_is_white(kelvin, bar):
    """Greys within ΔE00 3, and colours from 4000 K on; held at daylight, a camera sees too little blue below."""
    image = seen(kelvin)
    profile, verdict = light.measure([image], place())
    before, after = errors_of(image), errors_of(even(image, profile))
    print(kelvin, "greys", before[:6].max().round(1), "to", after[:6].max().round(1),
          "colours", before[6:].max().round(1), "to", after[6:].max().round(1))
    assert verdict.ok
    assert after[:6].max() <= 3
    assert after[6:].max() <= bar


@pytest.mark.parametrize("kelvin", [2700, 4000])
def test_colours_that_were_not_printed_come_nearer_too(kelvin):
    strip, dice = balanced(PRINTED, kelvin), balanced(DICE, kelvin)
    mix = np.reshape(light.colour_of(strip), (3, 3))
    before, after = off(dice, DICE), off(dice @ mix.T, DICE)
    print(kelvin, "mean", before.mean().round(1), "to", after.mean().round(1), "worst", before.max().round(1), "to",
          after.max().round(1))
    assert after.mean() < 0.75 * before.mean()
    assert after.max() < before.max()


@pytest.mark.parametrize("codes", [
    pytest.param([(sum(code) // 3,) * 3 for code in PRINTED], id="in black ink alone"),
    pytest.param([*PRINTED[:6], *PRINTED[9:], *PRINTED[6:9]], id="in other colours"),
])
def test_a_strip_printed_otherwise_changes_no_colours(codes):
    assert light.colour_of(balanced(codes, 3000)) is None


def balanced(codes, kelvin):
    """Printed or moulded in these colours, the paper's white made white."""
    seen = np.array([camera_light(0.02 + 0.83 * ink(code), kelvin) for code in codes])
    return seen / camera_light(np.full(len(WAVES), 0.85), kelvin)


def off(seen, codes):
    truth = [0.02 + 0.83 * decoded(code[::-1]) for code in codes]
    return difference(lab_of(_codes(seen)), lab_of(_codes(np.array(truth) / 0.85)))


def test_the_light_is_evened():
    image = seen(5000)
    profile, _ = light.measure([image], place())
    assert _spread(image) > 0.07
    assert _spread(even(image, profile)) < 0.03


def test_glare_is_no_vignetting():
    """The ring's image on the floor is named and does not bend the flat field."""
    spots = tuple((*VIEW.see(EYE, np.array([[60.0 + 12 * i, 50.0]]))[0], 12) for i in range(8))
    profile, verdict = light.measure([seen(5000, glare=spots)], place())
    assert "of the tray lies in glare: move or dim the lamp." in verdict.says
    assert _spread(even(seen(5000), profile)) < 0.04


@pytest.mark.parametrize(("gain", "sentence"), [
    (0.95, "Good."), (1.6, "Whites clip: expose at most 80% as long"), (0.2, "It is dark: expose")])
def test_exposure(gain, sentence):
    _, verdict = light.measure([seen(6500, gain=gain)], place())
    assert sentence in verdict.says
    assert verdict.ok == (sentence == "Good.")


def test_all_white():
    with pytest.raises(Unmeasurable, match="Even the dark greys"):
        light.measure([np.where(_strip_area(32)[..., None], 252, seen(6500)).astype(np.uint8)], place())


@pytest.mark.parametrize(("spoil", "sentence"), [
    (lambda image: np.full_like(image, 120), "No marker is seen: bring the light strip"),
    (lambda image: np.where(_strip_area()[..., None], 60, image).astype(np.uint8), "The light strip is not seen"),
    (lambda image: image[:, ::-1].copy(), "This is the light strip mirrored"),
])
def test_spoilt_pictures(spoil, sentence):
    with pytest.raises(Unmeasurable, match=sentence):
        light.measure([spoil(seen(6500))], place())


def test_no_picture():
    with pytest.raises(Unmeasurable, match="No picture"):
        light.measure([], place())


def test_even_leaves_a_plain_profile_alone():
    image = seen(6500)
    assert even(image, standard_profile(EYE.size)) is image
    twice = Profile(EYE.size, place().to_mm, white=(2.0, 1.0, 0.5), flat=((1.0, 1.0), (1.0, 1.0)))
    grey = np.full((4, 4, 3), 100, np.uint8)
    assert np.abs(linear_of(even(grey, twice))[0, 0] / linear_of(grey)[0, 0] - (2, 1, 0.5)).max() < 0.02


def test_colours_are_mixed_in_linear_light():
    steps = np.stack([np.arange(256, dtype=np.uint8)] * 3, -1)[None]
    mix = np.array([[0.9, 0.2, -0.1], [0.0, 1.1, -0.1], [0.1, 0.0, 0.9]])
    known = replace(standard_profile(EYE.size), white=(1.2, 1.0, 0.7), colour=tuple(mix.ravel()))
    truth = _codes(linear_of(steps) * (1.2, 1.0, 0.7) @ mix.T)
    assert np.abs(even(steps, known) - truth).max() < 1.6


def _spread(image):
    smooth = cv2.blur(linear_of(image[..., 1]), (13, 13))
    x, y = VIEW.see(EYE, FLOOR).astype(np.float32).T
    values = cv2.remap(smooth, x[None], y[None], cv2.INTER_LINEAR)
    return values.std() / values.mean()


def _strip_area(margin=0):
    """Where the strip lies, as a mask; with a margin of 30 mm only its patches."""
    corners = np.array([[margin, 0], [156 - margin, 0], [156 - margin, 40], [margin, 40]]) + np.array(STRIP_AT)
    corners = VIEW.see(EYE, corners)
    return cv2.fillConvexPoly(np.zeros(EYE.size[::-1], np.uint8), np.round(corners).astype(np.int32), 1) > 0


def _codes(linear):
    linear = np.clip(linear, 0, 1)
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
