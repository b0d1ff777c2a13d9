"""What the pack language can say, each in the smallest pack that says it."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.game.errors import NotNow
from app.game.events import Adjusted, CardSeen, Chose, Event, Jumped, Pressed, Skipped
from app.game.pack import Pack
from app.game.piles import bottomed, chances, shuffled
from app.game.step import awaited_cards, setup, step
from app.packs import load_pack
from app.session import Session, Unkept
from app.view.screen import Moment, screen_of

HEAD = "title: Small\nplayers: [2, 3]\n"
WAIT = "phases:\n  play:\n    prompt: Play\n    choices:\n      done: {button: go_on}\n"


def pack_of(folder: Path, text: str) -> Pack:
    (folder / "pack.yaml").write_text(HEAD + text, encoding="utf-8")
    return load_pack(folder)


def game(folder: Path, text: str, *events: Event, players: tuple[str, ...] = ("Ann", "Bob")) -> Session:
    session = Session(Unkept(), pack_of(folder, text), players)
    for event in events:
        assert session.act(event, "table", 0.0), session.notice
    return session


def choices(*rules: str) -> str:
    lines = "".join(f"      c{number}: {{do: [{rule}]}}\n" for number, rule in enumerate(rules))
    return f"phases:\n  play:\n    prompt: Play\n    choices:\n{lines}"


TRACKS = """\
table:
  gestation: {start: 2, high: 3, wrap: true, carry: eggs}
  eggs: {}
  rescue:
    high: 5
    marks:
      2: [{gain: eggs}]
      4: [{gain: [eggs, 10]}]
"""


@pytest.mark.parametrize(("rule", "gestation", "eggs", "rescue"), [
    ("{gain: gestation}", 3, 0, 0),
    ("{gain: [gestation, 2]}", 0, 1, 0),
    ("{gain: [gestation, 7]}", 1, 2, 0),
    ("{lose: [gestation, 3]}", 3, -1, 0),
    ("{gain: [rescue, 1]}", 2, 0, 1),
    ("{gain: [rescue, 3]}", 2, 1, 3),
    ("{gain: [rescue, 9]}", 2, 11, 5),
])
def test_tracks_wrap_carry_and_mark(tmp_path: Path, rule: str, gestation: int, eggs: int, rescue: int) -> None:
    text = TRACKS.replace("eggs: {}", "eggs: {low: -9}") + choices(rule)
    assert dict(game(tmp_path, text, Chose("c0")).state.table) == {
        "gestation": gestation, "eggs": eggs, "rescue": rescue}


def test_turns_pass_to_whom_it_holds_for(tmp_path: Path) -> None:
    text = "counters: {passed: {high: 1}}\n" + choices("{put: [passed, 1]}, {next_player: not passed}", "next_player")
    session = game(tmp_path, text, Chose("c1"), Chose("c0"), players=("Ann", "Bob", "Cat"))
    assert session.state.active == 2
    session.act(Chose("c0"), "table", 0.0)
    assert session.state.active == 0
    session.act(Chose("c0"), "table", 0.0)
    assert (session.state.active, session.state.turn) == (0, 4)


def test_a_called_phase_comes_back(tmp_path: Path) -> None:
    text = choices("{call: side}") + "  side:\n    prompt: Aside\n    choices:\n      back: {do: [come_back]}\n"
    session = game(tmp_path, text, Chose("c0"))
    assert (session.state.phase, session.state.back) == ("side", ("play",))
    session.act(Chose("back"), "table", 0.0)
    assert (session.state.phase, session.state.back) == ("play", ())


@pytest.mark.parametrize(("rule", "winners", "says"), [
    ("finish", (1,), "The game has ended: Bob wins"),
    ("{all_win: The ship has come}", (0, 1), "The ship has come"),
    ("{all_lose: The ship is lost}", (), "The ship is lost"),
    ("{all_win: The ship has come}, {all_lose: The ship is lost}", (), "The ship is lost"),
])
def test_ends(tmp_path: Path, rule: str, winners: tuple[int, ...], says: str) -> None:
    text = "counters: {gold: {}, cards: {}}\nscore: gold\nties: [cards]\n" + choices(rule)
    session = game(tmp_path, text, Adjusted("cards", 2, 1), Chose("c0"))
    assert (session.state.ended, session.state.winners) == (True, winners)
    assert screen_of(session.pack, session.state, Moment()).prompt.text == says


TOGETHER = """\
counters: {bid: {}}
phases:
  bid:
    prompt: Everyone bids face down
    together: true
    choices:
      bid: {each: "(1, 2, 3)", label: "Bid {it}", do: [{gain: [bid, it]}]}
    next: after
  after: {prompt: After, choices: {done: {}}}
"""


def test_all_decide_together_and_nothing_shows_before(tmp_path: Path) -> None:
    session = game(tmp_path, TOGETHER)
    assert session.act(Chose("bid:3"), "seat 1", 0.0)
    assert not session.act(Pressed("go_on"), "panel", 0.0)
    assert session.notice == "not everyone has chosen yet"
    assert "3" not in screen_of(session.pack, session.state, Moment(facts=session.facts)).log[-1].text
    assert session.act(Chose("bid:1"), "seat 1", 0.0), "a mind may be changed"
    assert session.act(Chose("bid:2"), "seat 0", 0.0)
    assert [seat["bid"] for seat in session.state.seats] == [0, 0]
    assert session.act(Pressed("go_on"), "panel", 0.0)
    assert ([seat["bid"] for seat in session.state.seats], session.state.phase) == ([2, 1], "after")


ANYTIME = """\
counters: {cards: {start: 1}, health: {}}
anytime:
  heal: {show: cards, cost: {cards: 1}, do: [{gain: health}]}
""" + WAIT


def test_what_may_be_done_at_any_moment(tmp_path: Path) -> None:
    session = game(tmp_path, ANYTIME)
    seats = screen_of(session.pack, session.state, Moment()).seats
    assert [[choice.id for choice in seat.choices] for seat in seats] == [["heal@0"], ["heal@1"]]
    assert session.act(Chose("heal@1"), "seat 1", 0.0), "though it is Ann's moment"
    assert [seat["health"] for seat in session.state.seats] == [0, 1]
    assert not session.act(Chose("heal@0"), "seat 1", 0.0)
    assert session.notice == "it is Ann's moment"


def test_one_person_may_run_several_figures(tmp_path: Path) -> None:
    session = game(tmp_path, "figures: 3\ncounters: {health: {start: 3}}\n" + WAIT)
    assert (session.state.players, len(session.state.seats)) == (("Ann", "Bob", "Ann 2"), 3)
    assert len(game(tmp_path, "figures: 3\n" + WAIT, players=("Ann", "Bob", "Cat")).state.players) == 3


def test_a_switch_settled_at_set_up_is_settled(tmp_path: Path) -> None:
    text = """\
parts: [Set-up, Play]
switches:
  blue_arrows: {label: Blue arrows too}
  hard: {label: The hard board, in_play: false}
phases:
  before: {part: Set-up, prompt: Ready?, choices: {done: {next: play}}}
  play: {part: Play, prompt: Play, choices: {done: {}}}
"""
    session = game(tmp_path, text, Adjusted("hard", 1), Chose("done"), Adjusted("blue_arrows", 1))
    assert not session.act(Adjusted("hard", 0), "table", 0.0)
    assert (session.notice, dict(session.state.table)) == ("The hard board is settled at set-up",
                                                          {"blue_arrows": 1, "hard": 1})


HIDDEN = """\
decks: {skills: {Rally: {copies: 2}, Shield: {}}}
piles:
  draw: {label: Skills, start: [{skills: 3}]}
  hand: {label: Hand, own: true, secret: true}
counters: {luck: {}}
phases:
  play:
    prompt: Draw
    draws: [draw, hand]
    when: {CardSeen: []}
    whisper: "The next is not {top('hand')}"
    whisper_to: next_seat
"""


def test_what_is_hidden_is_seen_by_nobody_else(tmp_path: Path) -> None:
    session = game(tmp_path, HIDDEN, CardSeen("Shield"))
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert screen.log[-1].text == "A card that only its player sees"
    assert [seat.hand for seat in screen.seats] == [("Shield",), ()]
    assert [bool(seat.whisper) for seat in screen.seats] == [False, True]
    odds = (("Rally", 67), ("Shield", 33))
    assert [pile.told for pile in screen.piles] == [("Skills", 2, (), odds)], "the odds do not tell of Ann's hand"
    session.act(CardSeen("Shield"), "eye", 0.0)
    assert session.notice == "Shield cannot come from Skills: it lies elsewhere"


LEDGER = """\
decks:
  space: {Alpha: {copies: 2}, Beta: {}, Gamma: {}}
piles:
  left: {start: [{space: 2}]}
  right: {start: [{space: 1}, {space: 1}]}
  open: {}
phases:
  play: {prompt: Draw, draws: [left, open], when: {CardSeen: []}, choices: {deal: {do: [{deal: [left, right]}]}}}
"""


def test_the_ledger_knows_what_can_come(tmp_path: Path) -> None:
    session = game(tmp_path, LEDGER)
    pack, piles = session.pack, session.state.piles
    assert chances(pack, piles, piles["left"]) == {"Alpha": 0.5, "Beta": 0.25, "Gamma": 0.25}
    session.act(CardSeen("Alpha"), "eye", 0.0)
    third = 1 / 3
    assert chances(pack, session.state.piles, session.state.piles["left"]) == pytest.approx(
        {"Alpha": third, "Beta": third, "Gamma": third})
    session.act(CardSeen("Alpha"), "eye", 0.0)
    assert awaited_cards(pack, session.state) == ()
    assert chances(pack, session.state.piles, session.state.piles["right"]) == {"Beta": 0.5, "Gamma": 0.5}


@pytest.mark.parametrize(("name", "notice"), [
    ("Beta", "Beta cannot come from Left: it lies in Open"),
    ("Delta", "Delta is not a card of Small"),
])
def test_a_card_that_cannot_be_raises_a_question(tmp_path: Path, name: str, notice: str) -> None:
    session = game(tmp_path, LEDGER, CardSeen("Beta"))
    before = session.state
    assert not session.act(CardSeen(name), "eye", 0.0)
    assert (session.notice, session.notice_use, session.state) == (notice, 2, before)


def test_a_person_may_insist(tmp_path: Path) -> None:
    session = game(tmp_path, LEDGER, CardSeen("Beta"))
    session.act(CardSeen("Beta"), "eye", 0.0)
    assert session.use(2, 0.0)
    piles = session.state.piles
    assert (piles["left"], piles["open"]) == ((), (("Beta",), ("?space",)))


def test_cards_dealt_face_down_are_no_longer_known(tmp_path: Path) -> None:
    session = game(tmp_path, LEDGER, Chose("deal"))
    assert (session.state.piles["left"], session.state.piles["right"][0]) == ((("?space",),), ("?space",))


@pytest.mark.parametrize(("pile", "count", "after"), [
    ((("?a", "?a", "?a"), ("X",)), 2, (("?a",), ("X",), ("?a", "?a"))),
    ((("?a", "X"), ("Y",)), 1, (("?a", "X"), ("Y",))),
    ((("X",), ("?a", "?a"), ("Y",)), 2, (("?a",), ("Y",), ("?a", "X"))),
    ((("X",), ("Y",)), 5, (("X", "Y"),)),
    ((), 1, ()),
])
def test_bottomed(pile: tuple[tuple[str, ...], ...], count: int, after: tuple[tuple[str, ...], ...]) -> None:
    assert bottomed(pile, count) == after


def test_shuffled() -> None:
    assert shuffled((("X",), ("?a", "B"))) == (("?a", "B", "X"),)
    assert shuffled(()) == ()


@pytest.mark.parametrize(("players", "says"), [
    (("Ann",), "Small is for 2 to 3 players, not 1"),
    (("Ann", "Bob", "Cat", "Dan"), "Small is for 2 to 3 players, not 4"),
])
def test_as_many_as_the_game_takes(tmp_path: Path, players: tuple[str, ...], says: str) -> None:
    with pytest.raises(NotNow, match=says):
        setup(pack_of(tmp_path, WAIT), players)


@pytest.mark.parametrize(("event", "says"), [
    (Skipped(), "this phase leads to more than one; choose or jump"),
    (Jumped("nowhere"), "there is no phase 'nowhere'"),
    (Jumped("play", 5), "there is no seat 5"),
    (Adjusted("gold", 7, 0), "Gold goes from 0 to 5"),
    (Adjusted("gold", 1, 4), "there is no seat 4"),
    (Adjusted("silver", 1, 0), "there is no counter 'silver'"),
    (Chose("gamble"), "'gamble' is not a choice of this moment"),
    (Pressed("help"), "nothing awaits the button Help"),
])
def test_what_does_not_fit_is_refused_in_words(tmp_path: Path, event: Event, says: str) -> None:
    pack = pack_of(tmp_path, "counters: {gold: {high: 5}}\n" + WAIT)
    with pytest.raises(NotNow) as refusal:
        step(pack, setup(pack, ("Ann", "Bob")), event)
    assert str(refusal.value) == says


def test_rules_beside_the_pack_are_words_and_questions(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "from app.game.now import Now\nfrom app.game.rules import Amount\n\n"
        "def square(now: Now, number: int) -> int:\n    return number * number\n\n"
        "def double(now: Now, factor: Amount) -> Now:\n"
        "    return now.set('gold', now.have('gold') * factor(now))\n", encoding="utf-8")
    text = "counters: {gold: {start: 2}}\n" + choices("{double: square(3)}")
    assert game(tmp_path, text, Chose("c0")).state.seats[0]["gold"] == 18
