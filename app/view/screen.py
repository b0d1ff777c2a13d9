"""The screen as a value: everything that is shown, projected from pack, state and moment, with no Kivy in sight."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a person may do now: `id` comes back in `Chose`, `label` is shown."""

    id: str
    label: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Prompt:
    """The one question or task of the moment, at most 90 characters, with its choices."""

    text: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One stop on the phase ribbon."""

    label: str
    active: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A number a person may step by hand: `path` names it in `Adjusted`."""

    path: str
    label: str
    value: int
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's panel: colour is never the only sign, so `shape` and `letter` say it too."""

    seat: int
    name: str
    colour: str
    shape: str
    letter: str
    active: bool
    score: int | None
    counters: tuple[Counter, ...] = ()


@dataclass(frozen=True, slots=True)
class DieView:
    """A die of a roll, as it may be touched: `alternatives` are likeliest first; `fact` is the roll's seq in the log."""

    fact: int
    index: int
    text: str
    colour: str
    sure: bool
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollView:
    """The last roll: its dice and the photo behind it (a key into the store, None where there is none)."""

    fact: int
    dice: tuple[DieView, ...]
    photo: str | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One fact in plain words; `dice` lets a die of an older roll be corrected from the log."""

    seq: int
    text: str
    who: str
    photo: str | None = None
    dice: tuple[DieView, ...] = ()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that is shown but not yet accepted: each die with its alternatives."""

    text: str
    dice: tuple[DieView, ...]
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """One wire at a glance."""

    name: str
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole game screen."""

    title: str
    ribbon: tuple[Step, ...]
    prompt: Prompt
    seats: tuple[Seat, ...]
    table: tuple[Counter, ...] = ()
    roll: RollView | None = None
    doubt: Doubt | None = None
    log: tuple[LogRow, ...] = ()
    notice: str = ""
    notice_use: int | None = None
    can_undo: bool = False
    can_redo: bool = False
    can_go_on: bool = False
    health: tuple[Health, ...] = ()
    ended: bool = False
