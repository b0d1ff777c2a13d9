"""The panel against the real firmware: real MicroPython, a real pseudo-terminal, real pyserial."""
from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
from conftest import BOARDS
from waiting import PATIENCE_S, wait_for

from firmware import protocol
from hardware.errors import BoardError
from hardware.fake import VirtualBoard
from hardware.panel import Lights, Panel, Press

STEADY = Lights(((40, 40, 40),) * 24, ((0, 30, 0),) + ((0, 0, 0),) * 5)


def collect(panel: Panel, count: int) -> tuple[Press, ...]:
    """`count` presses, and whatever comes in the tenth of a second after them."""
    got: list[Press] = []
    wait_for(lambda: len(got.extend(panel.presses()) or got) >= count)
    time.sleep(0.1)
    return tuple(got) + panel.presses()


def test_the_board_is_micropython(panel: Panel) -> None:
    assert panel.board is not None
    assert panel.board.python.startswith("micropython-")
    assert panel.board.buttons == ("go_on", "undo", "pause", "help")
    assert (panel.board.ring, panel.board.seats) == (24, 6)
    assert panel.health.ok


@pytest.mark.parametrize(
    ("lights", "shown"),
    [
        (STEADY, STEADY),
        (Lights(((9, 8, 7),), ((1, 2, 3),)), Lights(((9, 8, 7),) * 24, ((1, 2, 3),) + ((0, 0, 0),) * 5)),
        (Lights(((1, 0, 0), (0, 1, 0))), Lights(((1, 0, 0),) * 12 + ((0, 1, 0),) * 12, ((0, 0, 0),) * 6)),
        (Lights(), Lights(((0, 0, 0),) * 24, ((0, 0, 0),) * 6)),
    ],
)
def test_lights_are_seen_on_the_board(board: VirtualBoard, panel: Panel, lights: Lights, shown: Lights) -> None:
    panel.show(lights)
    assert wait_for(lambda: board.shown == shown), board.shown


def test_newest_lights_win(board: VirtualBoard, panel: Panel) -> None:
    for level in range(60):
        panel.show(Lights(((level, 0, 0),)))
    assert wait_for(lambda: board.shown.ring == ((59, 0, 0),) * 24)


@pytest.mark.parametrize("effect", protocol.EFFECTS)
def test_an_effect_stops_at_once(board: VirtualBoard, panel: Panel, effect: str) -> None:
    panel.show(Lights(effect, colour=(60, 0, 60), seconds=2.0))
    assert wait_for(lambda: len({lights.ring for lights in board.history}) > 1)
    panel.show(STEADY)
    assert wait_for(lambda: board.shown == STEADY)
    board.history.clear()
    time.sleep(0.15)
    assert not board.history


def test_an_unknown_effect_is_refused(panel: Panel) -> None:
    with pytest.raises(BoardError, match=r"no effect 'disco': there are breathe, sweep"):
        panel.show(Lights("disco"))


def test_a_beep_is_sounded_once(board: VirtualBoard, panel: Panel) -> None:
    panel.beep(0.05)
    sounded = ["tone 15 2700", "tone 15 0"]
    assert wait_for(lambda: [told for told in board.told if told.startswith("tone")] == ["tone 15 0", *sounded])
    time.sleep(0.1)
    assert list(board.told)[-2:] == sounded


def test_presses_arrive_once_each_in_order(board: VirtualBoard, panel: Panel) -> None:
    for button in ("go_on", "undo", "pause", "help"):
        board.press(button)
        time.sleep(0.01)
    for _ in range(3):
        board.press("go_on")
    names = [press.button for press in collect(panel, 7)]
    assert sorted(names) == sorted(["go_on"] * 4 + ["undo", "pause", "help"])
    assert names[0] == "go_on"


def test_a_bouncing_button_presses_once(board: VirtualBoard, panel: Panel) -> None:
    bounces = ((0, 0.003), (1, 0.002), (0, 0.004), (1, 0.003))
    board.hold("undo", (*bounces, (0, 0.06), *bounces, (1, 0.06)))
    assert collect(panel, 1) == (Press("undo"),)


def test_a_long_press_is_told_besides(board: VirtualBoard, panel: Panel) -> None:
    board.press("pause", 0.95)
    assert collect(panel, 2) == (Press("pause"), Press("pause", long=True))


def test_the_board_comes_back_and_is_painted_again(board: VirtualBoard, panel: Panel) -> None:
    panel.show(STEADY)
    assert wait_for(lambda: board.shown == STEADY)
    board.unplug()
    assert wait_for(lambda: panel.health.text == f"no board on {board.port}: plug it in"), panel.health
    board.replug()
    assert wait_for(lambda: board.shown == STEADY)
    board.press("help")
    assert collect(panel, 1) == (Press("help"),)


def test_a_second_program_is_refused_in_words(board: VirtualBoard, panel: Panel) -> None:
    second = Panel(board.port)
    wanted = f"{board.port} is in use by another program: close that one first"
    assert wait_for(lambda: second.health.text == wanted), second.health
    second.close()
    assert panel.health.ok


def test_the_board_dies_with_its_bench(board: VirtualBoard) -> None:
    child = board._child
    assert child is not None
    board._bench.shutdown(socket.SHUT_RDWR)
    assert child.wait(PATIENCE_S) == 0


def test_help_held_at_power_up_shows_the_status(board: VirtualBoard) -> None:
    board.replug(held=("help", "go_on"))
    green, blue, dark = (0, 64, 0), (0, 0, 64), (0, 0, 0)
    _, minor, patch = map(int, protocol.FIRMWARE.split("."))
    ring = (green,) * minor + (blue,) * patch + (dark,) * (24 - minor - patch)
    assert wait_for(lambda: board.shown == Lights(ring, (green, dark, dark, green, dark, dark)))


def test_undo_held_at_power_up_leaves_the_board_alone(board: VirtualBoard) -> None:
    board.unplug()
    board.history.clear()
    board.replug(held=("undo",))
    child = board._child
    assert child is not None
    assert child.wait(PATIENCE_S) == 0
    assert not board.history


def test_what_is_no_port_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("no board")
    with pytest.raises(BoardError, match="notes is no serial port: boards are found under /dev/serial/by-id"):
        Panel(str(tmp_path / "notes"))


def test_a_board_of_another_version_is_refused_in_words() -> None:
    board = VirtualBoard(BOARDS / "older.py")
    panel = Panel(board.port)
    words = "the board speaks version 0.0 of the wire and this Tableside speaks 1.0: run ./tableside flash"
    assert wait_for(lambda: panel.health.text == words), panel.health
    panel.show(STEADY)
    time.sleep(0.5)
    assert board.shown != STEADY
    assert not panel.health.ok
    panel.close()
    board.close()
