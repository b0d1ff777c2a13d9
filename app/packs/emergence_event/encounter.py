"""The check of an encounter: what is asked, what the ship and its crew bring, and what a reward roll gives."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount, one
from app.packs.emergence_event.ship import STATS, captain, stat_of

# What a discovery may give: points, steps of the tracks, and things.
LOOT = ("points", "war", "mind", "unity", "tile", "shard", "random", "any", "refined", "artifact", "tech", "card")


def begin_check(now: Now) -> Now:
    """Nothing asked and nothing added yet."""
    for stat in STATS:
        now = now.set(f"need_{stat}", 0).set(f"add_{stat}", 0).set(f"told_{stat}", 0)
    for name in ("points", "harder", "alert", "masteries", "retold", "spent_tokens", "spent_refined", "spent_damage"):
        now = now.set(name, 0)
    return now.with_pile("crew_laid", ())


def crew_in_hand(now: Now) -> tuple[str, ...]:
    """The captain's crew cards that may still be laid for this check."""
    laid = now.within("crew_laid")
    if now.have("hand") <= len(laid):
        return ()
    return tuple(card.name for card in now.pack.deck("crew")
                 if card.fields["captain"] == captain(now) and card.name not in laid)


def join(now: Now, card: Amount) -> Now:
    """A crew card brings what is printed on it."""
    name = str(card(now))
    for stat in STATS:
        now = now.change(f"add_{stat}", int(now.card_field(name, stat)))
    return now


def total_of(now: Now, stat: str) -> int:
    """Ship and crew together."""
    return stat_of(now, stat) + int(now.value(f"add_{stat}")) if stat else 0


def goal_of(now: Now, stat: str) -> int:
    """The number to reach in a stat."""
    return int(now.value(f"need_{stat}")) + int(now.value("harder")) if stat else 0


def asked(now: Now) -> tuple[str, ...]:
    """The stats that the encounter asks for."""
    return tuple(stat for stat in STATS if now.value(f"need_{stat}"))


def first_asked(now: Now) -> str:
    return asked(now)[0]


def need(now: Now, stat: str) -> str:
    """A number asked for, as a button says it; nothing where none is."""
    return str(now.value(f"need_{stat}") or "")


def reached(now: Now) -> int:
    """Whether every stat asked for is reached; of a card that offers two ways, one."""
    met = [_met(now, stat) for stat in asked(now)]
    return int(any(met) if _offers_ways(now) else bool(met) and all(met))


def _met(now: Now, stat: str) -> bool:
    return total_of(now, stat) >= goal_of(now, stat)


def _offers_ways(now: Now) -> bool:
    return now.state.words["kind"] == "open" and bool(now.card_field(str(now.state.words["foe"]), "either"))


def used(now: Now, stat: str) -> int:
    """Whether the encounter asked for the stat; where it offered two ways, whether this was one that was gone."""
    return int(now.value(f"need_{stat}") > 0 and (not _offers_ways(now) or _met(now, stat)))


def least_laid(now: Now) -> int:
    """Cards that must have been laid: those seen, one that was told, or the Mastery and alert cards."""
    told = any(now.value(f"told_{stat}") for stat in STATS)
    return min(now.have("hand"), max(now.size("crew_laid") + int(told), int(now.value("masteries"))))


def tally(now: Now, stat: str) -> str:
    """Total against goal, as a button says it."""
    return f"{total_of(now, stat)}/{goal_of(now, stat)}"


def damage_due(now: Now) -> int:
    """Damage cards for the points below a location's maximum, three at most, fewer with alert cards."""
    stat = str(now.state.words["focus"])
    short = int(now.value("most")) + int(now.value("harder")) - total_of(now, stat)
    return max(0, min(3, short) - int(now.value("alert"))) if not now.have("ignore") else 0


def recall_needs(now: Now, card: Amount) -> Now:
    """What a discovery is already known to ask for."""
    for stat in STATS:
        now = now.set(f"need_{stat}", int(now.card_field(str(card(now)), stat)))
    return now


def keep_needs(now: Now, card: Amount) -> Now:
    """Remember what a discovery asks for, in the next game too."""
    for stat in STATS:
        number = int(now.value(f"need_{stat}"))
        if number != now.card_field(str(card(now)), stat):
            now = now.fix(f"{card(now)}.{stat}", number)
    return now


def keep_loot(now: Now, name: Amount, number: Amount = one) -> Now:
    """Remember what a discovery gave, in the next game too: as much more of one thing."""
    card = str(now.state.words["foe"])
    if now.state.words["kind"] != "discovery":
        return now
    more = int(now.card_field(card, str(name(now)))) + int(number(now))
    return now.fix(f"{card}.told", 1).fix(f"{card}.{name(now)}", more)


def forget_loot(now: Now, card: Amount) -> Now:
    """What a discovery gave is told anew."""
    for name in ("told", *LOOT):
        now = now.fix(f"{card(now)}.{name}", 0)
    return now


def holder(now: Now, card: str) -> int:
    """The seat that holds an act of the card's story, -1 if nobody does; a unique discovery has no story."""
    story = now.card_field(card, "story")
    held = [seat for seat in now.everybody for own in now.at_seat(seat).within("discovered")
            if story and now.card_field(own, "story") == story]
    return held[0] if held else -1


def may_attempt(now: Now, card: str) -> int:
    """A unique discovery is open to all; a first act to all until somebody has it; the others follow the act before."""
    act = int(now.card_field(card, "act"))
    if act < 2:
        return int(holder(now, card) == -1)
    acts = [now.card_field(own, "act") for own in now.within("discovered")
            if now.card_field(own, "story") == now.card_field(card, "story")]
    return int(act - 1 in acts)


def track_of(now: Now, stat: str) -> str:
    """The preparation track of a stat's colour."""
    return str(now.card_field(f"{stat} 1", "track"))


def row_of(now: Now, number: int) -> str:
    """The row of the reward table; past its end, the last."""
    return f"Row {max(1, min(10, number))}"


def neighbour(now: Now, number: int, by: int) -> int:
    """A direction of the drive, so many steps round from the one rolled: six and one are neighbours."""
    return (number - 1 + by) % 6 + 1


def steps(now: Now, most: int) -> tuple[int, ...]:
    """By how much the drive's roll may be turned."""
    return tuple(range(-most, most + 1))


def half_text(now: Now, halves: int) -> str:
    """Movement in words: half points as a fraction."""
    return f"{halves // 2 or ''}{'½' if halves % 2 else ''}" or "0"
