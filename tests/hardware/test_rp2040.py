"""The firmware on an emulated RP2040 under a real MicroPython image, spoken to by the host's own link.

`TABLESIDE_UF2` names the image (micropython.org has it for the Raspberry Pi Pico), and `pip install rp2040py
littlefs-python` brings the emulator. All times are the emulated chip's.
"""
from __future__ import annotations

import importlib.util
import os
import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.link import Lights, Press

UF2 = os.environ.get("TABLESIDE_UF2", "")
FRAME_S = 0.08

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not UF2, reason="TABLESIDE_UF2 names no MicroPython image for the Pico"),
    pytest.mark.skipif(importlib.util.find_spec("rp2040py") is None or importlib.util.find_spec("littlefs") is None,
                       reason="needs the emulator: pip install rp2040py littlefs-python"),
]


@pytest.fixture(scope="module")
def board_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], object]:
    from emulated_board import EmulatedBoard

    boards: dict[int, EmulatedBoard] = {}

    def board(ring: int) -> EmulatedBoard:
        if ring not in boards:
            boards[ring] = EmulatedBoard(Path(UF2), tmp_path_factory.mktemp("board"), ring)
            assert boards[ring].run_until(lambda: boards[ring].link.ready, 20.0), "the firmware does not answer"
        return boards[ring]

    return board


def test_it_says_who_it_is(board_of) -> None:
    board = board_of(24)
    assert board.link.board.python.startswith("micropython-1.")
    assert (board.link.board.ring, board.link.board.seats) == (24, 6)
    assert board.link.board.buttons == ("go_on", "undo", "pause", "help")


def test_lights_are_seen_on_the_pins(board_of) -> None:
    board = board_of(24)
    board.wanted = Lights(((9, 8, 7),), ((1, 2, 3),))
    shown = Lights(((9, 8, 7),) * 24, ((1, 2, 3),) + ((0, 0, 0),) * 5)
    assert board.run_until(lambda: board.shown == shown), board.shown


def test_an_effect_runs_and_stops_at_once(board_of) -> None:
    board = board_of(24)
    board.wanted = Lights("sweep", colour=(40, 0, 40))
    seen = set()
    assert board.run_until(lambda: len(seen.add(board.shown.ring) or seen) > 4)
    still = Lights(((5, 5, 5),) * 24, ((0, 0, 0),) * 6)
    board.wanted = still
    assert board.run_until(lambda: board.shown == still, 1.0)
    board.run_until(lambda: board.shown != still, 0.3)
    assert board.shown == still


def test_presses_arrive_once_each(board_of) -> None:
    board = board_of(24)
    board.presses.clear()
    board.press("undo", 0.06)
    board.press("help", 1.0)
    board.run_until(lambda: False, 0.3)
    assert board.presses == [Press("undo"), Press("help"), Press("help", long=True)]


def test_noise_on_the_wire_is_survived(board_of) -> None:
    board = board_of(24)
    board.say(bytes(range(256)) * 2 + b"12 LIGHTS ff")
    after = Lights(((3, 1, 2),) * 24, ((0, 0, 0),) * 6)
    board.wanted = after
    assert board.run_until(lambda: board.shown == after, 1.5)


@pytest.mark.parametrize("ring", [24, 60])
def test_a_frame_is_shown_in_time(board_of, ring: int) -> None:
    from emulated_board import full_frame

    board = board_of(ring)
    times = [board.time_of(full_frame(ring, level)) for level in range(9)]
    print(f"{ring} lights: median {statistics.median(times) * 1000:.1f} ms, slowest {max(times) * 1000:.1f} ms")
    assert statistics.median(times) <= FRAME_S
    assert board.shown == full_frame(ring, 8)
