"""What a sum gives, a number or a text, as far as that is certain when the pack is read."""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

NUMBER, TEXT = "a number", "a text"
GIVEN = {"seat": NUMBER, "active": NUMBER, "turn": NUMBER, "next_seat": NUMBER, "player": TEXT, "opponent": TEXT}
COUNTING = ("have", "opponent_have", "room", "total", "size", "sum_in", "showing", "thrown", "count")
ASKED = dict.fromkeys(COUNTING, NUMBER) | dict.fromkeys(("name", "label", "top"), TEXT)


def senseless_in(node: ast.AST, numbers: Iterable[str], texts: Iterable[str]) -> str:
    """In words, what is wrong with a comparison that can never hold, or a sum with a text in it; empty if nothing."""
    for one, other in _compared(node):
        kinds = kind_of(one, numbers, texts), kind_of(other, numbers, texts)
        if set(kinds) == {NUMBER, TEXT}:
            return f"compares {ast.unparse(one)}, {kinds[0]}, with {ast.unparse(other)}, {kinds[1]}"
    if isinstance(node, ast.BinOp):
        kinds = kind_of(node.left, numbers, texts), kind_of(node.right, numbers, texts)
        if TEXT in kinds and (NUMBER in kinds or not isinstance(node.op, ast.Add)):
            return f"reckons with {ast.unparse(node.left if kinds[0] == TEXT else node.right)}, a text"
    return ""


def _compared(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Compare):
        for one, way, other in zip((node.left, *node.comparators), node.ops, node.comparators, strict=False):
            if not isinstance(way, ast.In | ast.NotIn):
                yield one, other
            elif isinstance(other, ast.Tuple):
                yield from ((one, item) for item in other.elts)


def kind_of(node: ast.expr, numbers: Iterable[str], texts: Iterable[str]) -> str:
    """NUMBER or TEXT; empty where either may come. `numbers` and `texts` are the pack's names for such."""
    match node:
        case ast.Constant(value):
            return TEXT if isinstance(value, str) else NUMBER
        case ast.Name(name):
            return NUMBER if name in numbers else TEXT if name in texts else GIVEN.get(name, "")
        case ast.Attribute(ast.Name("rolled")):
            return NUMBER
        case ast.Call(ast.Name(name)):
            return ASKED.get(name, "")
        case ast.BinOp() | ast.UnaryOp():
            return "" if isinstance(getattr(node, "op", None), ast.Add | ast.Mod) else NUMBER
    return ""
