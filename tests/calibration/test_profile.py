"""A place on disk comes back whole, or is refused in words."""
from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing, ProfileNewer, WrongShape
from calibration.profile import Place, Verdict, load_or_default, load_place, load_profile, profile_for, save_place
from hardware.held import Held
from vision.types import Profile

PROFILE = Profile(
    size=(1640, 1232),
    to_mm=(0.27, 0.01, -60.0, -0.005, 0.28, -40.0, 1e-5, -2e-6, 1.0),
    spot_mm=(270.0, 40.0, 370.0, 180.0),
    camera=(1350.0, 0.0, 815.0, 0.0, 1352.0, 610.0, 0.0, 0.0, 1.0),
    distortion=(0.11, -0.2, 0.001, -0.0004, 0.03),
    white=(1.3, 1.0, 0.8),
    name="kitchen [ big  table ]",
    markers=((0, -20.0, -20.0), (1, 270.0, -20.0)),
    flat=((1.2, 1.1), (1.0, 1.3)),
    colour=(0.8, 0.25, -0.05, -0.03, 1.02, 0.01, -0.02, -0.04, 1.06),
)
PLACE = Place(PROFILE, "picamera imx708", "2026-11-30", (Verdict("lens", True, "0.2 px", "2026-11-30", "lens.png"),),
              Held(0.01, 2.5, 1.8, 1.4, true_gain=True))
DEFAULT = Profile(size=(1640, 1232), to_mm=(0.25, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 1.0))


@pytest.fixture
def path(tmp_path):
    save_place(PLACE, tmp_path / "places" / "kitchen.json")
    return tmp_path / "places" / "kitchen.json"


@pytest.mark.parametrize("place", [PLACE, Place(DEFAULT), replace(PLACE, held=Held(0.02, kelvin=4100.0))])
def test_comes_back_whole(tmp_path, place):
    save_place(place, tmp_path / "p.json")
    assert load_place(tmp_path / "p.json") == place
    assert load_profile(tmp_path / "p.json") == place.profile


def test_is_readable(path):
    lines = path.read_text("utf-8").splitlines()
    assert '    "size": [1640, 1232],' in lines
    assert "      [0.27, 0.01, -60.0]," in lines
    assert not path.with_name("kitchen.json.new").exists()


@pytest.mark.parametrize(("change", "refusal", "words"), [
    (lambda d: d.update(version=2), ProfileNewer, "newer"),
    (lambda d: d.update(tableside="save"), ProfileDamaged, "not a Tableside place"),
    (lambda d: d.pop("version"), ProfileDamaged, "version"),
    (lambda d: d.pop("camera"), ProfileDamaged, "camera is missing"),
    (lambda d: d["profile"].pop("to_mm"), ProfileDamaged, "to_mm is missing"),
    (lambda d: d["profile"].update(tint=3), ProfileDamaged, "“tint” is unknown"),
    (lambda d: d["profile"].update(to_mm=[[1, 0], [0, 1]]), ProfileDamaged, "to_mm needs 3 numbers"),
    (lambda d: d["profile"].update(to_mm=[[1, 0, 0]] * 3), ProfileDamaged, "inverted"),
    (lambda d: d["profile"].update(white=[1, float("nan"), 1]), ProfileDamaged, "not a number"),
    (lambda d: d["profile"].update(white=[1, 1]), ProfileDamaged, "white needs 3"),
    (lambda d: d["profile"].update(colour=[[1, 0, 0]] * 3), ProfileDamaged, "inverted"),
    (lambda d: d["profile"].update(size="large"), ProfileDamaged, "size"),
    (lambda d: d["profile"].update(size=[1640.5, 1232]), ProfileDamaged, "whole"),
    (lambda d: d["profile"].update(flat=[[1, 2], [1]]), ProfileDamaged, "flat needs 2 numbers"),
    (lambda d: d.update(version=True), ProfileDamaged, "version"),
    (lambda d: d.update(verdicts=None), ProfileDamaged, "verdicts holds None"),
    (lambda d: d["profile"].update(name=5), ProfileDamaged, "not a text"),
    (lambda d: d["profile"].update(tray_mm=None), ProfileDamaged, "tray_mm holds None"),
    (lambda d: d["profile"].update(tray_mm=[250, 250, 0, 0]), ProfileDamaged, "left, top, right and bottom"),
    (lambda d: d["profile"].update(die_mm=0), ProfileDamaged, "die_mm holds a number that cannot be, 0"),
    (lambda d: d["profile"].update(die_mm=1e300), ProfileDamaged, "die_mm"),
    (lambda d: d["profile"].update(distortion=[0.1, 0.1, 0]), ProfileDamaged, "distortion needs 5"),
    (lambda d: d["profile"].update(flat=[[]]), ProfileDamaged, "flat needs"),
    (lambda d: d["profile"].update(flat=[[0, 0]]), ProfileDamaged, "flat"),
    (lambda d: d["profile"].update(colour=[[-1, 0, 0], [0, 1, 0], [0, 0, 1]]), ProfileDamaged, "colour turns"),
    (lambda d: d["profile"].update(camera=[[-9, 0, 4], [0, 9, 3], [0, 0, 1]]), ProfileDamaged, "focal lengths"),
    (lambda d: d["profile"].update(to_mm=[[-0.27, 0, 60], [0, 0.27, -9], [0, 0, 1]]), ProfileDamaged, "mirrored"),
    (lambda d: d["profile"].update(to_mm=[[0.27, 0, 0], [0, 0.27, 0], [0, 0.002, 1]]), ProfileDamaged, "behind"),
    (lambda d: d.update(verdicts=[{"step": "lens"}]), ProfileDamaged, "five fields"),
    (lambda d: d.update(profile=[]), ProfileDamaged, "damaged"),
    (lambda d: d.update(held={"exposure_s": "long"}), ProfileDamaged, "not a number"),
    (lambda d: d.update(held={"exposure_s": 0}), ProfileDamaged, "above 0"),
    (lambda d: d.update(held={"exposure_s": 0.01, "aperture": 2}), ProfileDamaged, "“aperture”"),
])
def test_refuses_what_does_not_hold_together(path, change, refusal, words):
    document = json.loads(path.read_text("utf-8"))
    change(document)
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(refusal, match=words) as refused:
        load_place(path)
    assert "\n" not in str(refused.value)
    profile, said = load_or_default(path, DEFAULT)
    assert profile == DEFAULT
    assert "standard rig is assumed" in said


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b"[" * 100_000])
def test_refuses_what_is_no_profile(tmp_path, content):
    (tmp_path / "p.json").write_bytes(content)
    with pytest.raises(ProfileDamaged):
        load_profile(tmp_path / "p.json")


def test_every_cut_is_refused(path):
    whole = path.read_bytes()
    for length in range(0, len(whole.rstrip()), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(CalibrationError):
            load_place(path)


def test_missing(tmp_path):
    with pytest.raises(ProfileMissing, match="calibrate"):
        load_profile(tmp_path / "none.json")
    assert load_or_default(tmp_path / "none.json", DEFAULT) == (DEFAULT, "")


@pytest.mark.parametrize(("camera", "words"), [("picamera imx708", ""), ("", ""), ("/dev/video0", "another camera")])
def test_another_camera_is_said(path, camera, words):
    profile, said = load_or_default(path, DEFAULT, camera)
    assert profile == PROFILE
    assert (words in said) if words else said == ""


@pytest.mark.parametrize("size", [(820, 616), (3280, 2464), (1024, 769)])
def test_another_resolution_is_the_same_table(size):
    """A picture scaled by OpenCV shows the same millimetre at the scaled pixel, edges and all."""
    scaled = profile_for(PROFILE, size)
    point = np.array([[[812.0, 333.0]]])
    moved = (point + 0.5) * (np.array(size) / PROFILE.size) - 0.5
    assert np.allclose(_mm(scaled, moved), _mm(PROFILE, point), atol=1e-6)


def test_another_shape_is_refused():
    with pytest.raises(WrongShape, match="1920×1080"):
        profile_for(PROFILE, (1920, 1080))
    assert load_or_default("nowhere.json", replace(DEFAULT, size=(1920, 1080)))[1] == ""


def _mm(profile, point):
    camera, to_mm = (np.reshape(part, (3, 3)) for part in (profile.camera, profile.to_mm))
    straight = cv2.undistortPoints(point, camera, np.array(profile.distortion), P=camera)
    return cv2.perspectiveTransform(straight, to_mm)
