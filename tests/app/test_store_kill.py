"""kill -9 at any moment: the store is sound, and holds all that had been said to be done."""
from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import reduce
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from store_player import play

from app.game.events import Fact
from app.game.state import State
from app.game.step import setup, step
from app.packs import load_pack
from app.session import Session, Unkept
from app.store import SavedGame, Store

PLAYER = Path(__file__).with_name("store_player.py")
PLAYERS = ("Ann", "Ben")
KILLS_PER_GAME = 10


class Remembered(Unkept):
    """Keeps nothing, and starts from a game that was saved."""

    def __init__(self, saved: SavedGame) -> None:
        self._saved = saved

    def load(self, game_id: str) -> SavedGame:
        return self._saved


@pytest.mark.parametrize("seed", range(2))
def test_killed_fifty_times(tmp_path: Path, seed: int) -> None:
    kill_again_and_again(tmp_path / "store", Random(seed), kills=25)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_killed_a_thousand_times(tmp_path: Path, seed: int) -> None:
    kill_again_and_again(tmp_path / "store", Random(seed), kills=50)


def kill_again_and_again(path: Path, chance: Random, kills: int) -> None:
    done = 0
    for number in range(kills):
        if number % KILLS_PER_GAME == 0:
            with closing(Store(path)) as store:
                pack = load_pack("starship_catan")
                game_id = store.new_game(pack.name, pack.version, PLAYERS, 0.0)
        before = saved(path, game_id)
        seed = str(chance.random())
        said = kill_player(path, game_id, seed, chance)
        done += said
        after = saved(path, game_id)
        assert after.facts in logs_after(before, game_id, seed, said)
        assert Session.resume(Remembered(after), game_id).state == replayed(after.facts)
        assert_sound(path, after.facts)
    assert done > kills  # or it was killed too early to prove anything


def kill_player(path: Path, game_id: str, seed: str, chance: Random) -> int:
    """Start the player, kill it in the middle of its acts, one in ten before it is ready; counts what it said."""
    with subprocess.Popen([sys.executable, str(PLAYER), str(path), game_id, seed], stdout=subprocess.PIPE, text=True,
                          cwd=PLAYER.parents[2], env={"PYTHONPATH": str(PLAYER.parents[2])}) as player:
        assert player.stdout
        heard = ""
        if chance.random() < 0.1:
            time.sleep(chance.uniform(0, 0.3))
        else:
            assert player.stdout.readline() == "ready\n"
            heard = "".join(player.stdout.readline() for _ in range(chance.randrange(12)))
            time.sleep(chance.uniform(0, 0.02))
        player.kill()
        return (heard + player.stdout.read()).split().count("done")


def logs_after(before: SavedGame, game_id: str, seed: str, said: int) -> list[tuple[Fact, ...]]:
    """The same play without a disk: its log after all that was said, and after the one thing more that may be there."""
    session = Session.resume(Remembered(before), game_id)
    logs = [session.facts]
    for _ in islice(play(session, Random(seed), lambda game_id, key, jpeg: None), said + 1):
        logs.append(session.facts)
    return logs[said:]


def saved(path: Path, game_id: str) -> SavedGame:
    with closing(Store(path)) as store:
        return store.load(game_id)


def replayed(facts: tuple[Fact, ...]) -> State:
    pack = load_pack("starship_catan")
    return reduce(lambda state, fact: step(pack, state, fact.event, fact.by),
                  (fact for fact in facts if not fact.aside), setup(pack, PLAYERS))


def assert_sound(path: Path, facts: tuple[Fact, ...]) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        kept = {key for key, in db.execute("SELECT key FROM photos")}
    assert {fact.photo for fact in facts if fact.photo} <= kept
