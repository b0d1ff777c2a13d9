"""A captain's deck as the table may know it: how many cards lie where, and the damage cards among them."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.emergence_event.ship import artifact, captain

NOBODY = -1


def hidden_damage(now: Now) -> int:
    """Damage cards that lie in hand or draw pile; which of the two only their player knows."""
    return max(0, min(now.have("damage") - now.have("damage_down"), now.have("hand") + now.have("draw")))


def open_damage(now: Now) -> int:
    """Damage cards in the discard pile: those seen to go there, and whatever hand and draw pile cannot hold."""
    return now.have("damage") - hidden_damage(now)


def damage_in_hand(now: Now) -> int:
    """As many damage cards as the hand may hold."""
    return min(now.have("hand"), hidden_damage(now))


def draw_cards(now: Now, number: Amount) -> Now:
    """Draw so many cards; the discard pile is shuffled when the draw pile is empty."""
    return _drawn(now, max(0, int(number(now))))


def _drawn(now: Now, wanted: int) -> Now:
    there = min(wanted, now.have("draw"))
    now = now.change("draw", -there).change("hand", there)
    if there == wanted or not now.have("discard"):
        return now
    now = now.say(Said("{player} shuffles the discard pile into a new draw pile", (("player", now.player),)))
    now = now.set("draw", now.have("discard")).set("discard", 0).set("damage_down", 0)
    return _drawn(now, wanted - there)


def hurt(now: Now, number: Amount, where: Amount) -> Now:
    """Damage cards from the pool go to the hand or the discard pile."""
    return _hurt(now, int(number(now)), str(where(now)), NOBODY)


def hurt_by(now: Now, owner: Amount, number: Amount, where: Amount) -> Now:
    """The same by a captain's power: psionic shields lessen it, and the owner may gain from it once."""
    return _hurt(now, int(number(now)), str(where(now)), int(owner(now)))


def _hurt(now: Now, number: int, where: str, owner: int) -> Now:
    if owner != NOBODY and captain(now) == "Matriarch Evans" and number:
        number -= 1
        now = now.say(Said("{player}: psionic shields turn one damage card away", (("player", now.player),)))
    if number > 0 and artifact(now, "Caldayan Drones") and not now.have("drones_used"):
        number -= 1
        now = now.set("drones_used", 1).set("hurt", 1)  # what they stop counts as taken for their own reward
        now = now.say(Said("{player}: the drones stop one damage card", (("player", now.player),)))
    return _taken(now, number, where, owner) if number > 0 else now


def _taken(now: Now, number: int, where: str, owner: int) -> Now:
    if number > now.value("pool"):
        now = _emptied(now)
    number = min(number, now.value("pool"))
    now = now.change("pool", -number).change("damage", number).change(where, number).set("hurt", 1)
    if where == "discard":
        now = now.change("damage_down", number)
    now = now.say(Said("{player} takes damage: {number}", (("player", now.player), ("number", number))))
    return _reaped(_spored(now), owner)


def _emptied(now: Now) -> Now:
    """The pool is short: every player pays a point for each two damage cards, all go back."""
    here = now.seat
    for seat in now.everybody:
        now = now.at_seat(seat)
        owned, hidden, seen = now.have("damage"), hidden_damage(now), open_damage(now)
        now = now.change("vp", -((owned + 1) // 2)).change("pool", owned).set("damage", 0)
        now = now.change("discard", -seen).set("damage_down", 0).change("lifted", hidden)
    return now.at_seat(here).set("pool_short", 1)


def _spored(now: Now) -> Now:
    """Solar Spores: whoever takes damage owes their player a yellow resource."""
    owner = reign(now, "Solar Spores")
    if owner in (NOBODY, now.seat) or not now.at_seat(owner).have("spores_open"):
        return now
    return _paid_once(now.change("spore_due", 1), owner, "vp")


def _reaped(now: Now, owner: int) -> Now:
    if owner == NOBODY:
        return now
    gain = _harvest_of(now, owner)
    return _paid_once(now, owner, gain) if gain else now


def _harvest_of(now: Now, owner: int) -> str:
    """What the power that its player has just laid gives for damage taken by others."""
    return str(now.card_field(now.at_seat(owner).top("in_force"), "harvest") or "")


def harvest(now: Now, owner: Amount) -> Now:
    """The owner of a power takes its point, once however many others give cause."""
    return _paid_once(now, int(owner(now)), "vp")


def _paid_once(now: Now, owner: int, gain: str) -> Now:
    here, there = now.seat, now.at_seat(owner)
    if there.have("reaped"):
        return now
    return there.set("reaped", 1).change(gain, 1).at_seat(here)


def reign(now: Now, power: str) -> int:
    """The seat that has a power in force, -1 if nobody has."""
    return next((seat for seat in now.everybody if power in now.at_seat(seat).within("in_force")), NOBODY)


def against(now: Now, power: str) -> int:
    """Whether another player's power is in force."""
    return int(reign(now, power) not in (NOBODY, now.seat))


def mend(now: Now, where: Amount) -> Now:
    """A damage card goes from hand, draw or discard pile back to the pool."""
    pile = str(where(now))
    now = now.change(pile, -1).change("damage", -1).change("pool", 1)
    if pile == "discard":
        return now.change("damage_down", -1)
    return now.say(Said("{player} shuffles the draw pile", (("player", now.player),))) if pile == "draw" else now


def mendable(now: Now) -> tuple[str, ...]:
    """Where a damage card to be repaired may lie."""
    hidden = hidden_damage(now)
    found = {"discard": open_damage(now), "hand": damage_in_hand(now), "draw": min(hidden, now.have("draw"))}
    return tuple(pile for pile, number in found.items() if number)


def least_lifted(now: Now) -> int:
    """Of the damage cards that left hand and draw pile, so many at least were in the hand."""
    return max(0, now.have("lifted") - now.have("draw"))


def most_lifted(now: Now) -> int:
    return max(least_lifted(now), min(now.have("lifted"), now.have("hand")))


def spread_damage(now: Now) -> Now:
    """All damage cards of the deck and on the spores go to the others' discard piles, evenly; the rest is dealt out."""
    here, spare = now.seat, now.have("spores") + now.have("damage")
    others = [seat for seat in now.everybody if seat != here]
    now = now.change("lifted", hidden_damage(now)).change("discard", -open_damage(now))
    now = now.set("damage", 0).set("damage_down", 0).set("spores", 0).set("spread", spare % len(others))
    for seat in others:
        now = _given(now.at_seat(seat), spare // len(others)).set("spread_to", 0)
    return now.at_seat(here)


def give_damage(now: Now, seat: Amount) -> Now:
    """One damage card of the rest goes to a seat's discard pile."""
    here, number = now.seat, int(seat(now))
    return _given(now.at_seat(number), 1).set("spread_to", 1).at_seat(here).change("spread", -1)


def _given(now: Now, number: int) -> Now:
    if not number:
        return now
    return _spored(now.change("damage", number).change("discard", number).change("damage_down", number).set("hurt", 1))
