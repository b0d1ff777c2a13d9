"""How a wire is, as a person is told."""
from __future__ import annotations

from dataclasses import dataclass

WORKS, ABSENT, ADVICE, BROKEN = "works", "absent", "advice", "broken"


@dataclass(frozen=True, slots=True)
class Health:
    """`text` is one line: what works, or what to do about it."""

    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One part tried out: `state` is works, absent (and can be done without), advice or broken; `text` is one line."""

    part: str
    state: str
    text: str
