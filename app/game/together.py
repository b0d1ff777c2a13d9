"""Phases that all decide together: choices laid face down, then turned over at once."""
from __future__ import annotations

from app.game.errors import NotNow
from app.game.now import Now
from app.game.options import take
from app.game.pack import Phase
from app.game.state import State


def committed(state: State, seat: int) -> str:
    """The choice that the seat has laid face down; empty if it has not yet."""
    return state.words.get(_word(seat), "")


def undecided(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(state.players)) if not committed(state, seat))


def commit(now: Now, phase: Phase, choice: str) -> Now:
    """Lay a choice face down, once it is known to be one; a seat may change its mind until all are in."""
    take(now, phase.options, choice)
    return now.note(_word(now.seat), choice)


def reveal(now: Now, phase: Phase) -> Now:
    """Carry out every seat's choice, from the active one clockwise. Raises NotNow while one is missing."""
    if undecided(now.state):
        raise NotNow("not everyone has chosen yet")
    seats = len(now.state.players)
    choices = {seat: committed(now.state, seat) for seat in range(seats)}
    words = {word: text for word, text in now.state.words.items() if not word.startswith("face down ")}
    now = now.with_state(now.state._replace(words=type(now.state.words)(words)))
    for seat in ((now.state.active + step) % seats for step in range(seats)):
        now = take(now.at_seat(seat), phase.options, choices[seat])
    return now.go(phase.next) if phase.next and not now.goto else now


def _word(seat: int) -> str:
    return f"face down {seat}"
