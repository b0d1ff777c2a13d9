"""What stands in for the hardware: the real firmware on a virtual board, and a camera that plays a film."""
from __future__ import annotations

import contextlib
import os
import pty
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import tty
from collections import deque
from pathlib import Path

from firmware import protocol
from hardware.errors import BoardError
from hardware.film import FakeCamera
from hardware.link import Colour, Lights
from hardware.worker import Worker

__all__ = ["FakeCamera", "VirtualBoard"]

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
RING_PIN, SEAT_PIN = 16, 17
BUTTON_PINS = dict(zip(protocol.BUTTONS, (10, 11, 12, 13), strict=True))
PRESS_S = 0.04
POWER_UP_S = 10.0  # a busy machine takes its time; a board that ends at once ends the waiting too


def find_micropython() -> str:
    """The MicroPython that came with this Python, or the system's. Raises BoardError if there is none."""
    own = Path(sys.executable).parent / "micropython"
    found = str(own) if own.exists() else shutil.which("micropython")
    if found is None:
        raise BoardError("no MicroPython to run the virtual board: apt install micropython")
    return found


class VirtualBoard:
    """The firmware under real MicroPython on a pseudo-terminal; its pins and lights lie on a bench beside the wire."""

    def __init__(self, program: Path = FIRMWARE / "main.py") -> None:
        self._program = program
        self._home = tempfile.TemporaryDirectory(prefix="tableside-board-")
        self.port = str(Path(self._home.name) / "port")
        self._lights: dict[int, tuple[Colour, ...]] = {}
        self.history: deque[Lights] = deque(maxlen=4096)  # whatever was lit, in order
        self.told: deque[str] = deque(maxlen=1 << 17)  # what else the bench was told
        self._child: subprocess.Popen[bytes] | None = None
        self.replug()

    @property
    def shown(self) -> Lights:
        """What the lights show, as the firmware drives them: within its current budget."""
        return Lights(self._lights.get(RING_PIN, ()), self._lights.get(SEAT_PIN, ()))

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Press a button and let go after `seconds`; presses of one button follow each other."""
        self.hold(button, ((0, seconds), (1, PRESS_S)))

    def hold(self, button: str, levels: tuple[tuple[int, float], ...]) -> None:
        """Put each (level, seconds) on the button's pin, one after the other; 0 is pressed."""
        pin = BUTTON_PINS[button]
        self._bench.sendall(b"".join(b"pin %d %d %d\n" % (pin, level, round(1000 * s)) for level, s in levels))

    def unplug(self) -> None:
        """Pull the cable: the board loses its power and the port vanishes."""
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        Path(self.port).unlink()
        self._listener.close()
        self._bench.close()
        os.close(self._master)
        os.close(self._slave)

    def replug(self, held: tuple[str, ...] = ()) -> None:
        """Plug the cable in: the board starts anew, with the buttons `held` down for its first half second."""
        self.unplug()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)  # and kept open, so that the board hears no hang-up between two programs
        self._bench, bench = socket.socketpair()
        self._lights.clear()
        self._said = b""
        for button in held:
            self.press(button, 0.5)
        self._child = self._start(bench)
        bench.close()
        select.select([self._bench], [], [], POWER_UP_S)  # as with USB, the port is there once the board runs
        Path(self.port).symlink_to(os.ttyname(self._slave))
        self._listener = Worker("board lights", self._listen)
        self._listener.start()

    def close(self) -> None:
        self.unplug()
        self._home.cleanup()

    def _start(self, bench: socket.socket) -> subprocess.Popen[bytes]:
        path = f"{FIRMWARE / 'stubs'}:{FIRMWARE}:.frozen"
        return subprocess.Popen(
            [find_micropython(), str(self._program)],
            stdin=self._master,
            stdout=self._master,
            cwd=self._home.name,  # the board's own flash
            env={**os.environ, "MICROPYPATH": path, "TABLESIDE_BENCH": str(bench.fileno())},
            pass_fds=[bench.fileno()],
            start_new_session=True,
        )

    def _listen(self) -> None:
        if self._listener.rest(1.0, self._bench.fileno()):
            data = self._bench.recv(65536)
            if not data:
                self._listener.rest(1.0)
            *lines, self._said = (self._said + data).split(b"\n")
            for line in lines:
                self._note(line.decode().split())

    def _note(self, words: list[str]) -> None:
        if words[0] == "lights":
            rgb = bytes.fromhex(words[2])
            self._lights[int(words[1])] = tuple((rgb[k], rgb[k + 1], rgb[k + 2]) for k in range(0, len(rgb), 3))
            self.history.append(self.shown)
        else:
            self.told.append(" ".join(words))
