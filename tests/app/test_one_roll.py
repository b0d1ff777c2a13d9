"""One roll from light to label: the film's throws through the eye, the core and the real firmware's lights."""
from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest

from app.demo import DemoHand
from app.eye import Eye
from app.game.events import Rolled
from app.main import FOOTAGE
from app.store import Store
from app.table import Table
from hardware.fake import VirtualBoard
from hardware.film import FakeCamera
from hardware.panel import Lights, Panel
from vision.tray import STANDARD_RIG
from vision.types import Library

TRUTH = json.loads(FOOTAGE.with_suffix(".json").read_text())
PATIENCE_S = 280.0  # of a busy machine; an idle one needs a tenth
OFF = (False,) * 5
Throw = list[tuple[str, int]]


class FilmTime:
    """Film time that runs a picture a look, however long a look takes."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1 / 15
        return self.now


@dataclass
class Played:
    """The whole companion but its window: a table over a film, with a board."""

    table: Table
    eye: Eye
    film: FakeCamera
    board: VirtualBoard
    film_time: FilmTime

    def play(self, until_s: float) -> None:
        """Play as the demo does until so much of the film, or all of it, has been seen."""
        self.table.start("starship_catan", ("Ann", "Ben"))
        wait_for_painted(self.board)
        hand = DemoHand(self.table, self.eye, self.film, self.board, time.monotonic)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not self.film.finished and self.film_time.now < until_s:
            self.table.tick()
            hand.tick()
            time.sleep(0.002)
        self.table.tick()


@contextmanager
def table_over(film: Path, folder: Path) -> Iterator[Played]:
    film_time = FilmTime()
    store, camera, board = Store(folder / "store"), FakeCamera(film, film_time, loop=False), VirtualBoard()
    panel, eye = Panel(board.port), Eye(camera, STANDARD_RIG, Library())
    try:
        yield Played(Table(store, eye, panel), eye, camera, board, film_time)
    finally:
        eye.close()
        panel.close()
        board.close()
        store.close()


def wait_for_painted(board: VirtualBoard) -> None:
    """Until the board's self-test is over and the first seat alone is lit; what was lit before is forgotten."""
    end = time.monotonic() + PATIENCE_S
    while turn_of(board.shown) != (True, *OFF) and time.monotonic() < end:
        time.sleep(0.01)
    board.history.clear()


def turn_of(lights: Lights) -> tuple[bool, ...]:
    """Which seat lights burn, as the firmware drives them."""
    return tuple(any(colour) for colour in lights.seats)


def rolls_of(table: Table) -> list[Throw]:
    """What each throw showed, as the eye read it: every die that moved."""
    assert table.session is not None
    rolls = [fact.event for fact in table.session.facts if isinstance(fact.event, Rolled)]
    return [sorted((die.colour, die.value or 0) for die in roll.dice if die.moved) for roll in rolls]


def truth_from(throw: int) -> list[Throw]:
    throws = TRUTH["throws"][throw:]
    return [sorted((die["colour"], die["value"]) for die in one["dice"] if die["moved"]) for one in throws]


def later_film(path: Path, throw: int) -> Path:
    """The shipped film from the moment before its throw number `throw`: another film, which makes another game."""
    start = TRUTH["throws"][throw - 1]["stopped_frame"] + 10
    reel = cv2.VideoCapture(str(FOOTAGE))
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), TRUTH["fps"], tuple(TRUTH["size"]))
    for index in range(TRUTH["frames"]):
        picture = reel.read()[1]
        if index >= start:
            writer.write(picture)
    writer.release()
    return path


@pytest.mark.parametrize("first_throw", [0, 3])
def test_the_film_makes_the_game(tmp_path: Path, first_throw: int) -> None:
    film = FOOTAGE if first_throw == 0 else later_film(tmp_path / "later.avi", first_throw)
    with table_over(film, tmp_path) as played:
        played.play(until_s=float("inf"))
        assert rolls_of(played.table) == truth_from(first_throw)
        assert played.table.session is not None
        photos = [fact.photo for fact in played.table.session.facts if isinstance(fact.event, Rolled)]
        assert all(photo and (played.table.photo(photo) or b"").startswith(b"\xff\xd8") for photo in photos)
        turns_shown = {turn_of(lights) for lights in played.board.history}
        assert turns_shown == {(True, *OFF), (False, True, *OFF[1:])}


def test_a_covered_lens_makes_no_roll(tmp_path: Path) -> None:
    with table_over(FOOTAGE, tmp_path) as played:
        played.film.cover()
        played.play(until_s=12.0)
        assert (rolls_of(played.table), played.film.health.ok) == ([], False)
