"""Flashing: the running firmware really leaves; the copying is a stand-in's, since only a real board has its prompt."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest
from waiting import PATIENCE_S, wait_for

from firmware import protocol
from hardware import flash
from hardware.errors import BoardError
from hardware.fake import VirtualBoard
from hardware.panel import Panel


def test_a_board_that_is_told_to_leave_starts_again_at_its_prompt(board: VirtualBoard) -> None:
    child = board._child
    assert child is not None
    flash.have_it_leave(board.port)
    assert child.wait(PATIENCE_S) == 0
    assert wait_for(lambda: board.told[-1] == "reset")
    board.replug()
    assert board._child is not None
    assert board._child.wait(PATIENCE_S) == 0, "it stays at the prompt, once"
    board.replug()
    panel = Panel(board.port)
    assert wait_for(lambda: panel.board is not None)
    panel.close()


def test_every_file_that_main_needs_is_copied() -> None:
    modules = {path.name for path in flash.FIRMWARE.glob("*.py")} - {"__init__.py"}
    assert set(flash.FILES) == modules
    assert flash.FILES[-1] == "main.py"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; sys.exit('failed to access it')", r"could not be copied \(failed to access it\)"),
        ("raise SystemExit(1)", r"could not be copied \(mpremote said nothing\)"),
    ],
)
def test_a_failed_copy_is_said(code: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        flash.copy("/dev/null", [sys.executable, "-c", code])


def test_the_new_firmware_is_asked_who_it_is(board: VirtualBoard, tmp_path: Path) -> None:
    said = tmp_path / "said"
    note = f"import sys; open({str(said)!r}, 'w').write(' '.join(sys.argv[1:]))"
    flash.copy(board.port, [sys.executable, "-c", note])
    files = " ".join(str(flash.FIRMWARE / name) for name in flash.FILES)
    assert said.read_text() == f"connect {board.port} fs cp {files} : + reset"
    assert flash.await_firmware(board.port).firmware == protocol.FIRMWARE


@pytest.mark.parametrize(
    ("port", "words"),
    [("/dev/nowhere", "no board on /dev/nowhere: plug it in")],
)
def test_a_port_that_is_not_there(port: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        flash.flash(port)
