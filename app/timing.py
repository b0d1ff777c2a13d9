"""Whose time runs, since when, and when it is up: a fold over the moments of a game, in table time."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.game.events import Event, Fact, TimeUp
from app.game.pack import Pack
from app.game.state import State
from app.game.step import here, setup, step


class Timing(NamedTuple):
    """The timer that runs for a seat `since` a table time, and the seconds `used` before, by timer and seat."""

    timer: str = ""
    seat: int = 0
    since: float = 0.0
    used: tuple[tuple[str, int, float], ...] = ()
    rung: bool = False


def timed(timing: Timing, pack: Pack, state: State, event: Event | None, at: float) -> Timing:
    """The timing after a fact: a new turn's or seat's time begins, the old one's is written down."""
    if not pack.timers:
        return timing
    now, phase = here(pack, state)
    timer = "" if state.ended else phase.timer or ""
    if (timer, now.seat) == (timing.timer, timing.seat):
        return timing._replace(rung=True) if isinstance(event, TimeUp) else timing
    used = (*timing.used, (timing.timer, timing.seat, at - timing.since)) if timing.timer else timing.used
    return Timing(timer, now.seat, at, used)


def timing_of(pack: Pack, players: Sequence[str], facts: Iterable[Fact]) -> Timing:
    """The timing of a log that is known to hold."""
    state = setup(pack, players)
    timing = timed(Timing(), pack, state, None, 0.0)
    for fact in (each for each in facts if pack.timers and not each.aside):
        state = step(pack, state, fact.event, fact.by)
        timing = timed(timing, pack, state, fact.event, fact.at)
    return timing


def deadline_of(timing: Timing, pack: Pack, state: State) -> float | None:
    """The table time at which the running timer is up; None if none runs, or it has rung."""
    if not timing.timer or timing.rung:
        return None
    timer = pack.timers[timing.timer]
    spent = sum(
        seconds
        for name, seat, seconds in timing.used
        if name == timer.name and (timer.kind == "table" or (timer.kind == "bank" and seat == timing.seat))
    )
    now, _ = here(pack, state)
    return float(timing.since + max(timer.seconds(now) - spent, 0.0))
