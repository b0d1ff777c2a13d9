"""A camera that looks at pictures on disk, one after the other."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.errors import CameraError
from hardware.health import Health
from hardware.held import Held
from hardware.picture import health_of
from vision.types import Frame

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
FPS = 10
SHOWN_S = 3.0  # long enough for dice to count as settled


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in order of their names."""
    return tuple(sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES))


class StillCamera:
    """Shows each of `paths` for three seconds, over and over, ten frames a second as a camera would."""

    held: Held | None = None

    def __init__(self, paths: tuple[Path, ...], clock: Callable[[], float] = time.monotonic) -> None:
        self._paths, self._clock = paths, clock
        self._started = clock()
        self._shown = -1
        self._frame: Frame | None = None
        self.read()

    def read(self) -> Frame:
        """The newest frame, the same for a tenth of a second. Raises CameraError for a file that is no picture."""
        at = self._clock() - self._started
        seq, index = int(at * FPS + 1e-6), int(at / SHOWN_S + 1e-6) % len(self._paths)
        if self._frame is None or seq != self._frame.seq:
            image = self._frame.image if self._frame and index == self._shown else load(self._paths[index])
            self._frame, self._shown = Frame(image, seq / FPS, seq), index
        return self._frame

    @property
    def health(self) -> Health:
        return health_of(self.read(), f"looking at the picture {self._paths[self._shown].name}")

    def hold(self, wanted: Held | None) -> None:
        """Pictures are as they are."""

    def close(self) -> None:
        self._frame = None


def load(path: Path) -> np.ndarray:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise CameraError(f"{path} is no picture that can be read")
    return image
