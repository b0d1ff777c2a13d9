"""What the eye may be taught of a game, with no Kivy in sight."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Course:
    """A deck of cards, or with `dice` the faces of a kind of icon dice, kept under `key`; how many of it are known."""

    key: str
    game: str
    title: str
    items: tuple[str, ...]
    known: int
    dice: bool = False
