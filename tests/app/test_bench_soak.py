"""The soak, half an hour at the table of it: no press lost, no state unlike its log, no thread dead."""
from __future__ import annotations

import pytest

from app.commands.bench_soak import run


@pytest.mark.long
def test_half_an_hour_of_wear() -> None:
    rows = run(0.5)
    print(rows)
    assert rows["board"]["presses arrived"] == rows["board"]["presses made"] > 50
    assert rows["board"]["restarts"] > 1
    assert rows["camera"]["rolls read"] > 0.8 * rows["camera"]["throws"] > 20
    assert rows["game"]["states unlike their log"] == 0
    assert rows["process"]["all threads alive"] == "yes"
