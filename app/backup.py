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
    """Copy all of it into a folder of the stick, an older copy only when the new one is whole; the folder.

    Raises BackupFailed in words.
    """
    folder = stick / FOLDER
    fresh = folder / (places.store.name + ".new")
    try:
        folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(places.store)) as source, closing(sqlite3.connect(fresh)) as target:
            source.backup(target)
        os.replace(fresh, folder / places.store.name)
        for path in (places.profile, places.settings):
            if path.exists():
                shutil.copyfile(path, folder / path.name)
    except (OSError, sqlite3.Error) as error:
        fresh.unlink(missing_ok=True)
        raise BackupFailed(f"the copy to {stick} failed ({error}): nothing there was changed") from error
    return folder
