"""A captain's ship: what the board prints, its stats, technologies and hold."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount

STATS = ("tactical", "security", "science", "navigation", "diplomacy", "engineering")
COLOURS = ("red", "blue", "yellow")
# What may be traded, jettisoned or taken as one good.
GOODS = ("red", "blue", "yellow", "refined", "shards")
PRINTED = (*STATS, "move", "hand", "hold", "upgraded", "storage", "slots")
# A technology that may not be used this turn, and a whole tree of them.
WHOLE_TREE = 4


def captain(now: Now) -> str:
    """Who commands the seat's ship; empty before that is settled."""
    pile = now.pile("captain")
    return pile[0][0] if pile else ""


def board(now: Now, field: str) -> int:
    """A number of the captain's board."""
    return int(now.card_field(captain(now), field))


def seat_of(now: Now, name: str) -> int:
    """The seat of a captain, -1 if nobody plays it."""
    return next((seat for seat in now.everybody if captain(now.at_seat(seat)) == name), -1)


def tech(now: Now, stat: str, level: int) -> int:
    """Whether the seat has that technology and may use it this turn."""
    barred = now.have(f"off_{stat}")
    return int(now.have(stat) >= level and barred not in (level, WHOLE_TREE))


def level_of(now: Now, stat: str) -> int:
    """How many levels of a tree the seat may use this turn."""
    return sum(tech(now, stat, level) for level in (1, 2, 3))


def techs(now: Now) -> int:
    """All technologies of the seat, the special one too."""
    return sum(now.have(stat) for stat in STATS) + now.have("special")


def techs_at(now: Now, level: int) -> int:
    """In how many trees the seat has reached that level."""
    return sum(now.have(stat) >= level for stat in STATS)


def artifact(now: Now, name: str) -> int:
    """Whether the artifact is equipped, unused, and works this turn."""
    return int(name in now.within("equipped") and not now.have("muted"))


def artifacts(now: Now) -> int:
    """Artifacts owned, equipped or stored, used or not."""
    return now.size("equipped") + now.size("spent") + now.size("stored")


def stat_of(now: Now, stat: str) -> int:
    """What the ship itself brings to a stat: board, technology, stations, artifacts, and what holds this turn."""
    lent = 0 if now.have("muted") else now.sum_in("equipped", stat)
    return board(now, stat) + tech(now, stat, 1) + now.have(f"bonus_{stat}") + lent + now.have(f"turn_{stat}")


def max_move(now: Now) -> int:
    return board(now, "move") + tech(now, "engineering", 2)


def resources(now: Now) -> int:
    """Resources in the hold; refined trinium lies elsewhere."""
    return sum(now.have(colour) for colour in COLOURS)


def goods(now: Now) -> int:
    """All that may be given away as a good."""
    return sum(now.have(good) for good in GOODS) + now.size("tiles")


def held(now: Now) -> tuple[str, ...]:
    """The kinds of goods that the seat has, reward tiles among them."""
    return tuple(good for good in GOODS if now.have(good)) + (("tile",) if now.size("tiles") else ())


def kinds_of_goods(now: Now) -> int:
    """Different goods as the Hoarder counts them: artifacts too, shards as reward tiles."""
    kinds = sum(bool(now.have(kind)) for kind in (*COLOURS, "refined"))
    return kinds + bool(artifacts(now)) + bool(now.size("tiles") or now.have("shards"))


def hold_used(now: Now) -> int:
    return resources(now) + now.have("shards") + now.size("tiles") + 4 * now.size("stored")


def hold_space(now: Now) -> int:
    return board(now, "upgraded" if now.have("hold_upgrade") else "hold")


def price_of(now: Now, card: str, colour: str) -> int:
    """What a technology costs in a colour; level 1 of the organic ship costs one in all."""
    price = int(now.card_field(card, colour))
    return min(price, 1) if now.card_field(card, "level") == 1 and captain(now) == "Ambassador Jolal" else price


def affordable(now: Now, card: str) -> int:
    return int(all(now.have(colour) >= price_of(now, card, colour) for colour in COLOURS))


def next_techs(now: Now) -> tuple[str, ...]:
    """The next level of each tree, where there is one."""
    return tuple(f"{stat} {now.have(stat) + 1}" for stat in STATS if now.have(stat) < 3)


def free_techs(now: Now) -> tuple[str, ...]:
    """The technologies that a free one may be: of a track's colour, of level 1, or any."""
    return tuple(card for card in next_techs(now) if _rights(now, card))


def _rights(now: Now, card: str) -> list[str]:
    """The rights to a free technology that cover this one, the narrowest first."""
    first = ["free_first"] if now.card_field(card, "level") == 1 else []
    return [right for right in (f"free_{now.card_field(card, 'track')}", *first, "free_any") if now.have(right)]


def take_free(now: Now, card: Amount) -> Now:
    """Gain a technology at no cost, by the narrowest right that covers it."""
    name = str(card(now))
    return now.change(_rights(now, name)[0], -1).change(str(now.card_field(name, "stat")), 1)


def special_ready(now: Now) -> int:
    """Whether the special technology's needs are met: technologies and resources."""
    levels = all(now.have(stat) >= board(now, f"need_{stat}") for stat in STATS)
    return int(levels and all(now.have(colour) >= board(now, f"cost_{colour}") for colour in COLOURS))


def numbers_printed(now: Now) -> tuple[str, ...]:
    """The fields of the captain's board that the first game asks for."""
    return PRINTED


def print_number(now: Now, card: Amount, field: Amount, value: Amount) -> Now:
    """Keep what the owner's box prints."""
    return now.fix(f"{card(now)}.{field(now)}", int(value(now)))

