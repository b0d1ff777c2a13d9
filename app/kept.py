"""What the owner of a box has told once: printed numbers, kept counters and house rules, for the next game too."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from app.game.events import Adjusted
from app.game.pack import Counter, Pack
from app.game.state import State
from app.replay import replayed
from app.store import GameSummary, SavedGame


class Shelf(Protocol):
    """The store, as far as earlier games go."""

    def games(self) -> tuple[GameSummary, ...]: ...
    def load(self, game_id: str) -> SavedGame: ...


def told_before(store: Shelf, pack: Pack) -> tuple[Adjusted, ...]:
    """What the newest game of the pack had been told about the owner's box."""
    for game in store.games():
        if game.pack == pack.name and game.facts:
            _, line = replayed(pack, game.players, store.load(game.id).facts)
            return tuple(kept_of(pack, line.state))
    return ()


def kept_of(pack: Pack, state: State) -> Iterator[Adjusted]:
    """The adjustments that bring a fresh game to the kept values of this one."""
    for path, value in state.fixes.items():
        yield Adjusted(path, value)
    yield from _changed(pack.table, state.table, None)
    for seat, counters in enumerate(state.seats):
        yield from _changed(pack.counters, counters, seat)


def _changed(rules: Mapping[str, Counter], values: Mapping[str, int], seat: int | None) -> Iterator[Adjusted]:
    for name, rule in rules.items():
        if rule.kept and values[name] != rule.start:
            yield Adjusted(name, values[name], seat)
