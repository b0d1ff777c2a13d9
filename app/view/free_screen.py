"""What is shown of dice that are thrown without a game, with no Kivy in sight."""
from __future__ import annotations

from dataclasses import dataclass

from app.view.screen import LogRow, RollView
from app.view.statistics import DieCount


@dataclass(frozen=True, slots=True)
class FreeScreen:
    """The last throw with its sum, those before it, and how each colour falls."""

    roll: RollView | None
    sum: str
    throws: tuple[LogRow, ...]
    dice: tuple[DieCount, ...]
    can_undo: bool


NOTHING = FreeScreen(None, "", (), (), False)
