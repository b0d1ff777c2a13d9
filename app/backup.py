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
from app.store_file import check_file

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


def bring_back(places: Places, stick: Path) -> None:
    """Lay the stick's copy, if it is sound, where the next start takes it up; raises AppError in words."""
    folder = stick / FOLDER
    if not (folder / places.store.name).exists():
        raise BackupFailed(f"no backup lies on {stick}")
    check_file(folder / places.store.name)
    fresh = places.brought_back.with_suffix(".new")
    try:
        for older in (fresh, places.brought_back):
            shutil.rmtree(older, ignore_errors=True)
        fresh.mkdir(parents=True)
        for path in (places.profile, places.settings, places.store):
            if (folder / path.name).exists():
                shutil.copyfile(folder / path.name, fresh / path.name)
                _reach_disk(fresh / path.name)
        os.replace(fresh, places.brought_back)  # all of it or nothing
    except OSError as error:
        raise BackupFailed(f"the copy from {stick} failed ({error.strerror}): nothing was changed") from error


def take_up(places: Places) -> bool:
    """At a start, before anything is opened: what was brought back takes its place, and what was there is kept beside.

    Whether there was anything to take up.
    """
    if not (places.brought_back / places.store.name).exists():
        return False
    for path in (places.profile, places.settings, places.store):
        fresh = places.brought_back / path.name
        if fresh.exists():
            for end in ("", "-wal", "-shm"):  # a store's last words may lie beside it
                old, before = path.with_name(path.name + end), path.with_name(f"{path.name}.before{end}")
                before.unlink(missing_ok=True)
                if old.exists():
                    os.replace(old, before)
            os.replace(fresh, path)
    shutil.rmtree(places.brought_back)
    return True


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
