"""Eclipse beyond its transcripts: odds against dice thrown, tiles by number of players, what the box itself prints."""
from __future__ import annotations

from random import Random

import pytest

from app.game.events import Adjusted, Chose, Event, Pressed
from app.game.now import Now
from app.game.state import State
from app.game.step import setup, step
from app.kept import kept_of
from app.packs import load_pack
from app.packs.eclipse.odds import LARGEST_FIRST, Group, Side, hits, is_small, win_chance
from app.packs.eclipse.throws import sampled_chance

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


@pytest.mark.parametrize(("players", "outer", "techs", "each_round"), [
    (2, 5, 12, 5), (3, 10, 14, 6), (4, 14, 16, 7), (5, 16, 18, 8), (6, 18, 20, 9),
])
def test_tiles_by_players(players: int, outer: int, techs: int, each_round: int) -> None:
    pack = load_pack("eclipse")
    now = Now(pack, setup(pack, NAMES[:players]), 0)
    assert (now.size("outer"), now.size("outer_box")) == (outer, 18 - outer)
    assert (now.value("first_techs"), now.value("seats") + now.value("more_techs")) == (techs, each_round)


def test_tiles_in_the_box() -> None:
    pack = load_pack("eclipse")
    wanted = {"techs": 96, "discoveries": 21, "reputation": 32, "inner": 8, "middle": 11, "home": 12, "outer": 18}
    assert {deck: sum(card.copies for card in pack.deck(deck)) for deck in wanted} == wanted
    assert sum(card.copies * int(card.fields["value"]) for card in pack.deck("reputation")) == 67


# Points, Ancients, discovery, artifact, squares and wormholes by the clock, as the fact sheet has them.
SECTORS = """\
001 4 0 1 1 S,S*,P,P*,W,W 2,4,6,8,10,12
101 2 1 1 0 M,P,P* 2,4,6,8,10
102 3 0 0 1 S,S* -
103 2 0 0 0 M*,W 2,4,8,10,12
104 2 2 1 0 M,M*,S,S* 2,6,8,12
105 3 1 1 1 M,S,P* 2,6,8,10,12
106 2 0 0 0 S,P 2,4,6,12
107 2 0 0 0 M,S*,P* 2,4,6,10,12
108 2 1 1 0 M*,S,W 2,6,8,12
201 1 0 0 0 M,P 2,6,10
202 1 0 0 0 S,S* 2,6,10
203 1 2 1 0 M,S,P 2,6,10,12
204 2 1 1 1 M*,P*,W 2,6,10,12
205 1 0 0 0 M,M*,S* 4,6,8
206 1 0 1 0 P 2,4,6,10
207 1 0 1 0 - 2,6,12
208 1 0 1 0 - 4,6,10,12
209 1 0 0 0 M*,S 2,6,10,12
210 1 0 0 0 M,P 6,10,12
211 2 1 1 1 M,P*,W 2,4,6,12
222 3 0 0 1 M,M*,S,S* 2,6,8,12
224 3 0 0 1 M,S,S*,P* 2,6,8,12
226 3 0 0 1 M,S,P 2,6,8,12
228 3 0 0 1 M,S,P* 2,6,8,12
230 3 0 0 1 M,M*,S,P* 2,6,8,12
232 3 0 0 1 M*,S,P,P* 2,6,8,12
301 2 2 1 1 M,S,P* 4,6,12
302 2 1 1 1 M*,P 6,8,12
303 2 1 1 1 W 6,10
304 1 0 0 0 M*,P 6,12
305 1 1 1 0 S,P 2,6,12
306 1 0 0 0 M,P 2,6
307 1 0 0 0 M,S* 4,6,12
308 1 0 0 0 S,P* 4,6,10
309 1 0 0 0 M,S* 6,10,12
310 1 0 0 0 S,P 6,12
311 1 0 1 0 P 4,6,12
312 1 0 1 0 P 2,6,12
313 1 0 1 0 W 6,12
314 1 0 1 0 W 4,6,8
315 1 0 1 0 - 6,10,12
316 1 0 1 0 - 2,6,12
317 1 0 0 0 M,M* 6,8
318 1 0 0 0 P*,W 4,6
""" + "".join(f"{number} 3 0 0 1 M,M*,S,S*,P 2,6,8,12\n" for number in range(221, 232, 2))


def test_sectors_are_as_printed() -> None:
    decks = ("centre", "inner", "middle", "home", "outer")
    cards = [card for deck in decks for card in load_pack("eclipse").deck(deck)]
    rows = {" ".join((
        card.name, *(str(card.fields.get(name, 0)) for name in ("vp", "ancients", "discovery", "artifact")),
        *(str(card.fields.get(name, "")).replace(" ", ",") or "-" for name in ("squares", "holes")))) for card in cards}
    assert rows == set(SECTORS.splitlines())


# Money, science, materials; trade; discs; how often each action acts, explore to move; first ship; what interceptor,
# cruiser, dreadnought, starbase, orbital and monolith cost; the reputation track: either, ambassador, reputation only.
SPECIES = {
    "Eridani 222": "26/2/4 3 11 1/2/1/2/2/2 interceptor 3/5/8/3/5/10 4/0/0 Plasma Cannon, Gauss Shield, Fusion Drive",
    "Hydran 224": "2/5/2 3 13 1/2/2/2/2/2 interceptor 3/5/8/3/5/10 3/1/0 Advanced Labs",
    "Planta 226": "4/4/4 3 13 2/2/1/2/2/2 interceptor 3/5/8/3/5/10 3/1/0 Starbase",
    "Draco 228": "2/4/3 3 13 1/2/1/2/2/2 interceptor 3/5/8/3/5/10 4/0/0 -",
    "Mechanema 230": "3/3/3 3 13 1/2/1/3/3/2 interceptor 2/4/7/2/4/8 4/0/0 Positron Computer",
    "Orion 232": "3/3/5 4 13 1/2/1/2/2/2 cruiser 3/5/8/3/5/10 4/0/1 Neutron Bombs, Gauss Shield",
} | dict.fromkeys((f"Terrans {number}" for number in range(221, 232, 2)),
                  "2/3/3 2 13 1/2/1/2/2/3 interceptor 3/5/8/3/5/10 4/1/0 Starbase")
ACTIONS = ("explore", "influence", "research", "upgrade", "build", "move")
THINGS = ("interceptor", "cruiser", "dreadnought", "starbase", "orbital", "monolith")


def test_species_are_as_printed() -> None:
    rows = {}
    for card in load_pack("eclipse").deck("species"):
        parts = (("money", "science", "materials"), ("trade",), ("discs",), ACTIONS, ("first_ship",),
                 tuple(f"{thing}_cost" for thing in THINGS), ("either", "ambassador_only", "reputation_only"))
        rows[card.name] = " ".join((*("/".join(str(card.fields[name]) for name in names) for names in parts),
                                    str(card.fields.get("techs", "-"))))
    assert rows == SPECIES


# Price, least price and copies, then a military, a grid and a nano technology.
TECHS = """\
2 2 5 Neutron Bombs, Gauss Shield, Nanorobots
4 3 5 Starbase, Improved Hull, Fusion Drive
6 4 5 Plasma Cannon, Fusion Source, Advanced Robotics
8 5 4 Phase Shield, Positron Computer, Orbital
10 6 4 Advanced Mining, Advanced Economy, Advanced Labs
12 6 3 Tachyon Source, Tachyon Drive, Monolith
14 7 3 Plasma Missile, Antimatter Cannon, Artifact Key
16 8 3 Gluon Computer, Quantum Grid, Wormhole Generator
"""


def test_technologies_are_as_printed() -> None:
    wanted = {(name, track, *map(int, row.split(" ", 3)[:3])) for row in TECHS.splitlines()
              for name, track in zip(row.split(" ", 3)[3].split(", "), ("military", "grid", "nano"), strict=True)}
    assert wanted == {(card.name, card.fields["track"], card.fields["cost"], card.fields["least"], card.copies)
                      for card in load_pack("eclipse").deck("techs")}


TILES = {"Ion cannon": 6, "Plasma cannon": 18, "Antimatter cannon": 10, "Plasma missile": 14, "Hull": 6,
         "Improved hull": 18, "Electron computer": 6, "Positron computer": 8, "Gluon computer": 8, "Gauss shield": 7,
         "Phase shield": 7, "Nuclear drive": 4, "Fusion drive": 8, "Tachyon drive": 8, "Nuclear source": 6,
         "Fusion source": 12, "Tachyon source": 8}  # fmt: skip


def test_part_tiles_are_as_many_as_printed() -> None:
    parts = load_pack("eclipse").deck("parts")
    assert {card.name: card.copies for card in parts if not card.fields.get("ancient")} == TILES


ANCIENT = {"Axion computer": {"computer": 3}, "Hypergrid source": {"energy": 11}, "Shard hull": {"hull": 3},
           "Ion turret": {"energy": -1, "cannons": 2, "damage": 1},
           "Conformal drive": {"energy": -2, "move": 4, "initiative": 2}, "Flux shield": {"energy": -2, "shield": 3}}


def test_ancient_parts_are_as_printed() -> None:
    parts = [card for card in load_pack("eclipse").deck("parts") if card.fields.get("ancient")]
    assert {card.name: {name: value for name, value in card.fields.items() if name not in ("deck", "ancient")}
            for card in parts} == ANCIENT


def played(state: State, *events: Event) -> State:
    for event in events:
        state = step(load_pack("eclipse"), state, event)
    return state


HOMES = (Chose("species:Terrans 221"), Chose("at:12"), Chose("top:12"), Chose("species:Hydran 224"), Chose("at:6"),
         Chose("top:6"))  # fmt: skip


def test_what_the_box_prints_is_told_once() -> None:
    """A number, a switch and a disputed hex are kept; the next game asks neither of them again."""
    pack = load_pack("eclipse")
    explored = (*[Chose("tile:Orbital")] * 4, *[Chose("tile:Monolith")] * 3, *[Chose("tile:Starbase")] * 5,
                Chose("seat:0"), Chose("explore"), Chose("space:221 6"), Chose("tile:102"))
    looked = (Chose("edge:12"), Chose("edge:6"), Pressed("go_on"))
    state = played(setup(pack, NAMES[:2]), Pressed("go_on"), Chose("number:draw_limit"), Chose("value:4"),
                   Chose("flip:largest"), Pressed("go_on"), *HOMES, *explored, *looked)
    told = tuple(kept_of(pack, state))
    assert set(told) == {
        Adjusted("draw_limit", 4), Adjusted("largest", 0), Adjusted("box_known", 1), Adjusted("102.holes_seen", 9),
        Adjusted("102.disputed", 0),
    }
    again = played(setup(pack, NAMES[:2]), *told, Pressed("go_on"), *HOMES, *explored)
    assert (again.phase, again.table["draw_limit"], again.table["largest"]) == ("place", 4, 0)


def group(kind: str, ships: int, initiative: int, hull: int, computer: int, shield: int, cannons: tuple[int, ...],
          missiles: tuple[int, ...] = ()) -> Group:  # fmt: skip
    return Group(kind, ships * (hull + 1), initiative, hull, computer, shield, cannons, missiles)


CRUISER = (group("cruiser", 1, 2, 1, 1, 0, (1,)),)
ANCIENTS = (group("ancient", 2, 2, 1, 1, 0, (1, 1)),)
FLEET = (group("interceptor", 2, 3, 0, 1, 0, (1,)), group("cruiser", 1, 2, 1, 1, 1, (2,)),
         group("dreadnought", 1, 1, 2, 1, 0, (1, 2)))
LATE = (group("interceptor", 2, 4, 1, 1, 1, (1,), (2, 2)), group("cruiser", 2, 2, 2, 2, 0, (2,)),
        group("starbase", 1, 4, 3, 2, 2, (4,)))
BATTLES = ((CRUISER, ANCIENTS), (FLEET, LATE), (LATE, FLEET), (FLEET, FLEET))


def thrown(attacker: Side, defender: Side, battles: int, random: Random) -> float:
    """How often the attacker was the last with ships, ship by ship and die by die."""
    return sum(_fought(attacker, defender, random) for _ in range(battles)) / battles


def _fought(attacker: Side, defender: Side, random: Random) -> bool:
    fleets = [[[group, 0] for group in side for _ in range(group.life // (group.hull + 1))]
              for side in (attacker, defender)]
    types = sorted(((side, group) for side, groups in ((1, defender), (0, attacker)) for group in groups),
                   key=lambda pair: -pair[1].initiative)
    weapon = "missiles"
    while all(fleets):
        for side, shooter in types:
            ships = sum(group is shooter for group, _ in fleets[side])
            for damage in sorted(getattr(shooter, weapon) * ships, reverse=True):
                _shot(fleets[1 - side], shooter, damage, random.randint(1, 6))
        weapon = "cannons"
    return bool(fleets[0])


def _shot(fleet: list[list], shooter: Group, damage: int, value: int) -> None:
    found = [ship for ship in fleet if hits(value, shooter.computer, ship[0].shield)]
    if not found:
        return
    ship = min(found, key=lambda ship: (ship[1] + damage <= ship[0].hull, LARGEST_FIRST.index(ship[0].kind), -ship[1]))
    ship[1] += damage
    if ship[1] > ship[0].hull:
        fleet.remove(ship)


@pytest.mark.parametrize(("attacker", "defender"), BATTLES)
def test_odds_are_near_what_dice_say(attacker: Side, defender: Side) -> None:
    won, lost = win_chance(attacker, defender)
    assert won + lost == pytest.approx(1)
    assert won == pytest.approx(thrown(attacker, defender, 2000, Random(1)), abs=0.04)


@pytest.mark.parametrize(("attacker", "defender"), BATTLES)
def test_thrown_odds_are_near_the_exact_ones(attacker: Side, defender: Side) -> None:
    assert sampled_chance(attacker, defender) == pytest.approx(win_chance(attacker, defender), abs=0.03)


def test_what_cannot_hurt_is_no_win() -> None:
    unarmed = (group("interceptor", 1, 3, 0, 0, 0, ()),)
    assert sampled_chance(unarmed, unarmed) == (0.0, 0.0)


def test_the_largest_battles_are_thrown() -> None:
    """All ships of the box on each side: their tables would take minutes, and the screen would stand still."""
    fleet = tuple(group(kind, ships, 2, hull, 2, hull // 2, (1, 2)) for kind, ships, hull in (
        ("interceptor", 8, 1), ("cruiser", 4, 2), ("dreadnought", 2, 4), ("starbase", 4, 3)))
    assert [is_small(fleet, fleet), is_small(FLEET, LATE)] == [False, True]


@pytest.mark.long
@pytest.mark.parametrize(("attacker", "defender"), BATTLES[:2])
def test_odds_are_what_dice_say(attacker: Side, defender: Side) -> None:
    """Within half a percent; at 60,000 battles that is two and a half standard deviations at the worst."""
    assert win_chance(attacker, defender)[0] == pytest.approx(thrown(attacker, defender, 60_000, Random(7)), abs=0.005)


@pytest.mark.parametrize(("attacker", "defender", "chance"), [
    # one die each, hit by six alone: the defender first, then 5/6 · 1/6 in 11/36
    ((group("interceptor", 1, 3, 0, 0, 0, (1,)),), (group("interceptor", 1, 3, 0, 0, 0, (1,)),), 5 / 11),
    ((group("interceptor", 1, 4, 0, 0, 0, (1,)),), (group("interceptor", 1, 3, 0, 0, 0, (1,)),), 6 / 11),
    # missiles that always meet a hull of nothing: two chances of 5/6, then nobody can hurt anybody
    ((group("interceptor", 1, 3, 0, 9, 0, (), (2, 2)),), (group("cruiser", 1, 1, 0, 0, 0, ()),), 35 / 36),
])
def test_odds_worked_out_by_hand(attacker: Side, defender: Side, chance: float) -> None:
    assert win_chance(attacker, defender)[0] == pytest.approx(chance, abs=2e-4)
