"""The smallest packs that say one thing, written into a folder and played."""
from __future__ import annotations

from pathlib import Path

from app.game.events import Event
from app.game.pack import Pack
from app.packs import load_pack
from app.session import Session, Unkept

HEAD = "title: Small\nplayers: [2, 4]\n"


def pack_of(folder: Path, text: str) -> Pack:
    (folder / "pack.yaml").write_text(HEAD + text, encoding="utf-8")
    return load_pack(folder)


def game(folder: Path, text: str, *events: Event, players: tuple[str, ...] = ("Ann", "Bob")) -> Session:
    """A game of the pack after these events."""
    session = Session(Unkept(), pack_of(folder, text), players)
    for event in events:
        assert session.act(event, "table", 0.0), session.notice
    return session
