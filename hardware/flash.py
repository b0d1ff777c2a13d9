"""This version's firmware put on a board: the old one leaves, mpremote copies, the new one is asked who it is."""
from __future__ import annotations

import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import serial

from firmware import protocol
from hardware.errors import BoardError
from hardware.link import Board, Link
from hardware.panel import open_port, trouble_of

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
# main.py last: a copy that breaks off leaves a board that still starts what it had
FILES = ("protocol.py", "buttons.py", "buzzer.py", "lights.py", "status.py", "panel.py", "main.py")
ANSWER_S = 1.5
RESTART_S = 10.0
COPY_S = 60.0
MPREMOTE = (sys.executable, "-m", "mpremote")


def flash(port: str, mpremote: Sequence[str] = MPREMOTE) -> Board:
    """Put the firmware on the board at `port` and return what it then says of itself. Raises BoardError."""
    try:
        have_it_leave(port)
        copy(port, mpremote)
        return await_firmware(port)
    except BoardError:
        raise
    except OSError as error:
        raise BoardError(trouble_of(port, error)) from error


def have_it_leave(port: str) -> None:
    """Ask our own firmware, if that is what runs, to start again without itself."""
    with open_port(port) as line:
        link = greet(line)
        if link.board is not None:
            line.write(protocol.pack(1, "LEAVE"))
            line.flush()
            time.sleep(0.2)  # until the port has gone with the board
    await_port(port)


def greet(line: serial.Serial) -> Link:
    """A conversation with whatever is there; its `board` is None if that is not our firmware."""
    link = Link(time.monotonic())
    end = time.monotonic() + ANSWER_S
    while link.board is None and time.monotonic() < end:
        line.write(link.say(None, time.monotonic()))
        if select.select([line.fileno()], [], [], link.due(time.monotonic()))[0]:
            link.hear(line.read(4096), time.monotonic())
    return link


def await_port(port: str) -> None:
    end = time.monotonic() + RESTART_S
    while not Path(port).exists():
        if time.monotonic() > end:
            raise BoardError(f"the board did not come back on {port}: unplug it, plug it in and start again")
        time.sleep(0.05)


def copy(port: str, mpremote: Sequence[str]) -> None:
    files = [str(FIRMWARE / name) for name in FILES]
    command = [*mpremote, "connect", port, "fs", "cp", *files, ":", "+", "reset"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COPY_S)
    except subprocess.TimeoutExpired as error:
        raise BoardError(f"the board on {port} took nothing in: hold its undo button while you plug it in") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["mpremote said nothing"]
        raise BoardError(f"the firmware could not be copied ({said[-1]}): hold undo while you plug the board in")


def await_firmware(port: str) -> Board:
    """What the board says of itself once it has started anew."""
    end = time.monotonic() + RESTART_S
    while time.monotonic() < end:
        await_port(port)
        try:
            with open_port(port) as line:
                board = greet(line).board
        except OSError:
            time.sleep(0.1)  # it is just restarting
            continue
        if board is not None and board.firmware == protocol.FIRMWARE:
            return board
    raise BoardError(f"the new firmware does not answer on {port}: unplug the board, plug it in and start again")
