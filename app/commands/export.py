"""The export command: a saved game as a transcript that plays again, as CSV or as JSON."""
from __future__ import annotations

import csv
import json
import sys
from argparse import Namespace

from app.config import Places
from app.errors import ExportFailed, UnknownGame
from app.exporting import data_of, hides, rows_of
from app.game.retell import retell
from app.packs import load_pack
from app.session import Session
from app.store import Store


def run(args: Namespace) -> int:
    path = Places(args.data).store
    if not path.exists():
        raise UnknownGame("no game is saved yet")
    store = Store(path)
    saved, state = store.load(args.game), Session.resume(store, args.game).state
    pack = load_pack(saved.summary.pack)
    if args.csv:
        csv.writer(sys.stdout).writerows(rows_of(saved, pack, state))
        return 0
    if hides(saved, pack, state):
        raise ExportFailed(f"{args.game} goes on, and its whole log tells what is hidden: "
                           "take --csv, or play it to its end")
    if args.json:
        print(json.dumps(data_of(saved), ensure_ascii=False))
    else:
        print(retell(saved.summary.pack, saved.summary.players, saved.facts), end="")
    return 0
