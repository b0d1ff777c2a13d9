"""The Pi's power, asked after once a minute: a brown-out in the middle of a game is noticed and told."""
from __future__ import annotations

from collections import deque
from collections.abc import Callable

from hardware.checks import check_power
from hardware.health import WORKS, Finding
from hardware.worker import Worker

EVERY_S = 60.0


class Power:
    """Watches in a thread of its own until closed."""

    def __init__(self, ask: Callable[[], Finding | None] = check_power, every_s: float = EVERY_S) -> None:
        self._ask, self._every_s = ask, every_s
        self._told = ""
        self._news: deque[str] = deque(maxlen=1)
        self._worker = Worker("power", self._step)
        self._worker.start()

    def news(self) -> str:
        """What has come to be wrong, each once; "" if nothing."""
        return self._news.popleft() if self._news else ""

    def close(self) -> None:
        self._worker.close()

    def _step(self) -> None:
        found = self._ask()
        trouble = found.text if found is not None and found.state != WORKS else ""
        if trouble and trouble != self._told:
            self._news.append(trouble)
        self._told = trouble
        self._worker.rest(self._every_s)
