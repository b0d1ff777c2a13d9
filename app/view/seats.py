"""The panel of each seat: who, how many points, whose turn, and the numbers that matter."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from app.view.atoms import Card, Tile, WordTile
from app.view.fill import fill
from app.view.screen import Choice, Counter, Screen, Seat
from app.view.secrets import NOBODY, HoldBehavior, has_secrets
from app.view.sheets import NO_COUNTER, Sheet, StepperSheet
from app.view.theme import TypeScale

CELL_HEIGHT_MM, HEAD_MM, PAD_MM = 10.0, 12.8, 1.2
VALUE_MM, LETTER_MM = 7.5, 1.62  # room for a number of two figures; a letter of small type


class CounterTile(Tile):
    """A number over its name; a tap opens the stepper."""

    counter = ObjectProperty(NO_COUNTER, rebind=True)
    seat = ObjectProperty(None, allownone=True)
    text = StringProperty("")

    def on_counter(self, *_: object) -> None:
        seat = "table" if self.seat is None else f"seat {self.seat.seat}"
        self.name = f"counter {seat} {self.counter.path}"
        self.text = str(self.counter.value)

    on_seat = on_counter

    def on_release(self) -> None:
        seat = self.seat
        App.get_running_app().open_sheet(
            StepperSheet(self.counter, seat.seat if seat else None, seat.name if seat else ""))


class MoreTile(Tile):
    """Opens the numbers that had no room."""

    seat = ObjectProperty(NOBODY, rebind=True)

    def on_release(self) -> None:
        App.get_running_app().open_sheet(SeatSheet(self.seat))


class SeatHead(HoldBehavior, Card):
    """Badge, name and score; a tap opens all of the seat's numbers, a held finger shows what only its player may see.

    Where it is narrow, the name stands on top.
    """

    name = StringProperty("")
    stacked = BooleanProperty(False)
    secret = BooleanProperty(False)

    def lay(self, *_: object) -> None:
        digits = len(str(self.seat.score or 0))
        self.stacked = self.width < mm(13.8 + TypeScale.factor * (5.9 * digits + 2.15 * len(self.seat.name)))

    def on_seat(self, *_: object) -> None:
        self.secret = has_secrets(self.seat)
        self.lay()

    def tapped(self) -> None:
        App.get_running_app().open_sheet(SeatSheet(self.seat))


class SeatPanel(Card):
    """One seat."""

    seat = ObjectProperty(NOBODY, rebind=True)
    columns = NumericProperty(1)

    def on_seat(self, *_: object) -> None:
        self.lay()

    def lay(self, *_: object) -> None:
        """As many counters as fit; if some do not, the last place says that there is more."""
        inner = self.width / mm(1) - 2 * PAD_MM
        rows = max(int((self.height / mm(1) - HEAD_MM - PAD_MM + 0.5) // (CELL_HEIGHT_MM + PAD_MM)), 0)
        labels = tuple(counter.label for counter in self.seat.counters)
        self.columns = columns_of(labels, rows, inner)
        room = self.columns * rows
        more = len(labels) > room > 2
        self._fill(self.seat.counters[:room - 1 if more else room], more)

    def _fill(self, counters: tuple[Counter, ...], more: bool) -> None:
        box = self.ids.counters
        for child in [child for child in box.children if isinstance(child, MoreTile)]:
            box.remove_widget(child)
        for child in box.children:
            child.seat = self.seat
        fill(box, counters, lambda: CounterTile(seat=self.seat), "counter")
        if more:
            box.add_widget(MoreTile(seat=self.seat, name=f"more seat {self.seat.seat}"))


def columns_of(labels: tuple[str, ...], rows: int, width_mm: float) -> int:
    """In how many columns the first labels stand beside their numbers, each on at most two lines."""
    for columns in (4, 3, 2):
        cell = (width_mm - (columns - 1) * PAD_MM) / columns - VALUE_MM - 2 * PAD_MM
        if all(lines_of(label, cell / LETTER_MM) <= 2 for label in labels[:columns * rows]):
            return columns
    return 1


def lines_of(label: str, letters: float) -> int:
    """How many lines a label needs where so many letters fit in one; 99 if a word alone is longer."""
    lines, used = 1, 0.0
    for word in label.split():
        if len(word) > letters:
            return 99
        lines, used = (lines, used + len(word) + 1) if used + len(word) <= letters else (lines + 1, len(word) + 1)
    return lines


class AnytimeTile(WordTile):
    """Something that a seat may do at any moment."""

    choice = ObjectProperty(Choice("", ""), rebind=True)

    def on_choice(self, *_: object) -> None:
        self.text, self.disabled = self.choice.label, not self.choice.enabled
        self.name = f"anytime {self.choice.id}"

    def on_release(self) -> None:
        App.get_running_app().acts.choose(self.choice.id)


class SeatSheet(Sheet):
    """All numbers of one seat, and what it may do at any moment."""

    seat = ObjectProperty(NOBODY, rebind=True)

    def __init__(self, seat: Seat, **options: object) -> None:
        super().__init__(seat=seat, title=seat.name, **options)
        self._fill()

    def refresh(self, screen: Screen) -> None:
        self.seat = next((seat for seat in screen.seats if seat.seat == self.seat.seat), self.seat)
        self._fill()

    def _fill(self) -> None:
        fill(self.ids.counters, self.seat.counters, lambda: CounterTile(seat=self.seat), "counter")
        fill(self.ids.choices, self.seat.choices, AnytimeTile, "choice")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
