"""Logs played again from the start: what holds, what is set aside, and where undo may go back to."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from app.game.errors import NotNow
from app.game.events import DOUBTED, OVERTAKEN, UNAWAITED, Fact
from app.game.pack import Pack
from app.game.state import Said, State
from app.game.step import setup, step

UNDO_DEPTH = 300
RULES = "rules"
STRAYS = (UNAWAITED, DOUBTED)


class Line(NamedTuple):
    """The game at one moment: every fact kept so far, in order of seq, and the state that those which count make."""

    facts: tuple[Fact, ...]
    state: State


class Mark(NamedTuple):
    """A line to go back to: the first `length` of `facts`, which many marks share, and their state."""

    facts: tuple[Fact, ...]
    length: int
    state: State


def replayed(pack: Pack, players: Sequence[str], facts: Iterable[Fact]) -> tuple[list[Mark], Line]:
    """The game before each of the last acts, then as it stands. Facts that do not hold are marked as overtaken."""
    state = setup(pack, players)
    kept: list[Fact] = []
    marks: deque[tuple[int, State]] = deque(maxlen=UNDO_DEPTH)
    for fact in facts:
        if fact.aside in STRAYS:
            kept.append(fact)
            continue
        try:
            after = step(pack, state, fact.event, fact.by)
        except NotNow:
            kept.append(fact if fact.aside else replace(fact, aside=OVERTAKEN))
            continue
        if fact.by != RULES:
            marks.append((len(kept), state))
        kept.append(replace(fact, aside="") if fact.aside else fact)
        state = after
    whole = tuple(kept)
    return [Mark(whole, count, before) for count, before in marks], Line(whole, state)


def mark_of(line: Line) -> Mark:
    return Mark(line.facts, len(line.facts), line.state)


def reason_against(pack: Pack, players: Sequence[str], facts: Sequence[Fact], refused: Fact) -> Said | None:
    """Why the fact does not hold where it stands."""
    state = setup(pack, players)
    for fact in facts:
        if fact.seq == refused.seq:
            break
        if not fact.aside:
            state = step(pack, state, fact.event, fact.by)
    try:
        step(pack, state, refused.event, refused.by)
    except NotNow as refusal:
        return refusal.said
    return None


def newly_set_aside(before: Sequence[Fact], after: Sequence[Fact]) -> Said | None:
    """How many facts no longer hold, in words; None if all do."""
    known = {fact.seq for fact in before if fact.aside == OVERTAKEN}
    count = sum(fact.aside == OVERTAKEN and fact.seq not in known for fact in after)
    if count == 1:
        return Said("1 later fact set aside")
    return Said("{number} later facts set aside", (("number", count),)) if count else None


def line_at(mark: Mark, facts: Sequence[Fact]) -> Line:
    """The game at the mark; what was seen since and does not count is kept, whatever is undone."""
    line = Line(mark.facts[: mark.length], mark.state)
    last = line.facts[-1].seq if line.facts else 0
    since = takewhile(lambda fact: fact.seq > last, reversed(facts))
    strays = [fact for fact in since if fact.aside in STRAYS]
    return line._replace(facts=(*line.facts, *reversed(strays))) if strays else line
