"""USB cameras through OpenCV's V4L2: format and rate asked for, exposure and balance held."""
from __future__ import annotations

from pathlib import Path

import cv2

from hardware.held import Held

SIZE, FPS = (1640, 1232), 30  # the standard rig's; a camera without it gives its nearest
MANUAL = 1  # of V4L2's exposure modes
TICK_S = 1e-4  # in which V4L2 counts exposures


def start_device(path: Path) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw does not fit through USB 2 at this size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def hold(capture: cv2.VideoCapture, wanted: Held | None) -> Held | None:
    """Stop the automatics at `wanted`, or (None) at what they have found; what the camera then says that it holds.

    None: it cannot be told. OpenCV says yes whatever a driver does, so everything is read again.
    """
    now = wanted or found_by(capture)
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
    if capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL:
        return None
    capture.set(cv2.CAP_PROP_EXPOSURE, max(1, round(now.exposure_s / TICK_S)))
    capture.set(cv2.CAP_PROP_AUTO_WB, 0)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    if now.kelvin is not None:
        capture.set(cv2.CAP_PROP_WB_TEMPERATURE, now.kelvin)
    if now.gain is not None:
        capture.set(cv2.CAP_PROP_GAIN, now.gain)
    return found_by(capture)


def found_by(capture: cv2.VideoCapture) -> Held:
    exposure, gain, kelvin = (capture.get(what) for what in (
        cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_WB_TEMPERATURE))
    return Held(exposure * TICK_S, gain if gain >= 0 else None, kelvin=kelvin if kelvin > 0 else None)
