"""The soak, a minute of it: no press lost, no state unlike its log, no thread dead."""
from __future__ import annotations

import pytest

from app.commands.bench_soak import run


@pytest.mark.long
def test_a_minute_of_wear() -> None:
    rows = run(60.0)
    print(rows)
    assert rows["board"]["presses arrived"] == rows["board"]["presses made"] > 50
    assert rows["board"]["restarts"] > 5
    assert rows["game"]["states unlike their log"] == 0
    assert rows["process"]["all threads alive"] == "yes"
