"""The eye outlives a picture that it cannot bear, says so, and sees again."""
from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np
import pytest

from app import eye as eyes
from app.eye import Eye, Watch
from hardware.health import Health
from vision.errors import NoPicture
from vision.types import Expectation, Frame, Library, Sighting

GREY = np.full((60, 80, 3), 90, np.uint8)


class Grey:
    """A camera over a grey table, a new picture with each look."""

    health, held = Health(True, "grey"), None

    def __init__(self) -> None:
        self._count = itertools.count()

    def read(self) -> Frame:
        return Frame(GREY, time.monotonic(), next(self._count))

    def hold(self, wanted: object) -> None:
        """It holds nothing."""

    def close(self) -> None:
        """Nothing to close."""


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(("error", "said"), [
    (ZeroDivisionError(), "the eye stumbled (ZeroDivisionError): throw again, or enter it by hand"),
    (NoPicture("no picture at all"), "no picture at all"),
])
def test_it_says_what_is_wrong_and_sees_again(monkeypatch: pytest.MonkeyPatch, error: Exception, said: str) -> None:
    blind = True

    def look(*_: object) -> tuple[Sighting | None, None]:
        if blind:
            raise error
        return None, None

    monkeypatch.setattr(eyes, "look", look)
    eye = Eye(Grey(), None, Library())
    eye.watch = Watch(Expectation(), lambda *_: None, lambda *_: None)
    until(lambda: eye.health == Health(False, said))
    blind = False
    until(lambda: eye.health == Health(True, "grey"))
    eye.close()
