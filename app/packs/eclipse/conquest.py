"""After the battles: populations under fire, discs that go home, and who may claim a sector."""
from __future__ import annotations

from app.game.now import Now
from app.game.state import Said
from app.packs.eclipse.combat import DAMAGE, battlefield, descending, hostile
from app.packs.eclipse.empire import bombed_cube, has_tech, species_field
from app.packs.eclipse.galaxy import NEUTRAL, NOBODY, Sector, lay
from app.packs.eclipse.odds import hits
from app.packs.eclipse.ships import design_of


def bomb_queue(now: Now) -> Now:
    """Types with cannons queue for the population."""
    attacker = now.value("attacker")
    kinds = dict.fromkeys(ship.kind for ship in battlefield(now).ships if ship.seat == attacker)
    rows = [f"{attacker} {kind}" for kind in kinds if design_of(now, attacker, kind).cannons]
    return now.note("stage", "bomb").note("queue", ";".join(rows)).set("shooter", attacker)


def next_bomber(now: Now) -> Now:
    """The next type that shoots at the population, as `firing`; "" when all have, or nobody is left below."""
    first, _, rest = now.state.words["queue"].partition(";")
    if not first or not battlefield(now).cubes:
        return now.note("firing", "").note("queue", "")
    return now.note("queue", rest).note("firing", first.split()[1])


def defenceless(now: Now) -> bool:
    """Neutron bombs, or a population that cannot hold out, need no dice."""
    attacker, owner = now.value("attacker"), battlefield(now).owner
    return has_tech(now.at_seat(attacker), "Neutron Bombs") or bool(species_field(now.at_seat(owner), "frail"))


def ruin_rolled(now: Now) -> int:
    """Cubes that the roll removes: the damage of the dice that hit, or one for each where the house says so."""
    computer = design_of(now, now.value("shooter"), now.state.words["firing"]).computer
    landed = [DAMAGE[die.colour] for die in now.state.roll if hits(die.value or 0, computer, 0)]
    return sum(landed) if now.value("bomb_damage") else len(landed)


def cubes_below(now: Now) -> tuple[str, ...]:
    """Squares of the sector in question with a cube."""
    return tuple(dict.fromkeys(battlefield(now).cubes))


def bury(now: Now) -> Now:
    """Cubes go to the graveyard as long as there is nothing to choose."""
    left, cubes = now.value("ruin"), battlefield(now).cubes
    if len(set(cubes)) > 1 and left < len(cubes):
        return now
    number = min(left, len(cubes))
    for square in cubes[:number]:
        now = bombed_cube(now, square)
    return _buried(now.set("ruin", 0), number)


def wipe_out(now: Now) -> Now:
    """Every cube goes to the graveyard."""
    cubes = battlefield(now).cubes
    for square in cubes:
        now = bombed_cube(now, square)
    return _buried(now, len(cubes))


def _buried(now: Now, number: int) -> Now:
    return now.say(Said("Cubes to the graveyard: {number}", (("number", number),))) if number else now


def raze(now: Now) -> Now:
    """With no cube left the owner's disc goes home."""
    here = battlefield(now)
    if here.cubes:
        return now
    now = lay(now, here._replace(owner=NOBODY)).say(Said("{number} is nobody's", (("number", here.number),)))
    return now.at_seat(here.owner).change("discs", 1).at_seat(now.seat)


def next_claim(now: Now) -> Now:
    """The next sector that someone with ships alone in it may put a disc on: `battle` and `shooter`, or "done"."""
    asked = now.state.words["bombed"].split()
    for sector in descending(now):
        seats = {ship.seat for ship in sector.ships}
        if sector.owner == NOBODY and f"c{sector.number}" not in asked and (seat := _claimant(now, sector, seats)) >= 0:
            now = now.note("bombed", " ".join((*asked, f"c{sector.number}")))
            return now.note("battle", sector.number).set("shooter", seat).note("doing", "claim")
    return now.note("doing", "done")


def _claimant(now: Now, sector: Sector, seats: set[int]) -> int:
    players = sorted(seats - {NEUTRAL})
    if len(players) != 1 or not now.of(players[0], "discs"):
        return NOBODY
    blocked = NEUTRAL in seats and hostile(now, sector, players[0], NEUTRAL)
    return NOBODY if blocked else players[0]
