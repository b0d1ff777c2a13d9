"""The map put right by hand: discs, ships, cubes and whole hexes, for a slip or a game that is joined late."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.eclipse.deeds import place_tile
from app.packs.eclipse.empire import vacant
from app.packs.eclipse.galaxy import EDGES, NEUTRAL, NOBODY, Ship, Spot, beyond, galaxy_of, lay, sector_of, without
from app.packs.eclipse.ships import KINDS

HEXES = ("inner", "middle", "outer", "home")


def on_table(now: Now) -> tuple[str, ...]:
    """Every placed sector."""
    return tuple(galaxy_of(now).sectors)


def off_table(now: Now) -> tuple[str, ...]:
    """Every sector that is not placed."""
    placed = galaxy_of(now).sectors
    return tuple(card.name for deck in HEXES for card in now.pack.deck(deck) if card.name not in placed)


def gaps(now: Now) -> tuple[str, ...]:
    """Every space beside a placed sector, each once."""
    galaxy = galaxy_of(now)
    found: dict[Spot, str] = {}
    for number, sector in galaxy.sectors.items():
        for edge in EDGES:
            found.setdefault(beyond(sector.spot, edge), f"{number} {edge}")
    return tuple(space for spot, space in found.items() if spot not in galaxy.spots)


def owners(now: Now) -> tuple[int, ...]:
    """Whose disc may lie on a sector, nobody's first."""
    return (NOBODY, *now.everybody)


def owner_name(now: Now, seat: int) -> Said | str:
    return Said("Nobody") if seat == NOBODY else now.name(seat)


def possible_ships(now: Now) -> tuple[str, ...]:
    """Every kind of ship that could stand in a sector, by its seat."""
    neutral = tuple(f"{NEUTRAL} {kind}" for kind in ("ancient", "gcds"))
    return tuple(f"{seat} {kind}" for seat in now.everybody for kind in KINDS) + neutral


def ships_there(now: Now, number: str) -> tuple[str, ...]:
    """Kinds of ships that stand in a sector, by their seats."""
    return tuple(dict.fromkeys(f"{ship.seat} {ship.kind}" for ship in sector_of(now, number).ships))


def ship_owner(now: Now, ship: str) -> Said | str:
    seat = int(ship.split()[0])
    return Said("Neutral") if seat == NEUTRAL else now.name(seat)


def cubes_there(now: Now, number: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sector_of(now, number).cubes))


def free_there(now: Now, number: str) -> tuple[str, ...]:
    return vacant(now, sector_of(now, number))


def set_owner(now: Now, number: Amount, seat: Amount) -> Now:
    return lay(now, sector_of(now, str(number(now)))._replace(owner=int(seat(now))))


def put_ship(now: Now, number: Amount, ship: Amount) -> Now:
    sector, (seat, kind) = sector_of(now, str(number(now))), str(ship(now)).split()
    return lay(now, sector._replace(ships=(*sector.ships, Ship(int(seat), kind))))


def take_ship(now: Now, number: Amount, ship: Amount) -> Now:
    sector, (seat, kind) = sector_of(now, str(number(now))), str(ship(now)).split()
    gone = next(item for item in sector.ships if (item.seat, item.kind) == (int(seat), kind))
    return lay(now, sector._replace(ships=without(sector.ships, gone)))


def put_cube(now: Now, number: Amount, square: Amount) -> Now:
    sector = sector_of(now, str(number(now)))
    return lay(now, sector._replace(cubes=(*sector.cubes, str(square(now)))))


def take_cube(now: Now, number: Amount, square: Amount) -> Now:
    sector = sector_of(now, str(number(now)))
    cubes = list(sector.cubes)
    cubes.remove(str(square(now)))
    return lay(now, sector._replace(cubes=tuple(cubes)))


def put_hex(now: Now, tile: Amount, space: Amount, top: Amount) -> Now:
    """A hex goes on the table, out of whatever pile it may lie in."""
    name = str(tile(now))
    now = place_tile(now, tile, space, top)
    stack = str(now.field(name, "deck"))
    for pile in (f"{stack}_discard", stack):
        if pile in now.pack.piles and (name in now.within(pile) or name in now.candidates(pile)):
            return now.move_card(name, pile, "laid")
    return now
