"""What Starship Catan needs beyond the common vocabulary: missions, and what people call a kind of card."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said

PAID = ("astro", "carbon", "food", "fuel", "ore", "trade_goods", "science")
KINDS = {"post": Said("Trade post"), "planet": Said("Trade planet"), "colony": Said("Colony"),
         "adventure": Said("Adventure planet")}  # fmt: skip


def kind_name(now: Now, kind: str) -> Said:
    """What people call a kind of card."""
    return KINDS[kind]


def doable(now: Now, planet: str) -> tuple[str, ...]:
    """The missions that lie open for the planet, and whose needs the player meets."""
    return tuple(card for card in now.within("missions") if now.field(card, "planet") == planet and _met(now, card))


def complete(now: Now, mission: Amount) -> Now:
    """Pay what the mission needs and take what it gives; goods to choose wait in `reward`."""
    card = mission(now)
    for name in PAID:
        now = now.pay(name, _need(now, card, name))
    medals, points = _number(now, card, "medals"), _number(now, card, "points")
    now = now.change("astro", _number(now, card, "astro")).change("medals", medals).change("mission_points", points)
    now = now.move_card(card, "missions", "trophies" if medals or points else "laid_down")
    return now.set("reward", _number(now, card, "any_goods"))


def _met(now: Now, card: str) -> bool:
    paid = all(now.have(name) >= _need(now, card, name) for name in PAID)
    return paid and now.have("boosters") >= _number(now, card, "boosters")


def _need(now: Now, card: str, name: str) -> int:
    return _number(now, card, f"need_{name}")


def _number(now: Now, card: str, field: str) -> int:
    return int(now.field(card, field))
