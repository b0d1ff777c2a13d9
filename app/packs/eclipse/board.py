"""Who may go where: exploring, placing, influencing, moving, pinning, and whose sectors touch."""
from __future__ import annotations

from collections import Counter

from app.game.now import Now
from app.packs.eclipse.empire import allied, ambassador_room, has_tech, holes_of, species_field
from app.packs.eclipse.galaxy import (
    EDGES,
    NEUTRAL,
    NOBODY,
    Galaxy,
    Sector,
    Spot,
    beyond,
    galaxy_of,
    joins,
    linked,
    neighbours,
    ring,
    sector_of,
)
from app.packs.eclipse.ships import design_of

STACKS = {1: "inner", 2: "middle"}


def enemies_in(now: Now, sector: Sector) -> int:
    """Ships that the seat would have to fight there; Ancients are none to those who live with them."""
    friend = species_field(now, "friend")
    return sum(ship.seat != now.seat and not (friend and ship.kind == "ancient") for ship in sector.ships)


def own_ships(now: Now, sector: Sector) -> int:
    return sum(ship.seat == now.seat for ship in sector.ships)


def held(now: Now, sector: Sector) -> bool:
    """Whether ships of the seat could not leave: one stays for each opposing ship, all for the centre's defence."""
    enemies = enemies_in(now, sector)
    return enemies > 0 and (own_ships(now, sector) <= enemies or any(ship.kind == "gcds" for ship in sector.ships))


def base(now: Now, sector: Sector) -> bool:
    """Whether one may explore from the hex: a disc, or a ship that is not pinned."""
    return sector.owner == now.seat or (own_ships(now, sector) > 0 and not held(now, sector))


def stack_of(now: Now, space: str) -> str:
    """The stack that an unexplored space draws from."""
    return STACKS.get(ring(spot_of(now, space)), "outer")


def spot_of(now: Now, space: str) -> Spot:
    """The place of a space as `frontier` names it: beside a sector, over an edge."""
    number, edge = space.split()
    return beyond(sector_of(now, number).spot, int(edge))


def frontier(now: Now) -> tuple[str, ...]:
    """Unexplored spaces that may be named, as "221 2": beside 221, at two o'clock. Each once; of full stacks only."""
    galaxy = galaxy_of(now)
    found: dict[Spot, str] = {}
    for number, sector in galaxy.sectors.items():
        if base(now, sector):
            for edge in EDGES:
                spot = beyond(sector.spot, edge)
                if spot not in galaxy.spots:
                    found.setdefault(spot, f"{number} {edge}")
    return tuple(space for space in found.values() if _stocked(now, space))


def _stocked(now: Now, space: str) -> bool:
    stack = stack_of(now, space)
    return now.size(stack) + now.size(f"{stack}_discard") > 0


def turns(now: Now, tile: str, space: str) -> tuple[int, ...]:
    """Edges that the tile's printed top may point to, so that a wormhole joins a hex of the explorer's."""
    galaxy, spot, half = galaxy_of(now), spot_of(now, space), has_tech(now, "Wormhole Generator")
    near = [(edge, other) for edge, other in neighbours(galaxy, spot) if base(now, other)]
    return tuple(top for top in EDGES
                 if any(joins(edge, holes_of(now, tile, top), other.holes, half) for edge, other in near))


def claimable(now: Now, number: str) -> bool:
    """Whether a disc may be put there: nobody's disc, no enemy ship, and a disc is left on the track."""
    sector = sector_of(now, number)
    return sector.owner == NOBODY and enemies_in(now, sector) == 0 and now.have("discs") > 0


def influence_targets(now: Now) -> tuple[str, ...]:
    """Sectors that a disc may move to: free of others, with a ship of one's own or beside a hex of one's own."""
    galaxy, half = galaxy_of(now), has_tech(now, "Wormhole Generator")
    return tuple(number for number, sector in galaxy.sectors.items()
                 if sector.owner == NOBODY and not enemies_in(now, sector)
                 and (own_ships(now, sector) or _beside_own(now, galaxy, sector, half)))


def _beside_own(now: Now, galaxy: Galaxy, sector: Sector, half: bool) -> bool:
    return any(_present(now, other) for other in linked(galaxy, sector, half))


def _present(now: Now, sector: Sector) -> bool:
    return sector.owner == now.seat or own_ships(now, sector) > 0


def own_sectors(now: Now) -> tuple[str, ...]:
    return tuple(number for number, sector in galaxy_of(now).sectors.items() if sector.owner == now.seat)


def movable(now: Now) -> tuple[str, ...]:
    """Ships that may move, as "interceptor 221": they have a drive and are not pinned."""
    found = dict.fromkeys(
        f"{ship.kind} {number}" for number, sector in galaxy_of(now).sectors.items() if not held(now, sector)
        for ship in sector.ships if ship.seat == now.seat and ship.kind != "starbase")
    return tuple(ship for ship in found if destinations(now, ship))


def destinations(now: Now, ship: str) -> tuple[str, ...]:
    """Where a ship may go in one move: as many hexes as its drives allow, no further than where it is pinned."""
    kind, start = ship.split()
    galaxy, half = galaxy_of(now), has_tech(now, "Wormhole Generator")
    reached, edge = {start}, [galaxy.sectors[start]]
    for _ in range(design_of(now, now.seat, kind).move):
        edge = [other for sector in edge if sector.number == start or _may_pass(now, sector)
                for other in linked(galaxy, sector, half) if other.number not in reached]
        edge = list({sector.number: sector for sector in edge}.values())
        reached.update(sector.number for sector in edge)
    return tuple(number for number in galaxy.sectors if number in reached and number != start)


def _may_pass(now: Now, sector: Sector) -> bool:
    """Whether one more ship could go on from there: opposing ships pin one each; allies are not flown over."""
    enemies = enemies_in(now, sector)
    if any(ship.kind == "gcds" for ship in sector.ships) or offended(now, sector.number):
        return False
    return own_ships(now, sector) >= enemies


def offended(now: Now, number: str) -> tuple[int, ...]:
    """Allies whose disc or ship is in the sector: to move there is to attack them."""
    sector = sector_of(now, number)
    there = {sector.owner, *(ship.seat for ship in sector.ships)} - {NEUTRAL, now.seat}
    return tuple(sorted(seat for seat in there if allied(now, seat)))


def possible_allies(now: Now) -> tuple[int, ...]:
    """Seats that diplomacy may be offered to now."""
    if len(now.everybody) < 4 or now.value("traitor") == now.seat + 1:
        return ()
    galaxy = galaxy_of(now)
    others = {other.owner for sector in galaxy.sectors.values() if sector.owner == now.seat
              for other in linked(galaxy, sector, False)} - {NOBODY, now.seat}
    return tuple(seat for seat in sorted(others) if _may_ally(now, galaxy, seat))


def _may_ally(now: Now, galaxy: Galaxy, seat: int) -> bool:
    if allied(now, seat) or now.value("traitor") == seat + 1 or now.of(seat, "out"):
        return False
    if any(_share(sector, now.seat, seat) for sector in galaxy.sectors.values()):
        return False
    return _can_host(now) and _can_host(now.at_seat(seat))


def _share(sector: Sector, one: int, other: int) -> bool:
    ships = Counter(ship.seat for ship in sector.ships)
    return bool((ships[one] and (ships[other] or sector.owner == other)) or (ships[other] and sector.owner == one))


def _can_host(now: Now) -> bool:
    """A cube to give, and a place on the track for the other's tile, if need be one of a reputation tile."""
    cubes = now.have("money_cubes") + now.have("science_cubes") + now.have("materials_cubes")
    return cubes > 0 and ambassador_room(now) > 0
