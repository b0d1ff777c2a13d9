"""Starship Catan beyond its transcripts: what the modules roll is told once and kept."""
from __future__ import annotations

from app.game.events import Adjusted, Chose, Event, Pressed
from app.game.step import setup, step
from app.kept import kept_of
from app.packs import load_pack

ROLLS = ("moon_science", "sun_science", "science_low", "science_high",
         "moon_goods", "sun_goods", "goods_low", "goods_high")  # fmt: skip


def test_what_the_modules_roll_is_kept() -> None:
    pack = load_pack("starship_catan")
    told: list[Event] = [Chose("numbers")]
    for name in ROLLS:
        told += [Chose(f"number:{name}"), Chose("value:6")]
    state = setup(pack, ("Ann", "Bob"))
    for event in (*told, Pressed("go_on")):
        state = step(pack, state, event)
    assert set(kept_of(pack, state)) == {Adjusted(name, 6) for name in ROLLS}
