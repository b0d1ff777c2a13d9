"""Long work goes on beside the screen, and says what became of it once it is done."""
from __future__ import annotations

import time
from threading import Event

from app.copying import Copying
from app.errors import BackupFailed


def said_by(copying: Copying) -> str:
    end = time.monotonic() + 20
    while not copying.says() and time.monotonic() < end:
        time.sleep(0.01)
    return copying.says()


def test_nobody_waits_for_it() -> None:
    done = Event()
    copying = Copying(lambda: str(done.wait(20)))
    assert copying.says() == ""
    done.set()
    assert said_by(copying) == "True"


def test_a_refusal_is_told() -> None:
    def refuse() -> str:
        raise BackupFailed("no room on the stick")

    assert said_by(Copying(refuse)) == "no room on the stick"
