"""A pack's data with its line numbers, so that every refusal can say where."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.game.errors import PackError, unknown


class Table(dict[str, Any]):
    """A mapping as written: `lines` has the line of each key, `place` is "file:line" of the whole."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file = file
        self.line = line
        self.lines: dict[str, int] = {}

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def at(self, key: str) -> str:
        """ "file:line" of a key."""
        return f"{self.file}:{self.lines.get(key, self.line)}"

    def only(self, what: str, known: Iterable[str]) -> Table:
        """Itself, once every key is one of `known`."""
        for key in self:
            if key not in known:
                raise unknown(self.at(key), what, key, known)
        return self

    def need(self, key: str) -> Any:
        if key not in self:
            raise PackError(f"{self.place}: {key!r} is missing")
        return self[key]

    def table(self, key: str) -> Table:
        """The mapping under `key`; empty where the key is absent."""
        found = self.get(key)
        if found is None:
            return Table(self.file, self.lines.get(key, self.line))
        if not isinstance(found, Table):
            raise PackError(f"{self.at(key)}: {key!r} wants names with a colon after each")
        return found

    def rows(self, key: str) -> Row:
        """The list under `key`; empty where the key is absent."""
        found = self.get(key)
        if found is None:
            return Row(self.file, self.lines.get(key, self.line))
        if not isinstance(found, Row):
            raise PackError(f"{self.at(key)}: {key!r} wants a list")
        return found

    def number(self, key: str, default: int) -> int:
        found = self.get(key, default)
        if isinstance(found, bool) or not isinstance(found, int):
            raise PackError(f"{self.at(key)}: {key!r} wants a whole number, not {found!r}")
        return found

    def flag(self, key: str, default: bool = False) -> bool:
        found = self.get(key, default)
        if not isinstance(found, bool):
            raise PackError(f"{self.at(key)}: {key!r} is true or false, not {found!r}")
        return found

    def text(self, key: str, default: str = "") -> str:
        found = self.get(key, default)
        if isinstance(found, Table | Row | bool) or found is None:
            raise PackError(f"{self.at(key)}: {key!r} wants a text, not {found!r}")
        return str(found)


class Row(list[Any]):
    """A list as written, with the line of each item."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file = file
        self.line = line
        self.lines: list[int] = []

    def at(self, index: int) -> str:
        return f"{self.file}:{self.lines[index] if index < len(self.lines) else self.line}"
