"""What people call the things that the pack keeps by short codes."""
from __future__ import annotations

from app.game.now import Now
from app.game.state import Said
from app.packs.eclipse.board import spot_of
from app.packs.eclipse.empire import holes_of
from app.packs.eclipse.galaxy import NEUTRAL, galaxy_of, joins, neighbours, ring, sector_of

CALLED = {
    "interceptor": Said("Interceptor"), "cruiser": Said("Cruiser"), "dreadnought": Said("Dreadnought"),
    "starbase": Said("Starbase"), "orbital": Said("Orbital"), "monolith": Said("Monolith"),
    "ancient": Said("Ancients"), "gcds": Said("Defence system"), "money": Said("Money"), "science": Said("Science"),
    "materials": Said("Materials"), "M": Said("plain"), "S": Said("plain"), "P": Said("plain"), "M*": Said("starred"),
    "S*": Said("starred"), "P*": Said("starred"), "W": Said("grey"), "O": Said("at the orbital"), "yes": Said("yes"),
    "no": Said("no"), "empty": Said("empty"), "missiles": Said("missiles"), "cannons": Said("cannons"),
    "yellow": Said("yellow"), "orange": Said("orange"), "red": Said("red"),
}  # fmt: skip


def called(now: Now, code: str) -> Said:
    """What people call a kind of ship, structure, resource or square."""
    return CALLED[code]


def nth(now: Now, item: str, number: int) -> str:
    """The word of that number, from 0, of an item such as "interceptor 221"."""
    return str(item).split()[number]


def party(now: Now, seat: int) -> Said | str:
    """A player's name, or what the neutral ships of the battle are called."""
    if seat != NEUTRAL:
        return now.name(seat)
    ships = sector_of(now, now.state.words["battle"]).ships
    return CALLED[next((ship.kind for ship in ships if ship.seat == NEUTRAL), "ancient")]


def gunners(now: Now) -> Said:
    """The ships whose moment it is, by kind and player."""
    kind, shooter = called(now, now.state.words["firing"]), now.value("shooter")
    if shooter == NEUTRAL:
        return kind
    return Said("{kind} of {player}", (("kind", kind), ("player", now.name(shooter))))


def stack_name(now: Now, space: str) -> str:
    """Which stack a space draws from: I, II or III."""
    return "I" * min(ring(spot_of(now, space)), 3)


def joined(now: Now, tile: str, space: str, top: int, half: bool) -> str:
    """The hexes that the tile, laid so, joins by a full wormhole, or by half of one."""
    galaxy, spot, holes = galaxy_of(now), spot_of(now, space), holes_of(now, tile, top)
    found = [other.number for edge, other in neighbours(galaxy, spot)
             if joins(edge, holes, other.holes, half) and not (half and joins(edge, holes, other.holes, False))]
    return " ".join(found) or "–"
