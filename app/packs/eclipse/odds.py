"""The odds of a battle by exact calculation: how likely each side is the last with ships, if neither retreats.

Each die, the strongest first, is put on the largest ship that it can destroy, else on the largest that it hits. All the
courses that a battle may take are played at once, round by round, each with its share, until hardly any is undecided.
"""
from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import ndarray

LARGEST_FIRST = ("gcds", "dreadnought", "cruiser", "starbase", "interceptor", "ancient")
# Shares of all battles: undecided ones that may be left over, a round that decides nothing, and dust.
SETTLED, FROZEN, TINY = 2e-4, 1e-7, 1e-8
MOST_ROUNDS = 400
MOST_WORK = 1.5e7  # steps of a shot through the tables, about a tenth of a second


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
Shot = tuple[int, "ndarray", "ndarray"]


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
    sides = (largest_first(attacker), largest_first(defender))
    return _Battle(sides, (_reachable(sides[0], sides[1]), _reachable(sides[1], sides[0]))).chances()


def is_small(attacker: Side, defender: Side) -> bool:
    """Whether all courses of the battle can be played at a glance."""
    states = [prod(group.life + 1 for group in side) for side in (attacker, defender)]
    return states[0] * states[1] * sum(states) < MOST_WORK


def order_of(sides: tuple[Side, Side]) -> list[tuple[int, int]]:
    """(side, type) in order of initiative, attacker 0 and defender 1, who comes first where it ties."""
    turns = [(side, index) for side in (1, 0) for index in range(len(sides[side]))]
    return sorted(turns, key=lambda turn: -sides[turn[0]][turn[1]].initiative)


def largest_first(side: Side) -> Side:
    return tuple(sorted(side, key=lambda group: LARGEST_FIRST.index(group.kind)))


class _Battle:
    """The tables of one battle: every state of each side, numbered from its first, and where a volley leads."""

    def __init__(self, sides: tuple[Side, Side], states: tuple[dict[Lives, int], dict[Lives, int]]) -> None:
        import numpy  # only here: a pack loads in a blink, numpy does not

        self.numpy = numpy
        self.sides, self.states = sides, states
        self.order = order_of(sides)

    def chances(self) -> tuple[float, float]:
        """Play all battles at once, from the first state of both, until hardly any is undecided."""
        shares = self.numpy.zeros([len(states) for states in self.states], dtype=self.numpy.float32)
        shares[0, 0] = 1.0
        there = [self.numpy.array([any(lives) for lives in states]) for states in self.states]
        shares = self._volley(shares, self._shots("missiles"))
        cannons = self._shots("cannons")
        for _ in range(MOST_ROUNDS):
            before, shares = shares, self._volley(shares.copy(), cannons)
            undecided = float(shares[there[0]][:, there[1]].sum())
            if undecided < SETTLED or self.numpy.abs(shares - before).max() < FROZEN:
                break
        won, lost = float(shares[there[0]][:, ~there[1]].sum()), float(shares[~there[0]][:, there[1]].sum())
        whole = won + lost if undecided < SETTLED else 1.0
        return won / whole, lost / whole

    def _volley(self, shares: ndarray, shots: list[Shot]) -> ndarray:
        """The share of each pair of states once every type has shot."""
        for side, rows, leads in shots:
            turned = shares if side == 0 else shares.T
            busy = turned[rows] > TINY
            some, columns = rows[busy.any(axis=1)], busy.any(axis=0)
            turned[some] = turned[some][:, columns] @ leads[columns]
        return shares

    def _shots(self, weapon: str) -> list[Shot]:
        """In order of initiative: whose shot, in which of the shooter's states, and the chances it leads to."""
        shots = []
        for side, index in self.order:
            dice = getattr(self.sides[side][index], weapon)
            ships = [alive(self.sides[side][index], lives[index]) for lives in self.states[side]]
            for number in sorted({count for count in ships if count and dice}):
                rows = self.numpy.array([row for row, count in enumerate(ships) if count == number])
                shots.append((side, rows, self._leads(1 - side, dice * number, self.sides[side][index].computer)))
        return shots

    def _leads(self, target: int, dice: tuple[int, ...], computer: int) -> ndarray:
        """How likely each state of the target becomes each other, by all these dice one after another."""
        product = self.numpy.eye(len(self.states[target]), dtype=self.numpy.float32)
        for damage in sorted(dice, reverse=True):
            product = product @ self._die(target, damage, computer)
        return product

    @lru_cache(maxsize=32)  # noqa: B019  a battle is thrown away with its tables
    def _die(self, target: int, damage: int, computer: int) -> ndarray:
        states = self.states[target]
        leads = self.numpy.zeros((len(states), len(states)), dtype=self.numpy.float32)
        for lives, row in states.items():
            for value in range(1, 7):
                leads[row, states[struck(self.sides[target], lives, damage, value, computer)]] += 1 / 6
        return leads


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
