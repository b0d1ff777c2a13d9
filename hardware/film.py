"""A camera that plays a film, driven by verbs: the demo's eye looks through it, and so do the tests."""
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


class FakeCamera:
    """Plays `film` at its own rate, by the seconds that `clock` gives; over and over, or once."""

    held: Held | None = None

    def __init__(self, film: str | Path, clock: Callable[[], float] = time.monotonic, loop: bool = True) -> None:
        self.film, self.loop = Path(film), loop
        self._clock = clock
        self._open()
        self._frame = Frame(self._picture(), 0.0, 0)
        self._started = clock()
        self._paused_at: float | None = None
        self._covered = False

    def read(self) -> Frame:
        """The picture of this moment, the same object until the next; `at` is in film seconds, on through a loop."""
        wanted = int(self.at * self.fps + 1e-6)
        if not self.loop:
            wanted = min(wanted, self.length - 1)
        if wanted > self._frame.seq:
            self._wind(wanted)
            image = np.zeros_like(self._frame.image) if self._covered else self._picture()
            self._frame = Frame(image, wanted / self.fps, wanted)
        return self._frame

    @property
    def at(self) -> float:
        """Seconds of film played."""
        return (self._clock() if self._paused_at is None else self._paused_at) - self._started

    @property
    def finished(self) -> bool:
        """Whether a film that is played once has shown its last picture."""
        return not self.loop and self._frame.seq >= self.length - 1

    @property
    def health(self) -> Health:
        return health_of(self._frame, f"the film {self.film.name} plays")

    def cover(self) -> None:
        """Put a hand on the lens: what comes is black."""
        self._covered = True

    def uncover(self) -> None:
        self._covered = False

    def pause(self) -> None:
        """Stop the film at this picture."""
        if self._paused_at is None:
            self._paused_at = self._clock()

    def play(self) -> None:
        """Let a paused film run on."""
        if self._paused_at is not None:
            self._started += self._clock() - self._paused_at
            self._paused_at = None

    def hold(self, wanted: Held | None) -> None:
        """Pictures are as they are."""

    def close(self) -> None:
        self._reel.release()

    def _open(self) -> None:
        self._reel = cv2.VideoCapture(str(self.film))
        self.fps = self._reel.get(cv2.CAP_PROP_FPS)
        self.length = int(self._reel.get(cv2.CAP_PROP_FRAME_COUNT))
        self._position = 0
        if not self._reel.grab() or self.fps <= 0 or self.length <= 0:
            self._reel.release()
            raise CameraError(f"{self.film} is no film that can be played")

    def _wind(self, wanted: int) -> None:
        """Go forward to picture `wanted`, counted through the loops; pictures passed over are not converted."""
        if wanted // self.length != self._frame.seq // self.length:
            self._reel.release()
            self._open()
        while self._position < wanted % self.length and self._reel.grab():
            self._position += 1

    def _picture(self) -> np.ndarray:
        found, image = self._reel.retrieve()
        return image if found else self._frame.image  # a reel may be shorter than its header says
