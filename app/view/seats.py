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
from app.view.strip import columns_of
from app.view.theme import TypeScale, font

CELL_HEIGHT_MM, HEAD_MM, PAD_MM, MOST_COLUMNS = 10.0, 12.8, 1.2, 4


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
            StepperSheet(self.counter, seat.seat if seat else None, seat.name if seat else ""), self)


class MoreTile(Tile):
    """Opens the numbers that had no room."""

    seat = ObjectProperty(NOBODY, rebind=True)

    def on_release(self) -> None:
        App.get_running_app().open_sheet(SeatSheet(self.seat), self)


class SeatHead(HoldBehavior, Card):
    """Badge, name and score; a tap opens all of the seat's numbers, a held finger shows what only its player may see.

    Where it is narrow, the name stands on top.
    """

    name = StringProperty("")
    stacked = BooleanProperty(False)
    secret = BooleanProperty(False)
    figure = StringProperty("")
    unit = StringProperty("")
    counts = StringProperty("")  # the unit, where it has room

    def lay(self, *_: object) -> None:
        wide = 5.9 * max(len(self.figure), 1) + 2.15 * len(self.seat.name) + 1.9 * len(self.unit)
        self.stacked = self.width < mm(13.8 + TypeScale.factor * wide)
        beside = mm(11 + TypeScale.factor * 5.9 * max(len(self.figure), 1))
        room = self.width - beside > len(self.unit) * font("tiny") * 0.6
        self.counts = self.unit if room or not self.stacked else ""

    def on_seat(self, *_: object) -> None:
        self.secret = has_secrets(self.seat)
        self.figure, self.unit = figure_of(self.seat)
        self.lay()

    def tapped(self) -> None:
        App.get_running_app().open_sheet(SeatSheet(self.seat), self)


def figure_of(seat: Seat) -> tuple[str, str]:
    """What matters most of a seat, and what it counts: the score, else its first number."""
    if seat.score is not None:
        return str(seat.score), ""
    return (str(seat.counters[0].value), seat.counters[0].label) if seat.counters else ("", "")


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
        counters = self.seat.counters if self.seat.score is not None else self.seat.counters[1:]
        self.columns = fitting(tuple(counter.label for counter in counters), rows, inner)
        room = self.columns * rows
        more = len(counters) > room > 2
        self._fill(counters[:room - 1 if more else room], more)

    def _fill(self, counters: tuple[Counter, ...], more: bool) -> None:
        box = self.ids.counters
        for child in [child for child in box.children if isinstance(child, MoreTile)]:
            box.remove_widget(child)
        for child in box.children:
            child.seat = self.seat
        fill(box, counters, lambda: CounterTile(seat=self.seat), "counter")
        if more:
            box.add_widget(MoreTile(seat=self.seat, name=f"more seat {self.seat.seat}"))


def fitting(labels: tuple[str, ...], rows: int, width_mm: float) -> int:
    """In how many columns the labels that find room in so many rows stand beside their numbers."""
    for columns in range(MOST_COLUMNS, 1, -1):
        if columns_of(labels[:columns * rows], width_mm, columns) == columns:
            return columns
    return 1


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
