"""Lamps' flicker in a rolling shutter's frames: found, and told apart by mains."""
from __future__ import annotations

import cv2
import numpy as np
import pytest
from rendered_table import encoded

from calibration.errors import Unmeasurable
from calibration.flicker import find_flicker, judge_flicker
from vision.types import Frame


def frames(mains, fps, depth=0.15, readout=0.023, exposure=0.004, count=24, seed=0):
    """Small frames of a textured table; each row integrates the lamp over its own exposure; stamps jitter by 0.3 ms."""
    rng = np.random.default_rng(seed)
    table = cv2.GaussianBlur(rng.uniform(0.1, 0.6, (192, 64)).astype(np.float32), (0, 0), 4)
    beat = 2 * mains * 1.0004
    blurred = depth * np.sinc(beat * exposure)
    for seq in range(count):
        at = seq / fps + 0.123
        lamp = 1 + blurred * np.sin(2 * np.pi * beat * (at + readout * np.arange(192) / 192))
        light = table * lamp[:, None] + rng.normal(0, 0.004, table.shape)
        yield Frame(cv2.cvtColor(encoded(light), cv2.COLOR_GRAY2BGR), at + rng.normal(0, 0.0003), seq)


@pytest.mark.parametrize("mains", [50, 60])
@pytest.mark.parametrize("fps", [26.1, 29.6])
@pytest.mark.parametrize("readout", [0.011, 0.033])
def test_found_and_told_apart(mains, fps, readout):
    found = find_flicker(list(frames(mains, fps, readout=readout)))
    assert found.mains_hz == mains
    assert found.depth == pytest.approx(0.15 * np.sinc(2 * mains * 0.004) / np.sqrt(2), rel=0.2)


@pytest.mark.parametrize(("mains", "fps"), [(50, 30.0), (60, 25.0)])
def test_the_usual_rates(mains, fps):
    assert find_flicker(list(frames(mains, fps))).mains_hz == mains


@pytest.mark.parametrize(("exposure", "depth"), [(0.01, 0.3), (0.02, 0.3), (0.004, 0.0)])
def test_steady_light(exposure, depth):
    """A hundredth of a second holds one whole beat of 50 Hz mains."""
    assert judge_flicker(list(frames(50, 27.3, depth, exposure=exposure))).says == "The light is steady."


def test_advice():
    verdict = judge_flicker(list(frames(60, 27.3)))
    assert not verdict.ok
    assert "(60 Hz mains): expose for a multiple of 1/120 s" in verdict.says


def test_a_hand_in_the_picture_is_no_mains():
    shown = list(frames(50, 27.3, depth=0.0))
    for seq, frame in enumerate(shown):
        frame.image[: 8 * seq] //= 2
    assert find_flicker(shown).mains_hz == 0


def test_too_few_frames():
    with pytest.raises(Unmeasurable, match="12 are needed"):
        find_flicker(list(frames(50, 30, count=5)))
