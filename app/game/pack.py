"""A pack as the core reads it: a whole board game in frozen data."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from app.game.expressions import Expression, Text


class Call(NamedTuple):
    """One word of the rules with its compiled arguments."""

    word: Callable[..., Any]
    arguments: tuple[Any, ...]


Calls = tuple[Call, ...]


@dataclass(frozen=True)
class Counter:
    """A number of a seat or of the table; `high` may depend on other counters; None: no bound.

    A track that wraps goes on from `low` past its `high`, one up on the counter it carries into. `marks` run when the
    value reaches them from below. `kept` values, such as numbers printed on the owner's cards, open the next game too.
    `track`: on the table it is one track with a mark for each seat.
    """

    name: str
    label: str
    start: int = 0
    low: int | None = 0
    high: Expression | None = None
    shown: bool = True
    kept: bool = False
    wrap: bool = False
    carry: str | None = None
    marks: Mapping[int, tuple[Call, ...]] = field(default_factory=dict)
    switch: bool = False
    in_play: bool = True
    track: bool = False


@dataclass(frozen=True)
class Die:
    """A die of the game: `faces` as printed, each once for each side that shows it."""

    name: str
    colour: str
    faces: tuple[int | str, ...]
    kind: str = "pipped"


@dataclass(frozen=True)
class Awaited:
    """Dice that the phase waits for: `values` they can show, `count` of them."""

    name: str
    colour: str
    kind: str
    values: tuple[int | str, ...]
    count: int


@dataclass(frozen=True)
class Card:
    """One name of a deck, `copies` of it, with the fields that the rules read."""

    name: str
    deck: str
    copies: int
    fields: Mapping[str, int | str]


@dataclass(frozen=True)
class PileRule:
    """Where cards may lie; every seat has its `own`, or the table has one. `start` holds the layers, top first.

    A `secret` pile is shown to nobody but its seat.
    """

    name: str
    label: str
    start: tuple[tuple[str, ...], ...] = ()
    own: bool = False
    secret: bool = False


@dataclass(frozen=True)
class Option:
    """One choice of a phase: shown when `show`, allowed when `allowed` and its `cost` can be paid.

    With `each`, one choice for every item it gives, `id:item`. `why` says
    in words what forbids it.
    """

    id: str
    label: Text
    do: Calls = ()
    show: Expression | None = None
    allowed: Expression | None = None
    cost: Mapping[str, Expression] = field(default_factory=dict)
    next: str | None = None
    button: str | None = None
    each: Expression | None = None
    why: Text | None = None


@dataclass(frozen=True)
class Phase:
    """A named moment: what is awaited and where it leads. With nothing awaited it passes by itself.

    `draws` are the pile that the next card comes from and the one it goes to. In a phase that all decide `together`,
    every seat chooses face down and the choices are carried out when the last is in. `whisper` is for one seat's eyes.
    `holds` gives the dice of the last roll that may not be thrown again. `place` is its file and line.
    """

    name: str
    part: str
    prompt: Text
    hint: Text | None = None
    owes: str = ""
    who: Expression | None = None
    skip: Expression | None = None
    enter: Calls = ()
    dice: Mapping[str, Expression] = field(default_factory=dict)
    cards: Expression | None = None
    when: Mapping[str, Calls] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    next: str | None = None
    draws: tuple[Expression, Expression] | None = None
    together: bool = False
    whisper: Text | None = None
    whisper_to: Expression | None = None
    checklist: bool = False
    timer: str | None = None
    holds: Expression | None = None
    place: str = ""

    @property
    def waits(self) -> bool:
        return bool(self.dice or self.cards or self.draws or self.options or self.when)


@dataclass(frozen=True)
class Check:
    """One line of the set-up checklist, shown when its condition holds."""

    text: Text
    show: Expression | None = None


@dataclass(frozen=True)
class Timer:
    """`seconds` for each turn, in each seat's bank, or for all together, as `kind` says: turn, bank or table."""

    name: str
    label: str
    kind: str
    seconds: Expression


@dataclass(frozen=True)
class Pack:
    """Everything a game is, read once and never changed. At least `figures` seats play, some run by one person.

    Seats to which `team` gives the same number win together, by the sum of their scores.

    `seen` names the decks that are shown to the camera, in the order in which their owner is led through them.

    `always_asks_table` is False where what holds always, and the end, are known to hang on seats and piles alone.
    """

    name: str
    title: str
    version: str
    fewest: int
    most: int
    figures: int
    counters: Mapping[str, Counter]
    table: Mapping[str, Counter]
    words: Mapping[str, str]
    values: Mapping[str, Expression]
    dice: Mapping[str, Die]
    cards: Mapping[str, Card]
    piles: Mapping[str, PileRule]
    parts: tuple[str, ...]
    phases: Mapping[str, Phase]
    first: str
    start: Calls = ()
    always: Calls = ()
    rules: Mapping[str, Calls] = field(default_factory=dict)
    ties: tuple[Expression, ...] = ()
    anytime: tuple[Option, ...] = ()
    checklist: tuple[Check, ...] = ()
    timers: Mapping[str, Timer] = field(default_factory=dict)
    score: Expression | None = None
    ends: Expression | None = None
    team: Expression | None = None
    always_asks_table: bool = True
    seen: Mapping[str, str] = field(default_factory=dict)

    def deck(self, name: str) -> tuple[Card, ...]:
        """The cards of a deck."""
        return self._decks.get(name, ())

    @cached_property
    def _decks(self) -> dict[str, tuple[Card, ...]]:
        names = dict.fromkeys(card.deck for card in self.cards.values())
        return {name: tuple(card for card in self.cards.values() if card.deck == name) for name in names}

    @cached_property
    def own_piles(self) -> frozenset[str]:
        """Piles of which every seat has one."""
        return frozenset(name for name, rule in self.piles.items() if rule.own)
