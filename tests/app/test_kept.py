"""What the owner of a box has told once holds in the next game, without a touch to the pack's file."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.game.events import Adjusted
from app.game.step import setup, step
from app.kept import kept_of
from app.packs import known_packs, load_pack
from app.session import Session
from app.store import Store

TOLD = (
    Adjusted("Enif I.die", 3), Adjusted("yellow.6", 5), Adjusted("moon_science", 4), Adjusted("two_each", 1),
    Adjusted("carbon", 2, 0),
)  # fmt: skip


def test_printed_numbers_and_house_rules_open_the_next_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    pack = load_pack("starship_catan")
    first = Session(store, pack, ("Ann", "Bob"))
    for told in TOLD:
        assert first.act(told, "table", 1.0), first.notice
    store.close()
    store = Store(tmp_path / "store")
    second = Session(store, pack, ("Cat", "Dan")).state
    assert dict(second.fixes) == {"Enif I.die": 3, "yellow.6": 5}
    assert (second.table["moon_science"], second.table["two_each"], second.seats[0]["carbon"]) == (4, 1, 0)
    assert pack.cards["Enif I"].fields["die"] == 2
    store.close()


@pytest.mark.parametrize("name", known_packs())
def test_every_kept_number_and_switch_is_kept(name: str) -> None:
    pack = load_pack(name)
    state = setup(pack, ("Ann", "Bob", "Cat")[: pack.most])
    kept = [rule for rule in pack.table.values() if rule.kept]
    told = [Adjusted(rule.name, rule.start + (-1 if rule.start > (rule.low or 0) else 1)) for rule in kept]
    for event in told:
        state = step(pack, state, event)
    assert set(kept_of(pack, state)) == set(told)
