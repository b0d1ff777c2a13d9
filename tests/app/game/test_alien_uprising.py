"""Alien Uprising beyond its transcripts: what is asked once is kept."""
from __future__ import annotations

from app.game.events import Adjusted, Chose, Event, Pressed
from app.game.step import setup, step
from app.kept import kept_of
from app.packs import load_pack

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
