"""What people call things that have no counter or card of their own, as messages for the catalogue."""
from __future__ import annotations

from app.game.now import Now
from app.game.state import Said
from app.packs.emergence_event.ship import COLOURS, captain, price_of

PRINTED = {
    "move": Said("Maximum movement"), "hand": Said("Hand size"), "hold": Said("Hold spaces"),
    "upgraded": Said("Upgraded hold spaces"), "storage": Said("Trinium storage"), "slots": Said("Artifact slots"),
}  # fmt: skip
GOODS = {"tile": Said("Reward tile"), "artifact": Said("Stored artifact"), "shards": Said("Artifact shard")}
SHORT = {"red": Said("red"), "blue": Said("blue"), "yellow": Said("yellow")}


def printed(now: Now, field: str) -> Said | str:
    """What people call a number of the board."""
    return PRINTED.get(field) or now.label(field)


def good_name(now: Now, good: str) -> Said | str:
    return GOODS.get(good) or now.label(good)


def colour_name(now: Now, colour: str) -> Said | str:
    return Said("resources") if colour == "any" else now.label(colour)


def special_name(now: Now) -> str:
    """The captain's own technology."""
    return str(now.card_field(captain(now), "special"))


def price_text(now: Now, card: str) -> Said:
    """What a technology costs, colour by colour."""
    prices = [(colour, price_of(now, card, colour)) for colour in COLOURS]
    parts = [Said("{number} {what}", (("number", price), ("what", SHORT[colour]))) for colour, price in prices if price]
    text, *rest = parts
    for part in rest:
        text = Said("{one}, {more}", (("one", text), ("more", part)))
    return text
