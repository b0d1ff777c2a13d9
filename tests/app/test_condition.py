"""Home says at a glance how camera, panel and disk are doing, and what the sticks give and take is told in words."""
from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import sticks
from app.lines import condition_of
from app.store import Store
from app.table import Table
from app.view.screen import Health
from hardware.health import Health as WireHealth


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Store(tmp_path / "tableside.sqlite"), None, None)


@pytest.mark.parametrize(("health", "shown"), [
    (None, Health("camera", True, "No camera: all by hand")),
    (WireHealth(True, "1280x720"), Health("camera", True, "The camera sees")),
    (WireHealth(False, "unplugged: plug it in"), Health("camera", False, "unplugged: plug it in")),
])
def test_a_wire_at_a_glance(health: WireHealth | None, shown: Health) -> None:
    assert condition_of("camera", health) == shown


@pytest.mark.parametrize(("free", "shown"), [
    (12_340_000_000, Health("disk", True, "12.3 GB free")), (90_000_000, Health("disk", False, "0.1 GB free"))])
def test_the_disk_at_a_glance(table: Table, monkeypatch: pytest.MonkeyPatch, free: int, shown: Health) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert table.condition() == (Health("camera", True, "No camera: all by hand"),
                                 Health("panel", True, "No button panel"), shown)


def test_sticks_give_and_take(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (table.back_up(), table.bring_back()) == ("No stick: plug one in",) * 2
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(sticks, "sticks_in", lambda: (stick,))
    assert told(table.bring_back()) == f"no backup lies on {stick}"
    assert told(table.back_up()) == f"All is in {stick / 'tableside'}"
    assert told(table.bring_back()) == "All is here: start again"
    table.start("starship_catan", ("Ann", "Ben"))
    assert told(table.export()) == f"It lies in {stick / 'tableside' / 'exports'}"
    assert sorted(path.name for path in (stick / "tableside" / "exports").iterdir()) == [
        "starship_catan-1.csv", "starship_catan-1.json"]


def told(said: str | Callable[[], str]) -> str:
    """What became of it, once it is done."""
    assert callable(said)
    end = time.monotonic() + 30
    while not said() and time.monotonic() < end:
        time.sleep(0.01)
    return said()
