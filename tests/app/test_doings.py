"""The log says who did what, in the words that were tapped."""
from __future__ import annotations

import pytest

from app.doings import doing_of
from app.game.events import Adjusted, Chose, Event, Pressed, Rolled, RolledDie
from app.packs import load_pack
from app.session import Session, Unkept
from app.view.screen import Moment, screen_of

BEGUN = (Pressed("go_on"),) * 3
ROLL = Rolled((RolledDie(2, colour="yellow"),))


def rows_of(session: Session, most: int = 100) -> list[tuple[str, str]]:
    doings = {fact.seq: doing_of(session.pack, before, fact.event) for fact, before in session.acts(most)}
    return [(row.who, row.text) for row in screen_of(session.pack, session.state, Moment(
        facts=session.facts, doings=doings)).log]


@pytest.mark.parametrize(("pack", "events", "row"), [
    ("starship_catan", (*BEGUN, ROLL,), ("Ann", "Rolled 2")),
    ("starship_catan", (*BEGUN, ROLL, Chose("sector:1")), ("Ann", "Sector 1")),
    ("starship_catan", (*BEGUN, ROLL, Adjusted("astro", 9, 1)), ("Bob", "Astro set to 9")),
    ("starship_catan", (*BEGUN, ROLL, Chose("sector:1"), Chose("end_flight"), Pressed("go_on")),
     ("Ann", "Done trading")),
    ("eclipse", (Pressed("go_on"),), ("Ann", "All laid out")),
])
def test_the_last_row(pack: str, events: tuple[Event, ...], row: tuple[str, str]) -> None:
    session = Session(Unkept(), load_pack(pack), ("Ann", "Bob"))
    for event in events:
        assert session.act(event, "table", 0.0), session.notice
    assert rows_of(session)[-1] == row


def test_acts_stay_with_their_facts_when_one_is_undone_or_put_right() -> None:
    session = Session(Unkept(), load_pack("starship_catan"), ("Ann", "Bob"))
    for event in (*BEGUN, ROLL, Chose("sector:1"), Chose("end_flight")):
        session.act(event, "table", 0.0)
    session.undo()
    session.correct(4, Rolled((RolledDie(3, colour="yellow"),)))
    assert [fact.seq for fact, _ in session.acts(9)] == [5, 4, 3, 2, 1]
    assert rows_of(session)[-2:] == [("Ann", "Rolled 3"), ("Ann", "Sector 1")]
