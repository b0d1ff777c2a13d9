"""What a guided procedure shows, with no Kivy in sight."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, slots=True)
class Measured:
    """The step of the moment, what it has said so far, and what it asks: (word, answer) for each way to answer.

    `title` is what is being taught, empty while the table is measured; `picture`, (h, w, 3) uint8 BGR, what to look at.
    """

    step: str = ""
    number: int = 0
    steps: int = 0
    lines: tuple[str, ...] = ()
    question: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    over: bool = False
    good: bool = False
    title: str = ""
    picture: np.ndarray | None = field(default=None, compare=False)
