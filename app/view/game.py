"""The game screen: puts each part of the screen's value into its card, and each card into its place."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.view.fill import fill
from app.view.layout import Box, plan_of
from app.view.screen import Screen
from app.view.secrets import NOBODY
from app.view.table_strip import strip_of
from app.view.turned import Turned
from app.view.words import say


class SeatPlace(Turned):
    """A seat's panel, the way up in which its player reads it."""

    seat = ObjectProperty(NOBODY, rebind=True)


class Seats(FloatLayout):
    """All seat panels."""


class Game(FloatLayout):
    """One game, as `screen` says it stands."""

    screen = ObjectProperty(None, allownone=True, rebind=True)
    with_log = BooleanProperty(False)

    around = BooleanProperty(False)
    turned = BooleanProperty(False)

    def show(self, screen: Screen) -> None:
        """Put every part in its card; only what has changed is drawn again."""
        before, self.screen = self.screen, screen
        fill(self.ids.seats, screen.seats, SeatPlace, "seat")
        self.ids.ribbon.show(screen)
        self.ids.prompt.show(screen)
        self.ids.table.show(screen.table)
        self.ids.roll.show(screen.roll, screen.doubt, say("waiting_roll"))
        self.ids.rail.can_undo, self.ids.rail.can_redo = screen.can_undo, screen.can_redo
        if before is None or (len(before.seats), strip_of(before.table)) != (len(screen.seats), strip_of(screen.table)):
            self.place()
        self._show_log()

    def place(self, *_: object) -> None:
        """Lay the parts out for the size of the moment."""
        if self.screen is None or min(self.size) < mm(40):
            return
        unit, wanted = mm(1), App.get_running_app().preferences
        self.around = wanted.seats == "around" and len(self.screen.seats) > 1
        plan = plan_of(self.width / unit, self.height / unit, len(self.screen.seats), strip_of(self.screen.table),
                       wanted.hand == "left", self.around)
        parts = {"rail": plan.rail, "ribbon": plan.ribbon, "prompt": plan.prompt, "table": plan.table,
                 "eye": plan.eye, "roll": plan.roll, "log": plan.log}
        self._put(self.ids.centre, plan.centre)
        for name, box in parts.items():
            self._put(self.ids[name], box)
        for seat, (panel, box) in enumerate(zip(self.ids.seats.children[::-1], plan.seats, strict=True)):
            self._put(panel, box)
            panel.over = seat >= plan.upright
        self.with_log = plan.log is not None
        self._show_log()

    def _show_log(self) -> None:
        if self.with_log and self.screen is not None:
            self.ids.log.ids.log.show(self.screen.log)

    def _put(self, widget: Widget, box: Box | None) -> None:
        widget.opacity, widget.disabled = (0, True) if box is None else (1, False)
        place = (box or Box(0, 0, 0, 0)).times(mm(1))
        widget.size = round(place.width), round(place.height)
        widget.pos = round(place.x), round(place.y)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
