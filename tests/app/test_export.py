"""A saved game leaves as a transcript that plays to the same state, as CSV and as JSON."""
from __future__ import annotations

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from app.__main__ import main
from app.exporting import export_into
from app.game.events import Adjusted, Chose, Moved, Pressed, Rolled, RolledDie
from app.game.transcript import parse, play
from app.packs import load_pack
from app.session import Session, Unkept
from app.store import Store

YELLOW = Rolled((RolledDie(3, colour="yellow"), RolledDie(1, colour="blue", moved=False)))


@pytest.fixture
def saved(tmp_path: Path) -> Session:
    session = Session(Store(tmp_path / "tableside.sqlite"), load_pack("starship_catan"), ("Ann", "Ben"))
    for _ in range(3):
        session.act(Pressed("go_on"), "panel", 1.0)
    session.act(YELLOW, "eye", 2.0, "photo")
    session.act(YELLOW, "eye", 3.0)
    session.act(Chose("sector:2"), "seat 0", 4.0)
    session.act(Adjusted("ore", 2, 1), "table", 5.0)
    return session


def test_the_transcript_plays_again(saved: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "export", saved.game_id]) == 0
    script = parse(capsys.readouterr().out, "export")
    again = Session(Unkept(), load_pack(script.game), script.players)
    play(script, again)
    assert again.state == saved.state


def test_csv_has_a_row_a_fact(saved: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--data", str(tmp_path), "export", saved.game_id, "--csv"])
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["by"], row["event"], row["aside"]) for row in rows] == [
        *[("panel", "Pressed", "")] * 3, ("eye", "Rolled", ""), ("eye", "Rolled", "unawaited"), ("seat 0", "Chose", ""),
        ("table", "Adjusted", "")]


def test_json_has_the_log_whole(saved: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--data", str(tmp_path), "export", saved.game_id, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["players"], len(data["facts"])) == (saved.game_id, ["Ann", "Ben"], 7)


def test_an_unknown_game_is_one_line(saved: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "export", "eclipse-9"]) == 2
    assert capsys.readouterr().err == "tableside: no saved game is called 'eclipse-9': `tableside games` lists them\n"


def test_what_is_hidden_leaves_as_rows_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path / "tableside.sqlite")
    session = Session(store, load_pack("eclipse"), ("Ann", "Ben"))
    session.act(Moved("Reputation 4", "reputation_bag", "reputation@0"), "table", 1.0)
    for how in ([], ["--json"]):
        assert main(["--data", str(tmp_path), "export", session.game_id, *how]) == 2
        said = capsys.readouterr()
        assert (said.out, "its whole log tells what is hidden: take --csv" in said.err) == ("", True)
    assert export_into(tmp_path / "out", store, session.game_id) == (tmp_path / "out" / f"{session.game_id}.csv",)
    assert "Reputation 4" not in (tmp_path / "out" / f"{session.game_id}.csv").read_text("utf-8")


def test_an_open_game_leaves_as_rows_and_whole(saved: Session, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with closing(Store(tmp_path / "tableside.sqlite")) as store:
        assert export_into(folder, store, saved.game_id) == tuple(
            folder / f"{saved.game_id}.{end}" for end in ("csv", "json"))
    assert json.loads((folder / f"{saved.game_id}.json").read_text("utf-8"))["players"] == ["Ann", "Ben"]
