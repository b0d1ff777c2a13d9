"""A backup is the whole store as it stands, in use or not; a stick that fails is said, and changes nothing."""
from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from app.backup import back_up, bring_back, sticks_in, take_up
from app.config import Places
from app.errors import AppError, BackupFailed
from app.store import Store


def test_a_store_in_use_is_copied_whole(tmp_path: Path) -> None:
    places = Places(tmp_path / "data")
    store = Store(places.store)
    store.new_game("starship_catan", "2", ("Ann", "Ben"), 0.0)
    places.settings.write_text("{}", encoding="utf-8")
    (tmp_path / "stick").mkdir()
    for _ in range(2):  # the second time over the first
        folder = back_up(places, tmp_path / "stick")
    kept = Store(folder / places.store.name)
    assert [game.players for game in kept.games()] == [("Ann", "Ben")]
    assert sorted(path.name for path in folder.iterdir() if "-" not in path.name) == [
        "settings.json", "tableside.sqlite"]
    kept.close()
    store.close()


def test_a_stick_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match=r"the copy to .*gone failed"):
        back_up(Places(tmp_path / "data"), tmp_path / "gone")


def test_a_copy_that_fails_half_way_leaves_the_older_one(tmp_path: Path) -> None:
    places, stick = Places(tmp_path / "data"), tmp_path / "stick"
    stick.mkdir()
    with closing(Store(places.store)) as store:
        back_up(places, stick)
        before = (stick / "tableside" / places.store.name).read_bytes()
        store.new_game("starship_catan", "2", ("Ann", "Ben"), 0.0)
        places.settings.mkdir()  # cannot be copied as a file
        with pytest.raises(BackupFailed, match="the older copy is still there"):
            back_up(places, stick)
    assert {path.name: path.read_bytes() for path in (stick / "tableside").iterdir()} == {places.store.name: before}


def test_what_is_brought_back_is_there_at_the_next_start(tmp_path: Path) -> None:
    there, here, stick = Places(tmp_path / "there"), Places(tmp_path / "here"), tmp_path / "stick"
    stick.mkdir()
    for places, players in ((there, ("Ann", "Ben")), (here, ("Cem", "Dan"))):
        with closing(Store(places.store)) as store:
            store.new_game("starship_catan", "2", players, 0.0)
    back_up(there, stick)
    bring_back(here, stick)
    assert players_in(here.store) == [("Cem", "Dan")]
    assert [take_up(here), take_up(here)] == [True, False]
    assert players_in(here.store) == [("Ann", "Ben")]
    assert players_in(here.root / "tableside.sqlite.before") == [("Cem", "Dan")]


def test_a_backup_brought_back_twice_leaves_nothing_of_the_first(tmp_path: Path) -> None:
    here, stick = Places(tmp_path / "here"), tmp_path / "stick"
    stick.mkdir()
    with closing(Store(here.store)):
        here.settings.write_text("{}", encoding="utf-8")
        back_up(here, stick)
        bring_back(here, stick)
        (stick / "tableside" / here.settings.name).unlink()
        bring_back(here, stick)
    assert [path.name for path in here.brought_back.iterdir()] == ["tableside.sqlite"]
    (here.root / "tableside.sqlite.before-wal").write_bytes(b"of an older start")
    assert take_up(here)
    assert not (here.root / "tableside.sqlite.before-wal").exists()


@pytest.mark.parametrize(("content", "words"), [
    (None, "no backup lies on"),
    (b"SQLite format 3\0 cut", "tableside.sqlite"),
])
def test_what_is_no_sound_copy_changes_nothing(tmp_path: Path, content: bytes | None, words: str) -> None:
    here, stick = Places(tmp_path / "here"), tmp_path / "stick"
    (stick / "tableside").mkdir(parents=True)
    if content is not None:
        (stick / "tableside" / "tableside.sqlite").write_bytes(content)
    with pytest.raises(AppError, match=words):
        bring_back(here, stick)
    assert not take_up(here)


def players_in(path: Path) -> list[tuple[str, ...]]:
    with closing(Store(path)) as store:
        return [game.players for game in store.games()]


def test_only_what_is_mounted_is_a_stick(tmp_path: Path) -> None:
    (tmp_path / "ann" / "folder").mkdir(parents=True)
    assert sticks_in((tmp_path,)) == ()
