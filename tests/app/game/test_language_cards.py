"""Decks and piles as packs say them: reshuffled when empty, peeked at, hands, bags, out of play."""
from __future__ import annotations

from pathlib import Path

import pytest
from small_packs import game

from app.game.events import CardSeen, Chose, Moved
from app.game.piles import chances
from app.view.screen import Moment, screen_of

RESHUFFLED = """\
decks: {space: {Alpha: {}, Beta: {}}}
piles: {draw: {start: [{space: 2}]}, discard: {}, removed: {}}
always:
  - if: not size('draw')
    then: [{gather: [discard, draw]}, {shuffle: draw}, {say: Shuffle the discards}]
phases:
  play: {prompt: Draw, draws: [draw, discard], choices: {away: {do: [{move: [top('discard'), discard, removed]}]}}}
"""


def test_an_empty_deck_is_shuffled_anew(tmp_path: Path) -> None:
    session = game(tmp_path, RESHUFFLED, CardSeen("Alpha"), CardSeen("Beta"))
    assert session.state.piles["draw"] == (("Alpha", "Beta"),)
    assert session.state.piles["discard"] == ()
    assert screen_of(session.pack, session.state, Moment()).notice == "Shuffle the discards"


def test_a_card_removed_does_not_come_back(tmp_path: Path) -> None:
    session = game(tmp_path, RESHUFFLED, CardSeen("Alpha"), Chose("away"), CardSeen("Beta"))
    assert chances(session.pack, session.state.piles, session.state.piles["draw"]) == {"Beta": 1.0}
    assert not session.act(CardSeen("Alpha"), "eye", 0.0)
    assert session.notice == "Alpha cannot come from Draw: it lies in Removed"


PEEK = """\
decks: {events: {Storm: {}, Calm: {}, Feast: {}}}
piles:
  deck: {label: Events, start: [{events: 3}]}
  peeked: {own: true, secret: true}
  discard: {}
phases:
  play: {prompt: Draw, draws: [deck, discard], choices: {look: {next: look}}}
  look: {prompt: "{player}: look at the top event", draws: [deck, peeked], next: choose}
  choose:
    prompt: "{player}: back on top, or to the bottom?"
    whisper: "It is the {top('peeked')}"
    choices:
      top: {do: [{deal: [peeked, deck]}], next: play}
      bottom: {do: [{deal: [peeked, deck]}, {bottom: deck}], next: play}
"""
EVEN = (("Calm", 33), ("Feast", 33), ("Storm", 33))


@pytest.mark.parametrize("way", ["top", "bottom"])
def test_a_peek_is_for_one_seat_alone(tmp_path: Path, way: str) -> None:
    session = game(tmp_path, PEEK, Chose("look"), CardSeen("Storm"))
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert [seat.whisper for seat in screen.seats] == ["It is the Storm", ""]
    assert [pile.told for pile in screen.piles] == [("Events", 2, (), EVEN)], "the odds tell nothing either"
    session.act(Chose(way), "seat 0", 0.0)
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert [pile.told for pile in screen.piles] == [("Events", 3, (), EVEN)]
    assert screen.log[1].text == "A card that only its player sees"
    assert [seat.hand for seat in screen.seats] == [(), ()]
    assert session.act(CardSeen("Storm"), "eye", 0.0)
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert screen.log[-1].text == "Saw Storm"


BAG = """\
decks: {tokens: {Red: {copies: 2}, Blue: {copies: 3}}}
piles: {bag: {start: [[Red, Blue]]}, board: {}}
phases:
  play: {prompt: Draw, draws: [bag, board], choices: {back: {do: [{gather: [board, bag]}, {shuffle: bag}]}}}
"""


def test_a_bag(tmp_path: Path) -> None:
    session = game(tmp_path, BAG, CardSeen("Red"), CardSeen("Blue"))
    assert chances(session.pack, session.state.piles, session.state.piles["bag"]) == pytest.approx(
        {"Red": 1 / 3, "Blue": 2 / 3})
    session.act(Chose("back"), "table", 0.0)
    assert chances(session.pack, session.state.piles, session.state.piles["bag"]) == {"Red": 0.4, "Blue": 0.6}


NARROWED = """\
decks: {space: {Alpha: {kind: star}, Beta: {kind: pirate}, Gamma: {kind: pirate}}}
piles: {draw: {start: [{space: 3}]}, open: {}}
phases:
  play: {prompt: Draw, draws: [draw, open], cards: "only(candidates('draw'), 'kind', 'pirate')"}
"""


def test_a_draw_may_be_narrowed_to_what_can_be(tmp_path: Path) -> None:
    session = game(tmp_path, NARROWED)
    assert not session.act(CardSeen("Alpha"), "eye", 0.0)
    assert session.notice == "saw Alpha: nothing awaits it"
    assert session.act(CardSeen("Beta"), "eye", 0.0)
    assert not session.act(CardSeen("Beta"), "eye", 0.0), "it lies open already"
    assert session.use(session.aside[-1].seq, 0.0), "but a person may insist"


def test_a_card_moves_by_hand_at_any_moment(tmp_path: Path) -> None:
    session = game(tmp_path, BAG, Moved("Red", "bag", "board"))
    assert session.state.piles["board"] == (("Red",),)
    assert not session.act(Moved("Green", "bag", "board"), "table", 0.0)
    assert session.notice == "Green does not lie in Bag"
