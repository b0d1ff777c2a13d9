"""Where frames come from: a live camera in its own thread, or whatever a source names."""
from __future__ import annotations

import os
import stat
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np

from hardware.errors import CameraError
from hardware.film import FakeCamera
from hardware.health import Health
from hardware.held import Held
from hardware.picamera import PiCamera
from hardware.picture import health_of
from hardware.stills import SUFFIXES, StillCamera, pictures_in
from hardware.v4l import FPS, hold, start_device
from hardware.worker import Worker
from vision.types import Frame

STALLED_S = 2.0
REOPEN_S = 0.5
OPEN_MS, READ_MS = 3000, 1500
SCHEMES = ("http", "https", "rtsp", "rtmp", "udp")
Hold = Callable[[cv2.VideoCapture, Held | None], Held | None]
# ffmpeg and v4l have their own ideas of how long to wait and what to print; they read these when first used
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")


class Camera(Protocol):
    """What every camera is: `read` never waits, and gives the same object until there is a newer frame.

    `held` is what it holds fixed, None while it decides by itself; `hold` has it hold that, or (None) what it has found
    by now, from some frames later on and after every restart. One that cannot be told leaves it.
    """

    def read(self) -> Frame | None: ...
    @property
    def health(self) -> Health: ...
    @property
    def held(self) -> Held | None: ...
    def hold(self, wanted: Held | None) -> None: ...
    def close(self) -> None: ...


class LiveCamera:
    """A camera that OpenCV can open; read in a thread, newest frame wins, opened again for ever once it was there."""

    def __init__(self, name: str, start: Callable[[], cv2.VideoCapture], hold: Hold | None = None) -> None:
        self.name, self._start, self._hold = name, start, hold
        self.held: Held | None = None
        self._orders: deque[Held | None] = deque(maxlen=1)  # the newest one not yet told to the camera
        self._capture: cv2.VideoCapture | None = start()
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(f"no camera answers at {name}")
        self._format = format_of(self._capture)
        self._frame: Frame | None = None
        self._since = time.monotonic()
        self._interval_s = 1 / FPS
        self._worker = Worker("camera", self._step)
        self._worker.start()

    def read(self) -> Frame | None:
        return self._frame if self._lag < STALLED_S else None

    @property
    def health(self) -> Health:
        frame = self.read()
        if frame is None:
            return Health(False, f"no picture from {self.name} for {self._lag:.0f} s: look at its cable or its app")
        height, width = frame.image.shape[:2]
        rate = round(1 / self._interval_s)
        return health_of(frame, f"{self.name} gives {width}×{height} {self._format}, {rate} a second")

    def hold(self, wanted: Held | None) -> None:
        self._orders.append(wanted)

    def close(self) -> None:
        self._worker.close()
        if self._capture is not None and not self._worker.alive:
            self._capture.release()

    @property
    def _lag(self) -> float:
        return time.monotonic() - self._since

    def _step(self) -> None:
        if self._capture is None:
            self._worker.rest(REOPEN_S)
            self._capture = self._start()
            if self.held is not None and not self._orders:
                self._orders.append(self.held)
        if self._orders and self._hold is not None and self._capture.isOpened():
            self.held = self._hold(self._capture, self._orders.popleft())
        found, image = self._capture.read()
        if found:
            self._take(image, time.monotonic())
        else:
            self._capture.release()
            self._capture = None

    def _take(self, image: np.ndarray, now: float) -> None:
        if self._frame is not None:
            self._interval_s += (now - self._since - self._interval_s) / 16
        self._since = now
        self._frame = Frame(image, now, self._frame.seq + 1 if self._frame else 0)


def format_of(capture: cv2.VideoCapture) -> str:
    """The four letters by which `capture` names its pictures' format; "?" if it does not."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 255) for shift in (0, 8, 16, 24))
    return letters.strip() if letters.isprintable() and letters.strip() else "?"


def open_camera(source: str) -> Camera:
    """The camera that `source` names: `picamera`, a video device or its number, a URL, a film, a picture or a folder.

    Raises CameraError, in one line, if it names nothing that gives pictures.
    """
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if source == "picamera":
        return PiCamera()
    if source.isdigit():
        return open_device(Path(f"/dev/video{source}"))
    if urlsplit(source).scheme in SCHEMES:
        return open_url(source)
    return open_path(Path(source).expanduser())


def open_path(path: Path) -> Camera:
    if not path.exists():
        raise CameraError(f"no camera and no file at {path}")
    if path.is_dir():
        return open_folder(path)
    if stat.S_ISCHR(path.stat().st_mode):
        return open_device(path)
    return StillCamera((path,)) if path.suffix.lower() in SUFFIXES else FakeCamera(path)


def open_folder(folder: Path) -> Camera:
    pictures = pictures_in(folder)
    if not pictures:
        raise CameraError(f"no pictures in {folder}")
    return StillCamera(pictures)


def open_device(path: Path) -> Camera:
    if not path.exists():
        raise CameraError(f"no camera at {path}: plug it in, or give another --camera")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraError(f"{path} may not be opened: add yourself to the group video and log in again")
    return LiveCamera(str(path), lambda: start_device(path), hold)


def open_url(url: str) -> Camera:
    waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    return LiveCamera(url, lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, waits))
