"""Ship blueprints: which part lies on which square, what the ship can do by them, and whether that is allowed."""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.eclipse.empire import known_techs, species_of
from app.packs.eclipse.galaxy import NEUTRAL, galaxy_of

KINDS = ("interceptor", "cruiser", "dreadnought", "starbase")
EMPTY = "-"
COLOURS = {1: "yellow", 2: "orange", 4: "red"}


class Design(NamedTuple):
    """What the parts of a ship add up to; `cannons` and `missiles` give a die's damage each, strongest first."""

    initiative: int = 0
    energy: int = 0
    move: int = 0
    hull: int = 0
    computer: int = 0
    shield: int = 0
    cannons: tuple[int, ...] = ()
    missiles: tuple[int, ...] = ()


def blueprint(now: Now, kind: str) -> str:
    """The card that says a ship type's printed squares: the species' own, or the common one."""
    species = species_of(now).rpartition(" ")[0]
    own = f"{species} {kind}"
    return own if own in now.pack.cards else kind


def parts_of(now: Now, kind: str) -> tuple[str, ...]:
    """The parts that count, square by square: a tile hides the printed part below it."""
    printed = str(now.field(blueprint(now, kind), "printed")).split(", ")
    tiles = tiles_of(now)
    return tuple(tiles.get(f"{kind} {square}", part) for square, part in enumerate(printed, 1))


def tiles_of(now: Now) -> dict[str, str]:
    """The seat's part tiles by square, such as "cruiser 3"."""
    return dict(_tiles(now.state.words.get(f"tiles@{now.seat}", "")))


def design_of(now: Now, seat: int, kind: str) -> Design:
    """What a ship of the type can do; neutral ships are printed."""
    if seat == NEUTRAL:
        return _summed(tuple(_facts(now, part) for part in str(now.field(kind, "printed")).split(", ")),
                       _own(now, kind))
    there = now.at_seat(seat)
    card = blueprint(there, kind)
    return _summed(tuple(_facts(now, part) for part in parts_of(there, kind)), _own(now, card))


def sums(now: Now, kind: str, what: str) -> int:
    """One sum of a blueprint by its name, or the dice of a damage by their colour."""
    design = design_of(now, now.seat, kind)
    if what in COLOURS.values():
        damage = next(damage for damage, colour in COLOURS.items() if colour == what)
        return design.cannons.count(damage)
    return len(design.missiles) if what == "missiles" else int(getattr(design, what))


def lawful(now: Now, kind: str) -> bool:
    """Enough energy; a drive in every ship but the starbase, which has none."""
    design = design_of(now, now.seat, kind)
    return design.energy >= 0 and (design.move == 0) == (kind == "starbase")


def unlawful(now: Now) -> str:
    """The first ship type whose blueprint may not stay so; empty if all may."""
    return next((kind for kind in KINDS if not lawful(now, kind)), "")


def tiled_squares(now: Now, kind: str) -> tuple[str, ...]:
    """Squares of a blueprint with a tile of the seat's."""
    return tuple(square for square in tiles_of(now) if square.startswith(kind))


def free_squares(now: Now, kind: str) -> tuple[str, ...]:
    """Squares of a blueprint that a tile may go on: empty or printed, never another tile."""
    tiles = tiles_of(now)
    squares = [f"{kind} {number}" for number in range(1, len(parts_of(now, kind)) + 1)]
    return tuple(square for square in squares if square not in tiles)


def all_squares(now: Now) -> tuple[str, ...]:
    """Squares of all blueprints that a tile may go on."""
    return tuple(square for kind in KINDS for square in free_squares(now, kind))


def lawful_with(now: Now, part: str, square: str) -> bool:
    """Whether the blueprint is allowed once the tile lies on the square."""
    return lawful(_with_tiles(now, tiles_of(now) | {square: part}), square.split()[0])


def part_on(now: Now, square: str) -> Said | str:
    """What lies on a square."""
    kind, number = square.split()
    part = parts_of(now, kind)[int(number) - 1]
    return Said("empty") if part == EMPTY else part


def fit(now: Now, part: Amount, square: Amount) -> Now:
    """A tile goes on a square: from the seat's own discoveries, else from the supply."""
    name = str(part(now))
    if name in now.within("spare"):
        now = now.move_card(name, "spare", "built_in")
    return _with_tiles(now, tiles_of(now) | {str(square(now)): name})


def unfit(now: Now, square: Amount) -> Now:
    """A tile goes back to the supply; an ancient part is out of the game."""
    tiles = tiles_of(now)
    name = tiles.pop(str(square(now)))
    if name in now.within("built_in"):
        now = now.move_card(name, "built_in", "spent")
    return _with_tiles(now, tiles)


def fitting(now: Now) -> tuple[str, ...]:
    """Part tiles that the seat may take: its technology known, one left in the supply; and its own discoveries."""
    known = known_techs(now)
    return now.within("spare") + tuple(
        card.name for card in now.pack.deck("parts")
        if not card.fields.get("ancient") and (card.fields.get("tech") in (None, *known))
        and tiles_left(now, card.name) > 0)


def tiles_left(now: Now, part: str) -> int:
    """Tiles of a part in the supply."""
    used = sum(list(tiles_of(now.at_seat(seat)).values()).count(part) for seat in now.everybody)
    return now.pack.cards[part].copies - used


def fleet(now: Now, kind: str) -> int:
    """How many ships of the type the seat has on the table."""
    return sum(ship.seat == now.seat and ship.kind == kind
               for sector in galaxy_of(now).sectors.values() for ship in sector.ships)


def _with_tiles(now: Now, tiles: dict[str, str]) -> Now:
    return now.note(f"tiles@{now.seat}", ";".join(f"{square}={part}" for square, part in tiles.items()))


@lru_cache(maxsize=512)
def _tiles(text: str) -> tuple[tuple[str, str], ...]:
    rows = [row.partition("=") for row in text.split(";") if row]
    return tuple((square, part) for square, _, part in rows)


def _own(now: Now, card: str) -> tuple[int, int, int]:
    """Initiative, energy and computer printed beside the squares."""
    energy = int(now.field(card, "energy")) + (card == "Eridani dreadnought" and now.value("eridani_energy"))
    return int(now.field(card, "initiative")), energy, int(now.field(card, "computer"))


FACTS = ("initiative", "energy", "move", "hull", "computer", "shield", "cannons", "missiles", "damage")


def _facts(now: Now, part: str) -> tuple[int, ...]:
    if part == EMPTY:
        return (0,) * len(FACTS)
    # What the owner has put right is rare, and the look-up for it dear.
    if now.state.fixes:
        return tuple([int(now.card_field(part, name)) for name in FACTS])
    fields = now.pack.cards[part].fields
    return tuple([int(fields.get(name, 0)) for name in FACTS])


@lru_cache(maxsize=1024)
def _summed(parts: tuple[tuple[int, ...], ...], own: tuple[int, int, int]) -> Design:
    initiative, energy, move, hull, computer, shield, *_ = map(sum, zip(*parts, strict=True))
    cannons = sorted((part[8] for part in parts for _ in range(part[6])), reverse=True)
    missiles = sorted((part[8] for part in parts for _ in range(part[7])), reverse=True)
    return Design(initiative + own[0], energy + own[1], move, hull, computer + own[2], shield,
                  tuple(cannons), tuple(missiles))
