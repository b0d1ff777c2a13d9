"""The export command: a saved game as a transcript that plays again, as CSV or as JSON."""
from __future__ import annotations

import csv
import json
import sys
from argparse import Namespace

from app.config import Places
from app.errors import UnknownGame
from app.game.retell import retell
from app.game.state import said_plainly
from app.game.wire import fact_to_json
from app.packs import load_pack
from app.session import Session
from app.store import SavedGame, Store
from app.view.sentences import sentence_of

COLUMNS = ("seq", "at", "by", "event", "what", "aside", "photo")


def run(args: Namespace) -> int:
    path = Places(args.data).store
    if not path.exists():
        raise UnknownGame("no game is saved yet")
    store = Store(path)
    saved = store.load(args.game)
    if args.json:
        print(json.dumps(_as_data(saved), ensure_ascii=False))
    elif args.csv:
        _write_rows(store, saved)
    else:
        print(retell(saved.summary.pack, saved.summary.players, saved.facts), end="")
    return 0


def _as_data(saved: SavedGame) -> dict[str, object]:
    summary = saved.summary
    return {"game": summary.id, "pack": summary.pack, "version": summary.version, "players": list(summary.players),
            "facts": [fact_to_json(fact) for fact in saved.facts]}


def _write_rows(store: Store, saved: SavedGame) -> None:
    """A row a fact, in words that give away nothing that is still hidden."""
    pack, state = load_pack(saved.summary.pack), Session.resume(store, saved.summary.id).state
    rows = csv.writer(sys.stdout)
    rows.writerow(COLUMNS)
    for fact in saved.facts:
        what = said_plainly(sentence_of(pack, state, fact.event))
        rows.writerow((fact.seq, round(fact.at, 2), fact.by, type(fact.event).__name__, what, fact.aside, fact.photo))
