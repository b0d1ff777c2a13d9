"""A log looked back on: who threw which dice, and whose time went where."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.game.events import Fact, Rolled
from app.game.pack import Pack
from app.game.step import here, setup, step


@dataclass(frozen=True)
class Retrospect:
    """The thrower's name by the seq of the throw; seconds of table time by player and by part of the turn."""

    thrown_by: dict[int, str] = field(default_factory=dict)
    by_player: dict[str, float] = field(default_factory=dict)
    by_part: dict[str, float] = field(default_factory=dict)


def look_back(pack: Pack, players: Sequence[str], facts: Iterable[Fact]) -> Retrospect:
    """Play the facts that count once more. Time passes on whoever must act when the next fact comes."""
    seen, state, at = Retrospect(), setup(pack, players), 0.0
    for fact in (each for each in facts if not each.aside):
        now, phase = here(pack, state)
        who = state.players[now.seat]
        if isinstance(fact.event, Rolled):
            seen.thrown_by[fact.seq] = who if fact.event.thrower is None else state.players[fact.event.thrower]
        passed = max(fact.at - at, 0.0)
        seen.by_player[who] = seen.by_player.get(who, 0.0) + passed
        seen.by_part[phase.part] = seen.by_part.get(phase.part, 0.0) + passed
        state, at = step(pack, state, fact.event, fact.by), fact.at
    return seen
