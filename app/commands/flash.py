"""The flash command: this version's firmware on the board that is plugged in."""
from __future__ import annotations

from argparse import Namespace

from hardware.errors import BoardError
from hardware.flash import flash
from hardware.panel import find_port


def run(args: Namespace) -> int:
    """Find the board, write it, say what it now runs."""
    port = find_port()
    if port is None:
        raise BoardError("no board found: plug it in; a new one first needs MicroPython (docs/hardware.md says how)")
    board = flash(port)
    print(f"firmware {board.firmware} is on the board at {port} ({board.python})")
    return 0
