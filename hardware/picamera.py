"""The Pi's own camera: a child process under the system's Python looks, its frames come through shared memory."""
from __future__ import annotations

import contextlib
import json
import mmap
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from hardware.errors import CameraError
from hardware.health import Health
from hardware.held import Held
from hardware.picamera_child import HEAD, SEQ, SLOTS
from hardware.picture import health_of
from hardware.worker import Worker
from vision.types import Frame

CHILD = Path(__file__).with_name("picamera_child.py")
SYSTEM_PYTHON = "/usr/bin/python3"
SIZE, FPS = (1640, 1232), 30
STALLED_S = 2.0
START_S = 8.0  # until the child first says something; libcamera is slow to load from a cold card
REOPEN_S = 1.0
OURS = ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")  # where our own Python finds its modules


class PiCamera:
    """picamera2 at fixed exposure, gain, colour and focus; a child that is killed or wedged is replaced for ever."""

    def __init__(self, python: str = SYSTEM_PYTHON, modules: Path | None = None, size: tuple[int, int] = SIZE) -> None:
        """Waits until the camera is ready; `modules` is where picamera2 lies if that Python cannot find it by itself.

        Raises CameraError.
        """
        self._command = [python, str(CHILD)]
        self._environment = {name: text for name, text in os.environ.items() if name not in OURS}
        if modules is not None:
            self._environment["PYTHONPATH"] = str(modules)
        self.size = size
        self._slot = HEAD + 3 * size[0] * size[1]
        self._shared = os.memfd_create("tableside-camera", os.MFD_CLOEXEC)
        os.ftruncate(self._shared, SLOTS * self._slot)
        self._memory = mmap.mmap(self._shared, SLOTS * self._slot)
        self._child: subprocess.Popen[bytes] | None = None
        self._frame: Frame | None = None
        self._first_seq = 0
        self._seen_at = -STALLED_S
        self._trouble = ""
        self.held: Held | None = None
        self._wanted: Held | None = None
        self._worker = Worker("picamera", self._step)
        self._start()
        self._await_ready()
        self._worker.start()

    def read(self) -> Frame | None:
        return self._frame if self._lag < STALLED_S else None

    @property
    def health(self) -> Health:
        frame = self.read()
        if frame is None:
            return Health(False, self._trouble or "no picture from the Pi's camera: it is being restarted")
        words = f"the Pi's camera gives {self.size[0]}×{self.size[1]}, {FPS} a second"
        if self.held is not None:
            words += f", exposure {self.held.exposure_s * 1000:.1f} ms, gain {self.held.gain:.1f}"
        return health_of(frame, words)

    def hold(self, wanted: Held | None) -> None:
        self._wanted = wanted or self._wanted  # it always holds what it has found

    def close(self) -> None:
        self._worker.close()
        self._stop()
        self._memory.close()
        os.close(self._shared)

    @property
    def _lag(self) -> float:
        return time.monotonic() - self._seen_at

    def _start(self) -> None:
        words = [self._shared, self._slot, *self.size, FPS]
        try:
            self._child = subprocess.Popen(
                [*self._command, *map(str, words)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # libcamera tells its life there
                env=self._environment,
                pass_fds=[self._shared],
                start_new_session=True,
            )
        except OSError as error:
            raise CameraError(f"{self._command[0]} cannot be started: {error.strerror}") from error
        self._rest_of_line = b""
        self._heard_at = time.monotonic()
        self._patience = START_S
        self._told: Held | None = None

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for end in (child.stdin, child.stdout):
            assert end is not None
            with contextlib.suppress(OSError):
                end.close()

    def _await_ready(self) -> None:
        while self.held is None:
            said = self._hear()
            if said is None or self._trouble:
                self.close()
                raise CameraError(self._trouble or "the Pi's camera does not start: look at both ends of its cable")

    def _step(self) -> None:
        if self._child is None:
            self._worker.rest(REOPEN_S)
            self._start()
        if self._wanted is not self._told:
            self._tell(self._wanted)
        said = self._hear()
        if said is None:
            self._stop()
        else:
            self._take(said)

    def _tell(self, wanted: Held | None) -> None:
        """Ask the child for other controls; every new child is asked anew."""
        assert self._child is not None
        assert self._child.stdin is not None
        self._told = wanted
        with contextlib.suppress(OSError):  # that it has died is found where it is heard
            self._child.stdin.write(json.dumps(controls_of(wanted)).encode() + b"\n")
            self._child.stdin.flush()

    def _hear(self) -> list[dict[str, Any]] | None:
        """What the child has said by now, or None if it has ended or been silent for too long."""
        assert self._child is not None
        assert self._child.stdout is not None
        wire = self._child.stdout.fileno()
        if not self._worker.rest(0.2, wire):
            return [] if time.monotonic() - self._heard_at < self._patience else None
        data = os.read(wire, 65536)
        if not data:
            return None
        self._heard_at, self._patience = time.monotonic(), STALLED_S
        *lines, self._rest_of_line = (self._rest_of_line + data).split(b"\n")
        said: list[dict[str, Any]] = [json.loads(line) for line in lines]
        for words in said:
            self._note(words)
        return said

    def _note(self, words: dict[str, Any]) -> None:
        if "error" in words:
            self._trouble = words["error"]
        elif "ready" in words:
            self._first_seq = self._frame.seq + 1 if self._frame else 0
            self._trouble = ""
            self.held = held_of(words["ready"])

    def _take(self, said: list[dict[str, Any]]) -> None:
        frames = [words for words in said if "seq" in words]
        if not frames:
            return
        newest = frames[-1]
        image = self._copy(newest["seq"], newest["start"], tuple(newest["shape"]))
        if image is not None:
            self._frame = Frame(image, newest["at"], self._first_seq + newest["seq"])
            self._seen_at = time.monotonic()

    def _copy(self, seq: int, start: int, shape: tuple[int, ...]) -> np.ndarray | None:
        """The frame in a slot, or None if the child has begun to write over it."""
        count = int(np.prod(shape))
        image = np.frombuffer(self._memory, np.uint8, count, start + HEAD).reshape(shape).copy()
        return image if SEQ.unpack_from(self._memory, start)[0] == seq else None


def held_of(controls: dict[str, Any]) -> Held:
    """What picamera2's controls say that the camera holds."""
    red, blue = controls["ColourGains"]
    return Held(controls["ExposureTime"] / 1e6, controls["AnalogueGain"], red, blue, true_gain=True)


def controls_of(held: Held | None) -> dict[str, Any]:
    """The controls that make picamera2 hold this."""
    if held is None:
        return {}
    controls: dict[str, Any] = {"ExposureTime": round(held.exposure_s * 1e6)}
    if held.gain is not None:
        controls["AnalogueGain"] = held.gain
    if held.red is not None and held.blue is not None:
        controls["ColourGains"] = (held.red, held.blue)
    return controls
