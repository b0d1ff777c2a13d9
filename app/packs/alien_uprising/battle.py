"""What each alien does when it is ordered to attack: the order of battle, targets, shields and wounds."""
from __future__ import annotations

from app.game.events import RolledDie
from app.game.now import Now
from app.game.rules import Amount

ORDER = ("Archer", "Brute", "Champion", "Scout", "Slasher", "Scavenger", "Tunneler")
CLAWS, GUARD = "red", "blue"


def pile_at(now: Now, sector: int, zone: int, hurt: str) -> str:
    """The pile of tokens in a zone, on their coloured or on their grey side; zone 0 is the ship's inside."""
    return ("ship" if zone == 0 else f"s{sector}z{zone}") + hurt


def line_up(now: Now) -> Now:
    """All aliens of the sector queue in the order of battle: zone 3 inward, by type within a zone."""
    return _queued(now, (3, 2, 1))


def line_up_ship(now: Now) -> Now:
    """All aliens inside the ship queue."""
    return _queued(now, (0,))


def split_anew(now: Now) -> Now:
    """Attacks are split as equally as can be, whatever was before."""
    for seat in now.everybody:
        now = now.at_seat(seat).set("attacked", 0).at_seat(now.seat)
    return now


def arrive(now: Now, kind: Amount, zone: Amount, steps: Amount) -> Now:
    """A token that has just been placed acts at once, alone."""
    return now.note("queue", f"{kind(now)}/{zone(now)}//{steps(now)}")


def next_up(now: Now) -> Now:
    """The first of the queue steps forward, as `alien`; "" when the queue is empty. Those that are gone are passed."""
    queue = now.state.words["queue"]
    while queue:
        first, _, queue = queue.partition(";")
        kind, zone, hurt, steps = first.split("/")
        for side in (hurt, "h" if not hurt else ""):
            if kind in now.within(pile_at(now, now.value("sector"), int(zone), side)):
                return _forward(now.note("queue", queue), kind, int(zone), side, int(steps))
    return now.note("queue", "").note("alien", "")


def targets(now: Now) -> tuple[int, ...]:
    """The seats that the alien may attack; of several, those that have been attacked least."""
    zone, kind = now.value("zone"), now.state.words["alien"]
    here = _standing(now, zone)
    if not here and kind == "Archer" and not shields(now):
        here = next((near for ring in (2, 1) if (near := _standing(now, ring))), ())
    least = min((now.of(seat, "attacked") for seat in here), default=0)
    return tuple(seat for seat in here if now.of(seat, "attacked") == least)


def shields(now: Now) -> int:
    """Shield tokens raised in the sector."""
    sector = now.value("sector")
    return int(now.value(f"shields_{sector}")) if sector else 0


def aboard(now: Now) -> int:
    """How many crewmen are inside the ship, invisible ones too."""
    return sum(now.of(seat, "place") == 0 for seat in now.everybody)


def deed(now: Now) -> str:
    """What the alien does next: board, lost, search, aim, volley, fire, charge, advance or rest."""
    kind, zone = now.state.words["alien"], now.value("zone")
    if zone == 0:
        return _inside(now)
    if kind == "Scavenger" and not now.value("searched") and now.size("debris") + now.size("seen_debris"):
        return "search"
    if targets(now):
        return "aim"
    if kind == "Archer":
        return "volley" if shields(now) else "fire"
    if zone == 3 and shields(now):
        return "rest" if kind == "Scavenger" else "charge"
    return "advance" if now.value("steps") else "rest"


def shield_falls(now: Now) -> Now:
    """The top shield of the sector is shattered."""
    sector = now.value("sector")
    return now.change(f"shields_{sector}", -1).set(f"top_{sector}", 0)


def note_claws(now: Now) -> Now:
    """Remember the alien's dice, highest first."""
    return now.note("claws", " ".join(str(value) for value in sorted(_faces(now, CLAWS), reverse=True)))


def best_claw(now: Now) -> int:
    """The highest die that has not yet met a shield; 0 when all have."""
    left = now.state.words["claws"].split()
    return int(left[0]) if left else 0


def use_claw(now: Now) -> Now:
    """The highest die has met its shield."""
    return now.note("claws", now.state.words["claws"].partition(" ")[2])


def at_least(now: Now, number: int) -> int:
    """How many of the dice just thrown show that number or more, whatever their colour."""
    return sum((die.value or 0) >= number for die in now.state.roll)


def hits_on_crew(now: Now) -> int:
    """How many of the alien's dice wound: over the defender's best; a champion's on a tie too; an archer's on 4."""
    return sum(_wounds(now, value) for value in _faces(now, CLAWS))


def hits_on_alien(now: Now) -> int:
    """How many of the crewman's dice, with the weapon's bonus, beat the alien's best die."""
    best = max(_faces(now, CLAWS), default=0)
    return sum(value + now.value("edge") > best for value in _faces(now, GUARD))


def kept_dice(now: Now) -> tuple[RolledDie, ...]:
    """All dice but the alien's highest, which cover has thrown again."""
    red = sorted((die for die in now.state.roll if die.colour == CLAWS), key=lambda die: die.value or 0)
    blue = [die for die in now.state.roll if die.colour != CLAWS]
    return (*red[: len(red) - now.value("shelter")], *blue)


def wound_alien(now: Now, number: Amount) -> Now:
    """So many wounds in one attack: flip the token or remove it; a brute's armour takes two at once to turn."""
    kind, hurt, left = now.state.words["alien"], now.state.words["hurt"], int(number(now))
    here = pile_at(now, now.value("sector"), now.value("zone"), hurt)
    toughness = 0 if hurt else int(now.field(kind, "armour")) + 1
    if left == 0 or left < toughness:
        return now
    if not hurt and now.field(kind, "health") == 2 and left == toughness:
        return now.move_card(kind, here, here + "h").note("hurt", "h")
    return now.move_card(kind, here, "defeated").note("alien", "")


def _queued(now: Now, zones: tuple[int, ...]) -> Now:
    sector = now.value("sector")
    rows = [f"{kind}/{zone}/{hurt}/{2 if kind == 'Scout' else 1}"
            for zone in zones for kind in ORDER for hurt in ("", "h")
            for _ in range(now.within(pile_at(now, sector, zone, hurt)).count(kind))]
    return split_anew(now).note("queue", ";".join(rows))


def _forward(now: Now, kind: str, zone: int, hurt: str, steps: int) -> Now:
    now = now.note("alien", kind).note("hurt", hurt).set("zone", zone).set("steps", steps)
    return now.set("searched", 0).set("boarded", 0)


def _standing(now: Now, zone: int) -> tuple[int, ...]:
    place = now.value("sector") * 10 + zone if zone else 0
    return tuple(seat for seat in now.everybody if now.of(seat, "place") == place and not now.of(seat, "ghost"))


def _inside(now: Now) -> str:
    if not now.value("boarded"):
        return "board"
    if targets(now):
        return "aim"
    return "rest" if aboard(now) else "lost"


def _faces(now: Now, colour: str) -> list[int]:
    return [die.value or 0 for die in now.state.roll if die.colour == colour]


def _wounds(now: Now, value: int) -> bool:
    kind, best = now.state.words["alien"], max(_faces(now, GUARD), default=0)
    if kind == "Archer":
        return value >= 4
    return value >= best if kind == "Champion" else value > best


def top_shield(now: Now) -> int:
    """The value of the sector's top shield, once it has been turned up; else 0."""
    return int(now.value(f"top_{now.value('sector')}"))


def show_shield(now: Now, value: Amount) -> Now:
    """The top shield of the sector is turned up."""
    return now.set(f"top_{now.value('sector')}", int(value(now)))


def advance_alien(now: Now) -> Now:
    """The alien moves one zone toward the ship, where a scavenger looks for debris anew."""
    kind, hurt, zone = now.state.words["alien"], now.state.words["hurt"], now.value("zone")
    sector = now.value("sector")
    now = now.move_card(kind, pile_at(now, sector, zone, hurt), pile_at(now, sector, zone - 1, hurt))
    return now.set("zone", zone - 1).set("searched", 0).change("steps", -1)
