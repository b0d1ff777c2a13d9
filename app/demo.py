"""The hand that plays the demo: goes on at the virtual board, touches the first choice, and photographs the screen."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.eye import Eye
from app.game.events import Rolled
from app.table import Table
from app.view.screen import Screen
from hardware.fake import VirtualBoard
from hardware.film import FakeCamera

PACE_S = 0.35
LINGER_S = 2.0  # after the film's end, for the last throw to be read and played


class DemoHand:
    """Does what a player would who waits for nothing but the dice; the dice are the film's own.

    As nobody throws unasked, the film stands still while it shows nothing moving and the game asks for something else.
    """

    def __init__(self, table: Table, eye: Eye, film: FakeCamera, board: VirtualBoard | None,
                 clock: Callable[[], float]) -> None:
        self._table, self._eye, self._film, self._board, self._clock = table, eye, film, board, clock
        self._next = clock() + PACE_S
        film.pause()

    def tick(self) -> None:
        screen = self._table.screen()
        if screen is None or not self._eye.ready:
            return
        if screen.awaited or screen.ended:
            self._film.play()
        elif self._eye.still:
            self._film.pause()
        if not screen.ended and self._clock() >= self._next:
            self._next = self._clock() + PACE_S
            self._act(screen)

    def _act(self, screen: Screen) -> None:
        choices = [choice.id for choice in screen.prompt.choices if choice.enabled]
        if screen.can_go_on and self._board is not None:
            self._board.press("go_on")
        elif screen.can_go_on:
            self._table.press("go_on")
        elif choices:
            self._table.choose(choices[0])


class Photographer:
    """Where nobody watches: keeps a picture of the screen at the start, after each roll and at the end."""

    def __init__(self, table: Table, film: FakeCamera, folder: Path, clock: Callable[[], float]) -> None:
        self._table, self._film, self.folder, self._clock = table, film, folder, clock
        self._rolls = -1
        self._due: float | None = None
        self._over_at: float | None = None
        self.taken: list[Path] = []

    def tick(self, capture: Callable[[Path], None]) -> bool:
        """Take the picture that is due; True once the film and the game it made are over."""
        now, rolls = self._clock(), self._count_rolls()
        if rolls != self._rolls:
            self._rolls, self._due = rolls, now + PACE_S / 2
        if self._due is not None and now >= self._due:
            self._due = None
            self._take(capture, f"{self._rolls:02d}_rolls")
        if self._film.finished and self._over_at is None:
            self._over_at = now + LINGER_S
        if self._over_at is None or now < self._over_at:
            return False
        self._take(capture, "end")
        return True

    def _count_rolls(self) -> int:
        session = self._table.session
        return sum(isinstance(fact.event, Rolled) for fact in session.facts) if session else 0

    def _take(self, capture: Callable[[Path], None], name: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.png"
        capture(path)
        self.taken.append(path)
