"""What actions change on the table: home sectors, explored hexes, ships and structures."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.packs.eclipse.board import offended, spot_of
from app.packs.eclipse.empire import (
    CLOCK,
    SQUARES,
    STARS,
    STOCKS,
    has_tech,
    holes_of,
    price,
    printed_squares,
    species_field,
)
from app.packs.eclipse.galaxy import (
    CENTRE,
    EDGES,
    NEUTRAL,
    Sector,
    Ship,
    beyond,
    facing,
    galaxy_of,
    lay,
    sector_of,
    without,
)
from app.packs.eclipse.ships import KINDS, fleet
from app.packs.eclipse.treaties import break_with

LIMITS = {"interceptor": 8, "cruiser": 4, "dreadnought": 2, "starbase": 4}
STRUCTURES = ("orbital", "monolith")
NEEDS = {"starbase": "Starbase", "orbital": "Orbital", "monolith": "Monolith"}


# setting up

def free_species(now: Now) -> tuple[str, ...]:
    """Species whose board nobody has taken: each board has two sides, so one colour's Terrans or its aliens."""
    taken = {_board(now.top(f"species@{seat}")) for seat in now.everybody if now.size(f"species@{seat}")}
    return tuple(card for card in now.within("species_box") if _board(card) not in taken)


def _board(species: str) -> int:
    return (int(species.split()[-1]) - 221) // 2


def lay_centre(now: Now) -> Now:
    """The galactic centre with its defence, a discovery below."""
    ships = (Ship(NEUTRAL, "gcds"),)
    return lay(now, Sector(CENTRE, (0, 0), holes_of(now, CENTRE), things=("discovery",), ships=ships))


def corners(now: Now) -> tuple[int, ...]:
    """Where a home sector may still lie: two hexes from the centre, by the clock."""
    spots = galaxy_of(now).spots
    return tuple(edge for edge in EDGES if _corner(edge) not in spots)


def _corner(edge: int) -> tuple[int, int]:
    return beyond(beyond((0, 0), edge), edge)


def home_turns(now: Now, corner: str) -> tuple[int, ...]:
    """How a home sector may be turned: a wormhole toward the centre."""
    return tuple(top for top in EDGES if facing(int(corner)) in holes_of(now, _home(now), top))


def _home(now: Now) -> str:
    return now.top("species").split()[-1]


def settle_home(now: Now, corner: Amount, top: Amount) -> Now:
    """The home sector with its disc, first ship and first cubes, and what the species starts with."""
    number = _home(now)
    cubes = tuple(square for square in printed_squares(now, number)
                  if square not in STARS or has_tech(now, STARS[square]))
    ship = str(species_field(now, "first_ship"))
    now = lay(now, Sector(number, _corner(int(corner(now))), holes_of(now, number, int(top(now))), now.seat, cubes,
                          ships=(Ship(now.seat, ship),)))
    for square in cubes:
        now = now.change(f"{STOCKS[square[0]]}_cubes", -1)
    for stock in STOCKS.values():
        now = now.set(stock, int(species_field(now, stock)))
    return now.set("discs", int(species_field(now, "discs")) - 1).set("colony_ships", colony_fleet(now))


def colony_fleet(now: Now) -> int:
    """How many colony ships the species has."""
    return int(now.value("planta_colony_ships") if species_field(now, "frail") else 3)


# exploring

def place_tile(now: Now, tile: Amount, space: Amount, top: Amount) -> Now:
    """The explored hex with its Ancients and discovery."""
    number = str(tile(now))
    ancients = (Ship(NEUTRAL, "ancient"),) * int(now.card_field(number, "ancients"))
    things = ("discovery",) if now.card_field(number, "discovery") else ()
    spot, holes = spot_of(now, str(space(now))), holes_of(now, number, int(top(now)))
    return lay(now, Sector(number, spot, holes, things=things, ships=ancients))


def toggle(now: Now, tile: Amount, mark: Amount) -> Now:
    """The owner says what the box's own tile shows: a wormhole by its edge, or squares and ancients counted round."""
    number, what = str(tile(now)), str(mark(now))
    if what == "ancients":
        return now.fix(f"{number}.ancients", (int(now.card_field(number, "ancients")) + 1) % 3)
    if what.isdigit():
        bits = sum(1 << bit for bit, edge in enumerate(CLOCK) if edge in holes_of(now, number))
        return now.fix(f"{number}.holes_seen", bits ^ 1 << CLOCK.index(int(what)))
    counts = [printed_squares(now, number).count(square) for square in SQUARES]
    counts[SQUARES.index(what)] = (counts[SQUARES.index(what)] + 1) % 3
    return now.fix(f"{number}.squares_seen", int("".join(map(str, counts))))


def looked_at(now: Now, tile: Amount) -> Now:
    """The tile is as its owner says, in the next game too."""
    return now.fix(f"{tile(now)}.disputed", 0)


def discovery_here(now: Now, number: str) -> bool:
    return "discovery" in sector_of(now, number).things


def take_discovery(now: Now, number: Amount) -> Now:
    return _without(now, str(number(now)), "discovery")


def _without(now: Now, number: str, thing: str) -> Now:
    sector = sector_of(now, number)
    return lay(now, sector._replace(things=tuple(item for item in sector.things if item != thing)))


# building and moving

def buildable(now: Now) -> tuple[str, ...]:
    """Ships and structures that the seat may build somewhere: technology known, a miniature left."""
    return tuple(thing for thing in (*KINDS, *STRUCTURES)
                 if (thing not in NEEDS or has_tech(now, NEEDS[thing]))
                 and (thing in STRUCTURES or fleet(now, thing) < LIMITS[thing]) and building_sites(now, thing))


def building_sites(now: Now, thing: str) -> tuple[str, ...]:
    """Own sectors that may take it: one orbital and one monolith each."""
    return tuple(number for number, sector in galaxy_of(now).sectors.items()
                 if sector.owner == now.seat and thing not in sector.things)


def build(now: Now, thing: Amount, number: Amount) -> Now:
    what, sector = str(thing(now)), sector_of(now, str(number(now)))
    now = now.pay("materials", price(now, what))
    if what in STRUCTURES:
        return lay(now, sector._replace(things=(*sector.things, what)))
    return add_ship(now, thing, number)


def add_ship(now: Now, kind: Amount, number: Amount) -> Now:
    """One more ship of the seat's in the sector."""
    sector = sector_of(now, str(number(now)))
    return lay(now, sector._replace(ships=(*sector.ships, Ship(now.seat, str(kind(now))))))


def room_for(now: Now, kind: str) -> bool:
    return fleet(now, kind) < LIMITS[kind]


def move_ship(now: Now, ship: Amount, target: Amount) -> Now:
    """A ship goes to another sector, the latest to arrive there; allies met there are allies no more."""
    kind, start = str(ship(now)).split()
    there, here = str(target(now)), sector_of(now, start)
    broken = offended(now, there)
    now = lay(now, here._replace(ships=without(here.ships, Ship(now.seat, kind))))
    goal = sector_of(now, there)
    now = lay(now, goal._replace(ships=(*goal.ships, Ship(now.seat, kind))))
    for seat in broken:
        now = break_with(now, seat)
    return now
