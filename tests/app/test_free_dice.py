"""Dice without a game: read, summed, put right, taken away and undone."""
from __future__ import annotations

from app.free_dice import FreeDice
from app.game.events import Rolled, RolledDie


def sums(free: FreeDice) -> list[str]:
    return [row.text for row in free.screen.throws]


def test_throws_are_summed_put_right_and_undone() -> None:
    free = FreeDice(None)
    free.tell(("3", "4"))
    free.tell(("6",))
    assert (free.screen.sum, sums(free)) == ("6", ["= 7", "= 6"])
    free.correct(1, 1, "5")
    assert sums(free) == ["= 8", "= 6"]
    free.correct(1, 0, "")
    assert sums(free) == ["= 5", "= 6"]
    free.void(2)
    assert (free.screen.sum, sums(free)) == ("5", ["= 5"])
    for _ in range(3):
        free.undo()
    assert sums(free) == ["= 7", "= 6"]


def test_a_doubted_die_keeps_the_sum_open_until_a_person_has_looked() -> None:
    free = FreeDice(None)
    free._post(Rolled((RolledDie(2, colour="red"), RolledDie(5, colour="red", sure=False, runner_up="6"))), "eye")
    free.tick()
    assert free.screen.sum == "?"
    assert free.screen.roll is not None
    assert free.screen.roll.dice[1].alternatives[0] == "6"
    assert free.screen.dice == ()
    free.correct(1, 1, "6")
    assert free.screen.sum == "8"
    assert [(count.colour, count.throws) for count in free.screen.dice] == [("red", 2)]
