"""What is on disk: the games, their facts and their photos, in one SQLite file that a pulled plug cannot hurt."""
from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from app.errors import PhotoTooLarge, StoreError, UnknownGame
from app.game.events import Fact
from app.game.wire import fact_from_json, fact_to_json
from app.store_file import check_file, connect, make_tables, refuse

Write = Callable[[sqlite3.Connection], object]
PHOTO_LIMIT = 60_000  # bytes: an hour's play stays below 20 MB
GAMES_WITH_PHOTOS = 10

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

    Photos may come from any thread, for each has its own connection; the rest is the main thread's. Raises StoreError
    in words. Once a game is open, play goes on even if the disk does not: what could not be written waits, `trouble`
    says why (empty when all is well), and the next call writes it too.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._own = threading.local()
        self._door, self._turn = threading.Lock(), threading.Lock()
        self._open: list[sqlite3.Connection] = []
        self._logs: dict[str, list[Fact]] = {}  # as written, or waiting to be
        self._waiting: list[Write] = []
        self.trouble = ""
        self.games_with_photos = GAMES_WITH_PHOTOS
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
                       (number - self.games_with_photos,))
        return game_id

    def append(self, game_id: str, fact: Fact) -> None:
        log = self._log_of(game_id)
        self._commit(_changes(game_id, (), (fact,)))
        log.append(fact)

    def replace_log(self, game_id: str, facts: tuple[Fact, ...]) -> None:
        """Make the log these facts, all at once or not at all; only what differs is written."""
        log = self._log_of(game_id)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(log, facts, strict=False)))
        before = {fact.seq: fact for fact in log[same:]}
        after = {fact.seq: fact for fact in facts[same:]}
        changed = [fact for seq, fact in after.items() if before.get(seq) is not fact]
        self._commit(_changes(game_id, before.keys() - after.keys(), changed))
        log[same:] = facts[same:]

    def load(self, game_id: str) -> SavedGame:
        with self._read() as db:
            number = _number_of(db, game_id)
            summary = _summary_of(db.execute(_SUMMARIES + " WHERE number = ?", (number,)).fetchone())
            rows = db.execute("SELECT body FROM facts WHERE game = ? ORDER BY seq", (number,)).fetchall()
        if not self._waiting or game_id not in self._logs:
            self._logs[game_id] = [_fact_of(body) for body, in rows]
        return SavedGame(summary, tuple(self._logs[game_id]))

    def games(self) -> tuple[GameSummary, ...]:
        """All saved games, the newest first."""
        with self._read() as db:
            return tuple(map(_summary_of, db.execute(_SUMMARIES + " ORDER BY number DESC")))

    def set_title(self, game_id: str, title: str) -> None:
        self._commit(_change(game_id, "title", title))

    def finish(self, game_id: str) -> None:
        self._commit(_change(game_id, "finished", 1))

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

    def last_roll_photo(self, game_id: str) -> str | None:
        """The photo of a game's newest throw, which hides nothing from anybody."""
        with self._read() as db:
            row = db.execute("SELECT body FROM facts WHERE game = ? AND body LIKE ? ORDER BY seq DESC LIMIT 1",
                             (_number_of(db, game_id), '%"event":"Rolled"%"photo":%')).fetchone()
        return None if row is None else _fact_of(row[0]).photo

    def delete_photos(self) -> None:
        """Forget every photo; the bytes are overwritten, not only unlinked."""
        with self._read() as db:
            db.execute("PRAGMA secure_delete = ON")
        with self._write() as db:
            db.execute("DELETE FROM photos")
        with self._read() as db:
            db.execute("PRAGMA secure_delete = OFF")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def put_cards(self, deck: str, bodies: Mapping[str, bytes]) -> None:
        """Keep cards of a deck under their names, each in place of one of that name; all of them or none."""
        with self._write() as db:
            db.executemany("INSERT INTO library (deck, name, body) VALUES (?, ?, ?) "
                           "ON CONFLICT (deck, name) DO UPDATE SET body = excluded.body",
                           [(deck, name, body) for name, body in bodies.items()])

    def cards(self, deck: str) -> dict[str, bytes]:
        """The deck's cards by name, in the order in which they were first enrolled; empty if there is no such deck."""
        with self._read() as db:
            return dict(db.execute("SELECT name, body FROM library WHERE deck = ? ORDER BY rowid", (deck,)).fetchall())

    def decks(self) -> dict[str, int]:
        """How many cards each deck has."""
        with self._read() as db:
            return dict(db.execute("SELECT deck, count(*) FROM library GROUP BY deck ORDER BY deck").fetchall())

    def rename_card(self, deck: str, old: str, new: str) -> None:
        """Give a card another name, which no other card of the deck has."""
        with self._write() as db:
            db.execute("UPDATE library SET name = ? WHERE deck = ? AND name = ?", (new, deck, old))

    def forget_deck(self, deck: str) -> None:
        with self._write() as db:
            db.execute("DELETE FROM library WHERE deck = ?", (deck,))

    def put_faces(self, kind: str, bodies: Mapping[str, bytes]) -> None:
        """Keep faces of a kind of dice under their names, each in place of one of that name; all of them or none."""
        with self._write() as db:
            db.executemany("INSERT INTO faces (kind, name, body) VALUES (?, ?, ?) "
                           "ON CONFLICT (kind, name) DO UPDATE SET body = excluded.body",
                           [(kind, name, body) for name, body in bodies.items()])

    def faces(self) -> dict[str, dict[str, bytes]]:
        """All kinds of dice and their faces, in the order in which they were first enrolled."""
        kinds: dict[str, dict[str, bytes]] = {}
        with self._read() as db:
            for kind, name, body in db.execute("SELECT kind, name, body FROM faces ORDER BY rowid"):
                kinds.setdefault(kind, {})[name] = body
        return kinds

    def forget_faces(self, kind: str) -> None:
        with self._write() as db:
            db.execute("DELETE FROM faces WHERE kind = ?", (kind,))

    def _log_of(self, game_id: str) -> list[Fact]:
        if game_id not in self._logs:
            self._logs[game_id] = list(self.load(game_id).facts)
        return self._logs[game_id]

    def _commit(self, write: Write) -> None:
        """Write it, after all that waits; if the disk will not have it, let it wait too."""
        writes = [*self._waiting, write]
        try:
            with self._write() as db:
                for each in writes:
                    each(db)
        except UnknownGame:
            raise
        except StoreError as trouble:
            self._waiting, self.trouble = writes, str(trouble)
        else:
            self._waiting, self.trouble = [], ""

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection()
        except sqlite3.Error as error:
            raise refuse(self.path, error) from error

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with self._in_turn(), self._read() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Threads write as they came: among those that wait for SQLite the busiest goes first."""
        with self._door:
            self._turn.acquire()
        try:
            yield
        finally:
            self._turn.release()

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._own, "db"):
            self._own.db = connect(self.path)
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


def _change(game_id: str, column: str, value: str | int) -> Write:
    return lambda db: db.execute(f"UPDATE games SET {column} = ? WHERE number = ?", (value, _number_of(db, game_id)))


def _changes(game_id: str, gone: Collection[int], facts: Sequence[Fact]) -> Write:
    def write(db: sqlite3.Connection) -> None:
        number = _number_of(db, game_id)
        db.executemany("DELETE FROM facts WHERE game = ? AND seq = ?", [(number, seq) for seq in gone])
        db.executemany("INSERT OR REPLACE INTO facts (game, seq, body) VALUES (?, ?, ?)",
                       [(number, fact.seq, _text_of(fact)) for fact in facts])
    return write


def _fact_of(text: str) -> Fact:
    try:
        return fact_from_json(json.loads(text))
    except (ValueError, LookupError, TypeError) as error:
        raise StoreError(f"a fact in the store cannot be read, perhaps of another Tableside: {text[:60]!r}") from error


def _text_of(fact: Fact) -> str:
    return json.dumps(fact_to_json(fact), separators=(",", ":"), ensure_ascii=False)
