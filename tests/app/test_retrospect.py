"""A log looked back on: throws go to whoever's moment it was, time to whoever was waited for."""
from __future__ import annotations

from app.game.events import UNAWAITED, Fact, Pressed, Rolled, RolledDie
from app.packs import load_pack
from app.retrospect import look_back

YELLOW = Rolled((RolledDie(2, colour="yellow"),))
FACTS = (
    *(Fact(seq, 10.0 * seq, "panel", Pressed("go_on")) for seq in (1, 2, 3)),
    Fact(4, 45.0, "eye", YELLOW),
    Fact(5, 50.0, "eye", Rolled((RolledDie(6, colour="red"),)), aside=UNAWAITED),
)


def test_a_throw_given_to_another_is_that_one_s() -> None:
    given = (*FACTS[:3], Fact(4, 45.0, "eye", Rolled(YELLOW.dice, thrower=1), was=YELLOW))
    assert look_back(load_pack("starship_catan"), ("Ann", "Ben"), given).thrown_by == {4: "Ben"}


def test_throws_and_time_find_their_owner() -> None:
    seen = look_back(load_pack("starship_catan"), ("Ann", "Ben"), FACTS)
    assert seen.thrown_by == {4: "Ann"}
    assert sum(seen.by_player.values()) == sum(seen.by_part.values()) == 45.0
    assert seen.by_part["Production"] == 15.0
