"""Random play ends every game, meets no dead end, and the state is always the fold of the log."""
from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from app.commands.check import faults_of
from app.game.chance import legal_events
from app.game.errors import NotNow
from app.game.events import Event, Jumped
from app.game.pack import Pack
from app.game.step import setup, step
from app.game.survey import play_at_random, players, unreachable
from app.packs import known_packs, load_pack
from app.view.screen import Moment, screen_of

GAMES_A_BATCH = 20
# Players without a plan take their time: of a thousand games of Starship Catan the longest needs some ten thousand.
MOST_INPUTS = 60_000


def play_on(pack: Pack, random: Random) -> bool:
    """Play by chance to the end, or for very long; whether it ended. It never meets a dead end."""
    names = players(pack, random)
    state, log = setup(pack, names), list[Event]()
    while not state.ended and len(log) < MOST_INPUTS:
        events = legal_events(pack, state, random)
        assert events, f"nothing left to do in {state.phase}"
        log.append(random.choice(events))
        state = step(pack, state, log[-1])
    again = setup(pack, names)
    for event in log:
        again = step(pack, again, event)
    assert again == state
    return state.ended


@pytest.mark.parametrize("name", known_packs())
def test_a_game_ends(name: str) -> None:
    assert play_on(load_pack(name), Random(5))


@pytest.mark.long
@pytest.mark.parametrize("name", known_packs())
@pytest.mark.parametrize("batch", range(1000 // GAMES_A_BATCH))
def test_a_thousand_games_end(name: str, batch: int) -> None:
    games = range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH)
    assert [game for game in games if not play_on(load_pack(name), Random(game))] == []


@pytest.mark.parametrize("name", known_packs())
def test_every_phase_is_led_to(name: str) -> None:
    assert unreachable(load_pack(name)) == ()


@pytest.mark.parametrize("inputs", [0, 30, 200])
@pytest.mark.parametrize("name", known_packs())
def test_any_phase_may_be_jumped_to(name: str, inputs: int) -> None:
    """Or it is refused in words; either way there is a screen."""
    pack, random = load_pack(name), Random(2)
    state = setup(pack, ("Ann", "Bob", "Cat")[: pack.most])
    for _ in range(inputs):
        state = step(pack, state, random.choice(legal_events(pack, state, random) or (Jumped(pack.first),)))
    reached = set[str]()
    for phase in pack.phases:
        try:
            there = step(pack, state, Jumped(phase))
        except NotNow:
            continue
        assert screen_of(pack, there, Moment()).title == pack.title
        reached.add(phase)
    assert len(reached) > len(pack.phases) * 0.6


STUCK = """\
title: Stuck
players: [1, 1]
counters: {gold: {}}
phases:
  play:
    prompt: Play
    choices:
      step: {next: trap}
  trap:
    prompt: Pay
    choices:
      pay: {cost: {gold: 1}, next: play}
  lost:
    prompt: Nobody comes here
    choices:
      back: {next: play}
"""


def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(STUCK, encoding="utf-8")
    pack = load_pack(tmp_path)
    assert unreachable(pack) == ("lost",)
    survey = play_at_random(pack, 1, 100)
    place = f"{tmp_path.name}/pack.yaml:9: phase 'trap'"
    assert survey.faults[0] == (
        f"{place} leaves nothing to do (turn 1); give it a choice that is always allowed, or skip it")
    assert survey.ended == 0
    assert faults_of(pack)[0] == (
        f"{tmp_path.name}/pack.yaml:13: nothing leads to phase 'lost'; name it in a go or a next, or take it out")


@pytest.mark.parametrize(("was", "becomes", "says"), [
    ("{next: trap}", "{do: [{gain: [gold, 1 // gold]}]}",
     "8: phase 'play' fails at Chose(choice='step', count=None): the rules of 'play' trip over that: ZeroDivisionErr"),
    ("{next: trap}", "{do: [{for: 'numbers(gold, 1000)', do: []}]}",
     "8: phase 'play' fails at Chose(choice='step', count=None): the rules of 'play' trip over that: ValueError from"),
    ("{next: trap}", "{show: 1 // gold}", "8: phase 'play' fails to say what it offers: ZeroDivisionError"),
    ("phases:\n", "ends: 1 // gold\nphases:\n",
     "4: the game cannot begin: the rules of 'play' trip over that: ZeroDivisionError"),
    ("phases:\n", "start: [{refuse: Not today}]\nphases:\n", "6: the game cannot begin: Not today"),
    ("prompt: Play\n", "prompt: Play\n    skip: 1\n    next: play\n",
     "5: the game cannot begin: phase 'play' goes round in a circle"),
])
def test_rules_that_fail_in_play_are_found(tmp_path: Path, was: str, becomes: str, says: str) -> None:
    (tmp_path / "pack.yaml").write_text(STUCK.replace(was, becomes, 1))
    faults = play_at_random(load_pack(tmp_path), 1, 100).faults
    assert len(faults) == 1
    assert faults[0].startswith(f"{tmp_path.name}/pack.yaml:{says}")
