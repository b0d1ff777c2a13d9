"""What the game owes a seat before it may go on: choices of rewards, dice still to roll, a hold too full."""
from __future__ import annotations

from collections.abc import Mapping

from app.game.now import Now
from app.packs.emergence_event.course import track_record
from app.packs.emergence_event.ship import STATS, captain, hold_space, hold_used

# In the order in which they are settled: the phase that settles a debt, and the counters that hold it.
DEBTS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("lifted", "spread", "spore_due", "jettison_due", "reveal_due", "random_due",
                                  "either_due", "any_due", "good_due", "artifact_due")},
    "free_tech": ("free_war", "free_mind", "free_unity", "free_first", "free_any"),
    "repair_due": ("repair_due",),
}
COUNTERS = tuple(counter for counters in DEBTS.values() for counter in counters)
STOPS = ("new_epoch", "pool_short")
OVERFLOW = "overflow"
PHASES = frozenset(("owing", *STOPS, "equip_numbers", "equip_number", "seeing_artifact", *DEBTS, OVERFLOW))


def debt(now: Now) -> str:
    """The first thing owed, to anybody; empty where nothing is."""
    stop = next((name for name in STOPS if now.state.table[name]), "")
    owed = {counter for have in now.state.seats for counter in COUNTERS if have[counter]}
    named = stop or next((name for name in DEBTS if owed.intersection(DEBTS[name])), "") if stop or owed else ""
    return named or (OVERFLOW if _debtors(now, OVERFLOW) else "")


def debtor(now: Now, name: str) -> int:
    """The seat that settles a debt of that name: the first in turn order from the active one."""
    active, seats = now.state.active, len(now.state.players)
    return min(_debtors(now, name), key=lambda seat: (seat - active) % seats, default=active)


def is_settling(now: Now) -> int:
    """Whether a debt is being settled right now."""
    return int((now.goto or now.state.phase) in PHASES)


def is_settled(now: Now) -> int:
    """Whether the debt that the game waits for has gone by other means, such as a tile played out of a full hold."""
    phase = now.state.phase
    return int(not now.goto and phase in (*DEBTS, OVERFLOW) and not _debtors(now, phase))


def is_due(now: Now) -> bool:
    """Whether anything follows by itself for the seat: an award, a leader's card, an upgrade, three shards."""
    have = now.state.seats[now.seat]
    if have["shards"] >= 3 or have["repair_due"] > have["damage"] or have["jettison_due"]:
        return True
    return _rises(now, have) or _upgrades(have) or any(have[right] for right in DEBTS["free_tech"])


def _rises(now: Now, have: Mapping[str, int]) -> bool:
    return any(
        (have[track] >= 5) + (have[track] >= 10) > have[f"{track}_awards"]
        or (not have[f"{track}_card"] and have[track] > track_record(now, track))
        for track in ("war", "mind", "unity")
        if have[track]
    )


def _upgrades(have: Mapping[str, int]) -> bool:
    levels = sorted((have[stat] for stat in STATS), reverse=True)
    return bool(
        (levels[2] and not have["bridge"]) or (levels[1] > 1 and not have["ai"])
        or (levels[0] > 2 and not have["hold_upgrade"])
    )  # fmt: skip


def _debtors(now: Now, name: str) -> tuple[int, ...]:
    if name == OVERFLOW:
        return tuple(seat for seat in now.everybody if _overflows(now.at_seat(seat)))
    counters = DEBTS[name]
    return tuple([seat for seat, have in enumerate(now.state.seats) for counter in counters if have[counter]])


def _overflows(now: Now) -> bool:
    return bool(captain(now)) and hold_used(now) > hold_space(now)
