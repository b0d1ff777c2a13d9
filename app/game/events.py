"""What happened at the table: past-tense events, and the facts that carry them in the log."""
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die of a roll: `value` for pips, `face` for icons; `moved` is False for a die that was held.

    `sure` is False for a die that the eye wants a person to look at, `runner_up` what else it may show.
    """

    value: int | None = None
    face: str | None = None
    colour: str = ""
    kind: str = "pipped"
    id: int = 0
    moved: bool = True
    sure: bool = True
    runner_up: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice came to rest; `thrower` is the seat that a person gave the throw to, None for whoever's moment it was."""

    dice: tuple[RolledDie, ...]
    thrower: int | None = None


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card lay still on the spot, or was named by hand; `certain` once a person has said so against the ledger.

    `sure` is False for a card that the eye wants a person to look at, `runner_up` what else it may be.
    """

    name: str
    deck: str = ""
    certain: bool = False
    sure: bool = True
    runner_up: str = ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the panel or the screen's own: go_on, help, pause."""

    button: str


@dataclass(frozen=True, slots=True)
class Chose:
    """A choice of the open prompt was taken; `count` where a number goes with it."""

    choice: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A counter was put right by hand: `path` as the screen names it, `seat` None for the table's."""

    path: str
    value: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A card went from one pile to another."""

    card: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A pile was shuffled, or with `into` all of it into another one."""

    pile: str
    into: str = ""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A timer ran out."""

    timer: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """The phase was passed over."""


@dataclass(frozen=True, slots=True)
class Jumped:
    """The table went to another phase by hand."""

    phase: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Voided:
    """The throw of fact `seq` was taken back by agreement: out of the statistics, still in the log."""

    seq: int


Event = Rolled | CardSeen | Pressed | Chose | Adjusted | Moved | Shuffled | TimeUp | Skipped | Jumped | Voided


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the log. `at` is table time in seconds; `by` is "seat 0"…, "table", "eye", "panel" or "rules".

    `photo` names the picture behind it, `was` is what was first seen, if the event has been corrected since.
    `aside` is empty for a fact that counts; else UNAWAITED (seen, but nothing awaited it), DOUBTED (seen, but a person
    must look first) or OVERTAKEN (it no longer holds since a fact before it was corrected): kept and shown, not part of
    the game.
    """

    seq: int
    at: float
    by: str
    event: Event
    photo: str | None = None
    was: Event | None = field(default=None)
    aside: str = ""


UNAWAITED = "unawaited"
DOUBTED = "doubted"
OVERTAKEN = "overtaken"
