"""Long work that nobody shall wait for, such as a copy to a stick: done beside, what became of it told once done."""
from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from app.errors import AppError


class Copying:
    """Does `work` in a thread of its own; `says` is empty until it is done, then what it gave, or why it refused."""

    def __init__(self, work: Callable[[], str]) -> None:
        self._work, self._said = work, ""
        Thread(target=self._run, name="copying", daemon=True).start()

    def says(self) -> str:
        return self._said

    def _run(self) -> None:
        try:
            self._said = self._work()
        except AppError as refusal:
            self._said = str(refusal)
