"""From a pack's data to the Pack: every word checked, every sum compiled, every refusal with its line."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.game.calls import calls_of
from app.game.errors import PackError, unknown
from app.game.expressions import Expression, Names, Text, compile_expression, compile_text
from app.game.pack import Card, Counter, Die, Option, Pack, Phase, PileRule
from app.game.source import Row, Table
from app.game.state import UNSEEN

PACK_KEYS = (
    "title", "version", "players", "counters", "table", "words", "values", "dice", "decks", "piles", "parts",
    "first", "start", "always", "rules", "score", "ends", "phases",
)  # fmt: skip
COUNTER_KEYS = ("label", "start", "low", "high", "shown")
PHASE_KEYS = (
    "part", "prompt", "hint", "owes", "who", "skip", "enter", "dice", "cards", "when", "choices", "next",
)  # fmt: skip
CHOICE_KEYS = ("label", "do", "show", "if", "cost", "next", "button", "each", "why")
WHEN_KEYS = ("Rolled", "CardSeen", "TimeUp")
BUTTONS = ("go_on", "help", "pause", "undo")
LONGEST_PROMPT = 90


@dataclass(frozen=True)
class Reader:
    """What the checks need to know: the words of the language and the names of this pack."""

    words: Mapping[str, Callable[..., Any]]
    names: Names
    piles: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()
    spelled: frozenset[str] = frozenset()

    def sum(self, table: Table, key: str) -> Expression | None:
        return compile_expression(table[key], self.names, table.at(key)) if key in table else None

    def text(self, table: Table, key: str, default: str = "") -> Text:
        return compile_text(table.text(key, default), self.names, table.at(key))

    def phase(self, table: Table, key: str) -> str | None:
        if key not in table:
            return None
        if table[key] not in self.phases:
            raise unknown(table.at(key), "phase", table[key], self.phases)
        return str(table[key])


def pack_of(name: str, data: Table, words: Mapping[str, Callable[..., Any]]) -> Pack:
    """The pack that `data` says, in the vocabulary `words`. Raises PackError with file and line for anything else."""
    data.only("key", PACK_KEYS)
    cards = _cards(data)
    reader = _reader(data, words, cards)
    fewest, most = _players(data)
    phases = _phases(data.table("phases"), reader, parts := tuple(data.rows("parts")))
    first = reader.phase(data, "first") or next(iter(phases))
    return Pack(
        name, data.text("title", name), data.text("version", "1"), fewest, most,
        _counters(data.table("counters"), reader), _counters(data.table("table"), reader),
        {word: str(text) for word, text in data.table("words").items()},
        {word: compile_expression(text, reader.names, data.table("values").at(word))
         for word, text in data.table("values").items()},
        _dice(data), cards, _piles(data, cards), parts, phases, first,
        calls_of(data.rows("start"), reader), calls_of(data.rows("always"), reader),
        {word: calls_of(data.table("rules").rows(word), reader) for word in data.table("rules")},
        reader.sum(data, "score"), reader.sum(data, "ends"),
    )  # fmt: skip


def _reader(data: Table, words: Mapping[str, Callable[..., Any]], cards: Mapping[str, Card]) -> Reader:
    names = Names(
        frozenset(data.table("counters")), frozenset(data.table("table")), frozenset(data.table("words")),
        frozenset(data.table("values")), frozenset(data.table("dice")),
        frozenset(field for card in cards.values() for field in card.fields) | {"deck"},
    )  # fmt: skip
    _no_word_twice(data)
    sections = (frozenset(data.table(section)) for section in ("piles", "phases", "rules"))
    return Reader(words, names, *sections)


def _no_word_twice(data: Table) -> None:
    taken = dict.fromkeys(Names().given, "the language")
    for section in ("counters", "table", "words", "values"):
        for name in data.table(section):
            if name in taken:
                raise PackError(f"{data.table(section).at(name)}: {name!r} is already a word of {taken[name]}")
            taken[name] = section


def _players(data: Table) -> tuple[int, int]:
    row = data.rows("players")
    if len(row) != 2 or not all(isinstance(number, int) for number in row) or not 1 <= row[0] <= row[1] <= 6:
        raise PackError(f"{data.at('players')}: players wants [fewest, most], between 1 and 6")
    return row[0], row[1]


def _counters(table: Table, reader: Reader) -> dict[str, Counter]:
    return {name: _counter(name, _entry(table, name).only("key", COUNTER_KEYS), reader) for name in table}


def _entry(table: Table, name: str) -> Table:
    return table.table(name)


def _counter(name: str, row: Table, reader: Reader) -> Counter:
    label = row.text("label", name.replace("_", " ").capitalize())
    low = row.number("low", 0)
    return Counter(name, label, row.number("start", 0), low, reader.sum(row, "high"), bool(row.get("shown", True)))


def _dice(data: Table) -> dict[str, Die]:
    table = data.table("dice")
    rows = {name: _entry(table, name).only("key", ("colour", "kind", "faces")) for name in table}
    return {
        name: Die(name, row.text("colour", name), tuple(row.rows("faces")), row.text("kind", "pipped"))
        for name, row in rows.items()
    }


def _cards(data: Table) -> dict[str, Card]:
    decks = data.table("decks")
    found: dict[str, Card] = {}
    for deck in decks:
        cards = _entry(decks, deck)
        for name in cards:
            if name in found:
                raise PackError(f"{cards.at(name)}: the card {name!r} is already in deck {found[name].deck!r}")
            fields = {key: value for key, value in cards.table(name).items() if key != "copies"}
            found[name] = Card(name, deck, cards.table(name).number("copies", 1), {"deck": deck, **fields})
    return found


def _piles(data: Table, cards: Mapping[str, Card]) -> dict[str, PileRule]:
    table = data.table("piles")
    return {name: _pile(name, _entry(table, name), data, cards) for name in table}


def _pile(name: str, row: Table, data: Table, cards: Mapping[str, Card]) -> PileRule:
    row.only("key", ("label", "deck", "start", "own", "secret"))
    deck = row.text("deck")
    if deck and deck not in data.table("decks"):
        raise unknown(row.at("deck"), "deck", deck, data.table("decks"))
    start = tuple(_layer(layer, row.rows("start").at(index), cards) for index, layer in enumerate(row.rows("start")))
    label = row.text("label", name.replace("_", " ").capitalize())
    return PileRule(name, label, deck, start, bool(row.get("own")), bool(row.get("secret")))


def _layer(layer: object, place: str, cards: Mapping[str, Card]) -> tuple[str, ...]:
    if isinstance(layer, int):
        return (UNSEEN,) * layer
    names = [str(name) for name in (layer if isinstance(layer, Row) else [layer])]
    for name in names:
        if name not in cards:
            raise unknown(place, "card", name, cards)
    return tuple(sorted(name for name in names for _ in range(cards[name].copies)))


def _phases(table: Table, reader: Reader, parts: tuple[str, ...]) -> dict[str, Phase]:
    if not table:
        raise PackError(f"{table.place}: a pack needs phases")
    return {name: _phase(name, _entry(table, name).only("key", PHASE_KEYS), reader, parts) for name in table}


def _phase(name: str, row: Table, reader: Reader, parts: tuple[str, ...]) -> Phase:
    part = row.text("part")
    if part and part not in parts:
        raise unknown(row.at("part"), "part", part, parts)
    if len(row.text("prompt")) > LONGEST_PROMPT:
        raise PackError(f"{row.at('prompt')}: a prompt has at most {LONGEST_PROMPT} characters")
    when = row.table("when").only("event", WHEN_KEYS)
    choices = row.table("choices")
    return Phase(
        name, part, reader.text(row, "prompt"), reader.text(row, "hint") if "hint" in row else None,
        row.text("owes"), reader.sum(row, "who"), reader.sum(row, "skip"), calls_of(row.rows("enter"), reader),
        _awaited(row.table("dice"), reader), reader.sum(row, "cards"),
        {event: calls_of(when.rows(event), reader) for event in when},
        tuple(_option(id_, _entry(choices, id_), reader) for id_ in choices), reader.phase(row, "next"),
    )  # fmt: skip


def _awaited(table: Table, reader: Reader) -> dict[str, Expression]:
    table.only("die", reader.names.dice)
    return {name: compile_expression(table[name], reader.names, table.at(name)) for name in table}


def _option(id_: str, row: Table, reader: Reader) -> Option:
    row.only("key", CHOICE_KEYS)
    cost = row.table("cost").only("counter", reader.names.seat)
    button = row.text("button") or None
    if button and button not in BUTTONS:
        raise unknown(row.at("button"), "button", button, BUTTONS)
    label = reader.text(row, "label", id_.replace("_", " ").capitalize())
    return Option(
        id_, label, calls_of(row.rows("do"), reader), reader.sum(row, "show"), reader.sum(row, "if"),
        {name: compile_expression(cost[name], reader.names, cost.at(name)) for name in cost},
        reader.phase(row, "next"), button, reader.sum(row, "each"), reader.text(row, "why") if "why" in row else None,
    )  # fmt: skip


