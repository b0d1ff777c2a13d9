"""A virtual board and a panel on it, for the tests of the wire."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from faulty_wire import FaultyWire
from waiting import wait_for

from hardware.fake import VirtualBoard
from hardware.panel import Panel

BOARDS = Path(__file__).parent / "boards"


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    board = VirtualBoard()
    yield board
    board.close()


@pytest.fixture
def panel(board: VirtualBoard) -> Iterator[Panel]:
    panel = Panel(board.port)
    assert wait_for(lambda: panel.board is not None), panel.health
    yield panel
    panel.close()


@pytest.fixture
def counting() -> Iterator[VirtualBoard]:
    """A board that tells of every command it carries out."""
    board = VirtualBoard(BOARDS / "counting.py")
    yield board
    board.close()


@pytest.fixture
def wire(counting: VirtualBoard) -> Iterator[FaultyWire]:
    wire = FaultyWire(counting.port)
    yield wire
    wire.close()


@pytest.fixture
def far_panel(wire: FaultyWire) -> Iterator[Panel]:
    """A panel at the near end of the faulty wire."""
    panel = Panel(wire.port)
    assert wait_for(lambda: panel.board is not None), panel.health
    yield panel
    panel.close()
