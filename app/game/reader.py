"""What a pack's data may mention while it is read: the words of the language and the names of this pack."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.game.errors import unknown
from app.game.expressions import Expression, Names, Text, compile_expression, compile_text
from app.game.source import Table


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
        name = table.text(key)
        if name not in self.phases:
            raise unknown(table.at(key), "phase", name, self.phases)
        return name
