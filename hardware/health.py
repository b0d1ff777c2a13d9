"""How a wire is, as a person is told."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """`text` is one line: what works, or what to do about it."""

    ok: bool
    text: str
