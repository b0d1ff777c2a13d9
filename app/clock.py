"""Table time: seconds that run on across a resume and stand still in a pause, never the wall clock."""
from __future__ import annotations

import time
from collections.abc import Callable


class TableClock:
    """Counts seconds from `at`; `tick` is any monotonic clock."""

    def __init__(self, at: float = 0.0, tick: Callable[[], float] = time.monotonic) -> None:
        self._tick = tick
        self._at = at
        self._since: float | None = tick()

    @property
    def paused(self) -> bool:
        return self._since is None

    def now(self) -> float:
        """Table time in seconds."""
        return self._at if self._since is None else self._at + self._tick() - self._since

    def pause(self) -> None:
        self._at, self._since = self.now(), None

    def go_on(self) -> None:
        if self._since is None:
            self._since = self._tick()
