"""The dice bench: rows whose figures are there and belong together, and the card's claims told as they stand."""
from __future__ import annotations

import pytest

from app.commands import bench_dice
from app.commands.bench_dice import CARD, absdiff_and_threshold, claims_of, tray_of
from vision.dice import find_dice
from vision.tray import standard_profile
from vision.types import Expectation, Library

CLAIM = """# card
```
set            photos    right    silent       ms
nell              205   0.9595    0.0341    153.9
ALL               343   0.9122       0.0    168.7
```
```
set            photos    right    silent       ms
nell              205   1.0       0.0       153.9
```
"""


def test_the_cards_first_table_is_the_claim() -> None:
    assert claims_of(CLAIM) == {
        "card, left out: nell": {"photos": 205, "right": 0.9595, "silent": 0.0341, "ms": 153.9},
        "card, left out: ALL": {"photos": 343, "right": 0.9122, "silent": 0, "ms": 168.7}}


def test_the_shipped_card_has_claims_and_one_without_none() -> None:
    assert "card, left out: ALL" in claims_of(CARD.read_text(encoding="utf-8"))
    assert claims_of("nothing here") == {}


@pytest.mark.parametrize("count", [1, 6])
def test_the_drawn_tray_shows_so_many_dice(count: int) -> None:
    tray = tray_of(count)
    assert (tray.shape, len(find_dice(tray, standard_profile((1640, 1232)), Expectation(), Library()))) == (
        (1232, 1640, 3), count)


def test_watching_is_measured_beside_its_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_dice, "PICTURES", 3)
    row = bench_dice._watching_row(tray_of(1), standard_profile((1640, 1232)))
    assert row["ratio"] == row["ms"] / row["yardstick ms"]
    assert row["ms"] > row["ms beyond the shrink"]
    assert absdiff_and_threshold(tray_of(1)[:480, :640])(tray_of(1)) is None


@pytest.mark.long
def test_a_process_that_only_reads_stays_small() -> None:
    memory = bench_dice._memory_row()
    assert memory["MB"] <= 250
    assert memory["MB at 50 megapixels"] <= 450
    assert memory["MB grown in 5000 frames"] <= 5
