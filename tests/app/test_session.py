"""The log, undo and corrections: whatever is done, the state is the fold of the facts that count."""
from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from app.game.chance import legal_events
from app.game.events import OVERTAKEN, UNAWAITED, Adjusted, Chose, Event, Pressed, Rolled, RolledDie, TimeUp, Voided
from app.game.state import State
from app.game.step import setup, step
from app.packs import known_packs, load_pack
from app.session import Session, Unkept
from app.store import Store

PACK = load_pack("starship_catan")
PLAYERS = ("Ann", "Bob")


def yellow(value: int) -> Rolled:
    return Rolled((RolledDie(value, colour="yellow"),))


def folded(session: Session) -> State:
    def next_state(state: State, event: Event) -> State:
        return step(session.pack, state, event)

    return reduce(next_state, (fact.event for fact in session.log), setup(session.pack, session.state.players))


def laid_out(store: Store | Unkept | None = None) -> Session:
    """A game whose set-up is done: facts 1 to 3."""
    session = Session(store or Unkept(), PACK, PLAYERS)
    for _ in range(3):
        assert session.act(Pressed("go_on"), "panel", 0.0)
    return session


def test_a_correction_replaces_the_fact_and_keeps_what_was_seen() -> None:
    session = laid_out()
    session.act(yellow(1), "eye", 1.0, photo="photo 4")
    session.act(Chose("sector:2"), "seat 0", 2.0)
    assert session.state.table["flight"] == 3
    assert session.correct(4, yellow(2))
    fact = session.log[3]
    assert (fact.event, fact.was, fact.photo) == (yellow(2), yellow(1), "photo 4")
    assert (session.state.table["flight"], session.state.seats[0]["carbon"]) == (4, 0)
    assert session.state == folded(session)


def test_later_facts_that_no_longer_hold_are_set_aside_and_come_back() -> None:
    session = laid_out()
    session.act(Adjusted("fuel", 1, 0), "table", 0.5)
    session.act(yellow(1), "eye", 1.0)
    for event in (Chose("sector:2"), Pressed("go_on"), Pressed("go_on"), Pressed("go_on"), Pressed("go_on")):
        assert session.act(event, "table", 2.0)
    assert session.act(Adjusted("ore", 1, 0), "table", 2.0)
    assert session.act(Adjusted("trade_ships", 0, 0), "table", 2.0)
    assert session.act(Chose("trade_ship"), "table", 3.0)
    last = session.log[-1].seq
    assert session.correct(4, Adjusted("fuel", 0, 0))
    assert [(fact.seq, fact.aside) for fact in session.aside] == [(last, OVERTAKEN)]
    assert session.notice == "1 later fact set aside"
    assert session.state == folded(session)
    assert session.correct(4, Adjusted("fuel", 1, 0))
    assert session.aside == ()
    assert session.state == folded(session)


def test_a_correction_that_does_not_hold_is_refused() -> None:
    session = laid_out()
    session.act(yellow(1), "eye", 1.0)
    before = session.facts
    assert not session.correct(4, yellow(6))
    assert (session.facts, session.notice) == (before, "the yellow die has no 6")


def test_a_voided_throw_stays_in_the_log() -> None:
    session = laid_out()
    session.act(yellow(1), "eye", 1.0)
    assert session.void(4)
    assert (session.log[3].event, session.log[3].was) == (Voided(4), yellow(1))
    assert session.state.phase == "production"
    assert session.state == folded(session)


def test_what_nobody_awaits_is_kept_and_can_be_used() -> None:
    session = laid_out()
    session.act(yellow(1), "eye", 1.0)
    assert not session.act(yellow(3), "eye", 2.0, photo="photo 5")
    assert (session.notice, session.notice_use) == ("saw 3: nothing awaits it", 5)
    assert [(fact.seq, fact.aside) for fact in session.aside] == [(5, UNAWAITED)]
    assert session.undo()
    assert [fact.seq for fact in session.aside] == [5], "undo does not drop what was seen"
    assert session.use(5, 3.0)
    assert (session.aside, session.log[-1].event, session.log[-1].photo) == ((), yellow(3), "photo 5")
    assert session.state == folded(session)
    assert session.undo()
    assert [fact.seq for fact in session.aside] == [5]


def test_a_touch_that_does_not_fit_leaves_its_reason_only() -> None:
    session = laid_out()
    assert not session.act(Chose("sector:9"), "seat 0", 1.0)
    assert (len(session.facts), session.notice) == (3, "'sector:9' is not a choice of this moment")


def test_undo_and_redo() -> None:
    session = laid_out()
    states = [session.state]
    for event in (yellow(3), Chose("sector:1"), Pressed("go_on")):
        session.act(event, "table", 1.0)
        states.append(session.state)
    for state in reversed(states[:-1]):
        assert session.undo()
        assert session.state is state
    for state in states[1:]:
        assert session.redo()
        assert session.state is state
    assert not session.redo()
    session.undo()
    session.act(Chose("end_flight"), "table", 2.0)
    assert not session.can_redo, "the table has acted"


def test_undo_takes_a_correction_back() -> None:
    session = laid_out()
    session.act(yellow(1), "eye", 1.0)
    facts, state = session.facts, session.state
    session.correct(4, yellow(3))
    assert session.undo()
    assert (session.facts, session.state) == (facts, state)


def test_a_stale_timer_is_silent() -> None:
    session = laid_out()
    assert not session.act(TimeUp("turn"), "rules", 1.0)
    assert (session.notice, session.aside) == ("", ())


def test_posts_from_other_threads_are_taken_in_one_drain() -> None:
    session = laid_out()
    thread = Thread(target=lambda: session.post(yellow(2), "eye", photo="photo 4", was=yellow(3)))
    thread.start()
    thread.join()
    assert session.state.phase == "production"
    assert session.drain(7.0)
    fact = session.log[-1]
    assert (fact.at, fact.by, fact.photo, fact.was) == (7.0, "eye", "photo 4", yellow(3))
    assert not session.drain(8.0)


def wander(session: Session, random: Random, acts: int) -> None:
    """Play at random: legal acts, stray throws, undo, redo, corrections and voids."""
    for _ in range(acts):
        events = legal_events(session.pack, session.state, random)
        deed = random.random()
        if deed < 0.75 and events:
            session.act(random.choice(events), "table", 1.0)
        elif deed < 0.80:
            session.act(yellow(random.choice((1, 2, 3, 4))), "eye", 1.0)
        elif deed < 0.88:
            session.undo()
        elif deed < 0.92:
            session.redo()
        elif session.log:
            fact = random.choice(session.log)
            if deed < 0.95 or not isinstance(fact.event, Rolled):
                session.void(fact.seq)
            else:
                session.correct(fact.seq, yellow(random.choice((1, 2, 3, 4))))
        if session.aside and random.random() < 0.05:
            session.use(session.aside[-1].seq, 1.0)
        assert session.state == folded(session)


@pytest.mark.parametrize("name", known_packs())
@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_always_the_fold_of_the_log(name: str, seed: int) -> None:
    pack = load_pack(name)
    wander(Session(Unkept(), pack, ("Ann", "Bob", "Cat", "Dan")[: pack.fewest]), Random(seed), 150)


def test_what_is_kept_is_what_is_shown(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite")
    session = laid_out(store)
    wander(session, Random(5), 120)
    again = Session.resume(store, session.game_id)
    assert (again.facts, again.state) == (session.facts, session.state)
    assert again.can_undo
    again.undo()
    assert again.state == folded(again)
    store.close()


def test_what_the_owner_told_once_opens_the_next_game_too(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite")
    first = Session(store, PACK, PLAYERS)
    told = (Adjusted("Alioth VIII.die", 3), Adjusted("yellow.6", 5), Adjusted("two_each", 1), Adjusted("sun_goods", 4))
    for adjusted in (*told, Adjusted("flight", 3), Adjusted("carbon", 1, 0)):
        assert first.act(adjusted, "table", 0.0)
    second = Session(store, PACK, ("Cat", "Dan"))
    assert [(fact.event, fact.by) for fact in second.log] == [(adjusted, "rules") for adjusted in (
        told[0], told[1], told[3], told[2])]
    assert (second.state.fixes, second.can_undo) == (first.state.fixes, False)
    assert second.state == folded(second)
    store.close()


def test_a_changed_pack_replays_what_still_holds_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "store.sqlite")
    session = laid_out(store)
    session.act(yellow(1), "eye", 1.0)
    session.act(Chose("sector:2"), "table", 2.0)
    changed = replace(PACK, version="next", dice={**PACK.dice, "yellow": replace(PACK.dice["yellow"], faces=(5, 6))})
    monkeypatch.setattr("app.session.load_pack", lambda name: changed)
    again = Session.resume(store, session.game_id)
    assert again.notice == "Starship Catan has changed since this game was saved: 2 later facts set aside"
    assert [(fact.seq, fact.aside) for fact in again.aside] == [(4, OVERTAKEN), (5, OVERTAKEN)]
    assert again.state.phase == "production"
    store.close()
