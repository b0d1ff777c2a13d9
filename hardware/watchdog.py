"""Tells systemd that the app is up, and again and again that it is alive; where nobody watches, it says nothing."""
from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable

ALIVE_S = 5.0  # well within the unit's thirty seconds


class Watchdog:
    """Systemd's notify socket, as sd_notify(3) describes it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        self._clock = clock
        self._told_at: float | None = None

    def alive(self) -> None:
        """Call it at every turn of the main loop, and nowhere else: a loop that hangs must fall silent."""
        now = self._clock()
        if self._told_at is None:
            self._tell(b"READY=1\nSTATUS=playing")
        elif now - self._told_at < ALIVE_S:
            return
        self._told_at = now
        self._tell(b"WATCHDOG=1")

    def _tell(self, words: bytes) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            try:
                line.sendto(words, address)
            except OSError:
                return  # systemd is restarting itself; it will be told next time
