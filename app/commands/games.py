"""The games command: the packs found and the games saved."""
from __future__ import annotations

from argparse import Namespace

from app.config import Places
from app.game.errors import PackError
from app.packs import known_packs, load_pack
from app.store import GameSummary, Store


def run(args: Namespace) -> int:
    print("Packs:")
    for name in known_packs():
        print(f"  {name}: {_title(name)}")
    path = Places(args.data).store
    saved = Store(path).games() if path.exists() else ()
    print("Saved games:" if saved else "No saved games")
    for game in saved:
        print(f"  {_line(game)}")
    return 0


def _title(name: str) -> str:
    try:
        pack = load_pack(name)
    except PackError as error:
        return str(error)
    players = str(pack.fewest) if pack.fewest == pack.most else f"{pack.fewest} to {pack.most}"
    return f"{pack.title}, {players} players"


def _line(game: GameSummary) -> str:
    state = "goes on" if game.unfinished else "ended"
    return f"{game.id}: {game.title or game.pack}, {', '.join(game.players)}, {game.facts} facts, {state}"
