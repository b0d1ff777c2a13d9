"""The saved games of a user copied to a folder, whole even while a game is being played."""
from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

KEPT = ("profile.json",)


def data_of(user: str) -> Path:
    return Path(f"~{user}").expanduser() / ".local" / "share" / "tableside"


def back_up(data: Path, target: Path) -> Path:
    """Copy store and settings; the old copy is replaced only once the new one is whole. Raises OSError."""
    folder = target / "tableside-backup"
    folder.mkdir(exist_ok=True)
    store, fresh = data / "tableside.sqlite", folder / "tableside.sqlite.new"
    with (
        closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(fresh)) as copy,
    ):
        source.backup(copy)
    fresh.replace(folder / "tableside.sqlite")
    for name in KEPT:
        if (data / name).exists():
            shutil.copy2(data / name, folder / name)
    return folder


def main(user: str, target: str) -> int:
    data = data_of(user)
    if not (data / "tableside.sqlite").exists():
        print(f"no saved games in {data}")
        return 0
    try:
        print(f"saved games copied to {back_up(data, Path(target))}")
    except (OSError, sqlite3.Error) as error:
        print(f"saved games could not be copied: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
