"""What a touch may ask for: the one protocol between the widgets and the app that owns the game."""
from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from app.view.courses import Course
from app.view.free_screen import FreeScreen
from app.view.measured import Measured
from app.view.screen import Health, Screen
from app.view.statistics import DieCount, TimeShare


class Acts(Protocol):
    """Handed to the widgets by `app.main`; every call returns at once and is safe to repeat."""

    # the shelf of games
    def games(self) -> tuple[tuple[str, str], ...]:
        """(name, title) of every pack that can be played."""

    def seats_of(self, game: str) -> tuple[int, int]:
        """The fewest and the most players of a pack."""

    def names(self) -> tuple[str, ...]:
        """Players known from saved games, newest first: offered before anybody has to type."""

    def unfinished(self) -> tuple[tuple[str, str, str | None], ...]:
        """(game id, one line of title, players and points, a photo's key or None) of saved games, newest first."""

    def condition(self) -> tuple[Health, ...]:
        """How camera, panel and disk are doing."""

    def keep_photos(self, games: int) -> None:
        """Of how many games photos are kept, from the next game on."""

    def start(self, game: str, players: tuple[str, ...]) -> None: ...
    def resume(self, game_id: str) -> None: ...
    def leave(self) -> None: ...
    def throw_freely(self) -> None:
        """Read dice without a game, until left."""

    def free(self) -> FreeScreen | None:
        """What is thrown without a game, the same object until something has changed; None while there is none."""

    def delete_photos(self) -> None: ...
    def back_up(self) -> str | Callable[[], str]:
        """Copy everything that is kept to a USB stick; what became of it in words, told once it is done."""

    def bring_back(self) -> str | Callable[[], str]:
        """The other way, for the next start."""

    def export(self) -> str | Callable[[], str]:
        """Write the game in play as data; where to, in words."""

    def can_measure(self) -> bool:
        """Whether there is a camera to calibrate."""

    def measure(self) -> None:
        """Begin to calibrate, until left."""

    def courses(self) -> tuple[Course, ...]:
        """What the eye may be taught."""

    def teach(self, course: Course) -> None:
        """Begin to show it what belongs to a course, until left."""

    def measured(self) -> Measured | None:
        """How the calibration stands, the same object until something has changed; None while there is none."""

    def answer(self, text: str) -> None:
        """Answer what the calibration asks."""

    def refusal(self) -> str:
        """Why a game could not be begun or resumed, told once; "" otherwise."""

    # the game
    def screen(self) -> Screen | None:
        """The screen of the moment, the same object until something has changed; None on the shelf."""

    def choose(self, choice: str, count: int | None = None) -> None: ...
    def press(self, button: str) -> None: ...
    def adjust(self, path: str, seat: int | None, value: int) -> None: ...
    def roll(self, texts: tuple[str, ...]) -> None:
        """Say what the awaited dice show, one text for each, where no camera reads them."""

    def move(self, card: str, source: str, target: str) -> None:
        """Say that a card now lies on top of another pile."""

    def shuffle(self, pile: str, into: str = "") -> None:
        """Say that a pile was shuffled, or all of it into another one."""

    def undo(self) -> None: ...
    def redo(self) -> None: ...

    # readings
    def correct(self, fact: int, die: int, text: str) -> None:
        """Say that die number `die` of the roll in fact `fact` shows `text`; "" says that it is no die."""

    def settle_doubt(self, die: int, text: str) -> None:
        """Say what a doubted die shows, "" if it is no die; the roll is taken when no doubt is left."""

    def no_roll(self) -> None:
        """Say that what was doubted is no roll, or no card, at all."""

    def cards_like(self, fact: int) -> tuple[tuple[str, str], ...]:
        """(name, label) of what the card in that fact may be, likeliest first; what the eye thought opens the row."""

    def name_card(self, fact: int, card: str) -> None:
        """Say which card it was that the eye saw, doubted or in the log."""

    def throw_by(self, fact: int, seat: int) -> None:
        """Give a throw to whoever threw it."""

    def void(self, fact: int) -> None: ...
    def use(self, fact: int) -> None:
        """Take a fact that nobody awaited as what the game waits for now."""

    def look_again(self) -> None: ...

    def statistics(self) -> tuple[DieCount, ...]:
        """How the dice of this game have fallen, in all hands and in each."""

    def times(self) -> tuple[TimeShare, ...]:
        """How the time of this game was spent: by player, then by part of the turn, the longest first."""

    # pictures
    def preview(self) -> np.ndarray | None:
        """The newest tray picture, (h, w, 3) uint8 BGR, what the eye saw drawn in; the same object if unchanged."""

    def photo(self, key: str) -> bytes | None:
        """A kept photo as JPEG."""
