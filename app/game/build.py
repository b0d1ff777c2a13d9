"""From a pack's data to the Pack: every word checked, every sum compiled, every refusal with its line."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.game.calls import calls_of, gives_now, named
from app.game.errors import PackError, unknown
from app.game.expressions import Expression, Names, Text, compile_expression, compile_text
from app.game.pack import Calls, Card, Check, Counter, Die, Option, Pack, Phase, PileRule, Timer
from app.game.source import Row, Table
from app.game.state import unseen

PACK_KEYS = (
    "title", "version", "players", "counters", "table", "words", "values", "dice", "decks", "piles", "parts",
    "first", "start", "always", "rules", "score", "ties", "ends", "phases", "figures", "switches", "anytime",
    "checklist", "timers",
)  # fmt: skip
COUNTER_KEYS = ("label", "start", "low", "high", "shown", "kept", "wrap", "carry", "marks")
SWITCH_KEYS = ("label", "start", "in_play")
PHASE_KEYS = (
    "part", "prompt", "hint", "owes", "who", "skip", "enter", "dice", "cards", "when", "choices", "next", "draws",
    "together", "whisper", "whisper_to", "checklist", "timer", "holds",
)  # fmt: skip
CHOICE_KEYS = ("label", "do", "show", "if", "cost", "next", "button", "each", "why")
WHEN_KEYS = ("Rolled", "CardSeen", "TimeUp")
TIMER_KINDS = ("turn", "bank", "table")
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
    timers: frozenset[str] = frozenset()

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
        data.number("figures", 1),
        _counters(data.table("counters"), reader),
        _counters(data.table("table"), reader) | _switches(data.table("switches")),
        {word: str(text) for word, text in data.table("words").items()},
        {word: compile_expression(text, reader.names, data.table("values").at(word))
         for word, text in data.table("values").items()},
        _dice(data), cards, _piles(data, cards), parts, phases, first,
        calls_of(data.rows("start"), reader), calls_of(data.rows("always"), reader),
        {word: calls_of(data.table("rules").rows(word), reader) for word in data.table("rules")},
        tuple(compile_expression(data.rows("ties")[i], reader.names, data.rows("ties").at(i))
              for i in range(len(data.rows("ties")))),
        _options(data.table("anytime"), reader), _checklist(data.rows("checklist"), reader),
        _timers(data.table("timers"), reader), _always_asks_table(data, reader),
        reader.sum(data, "score"), reader.sum(data, "ends"),
    )  # fmt: skip


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
        asked={name: word for name, word in words.items() if not gives_now(word)},
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


def _counters(table: Table, reader: Reader) -> dict[str, Counter]:
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
    return Counter(
        name, label, start, low, reader.sum(row, "high"), bool(row.get("shown", True)), bool(row.get("kept")),
        bool(row.get("wrap")), carry, _marks(row.table("marks"), reader),
    )  # fmt: skip


def _marks(table: Table, reader: Reader) -> dict[int, Calls]:
    for key in table:
        if not key.isdigit():
            raise PackError(f"{table.at(key)}: a mark is a number in quotes, not {key!r}")
    return {int(key): calls_of(table.rows(key), reader) for key in table}


def _switches(table: Table) -> dict[str, Counter]:
    rows = {name: table.table(name).only("key", SWITCH_KEYS) for name in table}
    return {
        name: Counter(name, row.text("label", name), row.number("start", 0), 0, lambda now: 1, shown=False, kept=True,
                      switch=True, in_play=bool(row.get("in_play", True)))
        for name, row in rows.items()
    }  # fmt: skip


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


def _dice(data: Table) -> dict[str, Die]:
    table = data.table("dice")
    rows = {name: table.table(name).only("key", ("colour", "kind", "faces")) for name in table}
    return {
        name: Die(name, row.text("colour", name), tuple(row.rows("faces")), row.text("kind", "pipped"))
        for name, row in rows.items()
    }


def _cards(data: Table) -> dict[str, Card]:
    decks = data.table("decks")
    found: dict[str, Card] = {}
    for deck in decks:
        cards = decks.table(deck)
        for name in cards:
            if name in found:
                raise PackError(f"{cards.at(name)}: the card {name!r} is already in deck {found[name].deck!r}")
            fields = {key: value for key, value in cards.table(name).items() if key != "copies"}
            found[name] = Card(name, deck, cards.table(name).number("copies", 1), {"deck": deck, **fields})
    return found


def _piles(data: Table, cards: Mapping[str, Card]) -> dict[str, PileRule]:
    table = data.table("piles")
    return {name: _pile(name, table.table(name), data, cards) for name in table}


def _pile(name: str, row: Table, data: Table, cards: Mapping[str, Card]) -> PileRule:
    row.only("key", ("label", "start", "own", "secret"))
    decks = tuple(data.table("decks"))
    rows = row.rows("start")
    start = tuple(_layer(rows[index], rows.at(index), cards, decks) for index in range(len(rows)))
    label = row.text("label", name.replace("_", " ").capitalize())
    return PileRule(name, label, start, bool(row.get("own")), bool(row.get("secret")))


def _layer(layer: object, place: str, cards: Mapping[str, Card], decks: Iterable[str]) -> tuple[str, ...]:
    if isinstance(layer, Table):
        return tuple(unseen(deck) for deck, count in layer.only("deck", decks).items() for _ in range(count))
    names = [str(name) for name in (layer if isinstance(layer, Row) else [layer])]
    for name in names:
        if name not in cards:
            raise unknown(place, "card", name, cards)
    return tuple(sorted(name for name in names for _ in range(cards[name].copies)))


def _phases(table: Table, reader: Reader, parts: tuple[str, ...]) -> dict[str, Phase]:
    if not table:
        raise PackError(f"{table.place}: a pack needs phases")
    return {name: _phase(name, table.table(name).only("key", PHASE_KEYS), reader, parts) for name in table}


def _phase(name: str, row: Table, reader: Reader, parts: tuple[str, ...]) -> Phase:
    part = row.text("part")
    if part and part not in parts:
        raise unknown(row.at("part"), "part", part, parts)
    if len(row.text("prompt")) > LONGEST_PROMPT:
        raise PackError(f"{row.at('prompt')}: a prompt has at most {LONGEST_PROMPT} characters")
    when = row.table("when").only("event", WHEN_KEYS)
    phase = Phase(
        name, part, reader.text(row, "prompt"), reader.text(row, "hint") if "hint" in row else None,
        row.text("owes"), reader.sum(row, "who"), reader.sum(row, "skip"), calls_of(row.rows("enter"), reader),
        _awaited(row.table("dice"), reader), reader.sum(row, "cards"),
        {event: calls_of(when.rows(event), reader) for event in when},
        _options(row.table("choices"), reader), reader.phase(row, "next"), _draws(row, reader),
        bool(row.get("together")), reader.text(row, "whisper") if "whisper" in row else None,
        reader.sum(row, "whisper_to"), bool(row.get("checklist")), row.text("timer") or None,
        reader.sum(row, "holds"),
    )  # fmt: skip
    if phase.timer and phase.timer not in reader.timers:
        raise unknown(row.at("timer"), "timer", phase.timer, reader.timers)
    if phase.timer and "TimeUp" not in phase.when:
        raise PackError(f"{row.at('timer')}: say under 'when' what follows TimeUp")
    if not (phase.waits or phase.next or "enter" in row):
        raise PackError(f"{row.place}: phase {name!r} awaits nothing and leads nowhere")
    return phase


def _draws(row: Table, reader: Reader) -> tuple[Expression, Expression] | None:
    if "draws" not in row:
        return None
    ways = row.rows("draws")
    if len(ways) != 2:
        raise PackError(f"{row.at('draws')}: draws wants [from pile, to pile]")
    source, target = (named(reader.piles, ways[index], ways.at(index), reader) for index in (0, 1))
    return source, target


def _options(table: Table, reader: Reader) -> tuple[Option, ...]:
    return tuple(_option(id_, table.table(id_), reader) for id_ in table)


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


