"""The combat phase: which battle is next, who shoots, where hits go, and who retreats."""
from __future__ import annotations

from collections import Counter

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.eclipse.board import enemies_in, offended
from app.packs.eclipse.empire import has_tech, species_field
from app.packs.eclipse.galaxy import NEUTRAL, NOBODY, Sector, Ship, galaxy_of, lay, linked, sector_of, without
from app.packs.eclipse.names import called
from app.packs.eclipse.odds import LARGEST_FIRST, Group, hits, is_small, win_chance
from app.packs.eclipse.ships import COLOURS, Design, design_of
from app.packs.eclipse.throws import sampled_chance

WORTH = {"interceptor": 1, "starbase": 1, "ancient": 1, "cruiser": 2, "dreadnought": 3, "gcds": 3}
DAMAGE = {colour: damage for damage, colour in COLOURS.items()}


# which battle

def next_fight(now: Now) -> Now:
    """The next battle, as `doing`, then the next bombing, sectors in descending order; "claims" when there is none.

    Bombing comes after all battles, as the fact sheet has it: none may take a disc that ships of a later battle could
    retreat to.
    """
    for sector in descending(now):
        if pair := _pair(now, sector):
            return _begun(now, sector, *pair)
    for sector in descending(now):
        bomber = _bomber(now, sector)
        if bomber != NOBODY and sector.number not in now.state.words["bombed"].split():
            now = now.note("bombed", f"{now.state.words['bombed']} {sector.number}".strip())
            return now.note("battle", sector.number).note("doing", "bomb").set("attacker", bomber)
    return now.note("doing", "claims")


def descending(now: Now) -> list[Sector]:
    """Sectors, the highest number first."""
    return sorted(galaxy_of(now).sectors.values(), key=lambda sector: sector.number, reverse=True)


def parties(sector: Sector) -> list[int]:
    """Who has ships there, the latest to arrive first; neutral ships defend, and the owner defends last."""
    latest = list(dict.fromkeys(ship.seat for ship in sector.ships))[::-1]
    return sorted(latest, key=lambda seat: 2 if seat == sector.owner != NOBODY else seat == NEUTRAL)


def _pair(now: Now, sector: Sector) -> tuple[int, int] | None:
    order = parties(sector)
    return next(((one, other) for index, one in enumerate(order) for other in order[index + 1 :]
                 if hostile(now, sector, one, other)), None)


def hostile(now: Now, sector: Sector, one: int, other: int) -> bool:
    """Whether two parties fight; those who live with Ancients do not fight them."""
    if NEUTRAL not in (one, other):
        return True
    guarded = any(ship.kind == "gcds" for ship in sector.ships)
    return guarded or not species_field(now.at_seat(max(one, other)), "friend")


def _bomber(now: Now, sector: Sector) -> int:
    """Who has ships over another's disc, alone."""
    seats = [seat for seat in parties(sector) if seat != NEUTRAL]
    return seats[0] if len(seats) == 1 and sector.owner not in (NOBODY, seats[0]) else NOBODY


def _begun(now: Now, sector: Sector, attacker: int, defender: int) -> Now:
    now = now.note("battle", sector.number).note("doing", "battle").note("queue", "").note("stage", "start")
    for seat in now.everybody:
        now = now.at_seat(seat).set("earned", 0).at_seat(now.seat)
    return now.note("leaving", "").note("hits", "").set("attacker", attacker).set("defender", defender)


# the order of fire

def next_shot(now: Now) -> Now:
    """Whose ships act next, as `shooter` and `firing`; `doing` says shoot, or over when one side is left."""
    while both_there(now):
        queue = now.state.words["queue"]
        if not queue:
            if now.state.words["stage"] != "start" and _unarmed(now):
                return _stalemate(now)
            now = _lined_up(now)
            continue
        first, _, rest = queue.partition(";")
        now = now.note("queue", rest)
        seat, kind = first.split()
        if _count(now, int(seat), kind):
            target = _leaving(now).get(first) if now.state.words["stage"] == "cannon" else None
            if target is None:
                return now.set("shooter", int(seat)).note("firing", kind).note("doing", "shoot")
            now = _gone(now, int(seat), kind, target)
    return now.note("doing", "over")


def both_there(now: Now) -> bool:
    seats = {ship.seat for ship in battlefield(now).ships}
    return {now.value("attacker"), now.value("defender")} <= seats


def _lined_up(now: Now) -> Now:
    """Everyone in order of initiative, ties to the defender: once for missiles, then for cannons again and again."""
    stage = "missile" if now.state.words["stage"] == "start" else "cannon"
    turns = [(-design.initiative, seat == now.value("attacker"), LARGEST_FIRST.index(kind), seat, kind)
             for seat, kind, design in _types(now)
             if (design.missiles if stage == "missile" else design.cannons or refuges(now, seat, kind))]
    return now.note("stage", stage).note("queue", ";".join(f"{turn[3]} {turn[4]}" for turn in sorted(turns)))


def _types(now: Now) -> list[tuple[int, str, Design]]:
    sides = (now.value("attacker"), now.value("defender"))
    found = dict.fromkeys((ship.seat, ship.kind) for ship in battlefield(now).ships if ship.seat in sides)
    return [(seat, kind, design_of(now, seat, kind)) for seat, kind in found]


def _unarmed(now: Now) -> bool:
    return not any(design.cannons for _, _, design in _types(now))


def _stalemate(now: Now) -> Now:
    """Nobody can hurt anybody: the attacker retreats, asked where if there are ways, and is lost without one."""
    attacker = now.value("attacker")
    for kind in dict.fromkeys(ship.kind for ship in battlefield(now).ships if ship.seat == attacker):
        ways = refuges(now, attacker, kind)
        if len(ways) > 1:
            return now.set("shooter", attacker).note("firing", kind).note("doing", "leave")
        now = _gone(now, attacker, kind, ways[0] if ways else "")
    return now.say(Said("Nobody can hurt anybody: the attacker leaves")).note("doing", "over")


def leave_for(now: Now, target: Amount) -> Now:
    """The ships that can neither hurt nor be hurt retreat there."""
    return _gone(now, now.value("shooter"), now.state.words["firing"], str(target(now)))


def refuges(now: Now, seat: int, kind: str) -> tuple[str, ...]:
    """Where ships of the seat could retreat to: next to the battle, no enemy, a disc of their own as the house says."""
    if seat == NEUTRAL or kind == "starbase":
        return ()
    there = now.at_seat(seat)
    sectors = linked(galaxy_of(now), battlefield(now), has_tech(there, "Wormhole Generator"))
    return tuple(sector.number for sector in sectors
                 if (sector.owner == seat or not now.value("retreat_home")) and not enemies_in(there, sector)
                 and not offended(there, sector.number))


def retreat_to(now: Now) -> tuple[str, ...]:
    """Where the ships whose moment it is may start to retreat to."""
    return refuges(now, now.value("shooter"), now.state.words["firing"])


def start_retreat(now: Now, target: Amount) -> Now:
    """They are on the edge; at their next activation they are gone, if they still live."""
    row = f"{now.value('shooter')} {now.state.words['firing']}={target(now)}"
    return now.note("leaving", ";".join(filter(None, (now.state.words["leaving"], row))))


def leaving_now(now: Now) -> bool:
    """Whether the ships whose moment it is are on the edge already."""
    return f"{now.value('shooter')} {now.state.words['firing']}" in _leaving(now)


def hits_first(now: Now) -> str:
    """The die that is to be put: its colour and number."""
    return now.state.words["hits"].partition(",")[0]


def _leaving(now: Now) -> dict[str, str]:
    rows = [row.partition("=") for row in now.state.words["leaving"].split(";") if row]
    return {who: target for who, _, target in rows}


def _gone(now: Now, seat: int, kind: str, target: str) -> Now:
    """Ships leave the battle for the target; without one they are lost."""
    here = battlefield(now)
    left = tuple(ship for ship in here.ships if (ship.seat, ship.kind) == (seat, kind))
    now = lay(now, here._replace(ships=tuple(ship for ship in here.ships if ship not in left)))
    if not target:
        return now
    there = sector_of(now, target)
    now = lay(now, there._replace(ships=(*there.ships, *left)))
    return now.say(Said("{player}: {kind} retreats to {target}", (
        ("player", now.name(seat)), ("kind", called(now, kind)), ("target", target))))


# dice and hits

def volley(now: Now, colour: str) -> int:
    """How many dice of a colour the ships whose moment it is roll."""
    seat, kind = now.value("shooter"), now.state.words["firing"]
    design = design_of(now, seat, kind)
    dice = design.missiles if now.state.words["stage"] == "missile" else design.cannons
    return dice.count(DAMAGE[colour]) * _count(now, seat, kind)


def note_hits(now: Now) -> Now:
    """Remember the dice that hit anything, strongest first, then put those that leave no choice."""
    dice = sorted((-DAMAGE[die.colour], die.value or 0, die.colour) for die in now.state.roll)
    rows = [f"{colour} {value}" for _, value, colour in dice if _marks(now, value)]
    if not rows:
        now = now.say(Said("No hit"))
    return place_hits(now.note("hits", ",".join(rows)))


def place_hits(now: Now) -> Now:
    """Put hits on ships as long as there is nothing to choose."""
    while now.state.words["hits"]:
        found = marks(now)
        if len(found) > 1 and not (now.value("shooter") == NEUTRAL and now.value("largest")):
            return now
        now = _struck(now, _best(now, found)) if found else _used(now)
    return now


def marks(now: Now) -> tuple[str, ...]:
    """Enemy ships that the next hit may go to, as "cruiser 1": a type, and the damage one of them has."""
    return _marks(now, int(hits_first(now).split()[1]))


def _marks(now: Now, value: int) -> tuple[str, ...]:
    computer = design_of(now, now.value("shooter"), now.state.words["firing"]).computer
    enemy = _enemy(now)
    found = dict.fromkeys((ship.kind, ship.damage) for ship in battlefield(now).ships if ship.seat == enemy)
    return tuple(f"{kind} {damage}" for kind, damage in sorted(found)
                 if hits(value, computer, design_of(now, enemy, kind).shield))


def strike(now: Now, mark: Amount) -> Now:
    """The next hit goes to such a ship."""
    return _struck(now, str(mark(now)))


def _struck(now: Now, mark: str) -> Now:
    kind, damage = mark.split()
    enemy, here = _enemy(now), battlefield(now)
    struck = Ship(enemy, kind, int(damage))
    hurt = struck._replace(damage=struck.damage + DAMAGE[now.state.words["hits"].split()[0]])
    dies = hurt.damage > design_of(now, enemy, kind).hull
    at = here.ships.index(struck)
    ships = without(here.ships, struck) if dies else (*here.ships[:at], hurt, *here.ships[at + 1 :])
    now = _used(lay(now, here._replace(ships=ships)))
    return _killed(now, enemy, kind) if dies else now.say(_hurt(now, hurt))


def _hurt(now: Now, ship: Ship) -> Said:
    """What the table marks on a ship that was hit and lives."""
    kind, damage = ("kind", called(now, ship.kind)), ("damage", ship.damage)
    if ship.seat == NEUTRAL:
        return Said("{kind}: damage {damage}", (kind, damage))
    return Said("{kind} of {player}: damage {damage}", (kind, ("player", now.name(ship.seat)), damage))


def _killed(now: Now, enemy: int, kind: str) -> Now:
    shooter = now.value("shooter")
    if shooter != NEUTRAL:
        now = now.at_seat(shooter).change("earned", WORTH[kind]).at_seat(now.seat)
    if enemy == NEUTRAL:
        return now.say(Said("{kind} destroyed", (("kind", called(now, kind)),)))
    return now.say(Said("{kind} of {player} destroyed", (("kind", called(now, kind)), ("player", now.name(enemy)))))


def _used(now: Now) -> Now:
    return now.note("hits", now.state.words["hits"].partition(",")[2])


def _best(now: Now, found: tuple[str, ...]) -> str:
    """The largest ship that the hit destroys, else the largest, the most damaged of those first."""
    power, enemy = DAMAGE[now.state.words["hits"].split()[0]], _enemy(now)

    def rank(mark: str) -> tuple[bool, int, int]:
        kind, damage = mark.split()
        spared = int(damage) + power <= design_of(now, enemy, kind).hull
        return spared, LARGEST_FIRST.index(kind), -int(damage)

    return min(found, key=rank)


def _enemy(now: Now) -> int:
    attacker, defender = now.value("attacker"), now.value("defender")
    return int(defender if now.value("shooter") == attacker else attacker)


def repair_all(now: Now) -> Now:
    """Who has survived is whole again."""
    for sector in galaxy_of(now).sectors.values():
        if any(ship.damage for ship in sector.ships):
            now = lay(now, sector._replace(ships=tuple(ship._replace(damage=0) for ship in sector.ships)))
    return now


# odds

def roller(now: Now) -> int:
    """Who throws: the owner of the ships; for neutral ships the player after the one they fight."""
    shooter = now.value("shooter")
    return int(shooter if shooter != NEUTRAL else now.at_seat(_enemy(now)).next_seat)


def odds(now: Now) -> Said | int:
    """How likely the attacker wins, in percent, if nobody retreats."""
    sides = _side(now, now.value("attacker")), _side(now, now.value("defender"))
    if is_small(*sides):
        return round(100 * win_chance(*sides)[0])
    return Said("about {number}", (("number", round(100 * sampled_chance(*sides)[0])),))


def _side(now: Now, seat: int) -> tuple[Group, ...]:
    count = Counter(ship.kind for ship in battlefield(now).ships if ship.seat == seat)
    hurt = Counter[str]()
    for ship in battlefield(now).ships:
        if ship.seat == seat:
            hurt[ship.kind] += ship.damage
    groups = []
    for kind, number in count.items():
        design = design_of(now, seat, kind)
        groups.append(Group(kind, number * (design.hull + 1) - hurt[kind], design.initiative, design.hull,
                            design.computer, design.shield, design.cannons, design.missiles))
    return tuple(groups)


def battlefield(now: Now) -> Sector:
    """The sector in question."""
    return sector_of(now, now.state.words["battle"])


def _count(now: Now, seat: int, kind: str) -> int:
    return sum((ship.seat, ship.kind) == (seat, kind) for ship in battlefield(now).ships)
