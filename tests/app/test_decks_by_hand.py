"""Cards moved by hand: what may be taken out of a pile, and where it lies then."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.store import Store
from app.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game of Starship Catan, past its set-up."""
    with closing(Store(tmp_path / "store.sqlite")) as store:
        table = Table(store, None, None)
        table.start("starship_catan", ("Ann", "Ben"))
        assert table.session is not None
        while len(table.session.facts) < 3:
            table.choose(next(choice.id for choice in table.screen().prompt.choices if choice.enabled))  # type: ignore[union-attr]
            table.tick()
        yield table


def test_a_card_is_moved_by_hand_and_back_by_undo(table: Table) -> None:
    before = {pile.name: pile for pile in table.screen().piles}  # type: ignore[union-attr]
    pile = before["sector_1"]
    assert ("Pallas", "Pallas") in pile.cards
    assert "sector_1" not in dict(pile.targets)
    assert len([card for _, card in pile.cards if card == "Pirates"]) == 1, "a veil is not lifted"
    table.move("Pallas", "sector_1", "sector_2")
    table.tick()
    after = {pile.name: pile for pile in table.screen().piles}  # type: ignore[union-attr]
    assert (after["sector_1"].count, after["sector_2"].count) == (pile.count - 1, before["sector_2"].count + 1)
    assert after["sector_2"].next == (("Pallas", 100),)
    table.undo()
    table.tick()
    assert {pile.name: pile for pile in table.screen().piles} == before  # type: ignore[union-attr]


@pytest.mark.parametrize("into", ["", "sector_2"])
def test_a_pile_is_shuffled_by_hand_and_back_by_undo(table: Table, into: str) -> None:
    table.move("Pallas", "sector_1", "sector_2")
    table.move("Pallas", "sector_2", "sector_1")
    table.tick()
    before = {pile.name: pile for pile in table.screen().piles}  # type: ignore[union-attr]
    assert (before["sector_1"].next, before["sector_1"].mixed) == ((("Pallas", 100),), False)
    table.shuffle("sector_1", into)
    table.tick()
    screen = table.screen()
    assert screen is not None
    after = {pile.name: pile for pile in screen.piles if pile.name in ("sector_1", "sector_2")}
    first, second = before["sector_1"].count, before["sector_2"].count
    left = {"sector_2": first + second} if into else {"sector_1": first, "sector_2": second}
    assert {name: pile.count for name, pile in after.items()} == left
    assert after[into or "sector_1"].mixed
    assert dict(after[into or "sector_1"].next)["Pallas"] < 100
    assert screen.log[-1].text == ("Sector 1 shuffled into Sector 2" if into else "Sector 1 shuffled")
    table.undo()
    table.tick()
    assert {pile.name: pile for pile in table.screen().piles} == before  # type: ignore[union-attr]
