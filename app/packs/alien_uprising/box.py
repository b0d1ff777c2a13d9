"""What the owner's box prints where the rulebook is silent: asked once, kept, and laid out."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said

EVENT_TOKENS = ("ship", "egg", "two eggs", "ship and egg")
ALIENS = ("Archer", "Brute", "Champion", "Scout", "Slasher", "Scavenger", "Tunneler")
COLOURS = ("Green", "Blue", "Red")
DEBRIS = {"Crystal": "crystals", "Unstable crystal": "unstable", "Hidden alien": "hidden"}
SHIELD_VALUES = (2, 3, 4, 5, 6)
# A page of questions: counters by name, or one field of every card of a deck.
PAGES: dict[str, tuple[str, ...]] = {"crew": ("health", "arrow", "move", "defence"), "items": ("track",),
                                     "boards": ("wrenches", "crystals")}  # fmt: skip
PAGE_LABELS = {"counts": Said("counts"), "crew": Said("crew"), "items": Said("items"), "boards": Said("boards")}
FIELDS = {"health": Said("health"), "arrow": Said("red arrow"), "move": Said("movement"), "defence": Said("defence"),
          "track": Said("track"), "wrenches": Said("wrenches"), "crystals": Said("crystals")}  # fmt: skip


def numbers_on(now: Now, page: str) -> tuple[str, ...]:
    """The numbers of a page of the set-up's questions, by name."""
    if page not in PAGES:
        return _counted()
    asked = PAGES[page]
    return tuple(f"{card.name}.{field}" for card in now.pack.deck(page) for field in asked if field in card.fields)


def number_of(now: Now, name: str) -> int:
    """A number as it stands: of a counter, or printed on a card."""
    card, _, field = name.partition(".")
    return int(now.field(card, field) if field else now.value(name))


def number_label(now: Now, name: str) -> Said:
    """What people call such a number."""
    card, _, field = name.partition(".")
    return Said("{card}: {number}", (("card", card), ("number", FIELDS[field]))) if field else Said(now.label(name))


def page_label(now: Now, page: str) -> Said:
    """What people call a page of the set-up's questions."""
    return PAGE_LABELS[page]


def set_number(now: Now, name: Amount, value: Amount) -> Now:
    """Keep what the box prints."""
    said, number = str(name(now)), int(value(now))
    return now.fix(said, number) if "." in said else now.set(said, number)


def shield_values(now: Now) -> tuple[int, ...]:
    """The values that the box has shield tokens of."""
    return tuple(value for value in SHIELD_VALUES if now.value(f"value_{value}"))


def lay_out(now: Now) -> Now:
    """Fill the bag, the gestation deck, the debris and the red events as the box says."""
    bag = [name for name in ALIENS for _ in range(now.value(f"{name.lower()}s"))]
    blue, red = (_events(now, colour) for colour in ("Blue", "Red"))
    debris = [card.name for card in now.pack.deck("debris") for _ in range(_copies(now, card.name, card.copies))]
    eggs = [f"{colour} gestation" for colour in COLOURS for _ in range(now.value(f"{colour.lower()}_cards"))]
    heaps = {"bag": bag + blue, "red_events": red, "debris": debris, "gestation_deck": eggs}
    for pile, cards in heaps.items():
        now = now.with_pile(pile, (tuple(sorted(cards)),) if cards else ())
    return now


def refill(now: Now) -> Now:
    """Defeated aliens and resolved events go back into the bag."""
    heap = [card for pile in ("bag", "defeated", "events_done") for layer in now.pile(pile) for card in layer]
    now = now.with_pile("bag", (tuple(sorted(heap)),) if heap else ())
    return now.with_pile("defeated", ()).with_pile("events_done", ())


def _counted() -> tuple[str, ...]:
    events = tuple(f"{colour}_{name.replace(' ', '_')}" for colour in ("blue", "red") for name in EVENT_TOKENS)
    aliens = tuple(f"{name.lower()}s" for name in ALIENS)
    cards = tuple(f"{colour.lower()}_cards" for colour in COLOURS)
    shields = tuple(f"value_{value}" for value in SHIELD_VALUES)
    return ("rescue_length", "first_shields", *aliens, *events, *cards, *shields, *DEBRIS.values())


def _events(now: Now, colour: str) -> list[str]:
    key = colour.lower()
    return [f"{colour} {name}" for name in EVENT_TOKENS for _ in range(now.value(f"{key}_{name.replace(' ', '_')}"))]


def _copies(now: Now, name: str, printed: int) -> int:
    return int(now.value(DEBRIS[name])) if name in DEBRIS else printed
