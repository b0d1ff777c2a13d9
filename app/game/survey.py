"""A pack put to the test: which phases can be reached at all, and what random play runs into."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from app.game.chance import legal_events
from app.game.pack import Call, Calls, Pack, Phase
from app.game.rules import call, go, interrupt, named_rules
from app.game.state import State
from app.game.step import setup, step

# A game that random play has not ended by then is begun afresh.
LONGEST_GAME = 5000


@dataclass(frozen=True)
class Survey:
    """What random play met: how often each phase, how many games came to an end, and where nothing was left to do."""

    inputs: int
    games: int
    ended: int
    visits: dict[str, int]
    dead_ends: tuple[str, ...]


def unreachable(pack: Pack) -> tuple[str, ...]:
    """Phases that no rule, choice or `next` leads to."""
    reached = {pack.first}
    fresh = {pack.first, *_targets(pack, pack.always), *(_targets_of_options(pack, pack.anytime))}
    while fresh:
        reached |= fresh
        fresh = {target for name in fresh for target in _ways_out(pack, pack.phases[name])} - reached
    return tuple(name for name in pack.phases if name not in reached)


def play_at_random(pack: Pack, seed: int, inputs: int) -> Survey:
    """Play so many legal inputs, by chance from the seed, one game after another; throws what a step throws."""
    random = Random(seed)
    visits: Counter[str] = Counter()
    dead_ends: list[str] = []
    games = ended = played = 0
    while played < inputs and len(dead_ends) < 5:
        games += 1
        state = setup(pack, players(pack, random))
        for _ in range(min(LONGEST_GAME, inputs - played)):
            visits[state.phase] += 1
            events = legal_events(pack, state, random)
            if not events:
                break
            state = step(pack, state, random.choice(events))
            played += 1
        ended += state.ended
        if not state.ended and not legal_events(pack, state, random):
            dead_ends.append(_dead_end(state))
            played += 1
    return Survey(played, games, ended, dict(visits), tuple(dead_ends))


def players(pack: Pack, random: Random) -> tuple[str, ...]:
    """As many names as the game takes, drawn by chance."""
    return ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")[: random.randint(pack.fewest, pack.most)]


def _dead_end(state: State) -> str:
    return f"phase {state.phase!r} leaves nothing to do (turn {state.turn})"


def _ways_out(pack: Pack, phase: Phase) -> Iterator[str]:
    if phase.next:
        yield phase.next
    yield from _targets(pack, phase.enter)
    for calls in phase.when.values():
        yield from _targets(pack, calls)
    yield from _targets_of_options(pack, phase.options)


def _targets_of_options(pack: Pack, options: Any) -> Iterator[str]:
    for option in options:
        if option.next:
            yield option.next
        yield from _targets(pack, option.do)


def _targets(pack: Pack, calls: Calls) -> Iterator[str]:
    """Every phase that the rules may go to, through their blocks and the pack's own words."""
    stack, spelled = list(calls), set()
    while stack:
        word, arguments = stack.pop()
        if word in (go, call, interrupt):
            yield arguments[0]
        elif word is named_rules and arguments[0] not in spelled:
            spelled.add(arguments[0])
            stack += pack.rules[arguments[0]]
        stack += [inner for argument in arguments if isinstance(argument, tuple) for inner in argument
                  if isinstance(inner, Call)]
