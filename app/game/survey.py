"""A pack put to the test: which phases can be reached at all, and what random play runs into."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from app.game.chance import legal_events
from app.game.errors import TRIPS, NotNow, Stuck, Tripped
from app.game.expressions import place_of_failure
from app.game.pack import Call, Calls, Pack, Phase
from app.game.rules import call, go, interrupt, named_rules
from app.game.state import State
from app.game.step import setup, step

# A game that random play has not ended by then is begun afresh.
LONGEST_GAME = 5000
MOST_FAULTS = 5


@dataclass(frozen=True)
class Survey:
    """What random play met: how often each phase, how many games came to an end, and where it could not go on."""

    inputs: int
    games: int
    ended: int
    visits: dict[str, int]
    faults: tuple[str, ...]


def unreachable(pack: Pack) -> tuple[str, ...]:
    """Phases that no rule, choice or `next` leads to."""
    reached = {pack.first}
    marks = [calls for rule in (*pack.counters.values(), *pack.table.values()) for calls in rule.marks.values()]
    fresh = {pack.first, *_targets_of_options(pack, pack.anytime)}
    fresh |= {target for calls in (pack.start, pack.always, *marks) for target in _targets(pack, calls)}
    while fresh:
        reached |= fresh
        fresh = {target for name in fresh for target in _ways_out(pack, pack.phases[name])} - reached
    return tuple(name for name in pack.phases if name not in reached)


def play_at_random(pack: Pack, seed: int, inputs: int) -> Survey:
    """Play so many legal inputs, by chance from the seed, one game after another, until a few faults are found."""
    random = Random(seed)
    visits: Counter[str] = Counter()
    faults: dict[str, None] = {}
    games = ended = played = 0
    while played < inputs and len(faults) < MOST_FAULTS:
        games += 1
        try:
            state = _begun(pack, random)
        except Stuck as fault:
            faults[str(fault)] = None
            break
        for _ in range(min(LONGEST_GAME, inputs - played)):
            visits[state.phase] += 1
            if state.ended:
                break
            played += 1
            try:
                state = _moved_on(pack, state, random)
            except Stuck as fault:
                faults[str(fault)] = None
                break
        ended += state.ended
    return Survey(played, games, ended, dict(visits), tuple(faults))


def _begun(pack: Pack, random: Random) -> State:
    """A game set up. Raises Stuck if the rules trip over that already."""
    try:
        return setup(pack, players(pack, random))
    except NotNow as fault:
        place = place_of_failure(fault) or pack.phases[pack.first].place
        raise Stuck(f"{place}: the game cannot begin: {fault}") from fault


def _moved_on(pack: Pack, state: State, random: Random) -> State:
    """The state after one input. Raises Stuck if the rules take none, or trip over one."""
    here, phase = pack.phases[state.phase].place, f"phase {state.phase!r}"
    try:
        events = list(legal_events(pack, state, random))
    except TRIPS as error:
        place = place_of_failure(error) or here
        raise Stuck(f"{place}: {phase} fails to say what it offers: {type(error).__name__}: {error}") from error
    random.shuffle(events)
    for event in events:
        try:
            return step(pack, state, event)
        except Tripped as fault:
            place = place_of_failure(fault) or here
            raise Stuck(f"{place}: {phase} fails at {event}: {fault}") from fault
        except NotNow:  # offered, and refused by a rule: another may do
            continue
    advice = "give it a choice that is always allowed, or skip it"
    raise Stuck(f"{here}: {phase} leaves nothing to do (turn {state.turn}); {advice}")


def players(pack: Pack, random: Random) -> tuple[str, ...]:
    """As many names as the game takes, drawn by chance."""
    return ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")[: random.randint(pack.fewest, pack.most)]


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
