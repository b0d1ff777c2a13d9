"""The soak, twelve minutes at the table of it: no press lost, no state unlike its log, no thread dead."""
from __future__ import annotations

import pytest

from app.commands.bench_soak import run


@pytest.mark.long
def test_twelve_minutes_of_wear() -> None:
    rows = run(0.2)
    print(rows)
    assert rows["board"]["presses arrived"] == rows["board"]["presses made"] > 30
    assert rows["board"]["restarts"] >= 1
    assert rows["camera"]["rolls read"] > 0.8 * rows["camera"]["throws"] > 10
    assert rows["game"]["states unlike their log"] == 0
    assert rows["process"]["all threads alive"] == "yes"
