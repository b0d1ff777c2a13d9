"""How the dice have fallen: counts beside what a fair die gives, and in plain words whether that is odd."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt
from typing import Protocol

from app.game.dice import text_of
from app.game.events import Fact, Rolled, RolledDie, Voided
from app.game.pack import Die

FEWEST_EXPECTED = 5.0  # a fair share of throws of the rarest face, below which the test says nothing (Cochran)


class Box(Protocol):
    """What says what is printed on dice: a pack, or nothing at all."""

    @property
    def dice(self) -> Mapping[str, Die]: ...


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often a face lay on top, and how often a fair die would have shown it."""

    face: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DieCount:
    """One kind of die in one player's hand, or in all hands (`who` is ""); `p` is None while throws are too few."""

    who: str
    colour: str
    faces: tuple[FaceCount, ...]
    p: float | None

    @property
    def throws(self) -> int:
        return sum(face.count for face in self.faces)


@dataclass(frozen=True, slots=True)
class TimeShare:
    """How many seconds of table time went to a player or to a part of the turn."""

    label: str
    seconds: float


def statistics_of(box: Box, facts: tuple[Fact, ...], thrown_by: dict[int, str] | None = None) -> tuple[DieCount, ...]:
    """Each kind of die that was thrown: in all hands, then in each that `thrown_by` (seq to name) knows.

    Voided throws, dice that were held and readings still in doubt do not count.
    """
    thrown_by = thrown_by or {}
    names = ("", *dict.fromkeys(thrown_by.values()))
    counts = (_count(box, colour, who, facts, thrown_by) for who in names for colour in _colours_of(facts))
    return tuple(count for count in counts if count.throws)


def chance_of(statistic: float, freedom: int) -> float:
    """P(chi-square >= statistic) with so many degrees of freedom, by the recurrence over them (Abramowitz 26.4.8)."""
    half = statistic / 2
    tail, degree = (exp(-half), 2) if freedom % 2 == 0 else (erfc(sqrt(half)), 1)
    while degree < freedom:
        tail += half ** (degree / 2) * exp(-half) / gamma(degree / 2 + 1)
        degree += 2
    return min(tail, 1.0)


def _count(box: Box, colour: str, who: str, facts: tuple[Fact, ...], thrown_by: dict[int, str]) -> DieCount:
    thrown = Counter(text_of(die) for seq, die in _thrown(facts)
                     if die.colour == colour and (not who or thrown_by.get(seq) == who))
    printed = _printed_on(box, colour) or "123456"
    sides = Counter(printed)
    faces = sorted({*thrown, *sides}, key=lambda face: (len(face), face))
    throws = thrown.total()
    rows = tuple(FaceCount(face, thrown[face], throws * sides[face] / len(printed)) for face in faces)
    return DieCount(who, colour, rows, _odds_of(rows))


def _odds_of(rows: tuple[FaceCount, ...]) -> float | None:
    if min((row.expected for row in rows), default=0) < FEWEST_EXPECTED or len(rows) < 2:
        return None
    return chance_of(sum((row.count - row.expected) ** 2 / row.expected for row in rows), len(rows) - 1)


def _thrown(facts: tuple[Fact, ...]) -> Iterator[tuple[int, RolledDie]]:
    void = {fact.event.seq for fact in facts if isinstance(fact.event, Voided)}
    for fact in facts:
        if isinstance(fact.event, Rolled) and fact.seq not in void and all(die.sure for die in fact.event.dice):
            yield from ((fact.seq, die) for die in fact.event.dice if die.moved)


def _colours_of(facts: tuple[Fact, ...]) -> Iterable[str]:
    return dict.fromkeys(die.colour for _, die in _thrown(facts))


def _printed_on(box: Box, colour: str) -> tuple[str, ...]:
    """A face for each side of the die."""
    return next((tuple(map(str, die.faces)) for die in box.dice.values() if die.colour == colour), ())
