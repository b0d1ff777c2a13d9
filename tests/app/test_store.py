"""The store: what it gives back, what it keeps and forgets, and what it refuses."""
from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from app.errors import PhotoTooLarge, StoreError, StoreFull, UnknownGame
from app.game.events import (
    OVERTAKEN,
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Fact,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    RolledDie,
    Skipped,
    TimeUp,
    Voided,
)
from app.store import GAMES_WITH_PHOTOS, PHOTO_LIMIT, GameSummary, SavedGame, Store
from app.store_file import APPLICATION, VERSION

EVENTS: tuple[Event, ...] = (
    Rolled((RolledDie(3, colour="yellow", id=4), RolledDie(face="skull", kind="icon", moved=False))), Rolled(()),
    CardSeen("Alioth VIII", "start"), Pressed("go_on"), Chose("sector:2"), Chose("trade", 3), Adjusted("carbon", 2, 1),
    Adjusted("flight", -1), Moved("Folk", "planet pile", "open"), TimeUp("turn"), Skipped(), Jumped("build", 1),
    Voided(1))
FACTS = (
    *(Fact(seq, seq / 3, "table", event) for seq, event in enumerate(EVENTS, 1)),
    Fact(40, 7.25, "eye", EVENTS[0], "photo 7", EVENTS[1], OVERTAKEN), Fact(41, 8.0, "seat 1", CardSeen("Zoë’s “7”")))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "a folder" / "store")) as store:
        yield store


def reopened(store: Store) -> Store:
    """As another start finds it."""
    store.close()
    return Store(store.path)


def test_a_game_comes_back_whole(store: Store) -> None:
    game_id = store.new_game("starship_catan", "1", ("Ann", "Zoë"), 1700.5)
    for fact in FACTS:
        store.append(game_id, fact)
    store.set_title(game_id, "Sunday")
    summary = GameSummary("starship_catan-1", "starship_catan", "1", ("Ann", "Zoë"), "Sunday", 1700.5, len(FACTS), True)
    assert game_id == summary.id
    assert reopened(store).load(game_id) == SavedGame(summary, FACTS)


def test_games_are_listed_the_newest_first(store: Store) -> None:
    first, second = (store.new_game(pack, "2", ("A",), 0.0) for pack in ("b", "a"))
    store.append(second, FACTS[0])
    store.finish(first)
    assert store.games() == (GameSummary("a-2", "a", "2", ("A",), "", 0.0, 1, True),
                             GameSummary("b-1", "b", "2", ("A",), "", 0.0, 0, False))


@pytest.mark.parametrize("after", [
    FACTS, FACTS[:-1], FACTS[:3], (), FACTS[4:], FACTS[::2], (*FACTS[:2], Fact(3, 1.0, "eye", Skipped()), *FACTS[3:]),
    (Fact(1, 0.0, "table", Skipped()),)])
@pytest.mark.parametrize("opened_before", [True, False])
def test_a_log_is_replaced(store: Store, after: tuple[Fact, ...], opened_before: bool) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)
    other = store.new_game("a", "1", ("A",), 0.0)
    store.replace_log(game_id, FACTS)
    store.replace_log(other, FACTS)
    store = store if opened_before else reopened(store)
    store.replace_log(game_id, after)
    store.append(game_id, Fact(50, 9.0, "table", Skipped()))
    store = reopened(store)
    assert store.load(game_id).facts == (*after, Fact(50, 9.0, "table", Skipped()))
    assert store.load(other).facts == FACTS


@pytest.mark.parametrize("deed", [
    lambda store: store.load("none-1"), lambda store: store.append("none-1", FACTS[0]),
    lambda store: store.replace_log("none-1", ()), lambda store: store.set_title("none-1", "x"),
    lambda store: store.finish("none-1"), lambda store: store.put_photo("none-1", "key", b"jpeg")])
def test_unknown_games_are_refused(store: Store, deed: Callable[[Store], object]) -> None:
    with pytest.raises(UnknownGame, match="no saved game is called 'none-1': `tableside games` lists them"):
        deed(store)


def test_photos_are_kept_for_the_last_games_only(store: Store) -> None:
    for number in range(GAMES_WITH_PHOTOS + 2):
        store.put_photo(store.new_game("a", "1", ("A",), 0.0), f"photo {number}", b"jpeg %d" % number)
    kept = {number: store.photo(f"photo {number}") for number in range(GAMES_WITH_PHOTOS + 2)}
    assert kept == {0: None, 1: None} | {number: b"jpeg %d" % number for number in range(2, GAMES_WITH_PHOTOS + 2)}


def test_the_owner_says_how_many_games_keep_photos(store: Store) -> None:
    store.games_with_photos = 1
    for number in range(2):
        store.put_photo(store.new_game("a", "1", ("A",), 0.0), f"photo {number}", b"jpeg")
    assert [store.photo(f"photo {number}") for number in range(2)] == [None, b"jpeg"]


def test_the_newest_throw_shows_a_game(store: Store) -> None:
    game = store.new_game("a", "1", ("A",), 0.0)
    assert store.last_roll_photo(game) is None
    events = (Rolled((RolledDie(3),)), Rolled((RolledDie(4),)), CardSeen("Pallas"), Rolled((RolledDie(5),)))
    for seq, (event, photo) in enumerate(zip(events, ("first", "second", "card", None), strict=True), start=1):
        store.append(game, Fact(seq, 0.0, "eye", event, photo))
    assert store.last_roll_photo(game) == "second"


def test_photos_can_be_deleted_whole(store: Store) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)
    store.append(game_id, FACTS[0])
    store.put_photo(game_id, "key", b"a face at the table " * 2000)
    store.delete_photos()
    folder = store.path.parent
    assert (store.photo("key"), store.load(game_id).facts) == (None, FACTS[:1])
    assert not any(b"a face at the table" in path.read_bytes() for path in folder.iterdir())


def test_too_large_a_photo_is_refused(store: Store) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)
    with pytest.raises(PhotoTooLarge, match=f"a photo of {PHOTO_LIMIT + 1} bytes: at most {PHOTO_LIMIT} are kept"):
        store.put_photo(game_id, "key", bytes(PHOTO_LIMIT + 1))


def test_the_eye_puts_photos_from_its_own_thread(store: Store) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)

    def look() -> None:
        for n in range(50):
            store.put_photo(game_id, f"p{n}", bytes([n]))

    eye = threading.Thread(target=look)
    eye.start()
    for fact in FACTS:
        store.append(game_id, fact)
    eye.join()
    assert [store.photo(f"p{n}") for n in range(50)] == [bytes([n]) for n in range(50)]
    assert (store.load(game_id).facts, store.trouble) == (FACTS, "")


def test_a_thread_that_never_rests_keeps_no_other_waiting(store: Store) -> None:
    """An act waits for the photo being written, not for thousands; the margin is for a machine that is busy besides."""
    game_id, photos, over = store.new_game("a", "1", ("A",), 0.0), count(), threading.Event()

    def look() -> None:
        while not over.is_set():
            store.put_photo(game_id, "p", bytes(20_000))
            next(photos)

    eye = threading.Thread(target=look)
    eye.start()
    between = []
    for fact in (replace(FACTS[0], seq=seq) for seq in range(1, 301)):
        before = next(photos)
        store.append(game_id, fact)
        between.append(next(photos) - before - 1)
    over.set()
    eye.join()
    assert (max(between) < 50, store.trouble) == (True, "")


# Files that are refused, and left as they were

def a_store(path: Path) -> None:
    with closing(Store(path)) as store:
        store.replace_log(store.new_game("a", "1", ("A",), 0.0),
                          tuple(Fact(n, 0.0, "table", Chose("x" * 400)) for n in range(1, 200)))


def garbage(path: Path) -> None:
    path.write_bytes(b"not at all a database" * 1000)


def cut(path: Path) -> None:
    a_store(path)
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path) -> None:
    """The tables stood in the write-ahead log, which is lost; the rest was cut and padded."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    os.truncate(path, 9000)


def overwritten(path: Path) -> None:
    a_store(path)
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\xa5" * len(data[8192:-4096])
    path.write_bytes(data)


def newer(path: Path) -> None:
    a_store(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def newer_and_killed(path: Path) -> None:
    """The newer version stands in the write-ahead log only."""
    a_store(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        kept = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    for end, data in kept.items():
        path.with_name(path.name + end).write_bytes(data)


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")


@pytest.mark.parametrize(("make", "says"), [
    (garbage, "is not a store of Tableside: it was left as it is; move it, or name another --data"),
    (cut, "is damaged"), (emptied, r"is damaged \(its tables are gone\): it was left as it is; move it away"),
    (overwritten, "is damaged"),
    (newer, rf"was written by a newer Tableside \(store version {VERSION + 1}, this one knows {VERSION}\): it was"),
    (newer_and_killed, "was written by a newer Tableside"),
    (foreign, "is another program's database: it was left as it is"),
    (Path.mkdir, "cannot open the store")])
def test_other_files_are_refused_and_left_untouched(tmp_path: Path, make: Callable[[Path], None], says: str) -> None:
    path = tmp_path / "store"
    make(path)
    before = contents_of(tmp_path)
    with pytest.raises(StoreError, match=says) as refusal:
        Store(path)
    assert len(str(refusal.value).splitlines()) == 1
    assert contents_of(tmp_path) == before


def test_a_first_start_that_was_cut_short_is_begun_again(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "store")) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert (tmp_path / "store").stat().st_size == 4096
    with closing(Store(tmp_path / "store")) as store:
        assert store.games() == ()


def contents_of(folder: Path) -> dict[str, bytes | None]:
    """Every file but SQLite's shared index, which holds nothing of its own."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()
            if not path.name.endswith("-shm")}


def test_a_file_in_the_way_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot open the store .*/file/store: "):
        Store(tmp_path / "file" / "store")


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "store").touch()
    with closing(Store(tmp_path / "store")) as store:
        assert store.games() == ()
    with closing(sqlite3.connect(tmp_path / "store")) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_store_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    a_store(tmp_path / "store")
    (tmp_path / "store").chmod(0)
    with pytest.raises(StoreError, match=r"cannot open the store .*: Permission denied"):
        Store(tmp_path / "store")


def test_a_store_that_another_program_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store_file.WAIT_S", 0.05)
    a_store(tmp_path / "store")
    with closing(sqlite3.connect(tmp_path / "store", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is held by another program: close that, or name another --data"):
            Store(tmp_path / "store")


@pytest.mark.parametrize("body", ["", "{}", "[1]", '{"seq": 1, "at": 0, "by": "eye", "event": {"event": "Danced"}}'])
def test_a_fact_that_cannot_be_read_is_refused(store: Store, body: str) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)
    store.append(game_id, FACTS[0])
    with closing(sqlite3.connect(store.path)) as db, db:
        db.execute("UPDATE facts SET body = ?", (body,))
    with pytest.raises(StoreError, match="a fact in the store cannot be read"):
        store.load(game_id)


# Trouble in the middle of a game

def test_play_goes_on_when_the_disk_is_full(store: Store) -> None:
    game_id = store.new_game("a", "1", ("A",), 0.0)
    store.append(game_id, FACTS[0])
    limit = store._connection().execute("PRAGMA page_count").fetchone()[0]
    store._connection().execute(f"PRAGMA max_page_count = {limit}")
    large = [Fact(seq, 0.0, "table", Chose("x" * 9000)) for seq in (2, 3)]
    store.append(game_id, large[0])
    store.append(game_id, large[1])
    store.replace_log(game_id, (FACTS[0], large[1]))
    assert store.trouble.startswith("no room left on the disk of ")
    assert store.load(game_id).facts == (FACTS[0], large[1])
    with pytest.raises(StoreFull):
        store.put_photo(game_id, "key", bytes(PHOTO_LIMIT))
    store._connection().execute(f"PRAGMA max_page_count = {limit + 1000}")
    store.append(game_id, FACTS[4])
    assert store.trouble == ""
    assert reopened(store).load(game_id).facts == (FACTS[0], large[1], FACTS[4])


def test_play_goes_on_when_the_store_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store_file.WAIT_S", 0.05)
    with closing(Store(tmp_path / "store")) as store:
        game_id = store.new_game("a", "1", ("A",), 0.0)
        with closing(sqlite3.connect(tmp_path / "store", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            store.append(game_id, FACTS[0])
            assert "is held by another program" in store.trouble
        store.append(game_id, FACTS[1])
        assert (store.trouble, reopened(store).load(game_id).facts) == ("", FACTS[:2])


def test_faces_of_dice_are_kept_by_kind(store: Store) -> None:
    store.put_faces("action", {"wild": b"1", "scout": b"2"})
    store.put_faces("bonus", {"wild": b"3"})
    store.put_faces("action", {"wild": b"4"})
    again = reopened(store)
    assert again.faces() == {"action": {"wild": b"4", "scout": b"2"}, "bonus": {"wild": b"3"}}
    again.forget_faces("action")
    assert again.faces() == {"bonus": {"wild": b"3"}}
    again.close()


def test_a_store_of_the_first_version_is_brought_up_to_date(store: Store) -> None:
    game_id = store.new_game("starship_catan", "1", ("Ann",), 1.0)
    store.append(game_id, FACTS[0])
    store.close()
    with closing(sqlite3.connect(store.path)) as db:
        db.execute("DROP TABLE faces")
        db.execute("PRAGMA user_version = 1")
    again = Store(store.path)
    again.put_faces("action", {"wild": b"1"})
    assert (again.faces(), again.load(game_id).facts) == ({"action": {"wild": b"1"}}, FACTS[:1])
    again.close()
