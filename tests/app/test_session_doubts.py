"""A reading that the eye doubts is kept, asked about, and counts only as a person says."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.game.events import DOUBTED, UNAWAITED, Fact, Pressed, Rolled, RolledDie, Voided
from app.packs import load_pack
from app.session import Session
from app.store import Store

DOUBTFUL = Rolled((RolledDie(2, colour="yellow", sure=False, runner_up="3"),))
CLEAR = Rolled((RolledDie(4, colour="yellow"),))
SAID = Rolled((RolledDie(3, colour="yellow"),))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    game = Session(Store(tmp_path / "store"), load_pack("starship_catan"), ("Ann", "Ben"))
    while game.state.phase != "production":
        game.act(Pressed("go_on"), "table", 0.0)
    return game


def tail_of(session: Session, count: int) -> list[Fact]:
    return list(session.facts[-count:])


def test_nothing_seen_counts_while_a_doubt_is_open(session: Session) -> None:
    before = session.state
    session.post(DOUBTFUL, "eye", "photo-1")
    session.post(CLEAR, "eye", "photo-2")
    assert session.drain(1.0)
    assert (session.doubt, session.state) == (tail_of(session, 1)[0], before)
    assert session.doubt is not None
    assert session.doubt.aside == DOUBTED
    assert not session.drain(2.0)


def test_a_settled_doubt_counts_as_said_and_remembers_what_was_seen(session: Session) -> None:
    session.post(DOUBTFUL, "eye", "photo-1")
    session.drain(1.0)
    assert session.doubt is not None
    assert session.settle(session.doubt.seq, SAID, 2.0)
    seq = session.facts[-1].seq
    assert tail_of(session, 1) == [Fact(seq, 2.0, "eye", SAID, "photo-1", DOUBTFUL)]
    assert (session.doubt, session.state.roll) == (None, SAID.dice)


def test_what_waited_is_taken_once_the_doubt_is_settled(session: Session) -> None:
    session.post(DOUBTFUL, "eye")
    session.post(CLEAR, "eye")
    session.drain(1.0)
    assert session.doubt is not None
    session.settle(session.doubt.seq, Voided(session.doubt.seq), 2.0)
    assert session.drain(3.0)
    assert session.state.roll == CLEAR.dice


def test_a_doubt_that_nothing_awaits_any_more_is_kept_unassigned(session: Session) -> None:
    session.post(DOUBTFUL, "eye")
    session.drain(1.0)
    session.act(CLEAR, "table", 2.0)
    doubt = session.doubt
    assert doubt is not None
    assert not session.settle(doubt.seq, SAID, 3.0)
    assert (session.facts[-1].aside, session.notice_use, session.doubt) == (UNAWAITED, session.facts[-1].seq, None)


def test_an_open_doubt_survives_the_end_of_the_program(session: Session, tmp_path: Path) -> None:
    session.post(DOUBTFUL, "eye", "photo-1")
    session.drain(1.0)
    again = Session.resume(Store(tmp_path / "store"), session.game_id)
    assert (again.doubt, again.state) == (session.doubt, session.state)
