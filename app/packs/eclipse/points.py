"""The points of the end, row by row."""
from __future__ import annotations

from app.game.now import Now
from app.packs.eclipse.empire import TRACKS, ambassadors, species_field, techs_on
from app.packs.eclipse.galaxy import galaxy_of

TECH_POINTS = {4: 1, 5: 2, 6: 3, 7: 5}


def points_in_sectors(now: Now) -> int:
    return sum(int(now.card_field(number, "vp")) for number, sector in galaxy_of(now).sectors.items()
               if sector.owner == now.seat)


def points_of_monoliths(now: Now) -> int:
    return 3 * sum("monolith" in sector.things for sector in galaxy_of(now).sectors.values()
                   if sector.owner == now.seat)


def points_of_techs(now: Now) -> int:
    return sum(TECH_POINTS.get(len(techs_on(now, track)), 0) for track in TRACKS)


def points_of_species(now: Now) -> int:
    """Planta: one for each sector. Draco: one for each Ancient that is left."""
    if not now.size("species"):
        return 0
    sectors = galaxy_of(now).sectors.values()
    if species_field(now, "frail"):
        return sum(sector.owner == now.seat for sector in sectors)
    if species_field(now, "friend") and now.value("draco_points"):
        return sum(ship.kind == "ancient" for sector in sectors for ship in sector.ships)
    return 0


def points_of_allies(now: Now) -> int:
    return ambassadors(now)
