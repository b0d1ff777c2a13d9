"""The screen as a value: whole projections of chosen moments."""
from __future__ import annotations

from random import Random

import pytest

from app.game.chance import legal_events
from app.game.dice import awaited_at
from app.game.events import Chose, Event, Pressed, Rolled, RolledDie, Voided
from app.game.pack import Awaited
from app.game.step import awaited_dice, here, owed_of
from app.packs import known_packs, load_pack
from app.session import Session, Unkept
from app.view.screen import (
    Choice,
    DieView,
    Doubt,
    LogRow,
    Moment,
    Prompt,
    ReadDie,
    Reading,
    RollView,
    Screen,
    Step,
    die_alternatives,
    screen_of,
)

PACK = load_pack("starship_catan")


def yellow(value: int) -> Rolled:
    return Rolled((RolledDie(value, colour="yellow"),))


def after(*events: Event) -> Session:
    session = Session(Unkept(), PACK, ("Ann", "Bob"))
    for event in (Pressed("go_on"), Pressed("go_on"), Pressed("go_on"), *events):
        assert session.act(event, "table", 0.0), session.notice
    return session


def shown(session: Session, **moment: object) -> Screen:
    return screen_of(session.pack, session.state, Moment(facts=session.facts, **moment))  # type: ignore[arg-type]


def test_the_roll_is_asked_for() -> None:
    screen = shown(after())
    assert screen.prompt == Prompt("Ann: roll the yellow die", (), PACK.phases["production"].hint.message)  # type: ignore[union-attr]
    assert [(step.label, step.active, step.done) for step in screen.ribbon[:3]] == [
        ("Set-up", False, True), ("Production", True, False), ("Flight", False, False)]
    assert [(seat.name, seat.letter, seat.active, seat.score) for seat in screen.seats] == [
        ("Ann", "A", True, 1), ("Bob", "B", False, 1)]
    assert (screen.can_go_on, screen.roll) == (False, None)


def test_a_roll_says_what_it_brought() -> None:
    screen = shown(after(yellow(1)))
    die = DieView(4, 0, "1", "yellow", True, ("2", "3", "4"))
    assert screen.roll == RollView(4, (die,), None, "Ann gets 1 Carbon · Bob gets 1 Fuel")
    assert screen.log[-1] == LogRow(4, "Rolled 1", "the table", None, (die,), by="table")
    assert screen.prompt.choices == tuple(Choice(f"sector:{i}", f"Sector {i}") for i in range(1, 5))


def test_a_corrected_die_offers_what_was_seen_first() -> None:
    session = after(yellow(1))
    session.correct(4, yellow(4))
    assert shown(session).roll.dice == (DieView(4, 0, "4", "yellow", True, ("1", "2", "3")),)  # type: ignore[union-attr]


def test_a_voided_roll_is_no_longer_the_last() -> None:
    session = after(yellow(1))
    session.void(4)
    screen = shown(session)
    assert (screen.roll, screen.log[-1].text) == (None, "Throw taken back")
    assert session.log[-1].event == Voided(4)


def test_the_flight_is_counted_from_the_question_on() -> None:
    screen = shown(after(yellow(2)))
    assert screen.prompt.text == "Ann: fly up to 4 cards. Into which sector?"
    assert [(counter.label, counter.value) for counter in screen.table] == [("Cards left", 4), ("Actions left", 2)]


def test_counters_have_their_bounds() -> None:
    bounds = {counter.path: (counter.low, counter.high) for counter in shown(after()).seats[0].counters}
    assert (bounds["carbon"], bounds["science"], bounds["astro"]) == ((0, 3), (0, 4), (0, None))


def test_what_cannot_be_paid_is_shown_and_not_enabled() -> None:
    screen = shown(after(yellow(2), Chose("sector:1"), Chose("end_flight"), Pressed("go_on")))
    enabled = {choice.id: choice.enabled for choice in screen.prompt.choices}
    assert (enabled["done"], enabled["booster"], enabled["colony_ship"]) == (True, False, False)
    assert screen.can_go_on


def test_a_doubt_offers_the_second_guess_first() -> None:
    reading = Reading("Is the yellow die a 2 or a 4?", (ReadDie("2", "yellow", False, "4"),), "photo 4")
    assert shown(after(), doubt=reading).doubt == Doubt(
        "Is the yellow die a 2 or a 4?", (DieView(0, 0, "2", "yellow", False, ("4", "1", "3")),), "photo 4")


def test_a_fact_that_nobody_awaited_is_set_apart() -> None:
    session = after(yellow(1))
    session.act(yellow(3), "eye", 1.0)
    screen = shown(session, notice=session.notice, notice_use=session.notice_use)
    assert (screen.log[-1].aside, screen.log[-1].who, screen.notice_use) == (True, "the eye", 5)
    assert screen.roll is not None
    assert screen.roll.fact == 4


@pytest.mark.parametrize(("colour", "reads", "runner_up", "alternatives"), [
    ("yellow", "2", None, ("1", "3", "4")),
    ("yellow", "2", "4", ("4", "1", "3")),
    ("green", "2", None, ("1", "3", "4", "5", "6")),
    ("", "3", None, ("1", "2", "4")),
])
def test_alternatives(colour: str, reads: str, runner_up: str | None, alternatives: tuple[str, ...]) -> None:
    assert die_alternatives(PACK, colour, reads, runner_up) == alternatives


@pytest.mark.parametrize(("events", "owed", "awaited"), [
    ((), "roll", (Awaited("yellow", "yellow", "pipped", (1, 2, 3, 4), 1),)),
    ((yellow(1),), "decide", ()),
    ((yellow(1), Chose("sector:1")), "draw", ()),
    ((yellow(2), Chose("sector:1"), Chose("end_flight"), Pressed("go_on")), "decide", ()),
])
def test_what_is_owed(events: tuple[Event, ...], owed: str, awaited: tuple[Awaited, ...]) -> None:
    session = after(*events)
    assert (owed_of(PACK, session.state), awaited_dice(PACK, session.state)) == (owed, awaited)
    assert awaited_at(*here(PACK, session.state)) == awaited


GERMAN = {
    "{player} gets {number} {what}": "{player} bekommt {number} {what}", "Carbon": "Kohle", "Fuel": "Treibstoff",
    "Sector {it}": "Sektor {it}", "the table": "der Tisch", "Rolled {dice}": "{dice} gewürfelt", "Flight": "Flug",
}  # fmt: skip


def test_translation_reaches_every_text() -> None:
    screen = shown(after(yellow(1)), translate=lambda text: GERMAN.get(text, text))
    assert screen.roll is not None
    assert screen.roll.note == "Ann bekommt 1 Kohle · Bob bekommt 1 Treibstoff"
    assert (screen.prompt.choices[1].label, screen.ribbon[2]) == ("Sektor 2", Step("Flug", True, False))
    assert (screen.log[-1].text, screen.log[-1].who) == ("1 gewürfelt", "der Tisch")
    assert screen.seats[0].counters[1].label == "Kohle"


@pytest.mark.parametrize("name", known_packs())
def test_every_moment_of_a_random_game_can_be_shown(name: str) -> None:
    pack, random = load_pack(name), Random(1)
    session = Session(Unkept(), pack, ("Ann", "Bob", "Cat", "Dan")[: pack.fewest])
    for _ in range(300):
        screen = screen_of(pack, session.state, Moment(facts=session.facts[-20:]))
        assert len(screen.prompt.text) <= 120
        assert screen.ended or screen.prompt.text
        events = legal_events(pack, session.state, random)
        if not events:
            break
        session.act(random.choice(events), "table", 0.0)
