"""What lies on the table, from a pack's data: counters, switches, dice, cards and piles."""
from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Mapping
from itertools import takewhile

from app.game.calls import calls_of
from app.game.errors import PackError, unknown
from app.game.pack import Calls, Card, Counter, Die, PileRule
from app.game.reader import Reader
from app.game.source import Row, Table
from app.game.state import is_unseen, unseen

COUNTER_KEYS = ("label", "start", "low", "high", "shown", "kept", "wrap", "carry", "marks", "track")
SWITCH_KEYS = ("label", "start", "in_play")


def counters_of(table: Table, reader: Reader) -> dict[str, Counter]:
    return {name: _counter(name, table.table(name).only("key", COUNTER_KEYS), reader) for name in table}


def _counter(name: str, row: Table, reader: Reader) -> Counter:
    label = row.text("label", name.replace("_", " ").capitalize())
    low, start = row.number("low", 0), row.number("start", 0)
    if start < low or (isinstance(row.get("high"), int) and not low <= start <= row["high"]):
        raise PackError(f"{row.place}: {name} starts at {start}, outside of {low} to {row.get('high', 'any number')}")
    carry = row.text("carry") or None
    if carry and carry not in (known := reader.names.seat | reader.names.table):
        raise unknown(row.at("carry"), "counter", carry, known)
    if row.get("wrap") and "high" not in row:
        raise PackError(f"{row.at('wrap')}: a track that wraps needs its high")
    if carry and not row.get("wrap"):
        raise PackError(f"{row.at('carry')}: a track carries as it wraps; add 'wrap: true'")
    return Counter(
        name, label, start, low, reader.sum(row, "high"), row.flag("shown", True), row.flag("kept"),
        row.flag("wrap"), carry, _marks(row.table("marks"), row, reader), track=row.flag("track"),
    )  # fmt: skip


def _marks(table: Table, row: Table, reader: Reader) -> dict[int, Calls]:
    for key in table:
        if not key.isdigit():
            raise PackError(f"{table.at(key)}: a mark is a number, not {key!r}")
        if isinstance(row.get("high"), int) and int(key) > row["high"]:
            raise PackError(f"{table.at(key)}: the track ends at {row['high']}, before its mark at {key}")
    return {int(key): calls_of(table.rows(key), reader) for key in table}


def switches_of(table: Table) -> dict[str, Counter]:
    rows = {name: table.table(name).only("key", SWITCH_KEYS) for name in table}
    return {
        name: Counter(name, row.text("label", name), row.number("start", 0), 0, lambda now: 1, shown=False, kept=True,
                      switch=True, in_play=row.flag("in_play", True))
        for name, row in rows.items()
    }  # fmt: skip


def dice_of(data: Table) -> dict[str, Die]:
    table = data.table("dice")
    rows = {name: table.table(name).only("key", ("colour", "kind", "faces")) for name in table}
    for name, row in rows.items():
        if not row.rows("faces") or not all(type(face) in (int, str) for face in row.rows("faces")):
            raise PackError(f"{table.at(name)}: say the faces of die {name!r}, one for each side")
    return {
        name: Die(name, row.text("colour", name), tuple(row.rows("faces")), row.text("kind", "pipped"))
        for name, row in rows.items()
    }


def cards_of(data: Table) -> dict[str, Card]:
    decks = data.table("decks")
    found: dict[str, Card] = {}
    for deck in decks:
        cards = decks.table(deck)
        for name in cards:
            if name in found:
                raise PackError(f"{cards.at(name)}: the card {name!r} is already in deck {found[name].deck!r}")
            fields = {key: value for key, value in cards.table(name).items() if key != "copies"}
            found[name] = Card(name, deck, cards.table(name).number("copies", 1), {"deck": deck, **fields})
    _must_be_spelt(data, found)
    return found


def _must_be_spelt(data: Table, cards: Mapping[str, Card]) -> None:
    """A field that one card alone has, and no rule asks for, is no misspelling of what others have."""
    have = Counted(field for card in cards.values() for field in card.fields)
    common = [field for field, number in have.items() if number > 1]
    for card in cards.values():
        for field in card.fields:
            near = next((name for name in common if have[field] == 1 and _is_slip(field, name)), None)
            if near and not any(field in str(rows) for part, rows in data.items() if part != "decks"):
                place = data.table("decks").table(card.deck).table(card.name).at(field)
                raise PackError(f"{place}: no other card has {field!r}, and no rule asks for it; "
                                f"did you mean {near!r}?")


def _is_slip(said: str, meant: str) -> bool:
    """Whether one letter, no digit, is missing, too many, wrong, or in its neighbour's place."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(said, meant, strict=False)))
    one, two = said[same:], meant[same:]
    slipped = one[1:] == two or one == two[1:] or one[1:] == two[1:] or one[1:2] + one[:1] + one[2:] == two
    return slipped and not (one[:1] + two[:1]).isdigit()


def piles_of(data: Table, cards: Mapping[str, Card]) -> dict[str, PileRule]:
    table = data.table("piles")
    piles = {name: _pile(name, table.table(name), data, cards) for name in table}
    _must_have_cards(table, piles, cards)
    return piles


def _must_have_cards(table: Table, piles: Mapping[str, PileRule], cards: Mapping[str, Card]) -> None:
    """Piles cannot begin with more cards of a deck than it has."""
    has: Counted[str] = Counted()
    for card in cards.values():
        has[card.deck] += card.copies
    for name, pile in piles.items():
        has.subtract(name[1:] if is_unseen(name) else cards[name].deck for layer in pile.start for name in layer)
        for deck, left in has.items():
            if left < 0:
                raise PackError(f"{table.at(name)}: piles begin with {-left} more cards of {deck!r} than it has")


def _pile(name: str, row: Table, data: Table, cards: Mapping[str, Card]) -> PileRule:
    row.only("key", ("label", "start", "own", "secret"))
    decks = tuple(data.table("decks"))
    rows = row.rows("start")
    start = tuple(_layer(rows[index], rows.at(index), cards, decks) for index in range(len(rows)))
    label = row.text("label", name.replace("_", " ").capitalize())
    return PileRule(name, label, start, row.flag("own"), row.flag("secret"))


def _layer(layer: object, place: str, cards: Mapping[str, Card], decks: Iterable[str]) -> tuple[str, ...]:
    if isinstance(layer, Table):
        counts = {deck: layer.number(deck, 0) for deck in layer.only("deck", decks)}
        return tuple(unseen(deck) for deck, count in counts.items() for _ in range(count))
    names = [str(name) for name in (layer if isinstance(layer, Row) else [layer])]
    for name in names:
        if name not in cards:
            raise unknown(place, "card", name, cards)
    return tuple(sorted(name for name in names for _ in range(cards[name].copies)))
