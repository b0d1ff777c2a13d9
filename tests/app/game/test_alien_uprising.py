"""Alien Uprising beyond its transcripts: what is asked once is kept, and hands stay hidden."""
from __future__ import annotations

from app.game.events import Adjusted, Chose, Event, Moved, Pressed
from app.game.now import Now
from app.game.step import setup, step
from app.kept import kept_of
from app.packs import load_pack
from app.packs.alien_uprising.box import numbers_on
from app.session import Session, Unkept
from app.view.screen import Moment, screen_of

NAMES = ("Ann", "Bob", "Cat")
GO_ON = Pressed("go_on")
ANSWERS: tuple[Event, ...] = (
    GO_ON, Chose("number:slashers"), Chose("value:20"), GO_ON, Chose("number:Captain.health"), Chose("value:9"),
    GO_ON, GO_ON, GO_ON,
)  # fmt: skip


def test_what_was_asked_once_is_not_asked_again() -> None:
    pack = load_pack("alien_uprising")
    state = setup(pack, NAMES)
    for event in ANSWERS:
        state = step(pack, state, event)
    told = tuple(kept_of(pack, state))
    assert set(told) == {Adjusted("Captain.health", 9), Adjusted("slashers", 20), Adjusted("box_known", 1)}
    again = setup(pack, NAMES)
    for event in (*told, GO_ON, Chose("crewman:Captain")):
        again = step(pack, again, event)
    assert (again.phase, again.seats[0]["health"]) == ("roles", 9)


def test_all_that_the_box_can_be_asked_is_kept() -> None:
    pack = load_pack("alien_uprising")
    counted = numbers_on(Now(pack, setup(pack, NAMES), 0), "counts")
    assert [name for name in (*counted, "box_known") if not pack.table[name].kept] == []


def test_skill_cards_are_for_their_players_eyes() -> None:
    session = Session(Unkept(), load_pack("alien_uprising"), NAMES)
    assert session.act(Moved("Star skill", "skill_deck@0", "skills@0"), "seat 0", 0.0)
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts))
    assert [seat.hand for seat in screen.seats] == [("Star skill",), (), ()]
    assert screen.log[-1].text == "A card that only its player sees"
    assert not [pile for pile in screen.piles if "Star skill" in pile.known]
