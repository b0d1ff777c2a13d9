"""Plays by chance: a legal event for any moment of any pack, for benches and for tests that need long games."""
from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.game.events import Chose, Event, Fact, Rolled, RolledDie
from app.game.offers import offered
from app.game.pack import Awaited, Pack
from app.game.state import State
from app.game.step import awaited_dice, here, setup, step


def chance_event(pack: Pack, state: State, chance: Random) -> Event | None:
    """Something that may happen now, or None if nothing can but by hand."""
    dice = awaited_dice(pack, state)
    if dice:
        return Rolled(tuple(_thrown(die, chance) for die in dice for _ in range(die.count)))
    choices = [] if state.ended else [offer.id for offer in offered(*here(pack, state)) if not offer.why]
    return Chose(chance.choice(choices)) if choices else None


def chance_facts(pack: Pack, players: tuple[str, ...], chance: Random) -> Iterator[Fact]:
    """A game's facts, one a second, until it ends."""
    state = setup(pack, players)
    seq = 0
    while event := chance_event(pack, state, chance):
        state = step(pack, state, event)
        seq += 1
        yield Fact(seq, float(seq), "table", event)


def _thrown(die: Awaited, chance: Random) -> RolledDie:
    shows = chance.choice(die.values)
    value, face = (shows, None) if isinstance(shows, int) else (None, shows)
    return RolledDie(value=value, face=face, colour=die.colour, kind=die.kind)
