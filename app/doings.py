"""What a player did, as the screen of that moment offered it."""
from __future__ import annotations

from typing import NamedTuple

from app.game.events import Adjusted, Chose, Event, Pressed
from app.game.offers import anytime, offered
from app.game.pack import Pack
from app.game.state import Said, State
from app.game.step import here
from app.game.together import undecided


class Doing(NamedTuple):
    """Whose deed it was, None for the table's own, and the words on what was tapped, None where nothing was."""

    seat: int | None
    label: Said | None = None


def doing_of(pack: Pack, before: State, event: Event) -> Doing:
    """The deed that an event was for the game as it stood before."""
    now, phase = here(pack, before)
    if isinstance(event, Adjusted):
        return Doing(event.seat)
    seat = undecided(before)[0] if phase.together and undecided(before) else now.seat
    if isinstance(event, Chose | Pressed):
        offers = (*offered(now, phase), *anytime(now))
        for offer in offers:
            if not offer.why and event in (Chose(offer.id, getattr(event, "count", None)), Pressed(offer.button or "")):
                return Doing(int(offer.id.rpartition("@")[2]) if "@" in offer.id else seat, offer.label)
    return Doing(seat)
