"""Eight hours' wear in minutes: throws as fast as the eye can look, the board restarted, the camera stalled."""
from __future__ import annotations

import json
import os
import random
import tempfile
import threading
import time
from functools import reduce
from pathlib import Path

from app.commands.bench import Rows
from app.eye import Eye
from app.game.events import Fact, Rolled
from app.game.state import State
from app.game.step import setup, step
from app.main import DEMO_GAME, DEMO_PLAYERS, FOOTAGE
from app.session import Session
from app.store import Store
from app.table import Table
from firmware import protocol
from hardware.fake import VirtualBoard
from hardware.film import FakeCamera
from hardware.health import Health
from hardware.held import Held
from hardware.panel import Panel, Press
from vision.tray import STANDARD_RIG
from vision.types import Frame, Library

HOURS = 8.0
WARM_SHARE = 0.2  # caches have filled by then
# in eight hours: a press every twenty seconds, a restart of the board every ten minutes, a stall every twenty
PRESSES, RESTARTS, STALLS = 1440, 48, 24
# a throw is watched at half the film's rate; then it lies there, a picture now and then, until the next one
EVERY, SEEN_FRAMES, LIES_S, LOOKS = 2, 22, 40.0, 8
STALL_S = 3.0
FACTS_A_GAME = 300
ARRIVES_S = 10.0
TICK_S = 1 / 60
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6


class HurriedCamera:
    """Shows the next picture whenever it is asked, its time running on as at a table, and nothing while it is stalled.

    After each throw of `film` the dice lie there for a while, as they do while people think.
    """

    held = None

    def __init__(self, film: Path) -> None:
        self._now = 0.0
        self._film = FakeCamera(film, clock=lambda: self._now)
        throws = json.loads(film.with_suffix(".json").read_text("utf-8"))["throws"]
        self._rests = {throw["stopped_frame"] + SEEN_FRAMES + k for throw in throws for k in range(EVERY)}
        self._stalled_until, self._looks_left = 0.0, 0
        self.shown = self.throws = 0
        self.at = 0.0

    def stall(self) -> None:
        self._stalled_until = time.monotonic() + STALL_S

    def read(self) -> Frame | None:
        if time.monotonic() < self._stalled_until:
            return None
        self.shown += 1
        if self._looks_left:
            self._looks_left -= 1
            self.at += LIES_S / LOOKS
        else:
            self._wind_on()
        return Frame(self._film.read().image, self.at, self.shown)

    def _wind_on(self) -> None:
        self._now += EVERY / self._film.fps
        self.at += EVERY / self._film.fps
        if round(self._now * self._film.fps) % self._film.length in self._rests:
            self.throws += 1
            self._looks_left = LOOKS

    @property
    def health(self) -> Health:
        return self._film.health

    def hold(self, wanted: Held | None) -> None:
        """A film is as it is."""

    def close(self) -> None:
        self._film.close()


class CountedStore(Store):
    """A store that counts the rolls that the eye hands up: their photos come first, and no undo takes them away."""

    rolls = 0

    def put_photo(self, game_id: str, key: str, jpeg: bytes) -> None:
        self.rolls += 1
        super().put_photo(game_id, key, jpeg)


class CountedPanel(Panel):
    """A panel that counts what it hands up."""

    arrived = 0

    def presses(self) -> tuple[Press, ...]:
        presses = super().presses()
        self.arrived += len(presses)
        return presses


class Soak:
    """One table, its wires and its faults, for so many hours of table time."""

    def __init__(self, home: Path, hours: float, seed: int) -> None:
        self._rng = random.Random(seed)
        self._hours = hours
        self._store = CountedStore(home / "soak.sqlite")
        self._camera = HurriedCamera(FOOTAGE)
        self._board = VirtualBoard()
        self._panel = CountedPanel(self._board.port)
        self._eye = Eye(self._camera, STANDARD_RIG, Library())
        self._table = Table(self._store, self._eye, self._panel)
        self._made = self._restarts = self._stalls = 0
        self._games = self._facts = self._doubts = self._astray = 0

    def run(self) -> Rows:
        self._begin_game()
        began, warm_mb = time.monotonic(), 0.0
        while (share := self._camera.at / 3600 / self._hours) < 1:
            if share > WARM_SHARE and not warm_mb:
                warm_mb, threads = memory_mb(), threading.active_count()
            self._wear(share * self._hours / HOURS)
            self._turn()
        self._await_presses()
        self._end_game()
        grown = (memory_mb() - warm_mb) / warm_mb * 100
        alive = self._eye.health.ok and self._panel.health.ok and threading.active_count() == threads
        return {
            "table": {"hours": self._camera.at / 3600, "minutes it took": (time.monotonic() - began) / 60},
            "camera": {"stalls": self._stalls, "pictures": self._camera.shown, "throws": self._camera.throws,
                       "rolls read": self._store.rolls, "asked about": self._doubts},
            "board": {"restarts": self._restarts, "presses made": self._made, "presses arrived": self._panel.arrived},
            "game": {"games": self._games, "facts": self._facts, "states unlike their log": self._astray},
            "process": {"MB when warm": warm_mb, "grown %": grown, "all threads alive": "yes" if alive else "NO"},
        }

    def close(self) -> None:
        self._eye.close()
        self._panel.close()
        self._board.close()
        self._store.close()

    def _wear(self, share: float) -> None:
        """Whatever is due by now."""
        if self._made < share * PRESSES:
            self._made += 1
            self._board.press(self._rng.choice(protocol.BUTTONS))
        if self._restarts < int(share * RESTARTS):
            self._restarts += 1
            self._await_presses()  # what is pressed while the board has no power nobody can know
            self._board.replug()
            self._await_board()
        if self._stalls < int(share * STALLS):
            self._stalls += 1
            self._camera.stall()

    def _turn(self) -> None:
        self._table.tick()
        screen, session = self._table.screen(), self._session
        if session.doubt is not None and isinstance(session.doubt.event, Rolled):
            self._settle(session.doubt.event)
        if screen is not None and not screen.can_go_on:
            choices = [choice.id for choice in screen.prompt.choices if choice.enabled]
            if choices and self._rng.random() < 0.3:
                self._table.choose(self._rng.choice(choices))
        if session.state.ended or len(session.facts) > FACTS_A_GAME:
            self._end_game()
            self._begin_game()
        time.sleep(TICK_S)

    def _settle(self, doubted: Rolled) -> None:
        """Somebody looks, and says what lies there."""
        self._doubts += 1
        for index, die in enumerate(doubted.dice):
            if not die.sure:
                self._table.settle_doubt(index, str(die.value or 1))

    def _await_presses(self) -> None:
        self._tick_until(lambda: self._panel.arrived >= self._made)

    def _await_board(self) -> None:
        self._tick_until(lambda: self._panel.health.ok)

    def _tick_until(self, holds) -> None:  # type: ignore[no-untyped-def]
        end = time.monotonic() + ARRIVES_S
        while not holds() and time.monotonic() < end:
            self._table.tick()
            time.sleep(TICK_S)

    @property
    def _session(self) -> Session:
        session = self._table.session
        assert session is not None
        return session

    def _begin_game(self) -> None:
        self._await_board()
        self._table.start(DEMO_GAME, DEMO_PLAYERS)
        self._games += 1

    def _end_game(self) -> None:
        session = self._session
        self._facts += len(session.facts)
        self._astray += state_of(session) != session.state
        self._store.finish(session.game_id)
        self._table.leave()


def state_of(session: Session) -> State:
    """The state that the session's log makes, from the beginning."""

    def follow(state: State, fact: Fact) -> State:
        return step(session.pack, state, fact.event)

    return reduce(follow, session.log, setup(session.pack, DEMO_PLAYERS))


def memory_mb() -> float:
    """What this process has in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_MB


def run(hours: float = HOURS) -> Rows:
    """Wear a table out for `hours` of its own time and say what became of it; the seed is in the rows."""
    seed = int.from_bytes(os.urandom(4), "big")
    with tempfile.TemporaryDirectory() as home:
        soak = Soak(Path(home), hours, seed)
        try:
            rows = soak.run()
        finally:
            soak.close()
    return rows | {"seed": {"seed": str(seed)}}
