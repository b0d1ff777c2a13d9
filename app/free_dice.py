"""Dice without a game: what the eye reads or a finger tells, with sum, history and statistics, until it is left."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue

from app.eye import Eye, Watch, told_again
from app.game.dice import text_of
from app.game.events import Event, Fact, Rolled, RolledDie
from app.game.pack import Die
from app.senses import put_right
from app.view.free_screen import FreeScreen
from app.view.screen import DieView, LogRow, RollView, any_alternatives
from app.view.statistics import statistics_of
from vision.types import Expectation

PHOTOS_KEPT = 40
Throws = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class AnyDice:
    """No box says what is printed on them: they count as dice from one to six."""

    dice: Mapping[str, Die] = field(default_factory=dict)


class FreeDice:
    """Owned by the main thread; the eye posts into its inbox. Throws can be put right, taken away, and undone."""

    def __init__(self, eye: Eye | None) -> None:
        self._eye = eye
        self._inbox: SimpleQueue[tuple[Event, str, str | None]] = SimpleQueue()
        self._photos: dict[str, bytes] = {}
        self._throws: Throws = ()
        self._past: list[Throws] = []
        self.screen = free_screen_of((), False)
        if eye is not None:
            eye.watch = Watch(Expectation(), self._post, self._keep)

    def close(self) -> None:
        if self._eye is not None:
            self._eye.watch = None

    def tick(self) -> None:
        """Take what the eye has posted."""
        while True:
            try:
                event, by, photo = self._inbox.get_nowait()
            except Empty:
                return
            self._add(event, by, photo)

    def tell(self, texts: tuple[str, ...]) -> None:
        """A throw told by touch, one text for each die."""
        self._add(Rolled(tuple(RolledDie(int(text), id=index) for index, text in enumerate(texts))), "table", None)

    def correct(self, number: int, die: int, text: str) -> None:
        """Say that die number `die` of that throw shows `text`; "" says that it is no die."""
        self._take(tuple(replace(throw, event=put_right(throw.event, die, text), was=throw.was or throw.event)
                         if throw.seq == number and isinstance(throw.event, Rolled) else throw
                         for throw in self._throws))

    def void(self, number: int) -> None:
        self._take(tuple(throw for throw in self._throws if throw.seq != number))

    def undo(self) -> None:
        if self._past:
            self._throws = self._past.pop()
            self._show()

    def look_again(self) -> None:
        if self._eye is not None and self._eye.watch is not None:
            self._eye.watch = told_again(self._eye.watch)

    def photo(self, key: str) -> bytes | None:
        return self._photos.get(key)

    def _post(self, event: Event, by: str, photo: str | None = None) -> None:
        self._inbox.put((event, by, photo))

    def _keep(self, key: str, jpeg: bytes) -> None:
        self._photos[key] = jpeg
        for old in list(self._photos)[:-PHOTOS_KEPT]:
            del self._photos[old]

    def _add(self, event: Event, by: str, photo: str | None) -> None:
        number = max((throw.seq for throw in self._throws), default=0) + 1
        self._take((*self._throws, Fact(number, 0.0, by, event, photo)))

    def _take(self, throws: Throws) -> None:
        self._past.append(self._throws)
        self._throws = throws
        self._show()

    def _show(self) -> None:
        self.screen = free_screen_of(self._throws, bool(self._past))


def free_screen_of(throws: Throws, can_undo: bool) -> FreeScreen:
    """What is shown of these throws, the newest last."""
    rows = tuple(_row_of(throw) for throw in throws)
    last = rows[-1] if rows else None
    roll = RollView(last.seq, last.dice, last.photo) if last else None
    return FreeScreen(roll, _sum_of(throws[-1]) if throws else "", rows, statistics_of(AnyDice(), throws), can_undo)


def _row_of(throw: Fact) -> LogRow:
    dice = throw.event.dice if isinstance(throw.event, Rolled) else ()
    shown = tuple(DieView(throw.seq, index, text_of(die) if _is_read(die) else "?", die.colour, die.sure,
                          any_alternatives(text_of(die), die.runner_up)) for index, die in enumerate(dice))
    return LogRow(throw.seq, f"= {_sum_of(throw)}", "", throw.photo, shown, by=throw.by)


def _sum_of(throw: Fact) -> str:
    """The sum of the dice; a question mark while one is in doubt."""
    dice = throw.event.dice if isinstance(throw.event, Rolled) else ()
    return str(sum(die.value or 0 for die in dice)) if all(die.sure and _is_read(die) for die in dice) else "?"


def _is_read(die: RolledDie) -> bool:
    return die.value is not None or die.face is not None
