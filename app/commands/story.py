"""The story command: a transcript played, and the state it ends in."""
from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from app.game.errors import ExpectationFailed, TranscriptError
from app.game.pack import Pack
from app.game.state import State, as_data
from app.game.step import scores_of
from app.game.transcript import parse, play
from app.packs import load_pack
from app.session import Session, Unkept


def run(args: Namespace) -> int:
    """Play the file; 1 with file and line if an expectation failed."""
    script = parse(_read(args.file), str(args.file))
    session = Session(Unkept(), load_pack(script.game), script.players)
    try:
        play(script, session)
    except ExpectationFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    print(json.dumps(as_data(session.state)) if args.json else text_of(session.pack, session.state))
    return 0


def text_of(pack: Pack, state: State) -> str:
    """The state in a few lines: where the game stands and what each player has."""
    scores = scores_of(pack, state) or (None,) * len(state.players)
    where = "ended" if state.ended else f"{state.phase}, {state.players[state.active]}"
    seats = zip(state.players, state.seats, scores, strict=True)
    return "\n".join([f"{pack.title}, turn {state.turn}: {where}", *(_seat_text(pack, *seat) for seat in seats)])


def _seat_text(pack: Pack, player: str, counters: Mapping[str, int], score: int | None) -> str:
    held = ", ".join(f"{rule.label.lower()} {counters[name]}" for name, rule in pack.counters.items()
                     if rule.shown and counters[name])
    return f"  {player}{'' if score is None else f' ({score})'}: {held}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise TranscriptError(f"{path}: there is no such file: check the name") from error
    except IsADirectoryError as error:
        raise TranscriptError(f"{path}: is a folder: name the transcript in it") from error
    except PermissionError as error:
        raise TranscriptError(f"{path}: may not be read: change its permissions") from error
    except (OSError, UnicodeDecodeError) as error:
        raise TranscriptError(f"{path}: is no text that can be read: write it in UTF-8") from error
