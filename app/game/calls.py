"""Rule words as a pack writes them, bound to their functions."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any, get_type_hints

from app.game.errors import PackError, unknown
from app.game.expressions import Expression, compile_expression, compile_text
from app.game.now import Now
from app.game.pack import Call, Calls
from app.game.reader import Reader
from app.game.rules import act_if, for_each, named_rules
from app.game.source import Row, Table


def calls_of(rows: Row, reader: Reader) -> Calls:
    """The rules of a list, in order. Raises PackError for an unknown word, a wrong argument or a call not last."""
    for index, row in enumerate(rows[:-1]):
        if isinstance(row, Table) and "call" in row:
            raise PackError(f"{rows.at(index)}: what stands after a call would be done before it; put the call last")
    return tuple(_call(rows[index], rows.at(index), reader) for index in range(len(rows)))


def _call(row: object, place: str, reader: Reader) -> Call:
    if isinstance(row, str):
        return _bound(row, Row(place, 0), place, reader)
    if not isinstance(row, Table) or not row:
        raise PackError(f"{place}: a rule is a word, or a word with a colon and its arguments")
    if "if" in row:
        row.only("key", ("if", "then", "else"))
        condition = compile_expression(row["if"], reader.names, place)
        return Call(act_if, (condition, calls_of(row.rows("then"), reader), calls_of(row.rows("else"), reader)))
    if "for" in row:
        row.only("key", ("for", "do"))
        items = compile_expression(row["for"], reader.names, place)
        return Call(for_each, (items, calls_of(row.rows("do"), reader)))
    if len(row) != 1:
        raise PackError(f"{place}: one rule a line; {', '.join(row)} are {len(row)}")
    word, arguments = next(iter(row.items()))
    return _bound(word, arguments, place, reader)


def _bound(word: str, arguments: object, place: str, reader: Reader) -> Call:
    if word in reader.spelled:
        return Call(named_rules, (word,))
    if word not in reader.words:
        raise unknown(place, "rule", word, (*reader.words, *reader.spelled, "if", "for"))
    function = reader.words[word]
    fewest, kinds = parameters_of(function)
    given = [arguments] if kinds == ("rules",) or not isinstance(arguments, Row) else list(arguments)
    if not fewest <= len(given) <= len(kinds):
        wanted = str(fewest) if fewest == len(kinds) else f"{fewest} to {len(kinds)}"
        raise PackError(f"{place}: {word} takes {wanted} arguments ({', '.join(kinds)}), not {len(given)}")
    return Call(function, tuple(_READ[kind](item, place, reader) for kind, item in zip(kinds, given, strict=False)))


@lru_cache(maxsize=256)
def parameters_of(function: Callable[..., Any]) -> tuple[int, tuple[str, ...]]:
    """How many arguments a word needs, and the kind of each."""
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    fewest = sum(parameter.default is inspect.Parameter.empty for parameter in parameters)
    return fewest, tuple(hints[parameter.name].__metadata__[0] for parameter in parameters)


def gives_now(function: Callable[..., Any]) -> bool:
    """A word changes the moment; a function that gives anything else is a question for sums."""
    return function.__annotations__.get("return") in (Now, Now.__name__)


def named(known: frozenset[str], item: object, place: str, reader: Reader) -> Expression:
    """A known name stands for itself; anything else is a sum that gives one."""
    if not isinstance(item, str):
        raise unknown(place, "name", item, known)
    if item in known:
        return lambda now: item
    return compile_expression(item, reader.names, place)


def _one_of(known: frozenset[str], what: str, item: object, place: str) -> str:
    if not isinstance(item, str) or item not in known:
        raise unknown(place, what, item, known)
    return item


def _rules(item: object, place: str, reader: Reader) -> Calls:
    if not isinstance(item, Row):
        raise PackError(f"{place}: a list of rules is wanted here")
    return calls_of(item, reader)


_READ: dict[str, Callable[[Any, str, Any], Any]] = {
    "amount": lambda item, place, reader: compile_expression(item, reader.names, place),
    "counter": lambda item, place, reader: named(reader.names.counted, item, place, reader),
    "pile": lambda item, place, reader: named(reader.piles, item, place, reader),
    "phase": lambda item, place, reader: _one_of(reader.phases, "phase", item, place),
    "word": lambda item, place, reader: _one_of(reader.names.words, "word", item, place),
    "text": lambda item, place, reader: compile_text(str(item), reader.names, place),
    "rules": _rules,
}
