"""What may be chosen at a moment: the phase's own choices, a reveal, and what may be done at any time."""
from __future__ import annotations

from app.game.now import Now
from app.game.options import Offer, offers_of
from app.game.pack import Phase
from app.game.state import Said
from app.game.together import undecided

REVEAL = "reveal"


def offered(now: Now, phase: Phase) -> tuple[Offer, ...]:
    """The choices of the moment, those that its own seat has first."""
    if now.state.ended:
        return ()
    if not phase.together:
        return tuple(offers_of(now, phase.options))
    if not (seats := undecided(now.state)):
        return (Offer(REVEAL, Said("Turn over"), None, "go_on", now.seat),)
    return tuple(offer for seat in seats for offer in offers_of(now.at_seat(seat), phase.options))


def anytime(now: Now) -> tuple[Offer, ...]:
    """What any seat may do at any moment; the id ends in the seat, `play:Rally@1`."""
    if now.state.ended:
        return ()
    seats = range(len(now.state.players)) if now.pack.anytime else ()
    return tuple(offer for seat in seats for offer in offers_of(now.at_seat(seat), now.pack.anytime, f"@{seat}"))
