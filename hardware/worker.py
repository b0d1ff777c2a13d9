"""The one thread class: a step done again and again until it is closed."""
from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable


class Worker:
    """Calls `step` in a thread of its own; a step waits only in `rest`, which `wake` and `close` end at once."""

    def __init__(self, name: str, step: Callable[[], None]) -> None:
        self._step = step
        self._closing = False
        self._wake_out, self._wake_in = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def wake(self) -> None:
        """Let the step's rest end now; from any thread."""
        if not self._closing:
            self._poke()

    def rest(self, seconds: float, wire: int | None = None) -> bool:
        """Wait until `wire` (a file descriptor) can be read, a wake, or the time is up; say whether it can be read."""
        wires = [self._wake_out] if wire is None else [self._wake_out, wire]
        ready, _, _ = select.select(wires, [], [], max(seconds, 0.0))
        if self._wake_out in ready:
            os.read(self._wake_out, 4096)
        return wire in ready

    def close(self, patience: float = 5.0) -> None:
        """End the thread after the step that it is in; a step wedged for longer than `patience` is left behind."""
        if self._closing:
            return
        self._closing = True
        self._poke()
        if self._thread.ident is not None:
            self._thread.join(patience)
        if not self._thread.is_alive():
            os.close(self._wake_out)
            os.close(self._wake_in)

    def _run(self) -> None:
        while not self._closing:
            self._step()

    def _poke(self) -> None:
        try:
            os.write(self._wake_in, b"!")
        except BlockingIOError:
            return  # it is awake already
