"""Random legal input for a game, from a seed: what tests, benches and the check command play with."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from app.game.dice import awaited_at
from app.game.events import CardSeen, Chose, Event, Fact, Pressed, Rolled, RolledDie
from app.game.offers import anytime, offered
from app.game.pack import Awaited, Pack
from app.game.state import State
from app.game.step import awaited_cards, here, setup, step


def legal_events(pack: Pack, state: State, random: Random) -> tuple[Event, ...]:
    """One event of each kind that the moment awaits; empty at a dead end, and at the end of the game."""
    if state.ended:
        return ()
    now, phase = here(pack, state)
    offers = [offer for offer in (*offered(now, phase), *anytime(now)) if not offer.why]
    events: list[Event] = [Chose(offer.id) for offer in offers]
    events += [Pressed(offer.button) for offer in offers if offer.button]
    if awaited := awaited_at(now, phase):
        locked = () if phase.holds is None else phase.holds(now)
        events.append(Rolled(tuple(die for wanted in awaited for die in _cast(pack, wanted, locked, random))))
    events += [CardSeen(name) for name in awaited_cards(pack, state)]
    return tuple(events)


def played_at_random(pack: Pack, players: Sequence[str], random: Random) -> Iterator[Fact]:
    """A game's facts, one a second, until it ends."""
    state = setup(pack, players)
    for seq in count(1):
        events = legal_events(pack, state, random)
        if not events:
            return
        event = random.choice(events)
        state = step(pack, state, event)
        yield Fact(seq, float(seq), "table", event)


def _cast(pack: Pack, wanted: Awaited, locked: Sequence[RolledDie], random: Random) -> tuple[RolledDie, ...]:
    held = tuple(replace(die, moved=False) for die in locked if die.colour == wanted.colour)
    return held + tuple(_thrown(pack, wanted, random) for _ in range(wanted.count - len(held)))


def _thrown(pack: Pack, die: Awaited, random: Random) -> RolledDie:
    face = random.choice(pack.dice[die.name].faces)
    if isinstance(face, int):
        return RolledDie(face, colour=die.colour, kind=die.kind)
    return RolledDie(face=face, colour=die.colour, kind=die.kind)
