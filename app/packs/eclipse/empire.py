"""A player's boards: species, technologies, cubes and discs, production and upkeep, and what things cost."""
from __future__ import annotations

from collections import Counter
from functools import lru_cache

from app.game.now import Now
from app.game.rules import Amount
from app.packs.eclipse.galaxy import NOBODY, Sector, galaxy_of, lay, sector_of, turned

# Upkeep by discs left on the influence track, production by cubes left on a population track.
UPKEEP = (30, 25, 21, 17, 13, 10, 7, 5, 3, 2, 1)
PRODUCTION = (28, 24, 21, 18, 15, 12, 10, 8, 6, 4, 3, 2)
DISCOUNT = (0, 1, 2, 3, 4, 6, 8)
TRACKS = ("military", "grid", "nano")
STOCKS = {"M": "money", "S": "science", "P": "materials"}
STARS = {"M*": "Advanced Economy", "S*": "Advanced Labs", "P*": "Advanced Mining"}
GREY, ORBITAL = "W", "O"
# A square that the owner has looked at: how many of each, digit by digit.
SQUARES = ("M", "M*", "S", "S*", "P", "P*", "W")
CLOCK = (12, 2, 4, 6, 8, 10)


def species_field(now: Now, name: str) -> int | str:
    """A field of the seat's species."""
    return now.card_field(species_of(now), name)


def species_of(now: Now) -> str:
    """The seat's species; "" before it has one."""
    pile = now.state.piles[f"species@{now.seat}"]
    return pile[0][0] if pile else ""


def has_tech(now: Now, tech: str) -> bool:
    return tech in now.within(str(now.card_field(tech, "track"))) or tech in _printed(now)


def known_techs(now: Now) -> tuple[str, ...]:
    """Every technology of the seat, those printed on its board first."""
    return (*_printed(now), *(tech for track in TRACKS for tech in now.within(track)))


def techs_on(now: Now, track: str) -> tuple[str, ...]:
    printed = _printed(now)
    return (*(tech for tech in printed if now.card_field(tech, "track") == track), *now.within(track))


def _printed(now: Now) -> tuple[str, ...]:
    techs = _listed(str(species_field(now, "techs") or ""))
    fusion = species_field(now, "friend") and now.value("draco_fusion")
    return (*techs, "Fusion Drive") if fusion else techs


@lru_cache(maxsize=32)
def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def tech_cost(now: Now, tech: str) -> int:
    """Science for a technology: its price less the discount of its track, never below its minimum."""
    track = str(now.card_field(tech, "track"))
    discount = DISCOUNT[min(len(techs_on(now, track)), len(DISCOUNT) - 1)]
    return max(int(now.card_field(tech, "cost")) - discount, int(now.card_field(tech, "least")))


def researchable(now: Now) -> tuple[str, ...]:
    """Technologies on the supply board that the seat lacks and has a square for."""
    known = known_techs(now)
    full = [track for track in TRACKS if len(techs_on(now, track)) >= len(DISCOUNT)]
    supply = dict.fromkeys(sorted(now.within("supply")))
    return tuple(tech for tech in supply if tech not in known and now.card_field(tech, "track") not in full)


def cheapest_techs(now: Now) -> tuple[str, ...]:
    """What an ancient technology may be: those of the lowest price that the seat lacks."""
    lacking = researchable(now)
    least = min((int(now.card_field(tech, "cost")) for tech in lacking), default=0)
    return tuple(tech for tech in lacking if now.card_field(tech, "cost") == least)


def price(now: Now, thing: str) -> int:
    """Materials for a ship or a structure."""
    return int(species_field(now, f"{thing}_cost"))


def upkeep(now: Now) -> int:
    left = now.have("discs")
    return UPKEEP[left] if left < len(UPKEEP) else 0


def upkeep_after(now: Now) -> int:
    """The upkeep with one disc less on the track."""
    return upkeep(now.change("discs", -1))


def production(now: Now, stock: str) -> int:
    return PRODUCTION[now.have(f"{stock}_cubes")]


def allied(now: Now, seat: int) -> bool:
    return bool(now.have(f"ally_{seat}"))


def ambassadors(now: Now) -> int:
    return sum(now.have(f"ally_{seat}") for seat in now.everybody)


def reputation_room(now: Now) -> int:
    """Spaces of the track left for reputation tiles; ambassadors lie on their own space first."""
    shared = max(ambassadors(now) - int(species_field(now, "ambassador_only")), 0)
    spaces = int(species_field(now, "either")) + int(species_field(now, "reputation_only"))
    return spaces - shared - now.size("reputation")


def ambassador_room(now: Now) -> int:
    """Spaces that could hold one more ambassador, if need be by giving up reputation tiles."""
    return int(species_field(now, "either")) + int(species_field(now, "ambassador_only")) - ambassadors(now)


def crowded(now: Now) -> bool:
    """Whether one more ambassador would push out a reputation tile."""
    own = int(species_field(now, "ambassador_only"))
    return ambassadors(now) >= own and reputation_room(now) <= 0


def squares_of(now: Now, sector: Sector) -> tuple[str, ...]:
    """All population squares of a sector, that of an orbital included."""
    printed = printed_squares(now, sector.number)
    return (*printed, ORBITAL) if "orbital" in sector.things else printed


def printed_squares(now: Now, tile: str) -> tuple[str, ...]:
    """The squares printed on a tile; of a disputed one as its owner has seen them."""
    if seen := int(now.card_field(tile, "squares_seen")):
        digits = str(seen).zfill(len(SQUARES))
        return tuple(square for square, digit in zip(SQUARES, digits, strict=True) for _ in range(int(digit)))
    return tuple(str(now.card_field(tile, "squares") or "").split())


def holes_of(now: Now, tile: str, top: int = 12) -> tuple[int, ...]:
    """Edges of a tile with a wormhole, its printed top turned to `top`."""
    if seen := int(now.card_field(tile, "holes_seen")):
        printed = tuple(edge for bit, edge in enumerate(CLOCK) if seen >> bit & 1)
    else:
        printed = tuple(map(int, str(now.card_field(tile, "holes") or "").split()))
    return turned(printed, top)


def squares_printed(now: Now, tile: str, square: str) -> int:
    """How many squares of the kind a tile shows."""
    return printed_squares(now, tile).count(square)


def vacant(now: Now, sector: Sector) -> tuple[str, ...]:
    """Squares without a cube, each kind once."""
    left = Counter(squares_of(now, sector)) - Counter(sector.cubes)
    return tuple(left)


def stocks_for(now: Now, square: str) -> tuple[str, ...]:
    """Which track a cube for the square may come from."""
    if square == GREY:
        kinds = tuple(STOCKS.values())
    else:
        kinds = ("money", "science") if square == ORBITAL else (STOCKS[square[0]],)
    known = square not in STARS or has_tech(now, STARS[square])
    return tuple(kind for kind in kinds if known and now.have(f"{kind}_cubes"))


def colonies(now: Now) -> tuple[str, ...]:
    """What a colony ship may do now, as "221 M* money": sector, square, and the track that the cube comes from."""
    if not now.have("colony_ships"):
        return ()
    return tuple(
        f"{number} {square} {stock}"
        for number, sector in galaxy_of(now).sectors.items() if sector.owner == now.seat
        for square in vacant(now, sector) for stock in stocks_for(now, square))


def settle(now: Now, colony: Amount) -> Now:
    """A colony ship is turned down, a cube goes from its track to the square."""
    number, square, stock = str(colony(now)).split()
    sector = sector_of(now, number)
    now = lay(now, sector._replace(cubes=(*sector.cubes, square)))
    return now.change("colony_ships", -1).change(f"{stock}_cubes", -1)


def claim(now: Now, number: Amount) -> Now:
    """A disc from the track goes on the sector."""
    sector = sector_of(now, str(number(now)))
    return lay(now, sector._replace(owner=now.seat)).pay("discs", 1)


def transfer(now: Now, source: Amount, target: Amount) -> Now:
    """A disc moves from one sector to another, by way of the hand."""
    now = withdraw(now, source).change("discs", -1)
    sector = sector_of(now, str(target(now)))
    return lay(now, sector._replace(owner=now.seat))


def withdraw(now: Now, number: Amount) -> Now:
    """The disc goes back to the track, the cubes to theirs; those of grey squares and orbitals wait to be asked."""
    return given_up(now, str(number(now)))


def given_up(now: Now, number: str) -> Now:
    """The sector without its disc and cubes, these on their way home."""
    sector = sector_of(now, number)
    now = lay(now, sector._replace(owner=NOBODY, cubes=())).change("discs", 1)
    for square in sector.cubes:
        if square in (GREY, ORBITAL):
            now = now.change("loose_any" if square == GREY else "loose_orbital", 1)
        else:
            now = cubes_back(now, STOCKS[square[0]], 1)
    return now


def cubes_back(now: Now, stock: str, number: int) -> Now:
    """Cubes go back to their track; a grey square's may have filled it, then their owner says where to."""
    fit = min(number, now.room(f"{stock}_cubes"))
    return now.change(f"{stock}_cubes", fit).change("loose_any", number - fit)


def lose_cube(now: Now, square: Amount) -> Now:
    """A bombed cube goes to its owner's graveyard."""
    return bombed_cube(now, str(square(now))).change("ruin", -1)


def bombed_cube(now: Now, shot: str) -> Now:
    """The cube of that square goes from the sector of the battle to its owner's graveyard."""
    sector = sector_of(now, now.state.words["battle"])
    cubes = list(sector.cubes)
    cubes.remove(shot)
    there = now.at_seat(sector.owner)
    there = lay(there, sector._replace(cubes=tuple(cubes))).change(_grave_of(shot), 1)
    return there.at_seat(now.seat)


def _grave_of(square: str) -> str:
    return "grave_any" if square == GREY else "grave_orbital" if square == ORBITAL else f"grave_{STOCKS[square[0]]}"


def artifacts(now: Now) -> int:
    """Artifacts on the seat's sectors."""
    return sum(int(now.card_field(number, "artifact")) for number, sector in galaxy_of(now).sectors.items()
               if sector.owner == now.seat)


def resources(now: Now) -> int:
    """All that is stored, for a tie."""
    return now.have("money") + now.have("science") + now.have("materials")
