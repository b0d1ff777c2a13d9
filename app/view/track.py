"""A track as one reads it on a board: a cell for each step, notches where something happens, marks of the seats."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.view.atoms import Badge, Tile
from app.view.fill import fill
from app.view.screen import Counter, Place, Screen
from app.view.sheets import NO_COUNTER, Sheet, StepperSheet
from app.view.theme import shade

NARROWEST_CELL_MM = 1.5
NO_PLACE = Place(0, "", "grey", "circle", "", 0)
ABREAST = 3  # marks of seats side by side on one step


class TrackBar(Widget):
    """How far along a track is: cells where they can be told apart, else one bar; notches rise above it."""

    counter = ObjectProperty(NO_COUNTER, rebind=True)
    value = NumericProperty(0)

    def on_counter(self, *_: object) -> None:
        self.value = self.counter.value
        self.draw()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.counter.is_track or self.width <= 0:
            return
        steps, done = self.counter.high - self.counter.low, self.value - self.counter.low
        gap = mm(0.4) if self.width / steps >= mm(NARROWEST_CELL_MM) else 0
        cell, tall = self.width / steps, self.height * 0.66
        with self.canvas:
            for shown, first, last in (("line", done, steps), ("accent", 0, done)):
                Color(*shade(shown))
                self._cells(max(first, 0), min(last, steps), cell, gap, tall)
            Color(*shade("doubt"))
            for mark in self.counter.marks:
                x = self.x + cell * (mark - self.counter.low) - gap / 2
                Rectangle(pos=(x - mm(0.25), self.y), size=(mm(0.5), self.height))

    def _cells(self, first: int, last: int, cell: float, gap: float, tall: float) -> None:
        if gap:
            for step in range(first, last):
                Rectangle(pos=(self.x + step * cell, self.y), size=(cell - gap, tall))
        elif last > first:
            Rectangle(pos=(self.x + first * cell, self.y), size=((last - first) * cell, tall))

    on_size = on_pos = on_value = draw


class SharedTrack(Tile):
    """A track with every seat's mark on it; a tap opens it with a lane for each seat."""

    counter = ObjectProperty(NO_COUNTER, rebind=True)

    def on_counter(self, *_: object) -> None:
        self.name = f"track {self.counter.path}"
        fill(self.ids.steps, steps_of(self.counter), TrackStep, "shown")

    def on_release(self) -> None:
        App.get_running_app().open_sheet(TrackSheet(self.counter))


class TrackStep(BoxLayout):
    """One step of a shared track: its number, and the marks that stand on it."""

    shown = ObjectProperty((0, False, ()), rebind=True)
    side = NumericProperty(0)
    room = NumericProperty(0)  # above the number

    def on_shown(self, *_: object) -> None:
        fill(self.ids.marks, self.shown[2], TrackMark, "place")
        self.lay()

    def lay(self, *_: object) -> None:
        """Marks as large as the step has room for them."""
        count = max(len(self.shown[2]), 1)
        across = min(count, ABREAST)
        self.side = max(min(self.width / across, self.room / -(-count // across), mm(5)) - mm(0.3), 0)


class TrackMark(Badge):
    """Where one seat stands."""

    place = ObjectProperty(NO_PLACE, rebind=True)


class LaneTile(Tile):
    """One seat on a shared track; a tap steps its mark."""

    place = ObjectProperty(NO_PLACE, rebind=True)
    counter = ObjectProperty(NO_COUNTER, rebind=True)

    def on_place(self, *_: object) -> None:
        self.name = f"lane {self.place.seat}"

    def on_release(self) -> None:
        app = App.get_running_app()
        app.open_sheet(StepperSheet(self.counter, self.place.seat, self.place.name), self)


class TrackSheet(Sheet):
    """A shared track with a lane for each seat."""

    def __init__(self, counter: Counter, **options: object) -> None:
        super().__init__(title=counter.label, **options)
        self._path = counter.path
        self._fill(counter)

    def refresh(self, screen: Screen) -> None:
        for counter in screen.table:
            if counter.path == self._path and counter.places:
                self._fill(counter)

    def _fill(self, counter: Counter) -> None:
        fill(self.ids.lanes, counter.places, LaneTile, "place")
        for lane in self.ids.lanes.children:
            lane.counter = replace(counter, value=lane.place.value, places=())


def steps_of(counter: Counter) -> tuple[tuple[int, bool, tuple[Place, ...]], ...]:
    """Each step of a shared track: its number, whether something happens there, and who stands on it."""
    if not counter.is_track:
        return ()
    assert counter.low is not None
    assert counter.high is not None
    return tuple((step, step in counter.marks, tuple(place for place in counter.places if place.value == step))
                 for step in range(counter.low, counter.high + 1))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
