"""The board at the end of its cable: lights down, presses up, the port opened again for ever."""
from __future__ import annotations

import glob
import time
from collections import deque
from pathlib import Path

import serial

from firmware import protocol
from hardware.errors import BoardError
from hardware.health import Health
from hardware.link import SILENT_S, Board, Colour, Lights, Link, Press
from hardware.worker import Worker

__all__ = ["Board", "Colour", "Lights", "Panel", "Press", "find_port"]

REOPEN_S = 0.1
WRITE_S = 0.5


def find_port() -> str | None:
    """The first port that a MicroPython board shows by its own name; None if there is none."""
    return next(iter(sorted(glob.glob("/dev/serial/by-id/usb-MicroPython_*"))), None)


def open_port(path: str) -> serial.Serial:
    """The port for this program alone, reading without waiting. Raises OSError."""
    port = serial.Serial(path, 115200, timeout=0, write_timeout=WRITE_S, exclusive=True)
    port.reset_input_buffer()
    return port


class Panel:
    """The board on `port`. It need not be there: `health` says how it is, and it is taken up whenever it comes.

    Raises BoardError where something else lies at `port`, as no board will ever come there.
    """

    def __init__(self, port: str) -> None:
        if Path(port).exists() and not Path(port).is_char_device():
            raise BoardError(f"{port} is no serial port: boards are found under /dev/serial/by-id")
        self.port = port
        self._serial: serial.Serial | None = None
        self._link = Link(time.monotonic())
        self._wanted: Lights | None = None
        self._presses: deque[Press] = deque()
        self._trouble = f"no board on {port} yet"
        self._worker = Worker("panel", self._step)
        self._worker.start()

    def show(self, lights: Lights) -> None:
        """Show `lights` as soon as may be; the newest wins. Raises BoardError for an effect no board knows."""
        if isinstance(lights.ring, str) and lights.ring not in protocol.EFFECTS:
            raise BoardError(f"no effect {lights.ring!r}: there are {', '.join(protocol.EFFECTS)}")
        self._wanted = lights
        self._worker.wake()

    def beep(self, seconds: float = 0.06) -> None:
        """Sound the board's buzzer, for a second at most; nothing is made up for while there is no board."""
        self._link.beep_ms = round(seconds * 1000)
        self._worker.wake()

    def presses(self) -> tuple[Press, ...]:
        """The presses since last asked, oldest first, each once."""
        taken = []
        while self._presses:
            taken.append(self._presses.popleft())
        return tuple(taken)

    @property
    def board(self) -> Board | None:
        """What the board said of itself; None while it is not connected."""
        return self._link.board if self._serial is not None and self._link.ready else None

    @property
    def refused(self) -> bool:
        """Whether the board speaks another major version of the wire."""
        return bool(self._link.refusal)

    @property
    def shown(self) -> Lights | None:
        """The lights that the board last said it shows."""
        return self._link.shown

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now."""
        return self._link.held

    @property
    def round_trip(self) -> float:
        """Smoothed seconds from a request to its answer."""
        return self._link.round_trip

    @property
    def health(self) -> Health:
        board, link = self.board, self._link
        if link.refusal:
            return Health(False, link.refusal)
        if board is None or not self._worker.alive:
            return Health(False, self._trouble)
        return Health(True, f"board on {self.port}: firmware {board.firmware}, {board.ring} ring lights")

    def close(self) -> None:
        self._worker.close()
        self._drop("closed")

    def _step(self) -> None:
        try:
            if self._serial is None:
                self._connect()
            else:
                self._converse(self._serial)
        except OSError as error:  # SerialException is one; `in_waiting` raises it plain
            self._drop(trouble_of(self.port, error))
            self._worker.rest(REOPEN_S)

    def _connect(self) -> None:
        port = open_port(self.port)
        self._link = Link(time.monotonic())
        self._serial = port
        self._trouble = f"{self.port} does not answer as a Tableside board"

    def _converse(self, port: serial.Serial) -> None:
        now = time.monotonic()
        words = self._link.say(self._wanted, now)
        if words:
            port.write(words)
        if self._worker.rest(self._link.due(now), port.fileno()):
            self._presses.extend(self._link.hear(port.read(4096), time.monotonic()))
        elif time.monotonic() - self._link.heard_at > SILENT_S:
            raise BoardError(f"the board on {self.port} has fallen silent: unplug it and plug it in again")

    def _drop(self, trouble: str) -> None:
        self._trouble = trouble
        port, self._serial = self._serial, None
        if port is not None:
            port.close()


def trouble_of(port: str, error: OSError) -> str:
    """What to do about `error`, in one line."""
    if isinstance(error, BoardError):
        return str(error)
    text = str(error)
    if "exclusively" in text:
        return f"{port} is in use by another program: close that one first"
    if isinstance(error, serial.SerialTimeoutException):
        return f"the board on {port} takes nothing in: unplug it and plug it in again"
    if error.errno == 13 or "Permission" in text:
        return f"{port} may not be opened: add yourself to the group dialout and log in again"
    if error.errno == 2 or "No such file" in text:
        return f"no board on {port}: plug it in"
    return f"the board on {port} is gone: plug it in again"
