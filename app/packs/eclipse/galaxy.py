"""The galaxy as it lies on the table: sectors, their open edges, what is on them, and who is next to whom."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.game.now import Now

# Edges by the clock, as everybody at the table sees them from one side; the step to the next hex, in axial coordinates.
EDGES = {12: (0, -1), 2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0)}
NOBODY = -1
NEUTRAL = -1
CENTRE = "001"
Spot = tuple[int, int]


class Ship(NamedTuple):
    """One ship; Ancients and the centre's defence belong to NEUTRAL."""

    seat: int
    kind: str
    damage: int = 0


class Sector(NamedTuple):
    """A placed hex: `holes` are its edges with a wormhole as it lies; ships stand in the order of their arrival."""

    number: str
    spot: Spot
    holes: tuple[int, ...]
    owner: int = NOBODY
    cubes: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    ships: tuple[Ship, ...] = ()


class Galaxy(NamedTuple):
    """All placed hexes, by number and by place."""

    sectors: Mapping[str, Sector]
    spots: Mapping[Spot, Sector]


def galaxy_of(now: Now) -> Galaxy:
    words = now.state.words
    numbers = tuple(words["galaxy"].split())
    return _galaxy(numbers, tuple([words[number] for number in numbers]))


def sector_of(now: Now, number: str) -> Sector:
    return _sector(number, now.state.words[number])


def lay(now: Now, sector: Sector) -> Now:
    """Put a sector, new or changed, on the table."""
    if sector.number not in now.state.words["galaxy"].split():
        now = now.note("galaxy", f"{now.state.words['galaxy']} {sector.number}".strip())
    return now.note(sector.number, told(sector))


def told(sector: Sector) -> str:
    """The sector in words that can be read back: place, open edges, disc, cubes, things, ships."""
    ships = ", ".join(f"{ship.seat} {ship.kind}" + (f" {ship.damage}" if ship.damage else "") for ship in sector.ships)
    return "; ".join((
        f"at {sector.spot[0]} {sector.spot[1]}", f"open {_spaced(sector.holes)}", f"disc {sector.owner}",
        f"cubes {_spaced(sector.cubes)}", f"holds {_spaced(sector.things)}", f"ships {ships or '-'}",
    ))


def without(ships: tuple[Ship, ...], gone: Ship) -> tuple[Ship, ...]:
    """The ships but one; if it was its seat's first to arrive, the seat's next takes its place in the order."""
    at = next(place for place, ship in enumerate(ships) if ship.seat == gone.seat)
    left = list(ships)
    left.remove(gone)
    heir = next((ship for ship in left if ship.seat == gone.seat), None)
    if heir is not None:
        left.remove(heir)
        left.insert(at, heir)
    return tuple(left)


def facing(edge: int) -> int:
    """The opposite edge."""
    return (edge + 5) % 12 + 1


def turned(holes: tuple[int, ...], top: int) -> tuple[int, ...]:
    """Where the holes of a tile point when its printed top points to the edge `top`."""
    return tuple(sorted((hole + top - 1) % 12 + 1 for hole in holes))


def beyond(spot: Spot, edge: int) -> Spot:
    """The place on the other side of an edge."""
    q, r = EDGES[edge]
    return spot[0] + q, spot[1] + r


def ring(spot: Spot) -> int:
    """How far from the centre."""
    q, r = spot
    return max(abs(q), abs(r), abs(q + r))


def neighbours(galaxy: Galaxy, spot: Spot) -> Iterator[tuple[int, Sector]]:
    """The hexes beside a place, each with the edge toward it."""
    for edge in EDGES:
        found = galaxy.spots.get(beyond(spot, edge))
        if found is not None:
            yield edge, found


def joins(edge: int, holes: tuple[int, ...], others: tuple[int, ...], half: bool) -> bool:
    """Whether one can pass an edge: a wormhole on both sides, or on one if `half` is enough."""
    here, there = edge in holes, facing(edge) in others
    return (here or there) if half else (here and there)


def linked(galaxy: Galaxy, sector: Sector, half: bool) -> Iterator[Sector]:
    """The neighbours that wormholes lead to."""
    for edge, other in neighbours(galaxy, sector.spot):
        if joins(edge, sector.holes, other.holes, half):
            yield other


def _spaced(items: tuple[object, ...]) -> str:
    return " ".join(map(str, items)) or "-"


@lru_cache(maxsize=256)
def _galaxy(numbers: tuple[str, ...], texts: tuple[str, ...]) -> Galaxy:
    sectors = {number: _sector(number, text) for number, text in zip(numbers, texts, strict=True)}
    return Galaxy(sectors, {sector.spot: sector for sector in sectors.values()})


@lru_cache(maxsize=8192)
def _sector(number: str, text: str) -> Sector:
    spot, holes, owner, cubes, things, ships = (part.partition(" ")[2] for part in text.split("; "))
    q, r = map(int, spot.split())
    return Sector(number, (q, r), tuple(map(int, _listed(holes))), int(owner), _listed(cubes), _listed(things),
                  tuple(_ship(row) for row in ships.split(", ") if row != "-"))


def _listed(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split())


def _ship(row: str) -> Ship:
    seat, kind, *damage = row.split()
    return Ship(int(seat), kind, int(damage[0]) if damage else 0)
