"""Events and facts survive JSON whole."""
from __future__ import annotations

import json

import pytest

from app.game.errors import WireError
from app.game.events import (
    UNAWAITED,
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Fact,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    RolledDie,
    Shuffled,
    Skipped,
    TimeUp,
    Voided,
)
from app.game.wire import fact_from_json, fact_to_json, from_json, to_json

ROLL = Rolled((RolledDie(3, colour="yellow", id=4), RolledDie(face="wild", kind="icon", colour="red", moved=False)))
EVENTS = (
    ROLL, Rolled(()), CardSeen("Enif I", "sectors"), Pressed("go_on"), Chose("sector:2"), Chose("buy", 3),
    Adjusted("carbon", 2, 1), Adjusted("round", 0), Moved("Enif I", "reserve", "colonies@0"),
    Shuffled("discard", "deck"), TimeUp("turn"), Skipped(),
    Jumped("flight", 1), Voided(7),
)  # fmt: skip


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_survive(event: Event) -> None:
    assert from_json(json.loads(json.dumps(to_json(event)))) == event


@pytest.mark.parametrize("fact", [
    Fact(1, 2.5, "eye", ROLL, "photo 1", Rolled(())),
    Fact(2, 3.0, "seat 1", Voided(1), None, ROLL),
    Fact(3, 3.5, "eye", ROLL, None, None, UNAWAITED),
])
def test_facts_survive(fact: Fact) -> None:
    assert fact_from_json(json.loads(json.dumps(fact_to_json(fact)))) == fact


@pytest.mark.parametrize("data", [{}, {"event": "Guessed"}, {"event": "Chose", "coice": "x"}, {"event": "Chose"}])
def test_strange_data_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(WireError, match="not an event of this version"):
        from_json(data)
