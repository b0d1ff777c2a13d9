"""Events and facts as JSON, and back: the one place where tuples are restored."""
from __future__ import annotations

from dataclasses import fields
from typing import Any

from app.game import events
from app.game.errors import WireError
from app.game.events import Event, Fact, RolledDie

KINDS: dict[str, type] = {kind.__name__: kind for kind in events.Event.__args__}


def to_json(event: Event) -> dict[str, Any]:
    """A dict that `json.dumps` takes; fields at their default are left out."""
    return {"event": type(event).__name__, **_changed(event)}


def from_json(data: dict[str, Any]) -> Event:
    """The event that `to_json` wrote. Raises WireError for what no version of it wrote."""
    rest = dict(data)
    try:
        kind = KINDS[rest.pop("event")]
        if "dice" in rest:
            rest["dice"] = tuple(RolledDie(**die) for die in rest["dice"])
        event: Event = kind(**rest)
        return event
    except (KeyError, TypeError) as error:
        raise WireError(f"not an event of this version: {data!r}") from error


def fact_to_json(fact: Fact) -> dict[str, Any]:
    data = {"seq": fact.seq, "at": fact.at, "by": fact.by, "event": to_json(fact.event)}
    extra = {"photo": fact.photo, "aside": fact.aside, "was": fact.was and to_json(fact.was)}
    return data | {name: value for name, value in extra.items() if value}


def fact_from_json(data: dict[str, Any]) -> Fact:
    was = from_json(data["was"]) if "was" in data else None
    event = from_json(data["event"])
    return Fact(data["seq"], data["at"], data["by"], event, data.get("photo"), was, data.get("aside", ""))


def _changed(value: Any) -> dict[str, Any]:
    plain = {item.name: getattr(value, item.name) for item in fields(value)}
    if "dice" in plain:
        plain["dice"] = [_changed(die) for die in plain["dice"]]
    return {item.name: plain[item.name] for item in fields(value) if plain[item.name] != item.default}
