"""The numbers on which our sources disagree: asked once, kept, and used."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount


def number_of(now: Now, name: str) -> int:
    """A number as it stands: of a counter, or printed on a card."""
    card, _, field = name.partition(".")
    return int(now.field(card, field) if field else now.value(name))


def number_label(now: Now, name: str) -> str:
    """What people call such a number."""
    return name.replace(".", ": ") if "." in name else now.label(name)


def numbers_for(now: Now, name: str) -> tuple[int, ...]:
    """What the number may be."""
    rule = now.pack.table.get(name)
    return tuple(range(rule.low or 0, int(rule.high(now)) + 1)) if rule and rule.high else tuple(range(10))


def set_number(now: Now, name: Amount, value: Amount) -> Now:
    """Keep what the box prints."""
    said, number = str(name(now)), int(value(now))
    return now.fix(said, number) if "." in said else now.set(said, number)
