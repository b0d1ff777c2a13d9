"""What home and the book say in a line: a saved game, a wire, who has how much, where the time went."""
from __future__ import annotations

import shutil
import time
from pathlib import Path

from app.game.pack import Pack
from app.game.state import State
from app.game.step import scores_of
from app.store import GameSummary
from app.view.screen import Health
from app.view.statistics import TimeShare
from app.view.words import say
from hardware.health import Health as WireHealth

LEAST_FREE = 200_000_000  # bytes: a game and its photos take some fifty million


def condition_of(name: str, health: WireHealth | None) -> Health:
    """A wire at a glance; one that is not there is no fault."""
    if health is None:
        return Health(name, True, say(f"{name}_none"))
    return Health(name, health.ok, say(f"{name}_well") if health.ok else health.text)


def disk_of(folder: Path) -> Health:
    """Whether the disk has room for games to come."""
    free = shutil.disk_usage(folder).free
    return Health("disk", free > LEAST_FREE, say("disk_room").format(room=f"{free / 1e9:.1f}"))


def shares_of(seconds: dict[str, float]) -> tuple[TimeShare, ...]:
    """The longest first; what took no time is left out."""
    longest_first = sorted(seconds.items(), key=lambda item: -item[1])
    return tuple(TimeShare(label, spent) for label, spent in longest_first if spent)


def title_of(pack: Pack, state: State) -> str:
    """Who has how much: "Ann: 3, Ben: 2"."""
    scores = scores_of(pack, state)
    if not scores:
        return ", ".join(state.players)
    return ", ".join(f"{name}: {score}" for name, score in zip(state.players, scores, strict=True))


def line_of(game: GameSummary) -> str:
    """A saved game in one line: the game and its day, then who plays."""
    day = time.strftime(" · %Y-%m-%d", time.localtime(game.begun))
    return f"{game.pack.replace('_', ' ').title()}{day}: {game.title or ', '.join(game.players)}"
