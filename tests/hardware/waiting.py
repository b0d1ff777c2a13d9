"""Waiting for what another thread or process brings about."""
from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 10.0


def wait_for(holds: Callable[[], bool], patience: float = PATIENCE_S, pause: float = 0.001) -> bool:
    """Whether `holds` comes true before `patience` ends."""
    end = time.monotonic() + patience
    while not holds() and time.monotonic() < end:
        time.sleep(pause)
    return holds()
