"""The order of a turn and the movement track: whose moment comes next, and when a round is over."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount, come_back
from app.game.state import Said
from app.packs.emergence_event.cards import NOBODY, reign
from app.packs.emergence_event.ship import COLOURS, artifacts, captain, tech


def lead(now: Now) -> int:
    """The seat that opens each phase of this turn."""
    return int(now.value("solo")) - 1 if now.value("solo") else int(now.value("starter"))


def has_turn(now: Now, seat: int) -> int:
    """Whether the seat may do anything this turn: an extra turn is one seat's alone."""
    return int(now.value("solo") in (0, seat + 1))


def is_last(now: Now) -> int:
    """Whether everyone has had this phase."""
    return int(bool(now.value("solo")) or now.state.active == (lead(now) - 1) % len(now.state.players))


def advance(now: Now, spaces: Amount) -> Now:
    """The movement tracker goes on; past its end the round is one more, or this turn is the last."""
    length = int(now.value("track_length"))
    for _ in range(int(spaces(now))):
        here = int(now.value("movement"))
        now = now.set("movement", here % length + 1)
        if here == length:
            now = _next_round(now)
    return now


def _next_round(now: Now) -> Now:
    if now.value("round") < now.value("last_round"):
        now = now.change("round", 1)
        return now.say(Said("Round {number} begins", (("number", int(now.value("round"))),)))
    return now.set("last_turn", 1).say(Said("The last round is over: this turn is played to its end"))


def next_layer(now: Now, counter: Amount) -> Now:
    """The next seat in turn order that has laid something face down has the moment; the order stays a circle."""
    name, seats = str(counter(now)), len(now.state.players)
    at = int(now.value("pointer"))
    for ahead in range(1, seats + 1):
        seat = (at + ahead) % seats
        if now.at_seat(seat).have(name):
            now = now.set("pointer", seat)
            return now._replace(state=now.state._replace(active=seat), seat=seat)
    return now


def resume(now: Now) -> Now:
    """Nothing is owed any more: back to where the game was going; to the start of the turn if nobody knows."""
    return come_back(now) if now.state.back else now.go("turn_starts")


def powers_here(now: Now) -> tuple[str, ...]:
    """The powers that the card just turned over may be; once all that are in the deck are known, one of those."""
    mine = tuple(card.name for card in now.pack.deck("powers") if card.fields["captain"] == captain(now))
    known = now.within("known_powers")
    lying = now.within("in_force")
    free = known if len(known) >= now.have("powers") else mine
    return tuple(card for card in free if card not in lying)


def applies(now: Now, card: str) -> int:
    """Whether a power touches this seat at all, as far as the game can tell by itself."""
    among, owner = now.card_field(card, "among"), now.at_seat(now.active)
    if among == "mind":
        return int(now.have("mind") > owner.have("mind"))
    if among == "artifacts":
        return int(artifacts(now) > artifacts(owner))
    return int(bool(now.card_field(card, "burden")))


def fewest_artifacts(now: Now) -> int:
    """Whether nobody has fewer artifacts than the seat."""
    return int(all(artifacts(now) <= artifacts(now.at_seat(seat)) for seat in now.everybody))


def payable(now: Now, card: str) -> tuple[str, ...]:
    """The resources that the seat may pay what a power demands with."""
    colour = str(now.card_field(card, "colour"))
    free = colour == "any" or tech(now, "tactical", 2)
    return tuple(name for name in COLOURS if now.have(name) and (free or name == colour))


def track_record(now: Now, track: str) -> int:
    """How far the holder of a track's card has come; nothing while nobody holds it."""
    return max((now.at_seat(seat).have(track) for seat in now.everybody if now.at_seat(seat).have(f"{track}_card")),
               default=0)


def law_at(now: Now, number: int) -> str:
    """The power of another player that asks which cards were laid, the first or the second such; empty if none."""
    laws = [card.name for card in now.pack.deck("powers") if card.fields.get("watches")]
    found = [law for law in laws if reign(now, law) not in (NOBODY, now.seat)]
    return found[number] if number < len(found) else ""
