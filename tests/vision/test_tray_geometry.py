"""Pixels and millimetres on the standard rig."""
from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tray import STANDARD_RIG, inside, mask, mm_of, outline, pixels_of, rectify, resize, standard_profile

CORNERS_MM = np.array([[0, 0], [250, 0], [250, 250], [0, 250]], float)


@pytest.mark.parametrize("size", [(1640, 1232), (820, 616), (320, 240)])
def test_there_and_back(size: tuple[int, int]) -> None:
    profile = standard_profile(size)
    assert mm_of(profile, pixels_of(profile, CORNERS_MM)) == pytest.approx(CORNERS_MM)


def test_the_view_is_450_mm_wide_around_its_centre() -> None:
    borders = mm_of(STANDARD_RIG, np.array([[-0.5, 615.5], [1639.5, 615.5]]))
    assert borders == pytest.approx(np.array([[-44.0, 125.0], [406.0, 125.0]]))


@pytest.mark.parametrize("size", [(820, 616), (410, 308)])
def test_another_size_is_the_same_place(size: tuple[int, int]) -> None:
    small = resize(STANDARD_RIG, size)
    assert (small.size, np.array(small.to_mm)) == (size, pytest.approx(np.array(standard_profile(size).to_mm)))


def test_only_the_inside_counts() -> None:
    mm = np.array([[1, 1], [249, 249], [-1, 100], [100, 251], [320, 100]], float)
    assert inside(STANDARD_RIG, pixels_of(STANDARD_RIG, mm)).tolist() == [True, True, False, False, False]


def test_the_mask_covers_the_inside() -> None:
    shown = mask(STANDARD_RIG, (820, 616))
    whole = np.prod(np.ptp(outline(resize(STANDARD_RIG, (820, 616))), axis=0))
    assert (shown.shape, int((shown > 0).sum())) == ((616, 820), pytest.approx(whole, rel=0.01))


def test_rectify_shows_an_area_at_its_scale() -> None:
    picture = np.zeros((616, 820, 3), np.uint8)
    spot = np.round(pixels_of(standard_profile((820, 616)), np.array([[100.0, 60.0]])))[0]
    cv2.circle(picture, (int(spot[0]), int(spot[1])), 4, (255, 255, 255), -1)
    seen = rectify(picture, STANDARD_RIG, (50, 50, 150, 100), 4.0)
    y, x = np.argwhere(seen[..., 0] > 128).mean(axis=0)
    assert seen.shape == (200, 400, 3)
    assert (x, y) == pytest.approx((200, 40), abs=1.5)


def test_a_known_camera_goes_with_the_size() -> None:
    camera = (1300.0, 0.0, 819.5, 0.0, 1300.0, 615.5, 0.0, 0.0, 1.0)
    half = resize(standard_profile().__class__(size=(1640, 1232), to_mm=STANDARD_RIG.to_mm, camera=camera), (820, 616))
    assert half.camera == pytest.approx((650.0, 0.0, 409.5, 0.0, 650.0, 307.5, 0.0, 0.0, 1.0))
