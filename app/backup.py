"""Everything that is kept, copied whole to a USB stick: the store while it is in use, the profile and the settings."""
from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from app.config import Places
from app.errors import BackupFailed

STICKS = ("/media", "/run/media")
FOLDER = "tableside"


def sticks_in(roots: Iterable[str | Path] = STICKS) -> tuple[Path, ...]:
    """Where sticks are mounted: a desktop mounts them one or two folders below."""
    found = (path for root in roots for pattern in ("*", "*/*") for path in sorted(Path(root).glob(pattern)))
    return tuple(path for path in found if path.is_mount() and os.access(path, os.W_OK))


def back_up(places: Places, stick: Path) -> Path:
    """Copy all of it into a folder of the stick, over an older copy only when the new one is whole; gives the folder.

    Raises BackupFailed in words.
    """
    folder = stick / FOLDER
    kept = [path for path in (places.store, places.profile, places.settings) if path.exists()]
    fresh = {path: folder / (path.name + ".new") for path in kept}
    try:
        folder.mkdir(exist_ok=True)
        for path, copy in fresh.items():
            (_copy_store if path == places.store else shutil.copyfile)(path, copy)
            _reach_disk(copy)
        for path, copy in fresh.items():
            os.replace(copy, folder / path.name)
        _reach_disk(folder)
    except (OSError, sqlite3.Error) as error:
        for copy in fresh.values():
            copy.unlink(missing_ok=True)
        raise BackupFailed(f"the copy to {stick} failed ({error}): the older copy is still there") from error
    return folder


def _copy_store(path: Path, copy: Path) -> None:
    """A store in use is copied as it stood at one moment."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def _reach_disk(path: Path) -> None:
    """Whoever is told that it is done may pull the stick out at once."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
