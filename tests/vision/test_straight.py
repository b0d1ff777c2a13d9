"""A bent picture rectified with the measured lens is the tray, straight."""
from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice import find_dice
from vision.straight import bent, straightened
from vision.tray import mm_of, pixels_of, rectify, standard_profile
from vision.types import Expectation, Library

PLAIN = standard_profile((820, 616))
BENT = replace(PLAIN, camera=(676.0, 0.0, 412.0, 0.0, 676.0, 306.0, 0.0, 0.0, 1.0),
               distortion=(-0.25, 0.08, 0.001, -0.001, 0.0))
CORNERS = np.array([[0, 0], [250, 0], [125, 125], [250, 250], [0, 250.0]])


@pytest.mark.parametrize("profile", [PLAIN, BENT])
def test_there_and_back(profile):
    assert np.abs(mm_of(profile, pixels_of(profile, CORNERS)) - CORNERS).max() < 1e-3
    for pixels in (np.array([[10.0, 10.0], [800.0, 600.0], [400.0, 300.0]]), np.empty((0, 2))):
        assert bent(profile, straightened(profile, pixels)).shape == pixels.shape
    pixels = np.array([[10.0, 10.0], [800.0, 600.0], [400.0, 300.0]])
    assert np.abs(bent(profile, straightened(profile, pixels)) - pixels).max() < 1e-2


@pytest.mark.parametrize("profile", [PLAIN, BENT])
def test_rectified(profile):
    """A dot drawn where the lens puts a place of the table appears at that place."""
    for place in CORNERS * 0.8 + 25:
        image = np.zeros((616, 820, 3), np.uint8)
        middle = np.round(pixels_of(profile, place[None])[0]).astype(int).tolist()
        cv2.circle(image, middle, 4, (255, 255, 255), -1)
        found = np.argwhere(rectify(image, profile, (0.0, 0.0, 250.0, 250.0), 2.0)[..., 0] > 127).mean(0)[::-1]
        assert np.abs((found + 0.5) / 2 - place).max() < 0.4


@pytest.mark.parametrize("profile", [PLAIN, BENT])
def test_an_empty_tray_is_empty(profile):
    assert find_dice(np.full((616, 820, 3), 90, np.uint8), profile, Expectation(), Library()) == ()


def test_the_bent_lens_bends():
    assert np.abs(pixels_of(BENT, CORNERS) - pixels_of(PLAIN, CORNERS)).max() > 2
