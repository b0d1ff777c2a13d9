"""Phases and their choices, from a pack's data."""
from __future__ import annotations

from dataclasses import replace

from app.game.calls import calls_of, named
from app.game.errors import PackError, unknown
from app.game.expressions import Expression, compile_expression
from app.game.pack import Option, Phase
from app.game.reader import Reader
from app.game.source import Table

PHASE_KEYS = (
    "part", "prompt", "hint", "owes", "who", "skip", "enter", "dice", "cards", "when", "choices", "next", "draws",
    "together", "whisper", "whisper_to", "checklist", "timer", "holds",
)  # fmt: skip
CHOICE_KEYS = ("label", "do", "show", "if", "cost", "next", "button", "each", "why")
WHEN_KEYS = ("Rolled", "CardSeen", "TimeUp")
BUTTONS = ("go_on", "help", "pause", "undo")
LONGEST_PROMPT = 90
MOST_DICE = 100  # more lie in no tray


def phases_of(table: Table, reader: Reader, parts: tuple[str, ...]) -> dict[str, Phase]:
    if not table:
        raise PackError(f"{table.place}: a pack needs phases")
    return {name: replace(_phase(name, table.table(name).only("key", PHASE_KEYS), reader, parts), place=table.at(name))
            for name in table}


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
        options_of(row.table("choices"), reader), reader.phase(row, "next"), _draws(row, reader),
        row.flag("together"), reader.text(row, "whisper") if "whisper" in row else None,
        reader.sum(row, "whisper_to"), row.flag("checklist"), row.text("timer") or None,
        reader.sum(row, "holds"),
    )  # fmt: skip
    if phase.timer and phase.timer not in reader.timers:
        raise unknown(row.at("timer"), "timer", phase.timer, reader.timers)
    if phase.timer and "TimeUp" not in phase.when:
        raise PackError(f"{row.at('timer')}: say under 'when' what follows TimeUp")
    if phase.together and not phase.options:
        raise PackError(f"{row.at('together')}: all choose together, but there are no choices")
    if phase.whisper_to and not phase.whisper:
        raise PackError(f"{row.at('whisper_to')}: say what to whisper, under 'whisper'")
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


def options_of(table: Table, reader: Reader) -> tuple[Option, ...]:
    return tuple(_option(id_, table.table(id_), reader) for id_ in table)


def _awaited(table: Table, reader: Reader) -> dict[str, Expression]:
    for name, count in table.only("die", reader.names.dice).items():
        if isinstance(count, int) and not 0 <= count <= MOST_DICE:
            raise PackError(f"{table.at(name)}: a throw has 0 to {MOST_DICE} dice, not {count}")
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
