"""The Pi's camera in its child process, against a stand-in for picamera2 under another Python with another numpy.

The stand-in follows the documented interface (controls, requests, metadata); the real one needs libcamera and a Pi.
"""
from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from waiting import wait_for

from hardware.errors import CameraError
from hardware.held import Held
from hardware.picamera import STALLED_S, SYSTEM_PYTHON, PiCamera

STANDIN = Path(__file__).parent / "standin"
SIZE = (328, 246)


def other_numpy() -> str:
    """The numpy of the system's own Python; "" if it has none."""
    code = "import numpy; print(numpy.__version__)"
    done = subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    return done.stdout.strip()


pytestmark = pytest.mark.skipif(not other_numpy(), reason="the system's Python has no numpy: apt install python3-numpy")


@pytest.fixture
def camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PiCamera]:
    monkeypatch.setenv("STANDIN_WEDGE_AT", str(tmp_path / "wedge"))
    camera = PiCamera(modules=STANDIN, size=SIZE)
    assert wait_for(lambda: camera.read() is not None)
    yield camera
    camera.close()


def test_the_child_has_another_numpy() -> None:
    assert other_numpy() != np.__version__


def test_frames_are_whole_settled_and_blue_first(camera: PiCamera) -> None:
    seen = []
    for _ in range(5):
        last = camera.read()
        assert wait_for(lambda last=last: camera.read() is not last)
        seen.append(camera.read())
    frames = [frame for frame in seen if frame is not None]
    assert len(frames) == 5
    for frame in frames:
        assert frame.image.shape == (246, 328, 3)
        assert (frame.image == frame.image[0, 0]).all()
    colours = {tuple(int(value) for value in frame.image[0, 0]) for frame in frames}
    assert len(colours) == 1, "the exposure is held"
    blue, green, red = colours.pop()
    assert blue == pytest.approx(120, rel=0.1)
    assert (green, red) == (pytest.approx(blue / 2, abs=1), pytest.approx(blue / 4, abs=1))
    stamps = [(frame.seq, frame.at) for frame in frames]
    assert stamps == sorted(set(stamps))
    assert camera.health.ok
    assert camera.health.text.startswith("the Pi's camera gives 328×246, 30 a second, exposure 12")


def test_it_holds_what_it_is_told_and_a_new_child_does_too(camera: PiCamera) -> None:
    found = camera.held
    assert found == Held(pytest.approx(0.012, rel=0.05), pytest.approx(2.0, rel=0.05), pytest.approx(1.8, rel=0.05),
                         pytest.approx(1.5, rel=0.05), true_gain=True)
    camera.hold(None)
    camera.hold(replace(found, exposure_s=0.01, gain=1.0))
    assert wait_for(lambda: level_of(camera) == 50)
    assert camera.held == replace(found, exposure_s=0.01, gain=1.0)
    dead = child_of(camera)
    os.kill(dead, signal.SIGKILL)
    assert wait_for(lambda: camera._child is not None and camera._child.pid != dead)
    last = camera.read()
    assert wait_for(lambda: camera.read() not in (None, last) and level_of(camera) == 50)


def level_of(camera: PiCamera) -> int:
    frame = camera.read()
    return -1 if frame is None else int(frame.image[0, 0, 0])


def child_of(camera: PiCamera) -> int:
    assert camera._child is not None
    return camera._child.pid


def test_a_killed_child_is_replaced(camera: PiCamera) -> None:
    before = camera.read()
    first = child_of(camera)
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: camera._child is not None and child_of(camera) != first)
    assert wait_for(lambda: (frame := camera.read()) is not None and before is not None and frame.seq > before.seq + 9)
    assert camera.health.ok


def test_a_wedged_child_is_found_in_two_seconds_and_replaced(camera: PiCamera, tmp_path: Path) -> None:
    first = child_of(camera)
    (tmp_path / "wedge").touch()
    began = time.monotonic()
    assert wait_for(lambda: camera.read() is None)
    assert time.monotonic() - began < STALLED_S + 0.5
    (tmp_path / "wedge").unlink()
    assert wait_for(lambda: camera.read() is not None)
    assert child_of(camera) != first


def test_the_child_ends_with_its_camera() -> None:
    camera = PiCamera(modules=STANDIN, size=SIZE)
    child = child_of(camera)
    camera.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.parametrize(
    ("python", "modules", "no_camera", "words"),
    [
        (SYSTEM_PYTHON, None, "", "this machine has no picamera2: sudo apt install"),
        (SYSTEM_PYTHON, STANDIN, "1", "no camera on the ribbon cable: look at both its ends"),
        ("/nowhere/python3", STANDIN, "", "/nowhere/python3 cannot be started: No such file"),
    ],
)
def test_what_is_missing_is_said(
    monkeypatch: pytest.MonkeyPatch, python: str, modules: Path | None, no_camera: str, words: str
) -> None:
    monkeypatch.setenv("STANDIN_NO_CAMERA", no_camera)
    with pytest.raises(CameraError, match=words):
        PiCamera(python, modules, SIZE)
