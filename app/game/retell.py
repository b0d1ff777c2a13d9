"""A log told as a transcript: the lines that play the same game again."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.game.dice import text_of
from app.game.events import (
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Fact,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    RolledDie,
    Shuffled,
    Skipped,
    TimeUp,
    Voided,
)


def retell(game: str, players: Sequence[str], facts: Sequence[Fact]) -> str:
    """The transcript of a log; facts that do not count stand in it as comments."""
    return "\n".join([f"game {game}", f"players {', '.join(players)}", *map(_line_of, facts)]) + "\n"


def _line_of(fact: Fact) -> str:
    said = _LINES[type(fact.event)](fact.event)
    line = f"by {fact.by} {said}" if fact.by.startswith("seat ") else said
    return f"# {fact.aside}: {line}" if fact.aside else line


def _rolled(event: Rolled) -> str:
    return "roll " + ", ".join(_die_of(die) for die in event.dice)


def _die_of(die: RolledDie) -> str:
    return " ".join(word for word in (die.colour, "" if die.moved else "held", text_of(die)) if word)


def _adjusted(event: Adjusted) -> str:
    return f"adjust {'' if event.seat is None else f'seat {event.seat} '}{event.path} {event.value}"


def _jumped(event: Jumped) -> str:
    return f"jump {event.phase}{'' if event.seat is None else f' {event.seat}'}"


_LINES: dict[type[Event], Callable[[Any], str]] = {
    Rolled: _rolled,
    CardSeen: lambda event: f"see {event.name}",
    Pressed: lambda event: f"press {event.button}",
    Chose: lambda event: f"choose {event.choice}",
    Adjusted: _adjusted,
    Moved: lambda event: f"move {event.card}: {event.source} -> {event.target}",
    Shuffled: lambda event: f"shuffle {event.pile}{f' -> {event.into}' if event.into else ''}",
    TimeUp: lambda event: f"time_up {event.timer}",
    Skipped: lambda event: "skip",
    Jumped: _jumped,
    Voided: lambda event: f"# fact {event.seq} was taken back",
}
