"""What the end of the game gives: achievements, special technologies, artifacts and shards."""
from __future__ import annotations

from collections.abc import Callable

from app.game.now import Now
from app.packs.emergence_event.ship import artifacts, captain, kinds_of_goods, techs

# What each random achievement counts.
LEADS: dict[str, Callable[[Now], int]] = {
    "Colonizer": lambda now: now.have("planets"),
    "Collector": artifacts,
    "Dominion": lambda now: now.have("tiles_held"),
    "Dreadnaught": techs,
    "Elitist": lambda now: now.have("stations"),
    "Hoarder": kinds_of_goods,
    "Opportunist": lambda now: now.have("open_wins"),
}


def in_the_lead(now: Now, card: str) -> tuple[int, ...]:
    """The seats with the most of what a random achievement counts; nobody while nobody has any."""
    counts = [LEADS[card](now.at_seat(seat)) for seat in now.everybody] if card in LEADS else []
    return tuple(seat for seat, count in enumerate(counts) if count == max(counts) and count)


def award(now: Now) -> Now:
    """Every seat's points of the final table."""
    here = now.seat
    for seat in now.everybody:
        now = now.at_seat(seat)
        for name, points in (("from_achievements", _achievements(now)), ("from_special", _special(now)),
                             ("from_stored", 2 * now.size("stored")), ("from_shards", now.have("shards"))):
            now = now.set(name, points)
    return now.at_seat(here)


def _achievements(now: Now) -> int:
    points = 3 * sum(now.have(f"{track}_card") for track in ("war", "mind", "unity"))
    for card in now.within("achievements"):
        leaders = in_the_lead(now, card)
        points += (3 if len(leaders) == 1 else 1) * (now.seat in leaders)
    return points + 5 * now.have("cartographer") + now.have("told_points")


def _special(now: Now) -> int:
    if not now.have("special"):
        return 0
    if captain(now) == "Ambassador Jolal":
        return now.have("planets")
    return now.size("equipped") + now.size("spent") + now.have("unity") if captain(now) == "The Commander" else 0


def next_told(now: Now) -> str:
    """The next achievement that the rulebook does not describe; empty if there is none."""
    return next((card for card in now.within("achievements") if now.card_field(card, "told")), "")


def points_of(now: Now, card: str) -> int:
    return int(now.card_field(card, "points"))
