"""What is on disk: the games, their facts and their photos, in one SQLite file that a pulled plug cannot hurt."""
from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.errors import PhotoTooLarge, UnknownGame
from app.game.events import Fact
from app.game.wire import fact_from_json, fact_to_json
from app.store_file import check_file, connect, make_tables, refuse

PHOTO_LIMIT = 60_000  # bytes: an hour's play stays below 20 MB
GAMES_WITH_PHOTOS = 10

_INSERT = "INSERT OR REPLACE INTO facts (game, seq, body) VALUES (?, ?, ?)"
_SUMMARIES = """SELECT id, pack, version, players, title, begun,
    (SELECT count(*) FROM facts WHERE game = number), finished FROM games"""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the shelf: who plays what, how many facts its log holds, and whether it goes on."""

    id: str
    pack: str
    version: str
    players: tuple[str, ...]
    title: str
    begun: float
    facts: int
    unfinished: bool


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it lies on disk: its summary and its whole log."""

    summary: GameSummary
    facts: tuple[Fact, ...]


class Store:
    """The file at `path`, made with its folder if it is not there; every call is on disk when it returns.

    Any thread may call: each has its own connection. Raises StoreError in words, and StoreFull for a full disk,
    after which the store can still be read and written again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own = threading.local()
        self._open: list[sqlite3.Connection] = []
        check_file(path)
        with self._write() as db:
            make_tables(db)

    def close(self) -> None:
        while self._open:
            self._open.pop().close()

    def new_game(self, pack: str, version: str, players: tuple[str, ...], at: float) -> str:
        """Begin a game and return its id, such as "starship_catan-3"; `at` is the wall clock's, for show only."""
        with self._write() as db:
            number = db.execute("SELECT coalesce(max(number), 0) + 1 FROM games").fetchone()[0]
            game_id = f"{pack}-{number}"
            db.execute("INSERT INTO games (number, id, pack, version, players, begun) VALUES (?, ?, ?, ?, ?, ?)",
                       (number, game_id, pack, version, json.dumps(players), at))
            db.execute("DELETE FROM photos WHERE game IN (SELECT number FROM games WHERE number <= ?)",
                       (number - GAMES_WITH_PHOTOS,))
        return game_id

    def append(self, game_id: str, fact: Fact) -> None:
        with self._write() as db:
            db.execute(_INSERT, (_number_of(db, game_id), fact.seq, _text_of(fact)))

    def replace_log(self, game_id: str, facts: tuple[Fact, ...]) -> None:
        """Make the log these facts, all at once or not at all; only what differs is written."""
        wanted = {fact.seq: _text_of(fact) for fact in facts}
        with self._write() as db:
            number = _number_of(db, game_id)
            stored = dict(db.execute("SELECT seq, body FROM facts WHERE game = ?", (number,)))
            db.executemany("DELETE FROM facts WHERE game = ? AND seq = ?",
                           [(number, seq) for seq in stored.keys() - wanted.keys()])
            db.executemany(_INSERT, [(number, seq, text) for seq, text in wanted.items() if stored.get(seq) != text])

    def load(self, game_id: str) -> SavedGame:
        with self._read() as db:
            number = _number_of(db, game_id)
            summary = _summary_of(db.execute(_SUMMARIES + " WHERE number = ?", (number,)).fetchone())
            rows = db.execute("SELECT body FROM facts WHERE game = ? ORDER BY seq", (number,)).fetchall()
        return SavedGame(summary, tuple(fact_from_json(json.loads(body)) for body, in rows))

    def games(self) -> tuple[GameSummary, ...]:
        """All saved games, the newest first."""
        with self._read() as db:
            return tuple(map(_summary_of, db.execute(_SUMMARIES + " ORDER BY number DESC")))

    def set_title(self, game_id: str, title: str) -> None:
        with self._write() as db:
            db.execute("UPDATE games SET title = ? WHERE number = ?", (title, _number_of(db, game_id)))

    def finish(self, game_id: str) -> None:
        with self._write() as db:
            db.execute("UPDATE games SET finished = 1 WHERE number = ?", (_number_of(db, game_id),))

    def put_photo(self, game_id: str, key: str, jpeg: bytes) -> None:
        """Keep a JPEG of at most PHOTO_LIMIT bytes under `key`, which no other photo has."""
        if len(jpeg) > PHOTO_LIMIT:
            raise PhotoTooLarge(f"a photo of {len(jpeg)} bytes: at most {PHOTO_LIMIT} are kept, so crop or compress it")
        with self._write() as db:
            db.execute("INSERT OR REPLACE INTO photos (key, game, jpeg) VALUES (?, ?, ?)",
                       (key, _number_of(db, game_id), jpeg))

    def photo(self, key: str) -> bytes | None:
        with self._read() as db:
            row = db.execute("SELECT jpeg FROM photos WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def delete_photos(self) -> None:
        """Forget every photo; the bytes are overwritten, not only unlinked."""
        with self._read() as db:
            db.execute("PRAGMA secure_delete = ON")
        with self._write() as db:
            db.execute("DELETE FROM photos")
        with self._read() as db:
            db.execute("PRAGMA secure_delete = OFF")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection()
        except sqlite3.Error as error:
            raise refuse(self._path, error) from error

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with self._read() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._own, "db"):
            self._own.db = connect(self._path)
            self._open.append(self._own.db)
        db: sqlite3.Connection = self._own.db
        return db


def _number_of(db: sqlite3.Connection, game_id: str) -> int:
    row = db.execute("SELECT number FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise UnknownGame(f"no saved game is called {game_id!r}: `tableside games` lists them")
    return int(row[0])


def _summary_of(row: tuple[str, str, str, str, str, float, int, int]) -> GameSummary:
    game_id, pack, version, players, title, begun, facts, finished = row
    return GameSummary(game_id, pack, version, tuple(json.loads(players)), title, begun, facts, not finished)


@lru_cache(maxsize=20_000)  # an undo rewrites little of a long log, and so should turn little of it into text
def _text_of(fact: Fact) -> str:
    return json.dumps(fact_to_json(fact), separators=(",", ":"), ensure_ascii=False)
