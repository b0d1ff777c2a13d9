"""Before the first turn: stories, discoveries and the roll for the start."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import unseen


def story_cards(now: Now, story: int) -> tuple[str, ...]:
    """The three acts of a story."""
    return tuple(card.name for card in now.pack.deck("discoveries") if card.fields["story"] == story)


def first_acts(now: Now) -> tuple[str, ...]:
    """First acts of stories in play that lie on no home tile yet."""
    gone = (*now.within("box"), *now.within("charted"))
    acts = [card for card in now.pack.deck("discoveries") if card.fields["act"] == 1]
    return tuple(card.name for card in acts if card.name not in gone)


def lay_discoveries(now: Now, number: Amount) -> Now:
    """So many discovery tiles lie face down in the stack."""
    return now.with_pile("discovery_stack", ((unseen("discoveries"),) * int(number(now)),))


def compare_rolls(now: Now) -> Now:
    """Once all contenders have rolled, the highest starts; equals roll again, among themselves."""
    waiting = [seat for seat in now.everybody if _contends(now, seat) and not now.at_seat(seat).have("roll")]
    if waiting:
        return now.set("asking", waiting[0])
    best = max(now.at_seat(seat).have("roll") for seat in now.everybody if _contends(now, seat))
    first = [seat for seat in now.everybody if _contends(now, seat) and now.at_seat(seat).have("roll") == best]
    here = now.seat
    for seat in now.everybody:
        now = now.at_seat(seat).set("contends", int(seat in first)).set("roll", 0)
    now = now.at_seat(here).set("asking", first[0])
    return now.set("starter", first[0]).set("started", 1) if len(first) == 1 else now


def _contends(now: Now, seat: int) -> int:
    return now.at_seat(seat).have("contends")
