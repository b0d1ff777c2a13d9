"""The numbers and tracks that belong to the table, as many as have room."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import Tile
from app.view.fill import fill
from app.view.screen import Counter, Screen
from app.view.seats import CounterTile
from app.view.sheets import Sheet
from app.view.strip import MOST_COLUMNS, NARROWEST_SHARED, PAD, TILE, Strip, columns_of
from app.view.track import SharedTrack
from app.view.words import say


class TableMore(Tile):
    """Opens what had no room."""

    def on_release(self) -> None:
        app = App.get_running_app()
        app.open_sheet(TableSheet(app.acts.screen()))


class TableStrip(BoxLayout):
    """Numbers and tracks in columns, tracks that the seats share in lines of their own below."""

    counters = ObjectProperty(())
    columns = NumericProperty(1)

    def show(self, counters: tuple[Counter, ...]) -> None:
        if counters != self.counters:
            self.counters = counters
            self.lay()

    def lay(self, *_: object) -> None:
        own, shared = parts_of(self.counters)
        width, lines = self.width / mm(1), int((self.height / mm(1) + PAD + 0.5) // (TILE + PAD))
        if lines < 1:
            return
        self.columns = columns_of(tuple(counter.label for counter in own), width, MOST_COLUMNS)
        rows = min(-(-len(own) // self.columns), lines)
        lanes = shared[:lines - rows] if width >= NARROWEST_SHARED else ()
        room = self.columns * rows
        more = len(own) > room or len(lanes) < len(shared)
        self._fill(own[:room - 1] if more and room else own, lanes, more)

    on_size = lay

    def _fill(self, own: tuple[Counter, ...], lanes: tuple[Counter, ...], more: bool) -> None:
        cells = self.ids.cells
        for child in [child for child in cells.children if isinstance(child, TableMore)]:
            cells.remove_widget(child)
        fill(cells, own, CounterTile, "counter")
        if more:
            cells.add_widget(TableMore(name="more table"))
        fill(self.ids.lanes, lanes, SharedTrack, "counter")


class TableSheet(Sheet):
    """Everything that belongs to the table."""

    def __init__(self, screen: Screen, **options: object) -> None:
        super().__init__(title=say("table"), **options)
        self.refresh(screen)

    def refresh(self, screen: Screen) -> None:
        own, shared = parts_of(screen.table)
        fill(self.ids.cells, own, CounterTile, "counter")
        fill(self.ids.lanes, shared, SharedTrack, "counter")


def parts_of(counters: tuple[Counter, ...]) -> tuple[tuple[Counter, ...], tuple[Counter, ...]]:
    """The table's own numbers, and the tracks that its seats share."""
    return (tuple(counter for counter in counters if not counter.places),
            tuple(counter for counter in counters if counter.places))


def strip_of(counters: tuple[Counter, ...]) -> Strip:
    own, shared = parts_of(counters)
    return Strip(tuple(counter.label for counter in own), len(shared))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
