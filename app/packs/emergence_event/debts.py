"""What the game owes a seat before it may go on: choices of rewards, dice still to roll, a hold too full."""
from __future__ import annotations

from collections.abc import Callable

from app.game.now import Now

from app.packs.emergence_event.ship import captain, hold_space, hold_used

# In the order in which they are settled; the name is the counter that holds the debt, and its phase.
DEBTS: dict[str, Callable[[Now], int]] = {
    "lifted": lambda now: now.have("lifted"),
    "spread": lambda now: now.have("spread"),
    "spore_due": lambda now: now.have("spore_due"),
    "jettison_due": lambda now: now.have("jettison_due"),
    "reveal_due": lambda now: now.have("reveal_due"),
    "random_due": lambda now: now.have("random_due"),
    "either_due": lambda now: now.have("either_due"),
    "any_due": lambda now: now.have("any_due"),
    "good_due": lambda now: now.have("good_due"),
    "artifact_due": lambda now: now.have("artifact_due"),
    "free_tech": lambda now: any(now.have(f"free_{kind}") for kind in ("war", "mind", "unity", "first", "any")),
    "repair_due": lambda now: now.have("repair_due"),
    "overflow": lambda now: hold_used(now) > hold_space(now) if captain(now) else 0,
}
STOPS = ("new_epoch", "pool_short")
PHASES = ("owing", *STOPS, "equip_numbers", "equip_number", "seeing_artifact", *DEBTS)


def debt(now: Now) -> str:
    """The first thing owed, to anybody; empty where nothing is."""
    stop = next((name for name in STOPS if now.value(name)), "")
    return stop or next((name for name, ask in DEBTS.items() if _first(now, ask) is not None), "")


def debtor(now: Now) -> int:
    """The seat that settles it: the first in turn order from the active one."""
    name = debt(now)
    seat = _first(now, DEBTS[name]) if name in DEBTS else None
    return now.state.active if seat is None else seat


def is_settling(now: Now) -> int:
    """Whether a debt is being settled right now."""
    return int((now.goto or now.state.phase) in PHASES)


def _first(now: Now, ask: Callable[[Now], int]) -> int | None:
    seats = len(now.state.players)
    order = ((now.state.active + step) % seats for step in range(seats))
    return next((seat for seat in order if ask(now.at_seat(seat))), None)
