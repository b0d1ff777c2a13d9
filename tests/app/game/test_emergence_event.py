"""Emergence Event beyond its transcripts: what is kept, what nobody may know, and cards that are never lost."""
from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from app.game.chance import legal_events
from app.game.events import Adjusted, Chose, Event, Pressed
from app.game.now import filled
from app.game.state import State, is_unseen, said_plainly
from app.game.step import here, setup, step
from app.kept import kept_of
from app.packs import load_pack
from app.share import shared_of
from app.view.screen import Moment, screen_of

PACK = load_pack("emergence_event")
NAMES = ("Ann", "Bob", "Cat", "Dan")
GO_ON = Pressed("go_on")
ANSWERS: tuple[Event, ...] = (
    GO_ON, Chose("captain:Star Racer Vinh"), Chose("number:move"), Chose("value:4"), GO_ON,
    Chose("captain:The Commander"), GO_ON,
)  # fmt: skip
GAMES = [(1, 2), (2, 3), (4, 4)]
FACE_DOWN = ("tiles", "stored")


@lru_cache
def played_on(seed: int, players: int) -> tuple[State, ...]:
    """Every state of a game played by chance to its end."""
    random, states = Random(seed), [setup(PACK, NAMES[:players])]
    while not states[-1].ended:
        states.append(step(PACK, states[-1], random.choice(legal_events(PACK, states[-1], random))))
    return tuple(states)


def test_what_was_asked_once_is_not_asked_again() -> None:
    state = setup(PACK, NAMES[:2])
    for event in ANSWERS:
        state = step(PACK, state, event)
    told = tuple(kept_of(PACK, state))
    assert set(told) == {Adjusted("Star Racer Vinh.move", 4), Adjusted("Star Racer Vinh.known", 1),
                         Adjusted("The Commander.known", 1)}
    again = setup(PACK, NAMES[:2])
    answers: tuple[Event, ...] = (*told, GO_ON, Chose("captain:Star Racer Vinh"))
    for event in answers:
        again = step(PACK, again, event)
    assert (again.phase, again.words["due"]) == ("captains", "")


@pytest.mark.parametrize(("players", "advanced", "says"), [
    (2, 0, ("4 trivial and 4 medium cards shuffled; 4 hard", "3 stories", "12 damage", "and 1 drawn", "Take 4 of the")),
    (3, 0, ("5 trivial and 5 medium cards shuffled; 5 hard", "4 stories", "18 damage", "and 2 drawn", "Take two of")),
    (4, 1, ("6 trivial and 6 medium cards shuffled; 6 hard", "6 elite", "5 stories", "24 damage", "and 3 drawn")),
])
def test_what_to_lay_out(players: int, advanced: int, says: tuple[str, ...]) -> None:
    state = step(PACK, setup(PACK, NAMES[:players]), Adjusted("advanced", advanced))
    lines = screen_of(PACK, state, Moment()).checklist
    found = [line for line in lines if any(part in line for part in says)]
    assert (len(found), len(lines)) == (len(says), 11)


def cards_of(state: State, seat: int) -> int:
    have = state.seats[seat]
    lying = sum(map(len, state.piles[f"in_force@{seat}"]))
    return have["hand"] + have["draw"] + have["discard"] + lying + 2 - have["resource_cards"] - have["lifted"]


def owned_by(state: State, seat: int) -> int:
    """The deck as it began, powers added since, and damage."""
    have = state.seats[seat]
    return 20 + have["powers"] - 1 + have["damage"]


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_no_card_is_ever_lost(seed: int, players: int) -> None:
    for state in played_on(seed, players):
        damage = sum(have["damage"] + have["spores"] + have["spread"] for have in state.seats)
        assert state.table["pool"] + damage == 6 * players
        assert [cards_of(state, seat) for seat in range(players)] == [owned_by(state, seat) for seat in range(players)]


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_face_down_tiles_and_artifacts_stay_unknown(seed: int, players: int) -> None:
    """The game itself does not know them until they are turned over, so that nothing that it shows can tell."""
    for state in played_on(seed, players):
        for name in FACE_DOWN:
            for seat in range(players):
                assert all(is_unseen(card) for layer in state.piles[f"{name}@{seat}"] for card in layer)


def test_the_shared_page_counts_what_lies_face_down_and_names_none_of_it() -> None:
    for state in played_on(4, 4)[::60]:
        shared = shared_of(screen_of(PACK, state, Moment()))
        assert shared is not None
        own = [pile for pile in shared["piles"] if pile["label"].endswith((": Reward tiles", ": Stored artifacts"))]
        assert [pile for pile in own if pile["known"] or pile["next"]] == []
        assert sum(pile["count"] for pile in own) == sum(
            len(layer) for name in FACE_DOWN for seat in range(4) for layer in state.piles[f"{name}@{seat}"])


@pytest.mark.parametrize(("seed", "players"), GAMES)
def test_prompts_are_one_glance_long(seed: int, players: int) -> None:
    for state in played_on(seed, players)[:-1]:
        now, phase = here(PACK, state)
        assert len(said_plainly(filled(phase.prompt, now))) <= 90
