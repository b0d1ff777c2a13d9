"""The odds of a battle by exact calculation: how likely each side is the last with ships, if neither retreats.

Each die is put on the largest ship that it can destroy, else on the largest that it hits. Every round is applied to the
chances of all pairs of fleets at once, from the last activation back to the first, until nothing changes any more.
"""
from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import ndarray

LARGEST_FIRST = ("gcds", "dreadnought", "cruiser", "starbase", "interceptor", "ancient")
SETTLED, MOST_ROUNDS = 1e-5, 400


class Group(NamedTuple):
    """Ships of one type: `hull` hits are borne by each; dice by their damage; `life` is what all can bear together."""

    kind: str
    life: int
    initiative: int
    hull: int
    computer: int
    shield: int
    cannons: tuple[int, ...]
    missiles: tuple[int, ...]


Side = tuple[Group, ...]
Lives = tuple[int, ...]


def hits(value: int, computer: int, shield: int) -> bool:
    """Six always, one never, else the die and the computers, less the shields, make six."""
    return value == 6 or (value != 1 and value + computer - shield >= 6)


def alive(group: Group, life: int) -> int:
    """How many ships of the group are left."""
    return -(-life // (group.hull + 1))


def struck(side: Side, lives: Lives, damage: int, value: int, computer: int) -> Lives:
    """What is left of a side when one die has been put where it does most."""
    front = {index: (lives[index] - 1) % (side[index].hull + 1) + 1
             for index, group in enumerate(side) if lives[index] and hits(value, computer, group.shield)}
    if not front:
        return lives
    index = next((index for index, left in front.items() if left <= damage), next(iter(front)))
    left = lives[index] - min(damage, front[index])
    return (*lives[:index], left, *lives[index + 1 :])


@lru_cache(maxsize=64)
def win_chance(attacker: Side, defender: Side) -> tuple[float, float]:
    """How likely the attacker, and the defender, is the last to have ships; what lacks to 1 is a stalemate."""
    sides = tuple(tuple(sorted(side, key=lambda group: LARGEST_FIRST.index(group.kind)))
                  for side in (attacker, defender))
    return _Battle(sides[0], sides[1]).chances()


class _Battle:
    """The tables of one battle: every state of each side, and where each die leads."""

    def __init__(self, attacker: Side, defender: Side) -> None:
        self.sides = (attacker, defender)
        self.states = (_reachable(attacker, defender), _reachable(defender, attacker))

    def chances(self) -> tuple[float, float]:
        return self._chance(0), self._chance(1)

    def _chance(self, winner: int) -> float:
        """The chance at the first state that `winner` is the last with ships; the first state of a side is number 0."""
        import numpy  # only here: a pack loads in a blink, numpy does not

        values = numpy.zeros([len(states) for states in self.states], dtype=numpy.float64)
        there = [numpy.array([any(lives) for lives in states]) for states in self.states]
        decided = numpy.outer(there[0] == (winner == 0), there[1] == (winner == 1))
        values[decided] = 1.0
        undecided = numpy.outer(there[0], there[1])
        for _ in range(MOST_ROUNDS):
            before = values
            values = numpy.where(undecided, self._volley(values, "cannons"), values)
            if numpy.abs(values - before).max() < SETTLED:
                break
        return float(self._volley(values, "missiles")[0, 0])

    def _volley(self, values: ndarray, weapon: str) -> ndarray:
        """The chances before every type has shot once, from the chances after."""
        for side, index in reversed(self._order()):
            if dice := getattr(self.sides[side][index], weapon):
                values = self._shot(values, side, index, dice)
        return values

    def _order(self) -> list[tuple[int, int]]:
        """Types by initiative; ties go to the defender."""
        turns = [(side, index) for side in (1, 0) for index in range(len(self.sides[side]))]
        return sorted(turns, key=lambda turn: -self.sides[turn[0]][turn[1]].initiative)

    def _shot(self, values: ndarray, side: int, index: int, dice: tuple[int, ...]) -> ndarray:
        import numpy

        group = self.sides[side][index]
        ships = numpy.array([alive(group, lives[index]) for lives in self.states[side]])
        values = values if side == 0 else values.T
        shot = values.copy()
        for number in range(1, int(ships.max()) + 1):
            rows = ships >= number
            for damage in dice:
                shot[rows] = self._die(shot[rows], 1 - side, damage, group.computer)
        return shot if side == 0 else shot.T

    def _die(self, values: ndarray, target: int, damage: int, computer: int) -> ndarray:
        (first, leads), *others = self._ways(target, damage, computer)
        total = first * values[:, leads]
        for share, leads in others:
            total += share * values[:, leads]
        return total

    @lru_cache(maxsize=64)  # noqa: B019  a battle is thrown away with its tables
    def _ways(self, target: int, damage: int, computer: int) -> tuple[tuple[float, list[int]], ...]:
        """For each outcome of a die its share of six, and the state that each state of the target becomes."""
        states = self.states[target]
        found: dict[tuple[int, ...], int] = {}
        for value in range(1, 7):
            leads = tuple(states[struck(self.sides[target], lives, damage, value, computer)] for lives in states)
            found[leads] = found.get(leads, 0) + 1
        return tuple((count / 6, list(leads)) for leads, count in found.items())


def _reachable(side: Side, other: Side) -> dict[Lives, int]:
    """Every state that the side can come to, numbered from its first."""
    dice = {(damage, group.computer) for group in other for damage in (*group.cannons, *group.missiles)}
    first = tuple(group.life for group in side)
    states, fresh = {first: 0}, [first]
    while fresh:
        lives = fresh.pop()
        for (damage, computer), value in product(dice, range(2, 7)):
            left = struck(side, lives, damage, value, computer)
            if left not in states:
                states[left] = len(states)
                fresh.append(left)
    return states
