"""What a guided procedure shows, with no Kivy in sight."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """The step of the moment, what it has said so far, and what it asks: (word, answer) for each way to answer."""

    step: str = ""
    number: int = 0
    steps: int = 0
    lines: tuple[str, ...] = ()
    question: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    over: bool = False
    good: bool = False
