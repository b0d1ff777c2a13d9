"""Dice counted beside fair ones: what counts, and what chi-square says of it (values of its table in any textbook)."""
from __future__ import annotations

import pytest

from app.game.events import Event, Fact, Rolled, RolledDie, Voided
from app.game.pack import Pack
from app.packs import load_pack
from app.view.statistics import DieCount, FaceCount, chance_of, statistics_of


def facts_of(*events: Event) -> tuple[Fact, ...]:
    return tuple(Fact(seq, float(seq), "eye", event) for seq, event in enumerate(events, 1))


def rolled(value: int, colour: str = "yellow", **marks: bool) -> Rolled:
    return Rolled((RolledDie(value, colour=colour, **marks),))


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("starship_catan")


@pytest.mark.parametrize(("statistic", "freedom", "chance"), [
    (3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (11.070, 5, 0.05), (20.515, 5, 0.001), (30.144, 19, 0.05),
    (0.0, 3, 1.0),
])
def test_chance_is_that_of_the_table(statistic: float, freedom: int, chance: float) -> None:
    assert chance_of(statistic, freedom) == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize(("facts", "counts"), [
    (facts_of(rolled(1), rolled(2), rolled(2)), (1, 2, 0, 0)),
    (facts_of(rolled(1), rolled(2), Voided(1)), (0, 1, 0, 0)),
    (facts_of(rolled(4), rolled(4, moved=False)), (0, 0, 0, 1)),
    (facts_of(rolled(4), rolled(3, sure=False)), (0, 0, 0, 1)),
], ids=["plain", "voided", "held", "doubted"])
def test_counts(pack: Pack, facts: tuple[Fact, ...], counts: tuple[int, ...]) -> None:
    throws = sum(counts)
    shares = (1 / 6, 2 / 6, 2 / 6, 1 / 6)
    faces = tuple(FaceCount(face, count, pytest.approx(throws * share))
                  for face, count, share in zip("1234", counts, shares, strict=True))
    assert statistics_of(pack, facts) == (DieCount("", "yellow", faces, None),)


def test_enough_throws_are_judged(pack: Pack) -> None:
    fair = facts_of(*(rolled(value) for value in (1, 2, 2, 3, 3, 4) * 10))
    loaded = facts_of(*(rolled(4) for _ in range(60)))
    assert statistics_of(pack, fair)[0].p == pytest.approx(1.0)
    assert (statistics_of(pack, loaded)[0].p or 1) < 1e-6


def test_each_colour_and_each_hand_by_itself(pack: Pack) -> None:
    facts = facts_of(rolled(1), rolled(2, "blue"), rolled(3))
    found = statistics_of(pack, facts, {1: "Ann", 2: "Ann", 3: "Ben"})
    assert [(die.who, die.colour, die.throws) for die in found] == [
        ("", "yellow", 2), ("", "blue", 1), ("Ann", "yellow", 1), ("Ann", "blue", 1), ("Ben", "yellow", 1)]
