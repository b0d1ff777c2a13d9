"""What cameras hold: exposures in whole beats of a lamp, and USB cameras that take, clamp or ignore orders."""
from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from waiting import wait_for

from hardware.camera import LiveCamera
from hardware.held import Held, beat_of, brighter, whole_beats
from hardware.v4l import hold

BEAT_50, BEAT_60 = 1 / 100, 1 / 120


@pytest.mark.parametrize(
    ("held", "times", "beat_s", "exposure_s", "gain"),
    [
        (Held(0.012), 0.5, 0.0, 0.006, None),
        (Held(0.012, 2.0, true_gain=True), 0.5, 0.0, 0.006, 2.0),
        (Held(0.012, 2.0, true_gain=True), 1.0, BEAT_50, 0.01, 2.4),
        (Held(0.03, 2.0, true_gain=True), 0.5, BEAT_50, 0.02, 1.5),
        (Held(0.01, 1.0, true_gain=True), 0.5, BEAT_50, 0.01, 1.0),
        (Held(0.01, 1.0, true_gain=True), 1.6, BEAT_50, 0.01, 1.6),
        (Held(0.004, 64.0), 1.0, BEAT_60, 1 / 120, 64.0),
    ],
)
def test_more_or_less_light(held: Held, times: float, beat_s: float, exposure_s: float, gain: float | None) -> None:
    told = brighter(held, times, beat_s)
    assert told.exposure_s == pytest.approx(exposure_s)
    assert told.gain == (gain if gain is None else pytest.approx(gain))


@pytest.mark.parametrize(
    ("exposure_s", "beat_s"), [(0.01, BEAT_50), (0.0301, BEAT_50), (1 / 60, BEAT_60), (0.012, 0.0), (0.004, 0.0)]
)
def test_which_beat_an_exposure_holds(exposure_s: float, beat_s: float) -> None:
    assert beat_of(Held(exposure_s)) == beat_s


def test_at_least_one_beat() -> None:
    assert whole_beats(0.001, BEAT_50) == BEAT_50


class StandInCapture:
    """A UVC camera as OpenCV shows it: `set` says yes to everything, and `get` tells what the driver made of it."""

    def __init__(self, manual: bool = True, longest: float = 333.0) -> None:
        self._manual, self._longest = manual, longest
        self.controls = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 20.0,
                         cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 3900.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}
        self.alive = True

    def set(self, what: int, value: float) -> bool:
        if what == cv2.CAP_PROP_EXPOSURE:
            value = min(value, self._longest)
        if what != cv2.CAP_PROP_AUTO_EXPOSURE or self._manual:
            self.controls[what] = value
        return True

    def get(self, what: int) -> float:
        return self.controls.get(what, -1.0)

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        return (True, np.full((4, 4, 3), 90, np.uint8)) if self.alive else (False, None)

    def release(self) -> None:
        self.alive = False


@pytest.mark.parametrize(
    ("capture", "wanted", "held"),
    [
        (StandInCapture(), None, Held(0.0156, 20.0, kelvin=3900.0)),
        (StandInCapture(), Held(0.02, 10.0, kelvin=5000.0), Held(0.02, 10.0, kelvin=5000.0)),
        (StandInCapture(), Held(0.05), Held(0.0333, 20.0, kelvin=3900.0)),
        (StandInCapture(manual=False), None, None),
    ],
    ids=["as found", "as told", "clamped", "cannot"],
)
def test_a_usb_camera_holds(capture: StandInCapture, wanted: Held | None, held: Held | None) -> None:
    found = hold(capture, wanted)  # type: ignore[arg-type]
    assert found == (held and Held(pytest.approx(held.exposure_s), held.gain, kelvin=held.kelvin))
    if held:
        assert [capture.controls[what] for what in (
            cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)] == [1, 0, 0]


def test_a_camera_that_comes_back_is_told_again() -> None:
    captures: list[StandInCapture] = []

    def start() -> StandInCapture:
        captures.append(StandInCapture())
        return captures[-1]

    camera = LiveCamera("stand-in", start, hold)  # type: ignore[arg-type]
    camera.hold(Held(0.01, 5.0, kelvin=4100.0))
    assert wait_for(lambda: camera.held is not None)
    captures[0].alive = False
    assert wait_for(lambda: len(captures) > 1 and captures[-1].controls[cv2.CAP_PROP_EXPOSURE] == 100)
    assert camera.held == Held(0.01, 5.0, kelvin=4100.0)
    camera.close()


def test_a_stream_is_left_alone() -> None:
    unadjustable: Callable[[], StandInCapture] = StandInCapture
    camera = LiveCamera("stand-in", unadjustable)  # type: ignore[arg-type]
    camera.hold(None)
    assert wait_for(lambda: camera.read() is not None)
    assert camera.held is None
    camera.close()
