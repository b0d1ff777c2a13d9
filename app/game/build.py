"""From a pack's data to the Pack: every word checked, every sum compiled, every refusal with its line."""
from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.game.calls import calls_of, gives_now
from app.game.errors import PackError, unknown
from app.game.expressions import Names, compile_expression, compile_text
from app.game.pack import Calls, Card, Check, Pack, Timer
from app.game.phases import options_of, phases_of
from app.game.reader import Reader
from app.game.rules import named_rules
from app.game.source import Row, Table
from app.game.things import cards_of, counters_of, dice_of, piles_of, switches_of

PACK_KEYS = (
    "title", "version", "players", "counters", "table", "words", "values", "dice", "decks", "piles", "parts",
    "first", "start", "always", "rules", "score", "ties", "ends", "phases", "figures", "switches", "anytime",
    "checklist", "timers", "team", "seen",
)  # fmt: skip
TIMER_KINDS = ("turn", "bank", "table")


def pack_of(name: str, data: Table, words: Mapping[str, Callable[..., Any]]) -> Pack:
    """The pack that `data` says, in the vocabulary `words`. Raises PackError with file and line for anything else."""
    data.only("key", PACK_KEYS)
    cards = cards_of(data)
    reader = _reader(data, words, cards)
    fewest, most = _players(data)
    phases = phases_of(data.table("phases"), reader, parts := tuple(map(str, data.rows("parts"))))
    first = reader.phase(data, "first") or next(iter(phases))
    rules = {word: calls_of(data.table("rules").rows(word), reader) for word in data.table("rules")}
    pack = Pack(
        name, data.text("title", name), data.text("version", "1"), fewest, most,
        data.number("figures", 1),
        counters_of(data.table("counters"), reader),
        counters_of(data.table("table"), reader) | switches_of(data.table("switches")),
        {word: str(text) for word, text in data.table("words").items()},
        {word: compile_expression(text, reader.names, data.table("values").at(word))
         for word, text in data.table("values").items()},
        dice_of(data), cards, piles_of(data, cards), parts, phases, first,
        calls_of(data.rows("start"), reader), calls_of(data.rows("always"), reader),
        rules,
        tuple(compile_expression(data.rows("ties")[i], reader.names, data.rows("ties").at(i))
              for i in range(len(data.rows("ties")))),
        options_of(data.table("anytime"), reader), _checklist(data.rows("checklist"), reader),
        _timers(data.table("timers"), reader), reader.sum(data, "score"), reader.sum(data, "ends"),
        reader.sum(data, "team"), _always_asks_table(data, reader), _seen(data, cards),
    )  # fmt: skip
    _no_circles(data, rules)
    return pack


def _seen(data: Table, cards: Mapping[str, Card]) -> dict[str, str]:
    table, decks = data.table("seen"), {card.deck for card in cards.values()}
    return {deck: table.text(deck) for deck in table.only("deck", decks)}


def _no_circles(data: Table, rules: Mapping[str, Calls]) -> None:
    """Values and spelled-out rules that ask for themselves would never end."""
    values = {name: _names_in(text) for name, text in data.table("values").items()}
    spelled = {name: set(_spelled_in(calls)) for name, calls in rules.items()}
    for section, asks in (("values", values), ("rules", spelled)):
        for name in asks:
            reached, fresh = set[str](), asks[name]
            while fresh:
                reached |= fresh
                fresh = set[str]().union(*(asks.get(other, set()) for other in fresh)) - reached
            if name in reached:
                raise PackError(f"{data.table(section).at(name)}: {name!r} asks for itself, in a circle")


def _names_in(text: object) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(str(text), mode="eval")) if isinstance(node, ast.Name)}


def _spelled_in(calls: Calls) -> Iterator[str]:
    for word, arguments in calls:
        if word is named_rules:
            yield arguments[0]
        for argument in arguments:
            if isinstance(argument, tuple):
                yield from _spelled_in(argument)


def _always_asks_table(data: Table, reader: Reader) -> bool:
    """Whether the words under `always` and `ends`, and all that they are spelled with, name anything of the table's."""
    seen: set[str] = set()
    fresh = _words_in([data.rows("always"), data.get("ends")])
    while fresh - seen:
        seen |= fresh
        fresh = _words_in([data.table(section).get(word) for section in ("rules", "values") for word in seen])
    return bool(seen & (reader.names.table | reader.names.words | set(reader.names.asked)))


def _words_in(data: object) -> set[str]:
    if isinstance(data, dict):
        return _words_in([*data.keys(), *data.values()])
    if isinstance(data, list):
        return set().union(*map(_words_in, data))
    return set(re.findall(r"\w+", str(data)))


def _reader(data: Table, words: Mapping[str, Callable[..., Any]], cards: Mapping[str, Card]) -> Reader:
    names = Names(
        frozenset(data.table("counters")), frozenset((*data.table("table"), *data.table("switches"))),
        frozenset(data.table("words")),
        frozenset(data.table("values")), frozenset(data.table("dice")),
        frozenset(field for card in cards.values() for field in card.fields) | {"deck"},
        piles=frozenset(data.table("piles")), asked={name: word for name, word in words.items() if not gives_now(word)},
    )  # fmt: skip
    _no_word_twice(data)
    sections = (frozenset(data.table(section)) for section in ("piles", "phases", "rules", "timers"))
    own = {name: word for name, word in words.items() if gives_now(word)}
    return Reader(own, names, *sections)


def _no_word_twice(data: Table) -> None:
    taken = dict.fromkeys(Names().given, "the language")
    for section in ("counters", "table", "switches", "words", "values"):
        for name in data.table(section):
            if name in taken:
                raise PackError(f"{data.table(section).at(name)}: {name!r} is already a word of {taken[name]}")
            taken[name] = section


def _players(data: Table) -> tuple[int, int]:
    row = data.rows("players")
    if len(row) != 2 or not all(isinstance(number, int) for number in row) or not 1 <= row[0] <= row[1] <= 6:
        raise PackError(f"{data.at('players')}: players wants [fewest, most], between 1 and 6")
    return row[0], row[1]


def _checklist(rows: Row, reader: Reader) -> tuple[Check, ...]:
    return tuple(_check(rows[index], rows.at(index), reader) for index in range(len(rows)))


def _check(row: object, place: str, reader: Reader) -> Check:
    if not isinstance(row, Table):
        return Check(compile_text(str(row), reader.names, place))
    row.only("key", ("text", "if"))
    return Check(reader.text(row, "text"), reader.sum(row, "if"))


def _timers(table: Table, reader: Reader) -> dict[str, Timer]:
    rows = {name: table.table(name).only("key", ("label", "kind", "seconds")) for name in table}
    for row in rows.values():
        if row.need("kind") not in TIMER_KINDS:
            raise unknown(row.at("kind"), "kind of timer", row["kind"], TIMER_KINDS)
    return {
        name: Timer(name, row.text("label", name), row["kind"],
                    compile_expression(row.need("seconds"), reader.names, row.at("seconds")))
        for name, row in rows.items()
    }  # fmt: skip
