"""A cable that can be damaged: bytes between a program and a board dropped, flipped, inserted, cut off or made up."""
from __future__ import annotations

import contextlib
import os
import pty
import random
import tty
from collections.abc import Callable

from hardware.worker import Worker

Damage = Callable[[bytes], bytes]


def whole(data: bytes) -> bytes:
    return data


def cut(data: bytes) -> bytes:
    """Nothing gets through."""
    return b""


def damage_lines(rng: random.Random, short: float, long: float) -> Damage:
    """Drop, flip or insert bytes: each byte of a line under 100 bytes with chance `short`, of a longer one `long`."""

    def damage(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        return b"".join(spoil(rng, line, short if len(line) < 100 else long) for line in lines)

    return damage


def spoil(rng: random.Random, line: bytes, chance: float) -> bytes:
    out = bytearray()
    for byte in line:
        if rng.random() >= chance:
            out.append(byte)
            continue
        kind = rng.randrange(3)
        if kind == 1:
            out.append(byte ^ 1 << rng.randrange(8))
        elif kind == 2:
            out += bytes((rng.randrange(256), byte))
    return bytes(out)


class FaultyWire:
    """Stands between `board_port` and its own `port`; `down` changes what goes to the board, `up` what comes back."""

    def __init__(self, board_port: str) -> None:
        self._near, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.down: Damage = whole
        self.up: Damage = whole
        self._far = -1
        self.connect(board_port)
        self._workers = (Worker("down", self._pump_down), Worker("up", self._pump_up))
        for worker in self._workers:
            worker.start()

    def connect(self, board_port: str) -> None:
        """Lead the wire to a (restarted) board."""
        far = os.open(board_port, os.O_RDWR | os.O_NOCTTY)
        if self._far < 0:
            self._far = far
        else:
            os.dup2(far, self._far)
            os.close(far)

    def say(self, data: bytes) -> None:
        """Say something to the program that no board has said."""
        while data:
            data = data[os.write(self._near, data) :]

    def tell(self, data: bytes) -> None:
        """Tell the board something that no program has said."""
        while data:
            data = data[os.write(self._far, data) :]

    def close(self) -> None:
        for worker in self._workers:
            worker.close()
        for end in (self._near, self._slave, self._far):
            os.close(end)

    def _pump_down(self) -> None:
        if self._workers[0].rest(0.2, self._near):
            self._pass(self.down(os.read(self._near, 4096)), self.tell)

    def _pump_up(self) -> None:
        if self._workers[1].rest(0.02, self._far):
            with contextlib.suppress(OSError):  # the board was unplugged
                self._pass(self.up(os.read(self._far, 4096)), self.say)

    def _pass(self, data: bytes, on: Callable[[bytes], None]) -> None:
        if data:
            with contextlib.suppress(OSError):
                on(data)
