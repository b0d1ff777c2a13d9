"""Timers: a turn's, a bank for each seat, one for all; they stand still with the table's clock and ring once."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.game.events import Chose, Pressed, TimeUp
from app.game.pack import Pack
from app.packs import load_pack
from app.session import Session, Unkept
from app.store import Store

PACK = """\
title: Quick
players: [2, 2]
table: {rung: {}}
timers:
  clock: {kind: KIND, seconds: 60}
phases:
  think:
    prompt: "{player}: think"
    timer: clock
    when:
      TimeUp: [{gain: rung}]
    choices:
      done: {button: go_on, do: [next_player]}
      rest: {next: rest}
  rest:
    prompt: Take a rest
    choices:
      back: {button: go_on, next: think}
"""


def pack_with(folder: Path, kind: str) -> Pack:
    (folder / "pack.yaml").write_text(PACK.replace("KIND", kind), encoding="utf-8")
    return load_pack(folder)


@pytest.mark.parametrize(("kind", "deadlines"), [
    # thinking from 0 to 10 (Ann), to 40 (Bob), to 45 (Ann), then Bob again
    ("turn", (60.0, 70.0, 100.0, 105.0)),
    ("bank", (60.0, 70.0, 90.0, 75.0)),
    ("table", (60.0, 60.0, 60.0, 60.0)),
])
def test_whose_time_runs(tmp_path: Path, kind: str, deadlines: tuple[float, ...]) -> None:
    session = Session(Unkept(), pack_with(tmp_path, kind), ("Ann", "Bob"))
    found = [session.deadline]
    for at in (10.0, 40.0, 45.0):
        session.act(Pressed("go_on"), "panel", at)
        found.append(session.deadline)
    assert tuple(found) == deadlines


def test_time_is_up_once(tmp_path: Path) -> None:
    session = Session(Unkept(), pack_with(tmp_path, "turn"), ("Ann", "Bob"))
    assert not session.drain(59.9)
    assert session.drain(60.0)
    assert (session.log[-1].event, session.log[-1].by, session.state.table["rung"]) == (TimeUp("clock"), "rules", 1)
    assert not session.drain(70.0)
    session.act(Pressed("go_on"), "panel", 80.0)
    assert session.deadline == 140.0
    assert session.undo(), "the press is undone with what followed it by itself"
    assert session.state.active == 0


def test_no_time_runs_where_none_is_asked_for(tmp_path: Path) -> None:
    session = Session(Unkept(), pack_with(tmp_path, "bank"), ("Ann", "Bob"))
    session.act(Chose("rest"), "table", 20.0)
    assert session.deadline is None
    session.act(Pressed("go_on"), "panel", 1000.0)
    assert session.deadline == 1040.0


def test_a_bank_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = pack_with(tmp_path, "bank")
    monkeypatch.setattr("app.session.load_pack", lambda name: pack)
    store = Store(tmp_path / "store.sqlite")
    session = Session(store, pack, ("Ann", "Bob"))
    session.act(Pressed("go_on"), "panel", 10.0)
    session.act(Pressed("go_on"), "panel", 40.0)
    assert Session.resume(store, session.game_id).deadline == session.deadline == 90.0
    store.close()
