"""From sightings to rolls, from the game's state to what the eye should expect, and what a person puts right."""
from __future__ import annotations

import pytest

from app.game.events import Pressed, Rolled, RolledDie
from app.game.state import State
from app.game.step import setup, step
from app.packs import load_pack
from app.senses import expectation_of, put_right, rolled_of, thrown_by_hand
from vision.types import DiceKind, Die, Sighting

PACK = load_pack("starship_catan")
BOX = (0.0, 0.0, 10.0, 10.0)
YELLOW = RolledDie(2, colour="yellow", sure=False, runner_up="3")
BLUE = RolledDie(1, colour="blue", id=4)


def state_at(phase: str) -> State:
    state = setup(PACK, ("Ann", "Ben"))
    while state.phase != phase:
        state = step(PACK, state, Pressed("go_on"))
    return state


@pytest.mark.parametrize(("seen", "rolled"), [
    (Die(BOX, 3, colour="blue", confidence=0.99, sure=True, id=7, moved=False),
     RolledDie(3, colour="blue", id=7, moved=False)),
    (Die(BOX, 3, confidence=0.6, runner_up=5, sure=False), RolledDie(3, sure=False, runner_up="5")),
    (Die(BOX, None, confidence=0.2, sure=False), RolledDie(sure=False)),
    (Die(BOX, face="wild", kind="red action", sure=True, id=1), RolledDie(face="wild", kind="red action", id=1)),
])
def test_a_die_seen_is_a_die_rolled(seen: Die, rolled: RolledDie) -> None:
    assert rolled_of(Sighting((seen,))) == Rolled((rolled,))


@pytest.mark.parametrize(("phase", "first"), [
    ("production", DiceKind("pipped", "yellow", (1, 2, 3, 4), 1)),
    ("crests", DiceKind("pipped", "yellow", (1, 2, 3, 4), None)),
])
def test_what_the_moment_awaits_comes_first_and_the_other_dice_are_known_too(phase: str, first: DiceKind) -> None:
    blue = DiceKind("pipped", "blue", (1, 2, 3, 4), None)
    assert expectation_of(PACK, state_at(phase)).dice == (first, blue)


def test_where_no_card_is_awaited_all_decks_are_looked_for() -> None:
    decks = tuple(dict.fromkeys(f"starship_catan/{card.deck}" for card in PACK.cards.values()))
    assert expectation_of(PACK, state_at("production")).decks == decks


def test_awaited_decks_alone_are_looked_for() -> None:
    missions = state_at("production")._replace(phase="next_mission")
    assert all("/missions_" in deck for deck in expectation_of(PACK, missions).decks)


def test_icon_dice_are_looked_for_under_their_names_in_the_pack() -> None:
    alien = load_pack("alien_uprising")
    kinds = {kind.kind: kind for kind in expectation_of(alien, setup(alien, ("Ann", "Ben"))).dice}
    assert (kinds["action"].colour, kinds["action"].faces, kinds["action"].values) == (
        "red", tuple(sorted(alien.dice["action"].faces)), ())
    assert kinds["bonus"].faces == tuple(sorted(alien.dice["bonus"].faces))


@pytest.mark.parametrize(("index", "text", "dice"), [
    (0, "3", (RolledDie(3, colour="yellow"), BLUE)),
    (1, "4", (YELLOW, RolledDie(4, colour="blue", id=4))),
    (0, "", (BLUE,)),
])
def test_a_person_puts_one_die_right(index: int, text: str, dice: tuple[RolledDie, ...]) -> None:
    assert put_right(Rolled((YELLOW, BLUE)), index, text) == Rolled(dice)


def test_a_roll_is_told_by_hand_with_the_camera_covered() -> None:
    assert thrown_by_hand(PACK, state_at("production"), ("4",)) == Rolled((RolledDie(4, colour="yellow"),))
