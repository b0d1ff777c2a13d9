"""Lamps' flicker in a rolling shutter's frames: found, and told apart by mains."""
from __future__ import annotations

import numpy as np
import pytest
from rendered_flicker import felt, frames

from calibration.errors import Unmeasurable
from calibration.flicker import find_flicker, judge_flicker
from vision.tray import standard_profile

TRAY = standard_profile((256, 192))


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
    assert judge_flicker(find_flicker(list(frames(50, 27.3, depth, exposure=exposure)))).says == "The light is steady."


def test_advice():
    verdict = judge_flicker(find_flicker(list(frames(60, 27.3))))
    assert not verdict.ok
    assert "(60 Hz mains): expose for a multiple of 1/120 s" in verdict.says


@pytest.mark.parametrize(("mains", "fps", "depth", "readout", "told"), [
    (60, 30.0, 0.15, 0.023, 60), (50, 25.0, 0.15, 0.033, 50), (50, 20.0, 0.15, 0.028, 0), (60, 30.0, 0.03, 0.03, 60)])
def test_bands_that_stand_still(mains, fps, depth, readout, told):
    """The camera in step with the mains: only the tray's floor shows it, and the rate says with which."""
    shown = list(frames(mains, fps, depth, readout, off=1.0, table=felt()))
    found = find_flicker(shown, TRAY)
    assert (found.mains_hz, found.standing) == (told, True)
    assert found.depth == pytest.approx(depth * np.sinc(2 * mains * 0.004) / np.sqrt(2), rel=0.25)
    assert "stand still in the tray" in judge_flicker(found).says


@pytest.mark.parametrize("table", [
    felt(), felt(fall=0.9), felt(grain=0.3), felt(stripes=0.2), felt(rim=0.5), None],
    ids=["felt", "uneven", "coarse", "striped aslant", "shadow of a wall", "blotches"])
def test_a_still_tray_shows_no_bands(table):
    shown = list(frames(60, 30.0, 0.0, table=table))
    assert judge_flicker(find_flicker(shown, TRAY)).says == "The light is steady."


def test_a_hand_in_the_picture_is_no_mains():
    shown = list(frames(50, 27.3, depth=0.0))
    for seq, frame in enumerate(shown):
        frame.image[: 8 * seq] //= 2
    assert find_flicker(shown).mains_hz == 0


def test_too_few_frames():
    with pytest.raises(Unmeasurable, match="12 are needed"):
        find_flicker(list(frames(50, 30, count=5)))
