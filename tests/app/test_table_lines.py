"""A saved game in one line: names are told from points, and the day is said."""
from __future__ import annotations

import time

import pytest

from app.game.step import setup
from app.lines import line_of, title_of
from app.packs import load_pack
from app.store import GameSummary

BEGUN = time.mktime((2026, 11, 28, 20, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(("pack", "players", "line"), [
    ("starship_catan", ("Zoe", "Player 2"), "Starship Catan · 2026-11-28: Zoe: 0, Player 2: 0"),
    ("alien_uprising", ("Zoe", "Ann", "Bo"), "Alien Uprising · 2026-11-28: Zoe, Ann, Bo"),
])
def test_the_line_of_a_saved_game(pack: str, players: tuple[str, ...], line: str) -> None:
    title = title_of(load_pack(pack), setup(load_pack(pack), players))
    assert line_of(GameSummary(f"{pack}-1", pack, "1", players, title, BEGUN, 3, True)) == line
