"""The cards bench, in small: each row has its figures, and drawn cards are named among all that are enrolled."""
from __future__ import annotations

import pytest

from app.commands import bench_cards


def test_a_small_bench_has_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"SOME": 12, "MANY": 24, "KNOWN": 2, "STRANGERS": 2, "FOR_PLAIN": 1, "RIVALS": 2}.items():
        monkeypatch.setattr(bench_cards, name, number)
    rows = bench_cards.run()
    reading = {"ms", "ratio", "right %", "sure %", "wrong and sure %", "strangers sure %"}
    assert {name: set(row) for name, row in rows.items()} == {
        "12 enrolled": reading, "24 enrolled": reading, "learning a card": {"ms", "ratio"},
        "loading 12": {"ms", "MB on disk", "MB in memory"}, "an unchanged spot": {"ms", "ratio"},
        "perceptual hash": {"ms", "right %", "among"}, "ORB + RANSAC": {"ms", "right %", "among"}}
    assert [(rows[f"{some} enrolled"]["right %"], rows[f"{some} enrolled"]["strangers sure %"])
            for some in (12, 24)] == [(100, 0), (100, 0)]
