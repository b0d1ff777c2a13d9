"""The game screen: puts each part of the screen's value into its card, and each card into its place."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.view.fill import fill
from app.view.layout import Box, plan_of
from app.view.screen import Counter, Screen
from app.view.seats import CounterTile, SeatPanel
from app.view.words import say


class TableStrip(BoxLayout):
    """The numbers that belong to the table."""

    counters = ObjectProperty(())

    def show(self, counters: tuple[Counter, ...]) -> None:
        fill(self, counters, CounterTile, "counter")


class Seats(FloatLayout):
    """All seat panels."""


class Game(FloatLayout):
    """One game, as `screen` says it stands."""

    screen = ObjectProperty(None, allownone=True, rebind=True)
    with_log = BooleanProperty(False)

    def show(self, screen: Screen) -> None:
        """Put every part in its card; only what has changed is drawn again."""
        before, self.screen = self.screen, screen
        fill(self.ids.seats, screen.seats, SeatPanel, "seat")
        self.ids.ribbon.show(screen)
        self.ids.prompt.show(screen)
        self.ids.table.show(screen.table)
        self.ids.roll.show(screen.roll, screen.doubt, say("waiting_roll"))
        self.ids.rail.can_undo, self.ids.rail.can_redo = screen.can_undo, screen.can_redo
        if before is None or (len(before.seats), bool(before.table)) != (len(screen.seats), bool(screen.table)):
            self.place()
        if self.with_log:
            self.ids.log.ids.log.show(screen.log)

    def place(self, *_: object) -> None:
        """Lay the parts out for the size of the moment."""
        if self.screen is None or min(self.size) < mm(40):
            return
        unit = mm(1)
        left = App.get_running_app().preferences.hand == "left"
        plan = plan_of(self.width / unit, self.height / unit, len(self.screen.seats), bool(self.screen.table), left)
        parts = {"rail": plan.rail, "ribbon": plan.ribbon, "prompt": plan.prompt, "table": plan.table,
                 "eye": plan.eye, "roll": plan.roll, "log": plan.log}
        for name, box in parts.items():
            self._put(self.ids[name], box)
        for panel, box in zip(self.ids.seats.children[::-1], plan.seats, strict=True):
            self._put(panel, box)
        self.with_log = plan.log is not None

    def _put(self, widget: Widget, box: Box | None) -> None:
        widget.opacity, widget.disabled = (0, True) if box is None else (1, False)
        place = (box or Box(0, 0, 0, 0)).times(mm(1))
        widget.size = round(place.width), round(place.height)
        widget.pos = round(self.x + place.x), round(self.y + place.y)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
