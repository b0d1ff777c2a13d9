"""Table time runs on, stands still in a pause and takes up where a saved game stopped."""
from __future__ import annotations

from app.clock import TableClock


def test_the_clock_counts_pauses_and_resumes() -> None:
    wall = iter([100.0, 103.0, 105.0, 200.0, 204.0, 204.0])
    clock = TableClock(at=60.0, tick=lambda: next(wall))
    seen = [clock.now()]
    clock.pause()
    seen.append(clock.now())
    clock.go_on()
    seen.append(clock.now())
    clock.go_on()
    seen.append(clock.now())
    assert seen == [63.0, 65.0, 69.0, 69.0]
