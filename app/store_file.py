"""The store's file: its tables, how it is opened, and in which words it is refused."""
from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from app.errors import StoreError, StoreFull

VERSION = 2
APPLICATION = 0x7AB1E51D  # in the file's header, so that another program's database is not taken for ours
WAIT_S = 5.0  # for another thread's commit; an SD card's slowest takes well under a second
ALMOST_FULL = 1_000_000  # bytes free below which an input/output error is the disk being full

TABLES = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, pack TEXT NOT NULL, version TEXT NOT NULL,
        players TEXT NOT NULL, title TEXT NOT NULL DEFAULT '', begun REAL NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE facts (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seq INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (game, seq)) WITHOUT ROWID""",
    """CREATE TABLE photos (
        key TEXT PRIMARY KEY, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, jpeg BLOB NOT NULL)""",
    "CREATE INDEX photos_of_game ON photos (game)",
    "CREATE TABLE library (deck TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (deck, name))",
    f"PRAGMA application_id = {APPLICATION}",
)
FACES = "CREATE TABLE faces (kind TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, name))"
STEPS = (TABLES, (FACES,))
"""What brings a file from each version to the next."""

CHECKED = ("games", "facts", "library")
FIRST_PAGE = 4096  # bytes; SQLite's usual page

CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DENIED = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a pulled plug; transactions are begun by hand."""
    db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        db.execute(f"PRAGMA {pragma}")
    return db


def make_tables(db: sqlite3.Connection) -> None:
    """Bring an empty file to this version, inside the caller's transaction."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    for statement in (statement for step in STEPS[version:] for statement in step):
        db.execute(statement)
    if version < VERSION:
        db.execute(f"PRAGMA user_version = {VERSION}")


def check_file(path: Path) -> None:
    """Refuse with StoreError, untouched, whatever lies at `path` and is no sound store of this version.

    The photos are not read through: that would take seconds, and a lost photo loses no game.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            return
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise StoreError(f"cannot open the store {path}: {error.strerror}") from error
    if not start:
        return
    if start != b"SQLite format 3\0":
        raise StoreError(f"{path} is not a store of Tableside: it was left as it is; move it, or name another --data")
    _check_database(path)


def refuse(path: Path, error: sqlite3.Error) -> StoreError:
    """The refusal, in words, that SQLite's error stands for."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _free_bytes(path) < ALMOST_FULL):
        return StoreFull(f"no room left on the disk of {path}: free some; what was saved before is safe")
    if code in CORRUPT:
        return StoreError(f"the store {path} is damaged ({error}): it was left as it is; move it away to start afresh")
    if code in BUSY:
        return StoreError(f"the store {path} is held by another program: close that, or name another --data")
    if code in DENIED:
        return StoreError(f"the store {path} cannot be read and written: check who owns it and its folder")
    return StoreError(f"the store {path} cannot be used: {error}")


def _check_database(path: Path) -> None:
    # Without a write-ahead log nothing at all need be written to look inside; with one SQLite must share its index.
    how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=WAIT_S)) as db:
            _check_owner(path, db)
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
            if not tables and path.stat().st_size <= FIRST_PAGE:  # a first start that was cut short: nothing is lost
                return
            if not tables.issuperset(CHECKED):
                raise _damage("its tables are gone")
            found = [row[0] for table in CHECKED for row in db.execute(f"PRAGMA quick_check({table})")]
    except sqlite3.Error as error:
        raise refuse(path, error) from error
    if set(found) - {"ok"}:
        wrong = next(line for line in found if line != "ok").splitlines()[-1]
        raise refuse(path, _damage(wrong))


def _check_owner(path: Path, db: sqlite3.Connection) -> None:
    owner, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if owner != APPLICATION and not empty:
        raise StoreError(f"{path} is another program's database: it was left as it is; name another --data")
    if version > VERSION:
        raise StoreError(f"the store {path} was written by a newer Tableside (store version {version}, this one knows "
                         f"{VERSION}): it was left as it is; bring this Tableside up to date")


def _damage(text: str) -> sqlite3.Error:
    error = sqlite3.DatabaseError(text)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _free_bytes(path: Path) -> int:
    return shutil.disk_usage(path.parent).free
