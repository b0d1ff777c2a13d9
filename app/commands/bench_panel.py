"""How long a word to the board and back takes, beside a plain echo of the same bytes through a pseudo-terminal."""
from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import time
import tty
from collections.abc import Callable

from app.commands.bench import Rows
from firmware import protocol
from hardware.fake import VirtualBoard
from hardware.link import Lights, Link
from hardware.panel import Panel, open_port

COUNT = 2000
REST_S = 3.0


def run() -> Rows:
    """Round trips in ms over real MicroPython on this machine, and the host's share of a core while nothing happens."""
    board = VirtualBoard()
    try:
        words, frames = _round_trips(board)
        return {
            "ping": _row(words, _echoes(protocol.pack(1000, "PING"))),
            "24 + 6 lights": _row(frames, _echoes(protocol.pack(1000, "LIGHTS", "00" * 72, "00" * 18))),
            "host at rest": {"share of a core %": _share_at_rest(board)},
        }
    finally:
        board.close()


def _row(times: list[float], echoes: list[float]) -> dict[str, float | int | str]:
    median, echo = statistics.median(times), statistics.median(echoes)
    p95 = statistics.quantiles(times, n=20)[-1]
    return {"median ms": median, "p95 ms": p95, "echo median ms": echo, "ratio": median / echo}


class _Talk:
    """A conversation with a board, turn by turn in this thread."""

    def __init__(self, path: str) -> None:
        self._port = open_port(path)
        self._link = Link(time.monotonic())
        self._wanted: Lights | None = None
        while not self._link.ready:
            self._turn()

    def ping(self) -> None:
        answered, self._link.said_at = self._link.answered, 0.0  # long ago: a ping is due
        while self._link.answered == answered:
            self._turn()

    def paint(self, lights: Lights) -> None:
        self._wanted = lights
        while self._link.shown != lights:
            self._turn()

    def close(self) -> None:
        self._port.close()

    def _turn(self) -> None:
        words = self._link.say(self._wanted, time.monotonic())
        if words:
            self._port.write(words)
        select.select([self._port.fileno()], [], [], 0.05)
        self._link.hear(self._port.read(4096), time.monotonic())


def _round_trips(board: VirtualBoard) -> tuple[list[float], list[float]]:
    talk = _Talk(board.port)
    pings = [_timed(talk.ping) for _ in range(COUNT)]
    frames = [_timed(lambda i=i: talk.paint(Lights(((i % 60, 1, 2),)))) for i in range(COUNT)]  # type: ignore[misc]
    talk.close()
    return pings, frames


def _echoes(words: bytes) -> list[float]:
    """The same through a pseudo-terminal to `cat` and back: what the machine itself takes."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    cat = subprocess.Popen(["cat"], stdin=master, stdout=master)

    def echo() -> None:
        os.write(slave, words)
        heard = 0
        while heard < len(words):
            heard += len(os.read(slave, 4096))

    times = [_timed(echo) for _ in range(COUNT)]
    cat.kill()
    cat.wait()
    os.close(master)
    os.close(slave)
    return times


def _timed(deed: Callable[[], None]) -> float:
    began = time.perf_counter()
    deed()
    return (time.perf_counter() - began) * 1000


def _share_at_rest(board: VirtualBoard) -> float:
    panel = Panel(board.port)
    panel.show(Lights(((1, 2, 3),)))
    time.sleep(0.5)
    began = time.process_time()
    time.sleep(REST_S)
    share = (time.process_time() - began) / REST_S * 100
    panel.close()
    return share
