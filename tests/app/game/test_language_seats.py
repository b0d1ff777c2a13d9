"""Who acts when, and who wins with whom: teams, turn order, reactions, interrupts, set-up by the number of players."""
from __future__ import annotations

from pathlib import Path

import pytest
from small_packs import game

from app.game.events import Adjusted, Chose, Pressed
from app.view.screen import Moment, screen_of

FOUR = ("Ann", "Bob", "Cat", "Dan")

TEAMS = """\
counters: {gold: {}, cards: {}}
team: seat % 2
score: gold
ties: [cards]
phases:
  play:
    prompt: Play
    choices:
      share: {do: [{partners: [{gain: gold}]}]}
      alone: {if: count(teammates) == 0}
      end: {do: [finish]}
"""


@pytest.mark.parametrize(("gold", "cards", "winners"), [
    ((5, 0, 0, 4), (0, 0, 0, 0), (0, 2)),
    ((5, 3, 0, 3), (0, 0, 0, 0), (1, 3)),
    ((5, 2, 0, 3), (0, 0, 1, 0), (0, 2)),
    ((5, 2, 0, 3), (0, 0, 0, 0), (0, 1, 2, 3)),
])
def test_teams_win_together(
    tmp_path: Path, gold: tuple[int, ...], cards: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    counted = [Adjusted(name, number, seat) for name, numbers in (("gold", gold), ("cards", cards))
               for seat, number in enumerate(numbers)]
    session = game(tmp_path, TEAMS, *counted, Chose("end"), players=FOUR)
    assert session.state.winners == winners


def test_partners_are_the_rest_of_the_team(tmp_path: Path) -> None:
    session = game(tmp_path, TEAMS, Chose("share"), players=FOUR)
    assert [seat["gold"] for seat in session.state.seats] == [0, 0, 1, 0]
    assert not session.act(Chose("alone"), "table", 0.0)


FIRST_TO_PASS = """\
counters: {passed: {}}
table: {starter: {}, round: {start: 1}}
phases:
  play:
    prompt: "{player}: act or pass"
    choices:
      act: {do: [{next_player: not passed}]}
      pass:
        do:
          - if: total('passed') == 0
            then: [{put: [starter, seat]}]
          - put: [passed, 1]
          - {next_player: not passed}
          - if: total('passed') == count(everybody)
            then: [{everyone: [{put: [passed, 0]}]}, {gain: round}, {make_active: starter}]
"""


def test_who_passes_first_starts_the_next_round(tmp_path: Path) -> None:
    turns = [Chose(choice) for choice in ("act", "pass", "act", "pass", "pass")]
    session = game(tmp_path, FIRST_TO_PASS, *turns[:4], players=("Ann", "Bob", "Cat"))
    assert (session.state.active, session.state.table["round"]) == (2, 1)
    session.act(turns[4], "table", 0.0)
    assert (session.state.active, session.state.table["round"]) == (1, 2)


REACTION = """\
counters: {health: {start: 3}}
phases:
  fight:
    prompt: "{player}: strike"
    choices:
      strike: {do: [{call: parry}]}
      rest: {do: [next_player]}
  parry:
    who: next_seat
    prompt: "{player}: parry?"
    choices:
      parry: {button: go_on, do: [come_back]}
      take: {do: [{lose: health}, come_back]}
"""


def test_another_seat_reacts(tmp_path: Path) -> None:
    session = game(tmp_path, REACTION, Chose("strike"))
    assert screen_of(session.pack, session.state, Moment()).prompt.text == "Bob: parry?"
    assert not session.act(Chose("take"), "seat 0", 0.0)
    assert session.notice == "it is Bob's moment"
    assert session.act(Chose("take"), "seat 1", 0.0)
    assert (session.state.phase, [seat["health"] for seat in session.state.seats]) == ("fight", [3, 2])


BIDS = """\
counters: {bid: {}, tricks: {start: 1}}
anytime:
  double: {cost: {tricks: 1}, do: [{everyone: [{put: [bid, 10]}]}]}
phases:
  bid:
    prompt: Everyone bids face down
    together: true
    choices:
      bid: {each: "(1, 2, 3)", label: "Bid {it}", do: [{gain: [bid, it]}]}
    next: after
  after: {prompt: After, choices: {done: {}}}
"""


def test_an_interrupt_between_commit_and_reveal(tmp_path: Path) -> None:
    session = game(tmp_path, BIDS)
    for seat, bid in enumerate(("bid:3", "bid:1")):
        assert session.act(Chose(bid), f"seat {seat}", 0.0)
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert [choice.label for choice in screen.prompt.choices] == ["Turn over"]
    assert {row.text for row in screen.log} == {"Chosen, face down"}
    assert session.act(Chose("double@1"), "seat 1", 0.0)
    assert session.act(Pressed("go_on"), "panel", 0.0)
    assert ([seat["bid"] for seat in session.state.seats], session.state.phase) == ([13, 11], "after")


CHECKLIST = """\
checklist:
  - Lay out the board
  - {text: "Take the dummy hand, too", if: count(everybody) == 2}
  - {text: "Deal {12 // count(everybody)} cards each", if: count(everybody) > 2}
phases:
  before: {checklist: true, prompt: Ready?, choices: {done: {}}}
"""


@pytest.mark.parametrize(("players", "lines"), [
    (FOUR[:2], ("Lay out the board", "Take the dummy hand, too")),
    (FOUR[:3], ("Lay out the board", "Deal 4 cards each")),
    (FOUR, ("Lay out the board", "Deal 3 cards each")),
])
def test_what_to_lay_out_for_so_many(tmp_path: Path, players: tuple[str, ...], lines: tuple[str, ...]) -> None:
    session = game(tmp_path, CHECKLIST, players=players)
    assert screen_of(session.pack, session.state, Moment()).checklist == lines


OPTIONAL = """\
switches: {market: {label: With the market}}
table: {trades: {}}
phases:
  play: {prompt: Play, choices: {done: {next: market}}}
  market: {skip: not market, prompt: Trade, choices: {trade: {do: [{gain: trades}]}, done: {next: play}}, next: play}
"""


def test_an_optional_phase(tmp_path: Path) -> None:
    assert game(tmp_path, OPTIONAL, Chose("done")).state.phase == "play"
    assert game(tmp_path, OPTIONAL, Adjusted("market", 1), Chose("done")).state.phase == "market"
