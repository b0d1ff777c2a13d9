"""Goods that change hands, and reward tiles whose faces nobody but their owner sees."""
from __future__ import annotations

from app.game.now import Now
from app.game.piles import dealt, moved
from app.game.rules import Amount
from app.packs.emergence_event.cards import NOBODY, reign
from app.packs.emergence_event.ship import COLOURS, STATS, artifact, held, tech


def count(now: Now, seat: Amount, counter: Amount, number: Amount) -> Now:
    """Add to a counter of any seat."""
    return now.at_seat(int(seat(now))).change(str(counter(now)), int(number(now))).at_seat(now.seat)


def give(now: Now, counter: Amount, seat: Amount) -> Now:
    """One of a counter goes to another seat, as far as there is one."""
    name = str(counter(now))
    return now.change(name, -1).at_seat(int(seat(now))).change(name, 1).at_seat(now.seat) if now.have(name) else now


def pass_tile(now: Now, source: Amount, target: Amount) -> Now:
    """A face-down reward tile goes from one seat to another."""
    return now.with_state(dealt(now.pack, now.state, f"tiles@{source(now)}", f"tiles@{target(now)}"))


def use_tile(now: Now, name: Amount) -> Now:
    """A reward tile of that name is turned over, used and discarded."""
    return now.with_state(moved(now.pack, now.state, str(name(now)), now.pile_name("tiles"), "reward_discard"))


def give_up(now: Now, good: Amount) -> Now:
    """A good goes overboard; a tile stays face down."""
    name = str(good(now))
    piles = {"tile": ("tiles", "reward_discard"), "artifact": ("stored", "artifact_discard")}
    if name not in piles:
        return now.change(name, -1)
    source, target = piles[name]
    return now.with_state(dealt(now.pack, now.state, now.pile_name(source), target))


def in_hold(now: Now) -> tuple[str, ...]:
    """What lies in the hold and may go overboard."""
    found = tuple(good for good in held(now) if good != "refined")
    return found + (("artifact",) if now.size("stored") else ())


def total_tiles(now: Now) -> int:
    return sum(now.at_seat(seat).size("tiles") for seat in now.everybody)


def total_due(now: Now) -> int:
    """Artifacts that are still to be taken from the pile."""
    return now.total("artifact_due")


def attackable(now: Now, seat: int, weapon: str) -> int:
    """Whether an attack tile finds something there to take."""
    there = now.at_seat(seat)
    needs = {"Wrecker": there.value("spare_tiles") > 0 or there.have("shards"), "Siphon": there.have("refined"),
             "Raid": any(there.have(colour) for colour in COLOURS)}  # fmt: skip
    return int(bool(needs.get(weapon, True)))


def any_target(now: Now, weapon: str) -> int:
    """Whether an attack tile finds something to take anywhere."""
    return int(any(attackable(now, seat, weapon) for seat in now.everybody if seat != now.seat))


def copyable(now: Now) -> tuple[str, ...]:
    """Technologies of others that the seat may have next, with the seat that has it."""
    return tuple(f"{stat} {now.have(stat) + 1} of seat {seat}" for seat in now.everybody for stat in STATS
                 if seat != now.seat and now.have(stat) < now.at_seat(seat).have(stat))  # fmt: skip


def copied(now: Now, choice: str) -> str:
    """The technology of such a choice."""
    return choice.partition(" of ")[0]


def copied_from(now: Now, choice: str) -> str:
    return now.name(int(choice.rpartition(" ")[2]))


def copy_tech(now: Now, choice: Amount) -> Now:
    """Gain the technology; its owner may not use it this turn."""
    said = str(choice(now))
    stat, level = copied(now, said).split(" ")
    owner = now.at_seat(int(said.rpartition(" ")[2]))
    owner = owner.set(f"off_{stat}", max(int(level), owner.have(f"off_{stat}")))  # a tree that is off stays so
    return owner.at_seat(now.seat).change(stat, 1)


def payable_spores(now: Now) -> tuple[str, ...]:
    """What may be paid for solar spores: yellow, or any colour with the second Tactical technology."""
    free = tech(now, "tactical", 2)
    return tuple(colour for colour in COLOURS if now.have(colour) and (free or colour == "yellow"))


def spores_here(now: Now) -> int:
    """Whether damage cards of the seat may be laid on its Solar Spores."""
    room = reign(now, "Solar Spores") == now.seat and now.have("spores") < 6
    return int(room and now.value("hidden_bad") > 0)


def end_spores(now: Now) -> Now:
    """The card of the spores is laid down."""
    if reign(now, "Solar Spores") == NOBODY:
        return now
    cards = tuple(layer for layer in now.pile("in_force") if layer != ("Solar Spores",))
    return now.with_pile("in_force", cards).change("discard", 1)


def has_cube(now: Now, seat: int) -> int:
    """Whether the seat's cube is there, unused, and works this turn."""
    return artifact(now.at_seat(seat), "Cube of Quantum Displacement")


def use_cube(now: Now, seat: Amount) -> Now:
    """The cube is spent for a point."""
    there = now.at_seat(int(seat(now)))
    return there.move_card("Cube of Quantum Displacement", "equipped", "spent").change("vp", 1).at_seat(now.seat)


def equipped_now(now: Now) -> Now:
    """An artifact has been equipped: precursor technology gives the Commander one at once."""
    now = now.change("artifact_due", -1)
    return now.change("free_any", 1) if now.top("captain") == "The Commander" else now
