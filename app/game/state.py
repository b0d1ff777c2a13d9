"""The state of a game: one frozen value, cheap to replace a piece of."""
from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType as Frozen
from typing import Any, NamedTuple, TypeVar

from app.game.events import RolledDie

Value = TypeVar("Value")
Layer = tuple[str, ...]
# Layers lie top first. The order of cards within a layer is not known, so a layer of several is kept sorted. A card
# whose name is not known is "?deck": it may be any card of that deck which lies nowhere else.
Pile = tuple[Layer, ...]


class Said(NamedTuple):
    """One sentence of the rules: a message of the catalogue and what fills its braces, perhaps sentences too."""

    message: str
    fields: tuple[tuple[str, Any], ...] = ()


Fill = str | int | Said


class State(NamedTuple):
    """Counters per seat and for the table, words the rules remember, piles, and whose moment it is.

    A NamedTuple, not a dataclass: replacing one field of it takes a third of the time, and every step does.
    """

    players: tuple[str, ...]
    seats: tuple[Frozen[str, int], ...]
    table: Frozen[str, int]
    words: Frozen[str, str]
    piles: Frozen[str, Pile]
    phase: str
    active: int = 0
    turn: int = 1
    roll: tuple[RolledDie, ...] = ()
    back: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    fixes: Frozen[str, int] = Frozen({})
    ended: bool = False
    winners: tuple[int, ...] = ()
    outcome: Said | None = None


def unseen(deck: str) -> str:
    return f"?{deck}"


def is_unseen(card: str) -> bool:
    return card.startswith("?")


def frozen(values: Mapping[str, Value]) -> Frozen[str, Value]:
    return Frozen(dict(values))


def with_entry(values: Frozen[str, Value], name: str, value: Value) -> Frozen[str, Value]:
    """`values` with one entry replaced; `values` itself stays as it was. A copy of the dict is the quickest by far."""
    changed = values.copy()
    changed[name] = value
    return Frozen(changed)


def with_seat(state: State, seat: int, counters: Frozen[str, int]) -> State:
    """One seat's counters replaced; `_replace` takes three times as long."""
    players, seats, *rest = state
    return State._make((players, (*seats[:seat], counters, *seats[seat + 1 :]), *rest))


def with_table(state: State, counters: Frozen[str, int]) -> State:
    players, seats, _, *rest = state
    return State._make((players, seats, counters, *rest))


def as_data(state: State) -> dict[str, object]:
    """The state whole, as plain values that JSON takes."""
    data: dict[str, object] = state._asdict()
    data["seats"] = [dict(seat) for seat in state.seats]
    for name in ("table", "words", "piles", "fixes"):
        data[name] = dict(getattr(state, name))
    data["roll"] = [{"value": die.value, "face": die.face, "colour": die.colour} for die in state.roll]
    data["said"] = [said_plainly(said) for said in state.said]
    data["outcome"] = state.outcome and said_plainly(state.outcome)
    return data


def said_plainly(said: Said) -> str:
    text = said.message
    for name, value in said.fields:
        text = text.replace("{" + name + "}", said_plainly(value) if isinstance(value, Said) else str(value))
    return text
