"""Transcripts: a game as readable lines, parsed and played, each expectation checked where it stands."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.game.errors import ExpectationFailed, NotNow, TranscriptError, unknown
from app.game.events import (
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    RolledDie,
    Shuffled,
    Skipped,
    TimeUp,
)
from app.game.expect import check
from app.game.pack import Pack
from app.game.state import State


class Game(Protocol):
    """What a transcript drives; the session is one."""

    notice_use: int | None

    @property
    def notice(self) -> str: ...
    @property
    def state(self) -> State: ...
    @property
    def pack(self) -> Pack: ...
    def act(self, event: Event, by: str, at: float) -> bool: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    def correct(self, seq: int, event: Event) -> bool: ...
    def void(self, seq: int) -> bool: ...
    def use(self, seq: int, at: float) -> bool: ...


@dataclass(frozen=True)
class Line:
    """One line of a transcript, its first word apart."""

    file: str
    number: int
    word: str
    rest: str

    @property
    def place(self) -> str:
        return f"{self.file}:{self.number}"


@dataclass(frozen=True)
class Script:
    """A whole transcript: which game, who plays, and what happens."""

    game: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]


def parse(text: str, file: str) -> Script:
    """Read a transcript: `game NAME` and `players A, B` first. Raises TranscriptError with file and line."""
    lines = [_line(file, number, row) for number, row in enumerate(text.splitlines(), 1)]
    lines = [line for line in lines if line.word]
    heads = {line.word: line.rest for line in lines if line.word in ("game", "players")}
    if "game" not in heads:
        raise TranscriptError(f"{file}:1: a transcript opens with 'game NAME'")
    players = tuple(name.strip() for name in heads.get("players", "Ann, Bob").split(","))
    body = tuple(line for line in lines if line.word not in ("game", "players"))
    for line in body:
        if line.word not in KNOWN:
            raise TranscriptError(str(unknown(line.place, "line", line.word, KNOWN)))
    return Script(heads["game"], players, body)


def play(script: Script, game: Game) -> None:
    """Play every line. Raises ExpectationFailed or TranscriptError, naming file and line."""
    for line in script.lines:
        play_line(line, game)


def play_line(line: Line, game: Game) -> None:
    try:
        if line.word == "expect":
            check(game, line.rest, line.place)
        elif line.word == "refuse":
            _refused(line, game)
        elif line.word in DEEDS:
            _done(line, DEEDS[line.word](game, line.rest), game)
        else:
            _done(line, game.act(*event_of(line), float(line.number)), game)
    except NotNow as refusal:
        raise TranscriptError(f"{line.place}: {refusal}") from refusal
    except (ValueError, LookupError) as error:
        if isinstance(error, TranscriptError):
            raise
        raise TranscriptError(f"{line.place}: cannot read {line.word} {line.rest!r}") from error


def event_of(line: Line) -> tuple[Event, str]:
    """The event that a line says, and who did or saw it: `by seat 1 choose keep` says so."""
    if line.word == "by":
        who, number, word, rest = (*line.rest.split(" ", 3), "")[:4]
        return EVENTS[word](rest), f"{who} {number}"
    return EVENTS[line.word](line.rest), "eye" if line.word in ("roll", "see") else "table"


def _line(file: str, number: int, row: str) -> Line:
    word, _, rest = row.partition("#")[0].strip().partition(" ")
    return Line(file, number, word, rest.strip())


def _done(line: Line, taken: bool, game: Game) -> None:
    if not taken:
        raise TranscriptError(f"{line.place}: {line.word} {line.rest}: refused: {game.notice or 'nothing to do'}")


def _refused(line: Line, game: Game) -> None:
    word, _, rest = line.rest.partition(" ")
    rest, _, reason = rest.partition(" because ")
    if word not in (*EVENTS, "by"):
        raise TranscriptError(str(unknown(line.place, "event", word, EVENTS)))
    if game.act(*event_of(Line(line.file, line.number, word, rest.strip())), float(line.number)):
        raise ExpectationFailed(f"{line.place}: {line.rest!r} was taken, not refused")
    if reason.strip().casefold() not in game.notice.casefold():
        raise ExpectationFailed(f"{line.place}: expected a refusal that says {reason!r}, got {game.notice!r}")


def _roll(rest: str) -> Rolled:
    return Rolled(tuple(_die(part.split()) for part in rest.split(",")))


def _die(words: list[str]) -> RolledDie:
    *colour, shows = [word for word in words if word != "held"]
    name = " ".join(colour)
    moved = "held" not in words
    if shows.isdigit():
        return RolledDie(value=int(shows), colour=name, moved=moved)
    return RolledDie(face=shows, kind="icon", colour=name, moved=moved)


def _choose(rest: str) -> Chose:
    """`choose sector 2` and `choose sector:2` are one."""
    return Chose(rest if ":" in rest else rest.replace(" ", ":", 1))


def _adjust(rest: str) -> Adjusted:
    path, value = rest.rsplit(" ", 1)
    if path.startswith("seat "):
        _, seat, path = path.split(" ", 2)
        return Adjusted(path, int(value), int(seat))
    return Adjusted(path, int(value))


def _move(rest: str) -> Moved:
    card, way = rest.split(":")
    source, target = way.split("->")
    return Moved(card.strip(), source.strip(), target.strip())


def _shuffle(rest: str) -> Shuffled:
    pile, _, into = rest.partition("->")
    return Shuffled(pile.strip(), into.strip())


def _jump(rest: str) -> Jumped:
    phase, *seat = rest.split()
    return Jumped(phase, int(seat[-1]) if seat else None)


def _correct(game: Game, rest: str) -> bool:
    seq, dice = rest.split(" ", 1)
    return game.correct(int(seq), _roll(dice))


EVENTS: dict[str, Callable[[str], Event]] = {
    "roll": _roll, "see": lambda rest: CardSeen(rest), "press": lambda rest: Pressed(rest), "choose": _choose,
    "adjust": _adjust, "move": _move, "shuffle": _shuffle, "skip": lambda rest: Skipped(), "jump": _jump,
    "time_up": lambda rest: TimeUp(rest),
}  # fmt: skip
DEEDS: dict[str, Callable[[Game, str], bool]] = {
    "undo": lambda game, rest: game.undo(),
    "redo": lambda game, rest: game.redo(),
    "void": lambda game, rest: game.void(int(rest)),
    "use": lambda game, rest: game.use(int(rest or game.notice_use or 0), 0.0),
    "correct": _correct,
}
KNOWN = (*EVENTS, *DEEDS, "by", "expect", "refuse")
