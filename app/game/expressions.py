"""The sums and conditions that a pack may write: Python's notation, a closed list of words, compiled at load."""
from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter
from traceback import walk_tb
from typing import Any

from app.game.errors import PackError, unknown
from app.game.kinds import senseless_in

# An expression is called with the moment it is asked about (app.game.now.Now).
Expression = Callable[[Any], Any]

ALLOWED = frozenset((
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub, ast.Mult,
    ast.FloorDiv, ast.Mod, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
    ast.IfExp, ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.Tuple, ast.Load,
))  # fmt: skip
# What may be asked of the moment: each is a method of Now. A pack's own rules.py adds more.
QUESTIONS = (
    "have", "opponent_have", "room", "of", "name", "total", "size", "within", "top", "label", "candidates", "only",
    "field", "sum_in", "showing", "thrown", "numbers",
)  # fmt: skip
# Which argument of them names a counter or a pile; where it is written out it is checked when the pack is read.
COUNTERS_ASKED = {"have": 0, "opponent_have": 0, "room": 0, "total": 0, "of": 1}
PILES_ASKED = {"size": 0, "within": 0, "top": 0, "candidates": 0, "sum_in": 0}
# What every moment has: attributes of Now.
GIVEN = frozenset({"seat", "active", "turn", "it", "player", "opponent", "next_seat", "everybody", "teammates"})
# More than anything on a table is counted to, so that no slip of the pen keeps a game counting for minutes.
MOST = 1_000_000
MOST_NUMBERS = 1000  # in one `numbers(low, high)`
PURE: dict[str, Callable[..., Any]] = {"min": min, "max": max, "count": len}


@dataclass(frozen=True)
class Names:
    """The words an expression may use: seat counters, table counters, remembered words, computed values and dice."""

    seat: frozenset[str] = frozenset()
    table: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    dice: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    given: frozenset[str] = GIVEN
    piles: frozenset[str] = frozenset()
    asked: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # Packs say the same sum many times over; each is compiled once.
    compiled: dict[str, Expression] = field(default_factory=dict, compare=False)

    @cached_property
    def scope(self) -> dict[str, Any]:
        """All that a compiled sum can reach besides the moment: no builtins."""
        return {"__builtins__": {}, **PURE, **self.asked}

    @cached_property
    def counted(self) -> frozenset[str]:
        """The counters of the seats and of the table."""
        return self.seat | self.table

    def all(self) -> Iterable[str]:
        asked = (f"{name}()" for name in (*QUESTIONS, *PURE, *self.asked))
        return (*self.seat, *self.table, *self.words, *self.values, *self.given, *asked)


@dataclass(frozen=True)
class Text:
    """A message of the catalogue and the expressions that fill its braces."""

    message: str
    fields: Mapping[str, Expression] = field(default_factory=dict)


# Where Python is told that a look-up stands: a sum has one line.
HERE = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
MOMENT = ast.parse("lambda now: 0", mode="eval").body.args  # type: ignore[attr-defined]


def compile_expression(source: object, names: Names, place: str) -> Expression:
    """The function of a moment that `source` says. Raises PackError for anything outside the language."""
    if isinstance(source, bool | int):
        return _constant(_counted(source, place))
    if str(source) not in names.compiled:
        names.compiled[str(source)] = _compiled(source, names, place)
    return names.compiled[str(source)]


def _compiled(source: object, names: Names, place: str) -> Expression:
    try:
        tree = ast.parse(str(source), mode="eval")
    except SyntaxError as error:
        raise PackError(f"{place}: {str(source)!r} is no sum or condition") from error
    body = _Resolve(str(source), names, place).visit(tree.body)
    return _once_asked(ast.Expression(ast.copy_location(ast.Lambda(MOMENT, body), tree.body)), names, place)


def _once_asked(tree: ast.Expression, names: Names, place: str) -> Expression:
    """All is checked when the pack is read; Python's own code is made for the sums that a game comes to."""
    compiled: Expression | None = None

    def asked(now: Any) -> Any:
        nonlocal compiled
        if compiled is None:
            # Only nodes of the closed list and of our own making get here, and no builtins are in reach.
            compiled = eval(compile(tree, place, "eval"), names.scope)
        return compiled(now)

    return asked


def place_of_failure(error: BaseException) -> str:
    """File and line of the pack's sum that `error`, or what caused it, came out of; empty if it was none."""
    frames = [frame for raised in (error, error.__cause__) if raised is not None
              for frame, _ in walk_tb(raised.__traceback__)]
    places = [frame.f_code.co_filename for frame in frames if frame.f_globals.get("__builtins__") == {}]
    return places[-1] if places else ""


def compile_text(source: str, names: Names, place: str) -> Text:
    """`source` with each {expression} compiled."""
    try:
        parts = [name for _, name, _, _ in Formatter().parse(source) if name is not None]
    except ValueError as error:
        raise PackError(f"{place}: {source!r}: {error}") from error
    return Text(source, {name: compile_expression(name, names, place) for name in parts})


def _constant(value: Any) -> Expression:
    return lambda now: value


def _counted(value: Any, place: str) -> Any:
    """The constant, if it is a text or a number that a game may count to."""
    if isinstance(value, int) and abs(value) > MOST:
        raise PackError(f"{place}: {value} is too much: a game counts to {MOST:,} at most")
    return value


class _Resolve(ast.NodeTransformer):
    """Turns the pack's words into look-ups in the moment; refuses what packs may not say, and what makes no sense."""

    def __init__(self, source: str, names: Names, place: str) -> None:
        self.source = source
        self.names = names
        self.place = place

    def visit(self, node: ast.AST) -> Any:
        self._must_be_allowed(node)
        return super().visit(node)

    def _must_be_allowed(self, node: ast.AST) -> None:
        if type(node) not in ALLOWED:
            raise PackError(f"{self.place}: {self.source!r} uses {type(node).__name__}, which packs may not")

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return self._sensible(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        return self._sensible(node)

    def _sensible(self, node: ast.AST) -> ast.AST:
        if wrong := senseless_in(node, self.names.counted, self.names.words):
            raise PackError(f"{self.place}: {self.source!r} {wrong}")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._look_up(node.id)

    def _look_up(self, name: str) -> ast.expr:
        names = self.names
        if name in names.seat:
            return _entry("now.state.seats[now.seat]", name)
        if name in names.table:
            return _entry("now.state.table", name)
        if name in names.values:
            return ast.Call(_entry("now.pack.values", name), [_python("now")], [], **HERE)
        if name in names.words:
            return _entry("now.state.words", name)
        if name in names.given:
            return _python(f"now.{name}")
        raise unknown(self.place, "name", name, names.all())

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        _counted(node.value, self.place)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name):
            raise PackError(f"{self.place}: only one dot, please: {ast.unparse(node)}")
        owner = node.value.id
        if owner == "rolled":
            return _asked("rolled", _text(_known(node.attr, self.names.dice, "die", self.place)))
        if owner == "opponent":
            known = self.names.seat | self.names.values
            return _asked("opponent_has", _text(_known(node.attr, known, "counter", self.place)))
        field_name = _known(node.attr, self.names.fields, "card field", self.place)
        return _asked("card_field", self._look_up(owner), _text(field_name))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self._must_be_allowed(node.func)
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name in COUNTERS_ASKED:
            self._must_name(node, COUNTERS_ASKED[name], "counter", self.names.counted | self.names.values)
        if name in PILES_ASKED:
            self._must_name(node, PILES_ASKED[name], "pile", self.names.piles)
        if name == "numbers":
            self._must_be_few(node)
        arguments = [self.visit(item) for item in (*node.args, *node.keywords)]
        if name in QUESTIONS:
            return _asked(name, *arguments)
        if name in PURE:
            return ast.Call(_python(name), arguments, [], **HERE)
        if name in self.names.asked:
            return ast.Call(_python(name), [_python("now"), *arguments], [], **HERE)
        raise unknown(self.place, "function", name, (*QUESTIONS, *PURE, *self.names.asked))

    def _must_be_few(self, node: ast.Call) -> None:
        """Where both ends are written out; where they are sums, Now asks."""
        ends = [end.value for end in node.args if isinstance(end, ast.Constant) and isinstance(end.value, int)]
        if len(ends) == 2 and ends[1] - ends[0] >= MOST_NUMBERS:
            raise PackError(f"{self.place}: {ast.unparse(node)} are too many: {MOST_NUMBERS} numbers at most")

    def _must_name(self, node: ast.Call, place: int, what: str, known: frozenset[str]) -> None:
        named = node.args[place] if place < len(node.args) else None
        if isinstance(named, ast.Constant):
            _known(str(named.value).partition("@")[0], known, what, self.place)


def _known(word: str, known: Iterable[str], what: str, place: str) -> str:
    if word not in known:
        raise unknown(place, what, word, known)
    return word


@lru_cache(maxsize=512)
def _python(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def _text(text: str) -> ast.expr:
    return ast.Constant(text, None, **HERE)


def _entry(table: str, name: str) -> ast.expr:
    """`table[name]`."""
    return ast.Subscript(_python(table), _text(name), ast.Load(), **HERE)


def _asked(question: str, *arguments: ast.expr) -> ast.expr:
    """`now.question(arguments)`."""
    return ast.Call(_python(f"now.{question}"), list(arguments), [], **HERE)
