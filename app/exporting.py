"""A saved game as data: rows for a spreadsheet, which give away nothing hidden, and the whole log as JSON."""
from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.errors import ExportFailed
from app.game.pack import Pack
from app.game.state import State, said_plainly
from app.game.wire import fact_to_json
from app.packs import load_pack
from app.session import Session
from app.store import SavedGame, Store
from app.view.sentences import sentence_of, veil_over

COLUMNS = ("seq", "at", "by", "event", "what", "aside", "photo")
Row = tuple[Any, ...]


def rows_of(saved: SavedGame, pack: Pack, state: State) -> Iterator[Row]:
    """The columns' names, then a row a fact, in words that give away nothing that is still hidden in `state`."""
    yield COLUMNS
    for fact in saved.facts:
        what = said_plainly(sentence_of(pack, state, fact.event))
        yield fact.seq, round(fact.at, 2), fact.by, type(fact.event).__name__, what, fact.aside, fact.photo


def data_of(saved: SavedGame) -> dict[str, object]:
    """The whole log, for `json.dumps`."""
    summary = saved.summary
    return {"game": summary.id, "pack": summary.pack, "version": summary.version, "players": list(summary.players),
            "facts": [fact_to_json(fact) for fact in saved.facts]}


def hides(saved: SavedGame, pack: Pack, state: State) -> bool:
    """Whether the whole log would tell what somebody may still keep to himself."""
    return not state.ended and any(veil_over(pack, state, fact.event) for fact in saved.facts)


def export_into(folder: Path, store: Store, game_id: str) -> tuple[Path, ...]:
    """Write the game there as CSV, and as JSON where nothing is hidden any more; raises ExportFailed in words."""
    saved, state = store.load(game_id), Session.resume(store, game_id).state
    pack = load_pack(saved.summary.pack)
    table, log = folder / f"{game_id}.csv", folder / f"{game_id}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with table.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows_of(saved, pack, state))
        if hides(saved, pack, state):
            return (table,)
        log.write_text(json.dumps(data_of(saved), ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise ExportFailed(f"{folder} cannot be written: {error.strerror}") from error
    return table, log
