"""How fast the core folds a long game, beside the plainest fold that Python can do."""
from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import reduce
from itertools import chain, islice
from pathlib import Path
from random import Random

from app.commands.bench import Rows
from app.game.chance import played_at_random
from app.game.events import Fact
from app.game.pack import Pack
from app.game.state import State
from app.game.step import setup, step
from app.packs import load_pack
from app.session import Session, Unkept
from app.store import Store

FACTS = 10_000
REPEATS = 5
UNDOS = 50
PLAYERS = ("Ann", "Ben")
COUNTERS = dict.fromkeys(map(str, range(40)), 0)  # as many as a seat has, so that the plain fold copies as much


def run() -> Rows:
    """Medians in ms: all facts replayed, one step, one undo in memory, and one that is on disk when it returns.

    The yardstick folds as many facts into a plain dict, copied for each; that of the disk is one line written to it.
    Time is the processor's, so that a busy machine does not blur it; only the disk's is the clock's.
    """
    pack = load_pack("starship_catan")
    games = _games(pack)
    plain = _median_ms(lambda: _fold_plainly(chain(*games)), REPEATS)
    with tempfile.TemporaryDirectory() as folder:
        return {
            f"{FACTS} facts": _row(_median_ms(lambda: [_replay(pack, game) for game in games], REPEATS),
                                   "plain fold", plain),
            "a step": _row(statistics.median(_step_times_ms(pack, games)), "plain fold", plain / FACTS),
            "an undo": _row(_median_ms(_played(pack, games[0]).undo, UNDOS), "plain fold", plain / FACTS),
            "an undo on disk": _row(
                _median_ms(_saved(pack, games[0], Path(folder)).undo, UNDOS, time.perf_counter), "a line to disk",
                _median_ms(lambda: _write_line(Path(folder) / "line"), UNDOS, time.perf_counter)),
        }


def _row(ms: float, yardstick: str, yardstick_ms: float) -> dict[str, float | int | str]:
    return {"ms": ms, "yardstick": yardstick, "yardstick ms": yardstick_ms, "ratio": ms / yardstick_ms}


def _games(pack: Pack) -> list[list[Fact]]:
    """Games played by chance, FACTS facts in all."""
    games: list[list[Fact]] = []
    chance = Random(1)
    while missing := FACTS - sum(map(len, games)):
        games.append(list(islice(played_at_random(pack, PLAYERS, chance), missing)))
    return games


def _replay(pack: Pack, facts: Iterable[Fact]) -> State:
    return reduce(lambda state, fact: step(pack, state, fact.event, fact.by), facts, setup(pack, PLAYERS))


def _fold_plainly(facts: Iterable[Fact]) -> dict[str, int]:
    return reduce(lambda state, fact: state | {fact.by: fact.seq}, facts, COUNTERS)


def _step_times_ms(pack: Pack, games: list[list[Fact]]) -> list[float]:
    times = []
    for facts in games:
        state = setup(pack, PLAYERS)
        for fact in facts:
            began = time.process_time()
            state = step(pack, state, fact.event, fact.by)
            times.append((time.process_time() - began) * 1000)
    return times


def _played(pack: Pack, facts: list[Fact]) -> Session:
    session = Session(Unkept(), pack, PLAYERS)
    for fact in facts:
        session.act(fact.event, fact.by, fact.at)
    return session


def _saved(pack: Pack, facts: list[Fact], folder: Path) -> Session:
    store = Store(folder / "store")
    game_id = store.new_game(pack.name, pack.version, PLAYERS, 0.0)
    store.replace_log(game_id, tuple(facts))
    return Session.resume(store, game_id)


def _write_line(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x" * 200 + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _median_ms(deed: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time) -> float:
    times = []
    for _ in range(repeats):
        began = clock()
        deed()
        times.append((clock() - began) * 1000)
    return statistics.median(times)
