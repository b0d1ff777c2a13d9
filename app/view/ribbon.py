"""The strip along the top: where the turn stands, how the wires do; a reading that nobody awaited takes its place."""
from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout

from app.view.fill import fill
from app.view.screen import Health, Screen, Step

STOP_WIDTH_MM, LATE_S = 23.0, 10


class Stop(RelativeLayout):
    """One phase on the ribbon."""

    step = ObjectProperty(Step(""), rebind=True)


class HealthMark(RelativeLayout):
    """One wire at a glance: its icon, amber and crossed by a dot when it is lost."""

    health = ObjectProperty(Health("", True, ""), rebind=True)
    icon = StringProperty("")

    def on_health(self, *_: object) -> None:
        self.icon = {"camera": "camera", "eye": "camera", "panel": "panel", "disk": "disk"}.get(
            self.health.name.lower(), "warning")


class NoticeBar(BoxLayout):
    """What the table should know of a reading: said in amber, used with one tap, gone by itself with the next act."""

    text = StringProperty("")
    fact = NumericProperty(-1)


class Ribbon(BoxLayout):
    """The phases that fit, with the one of the moment among them, and the health marks at the end.

    `on_turn`: the centre shall face the other side of the table.
    """

    __events__ = ("on_turn",)

    steps = ObjectProperty(())
    health = ObjectProperty(())
    left = StringProperty("")
    late = BooleanProperty(False)
    can_turn = BooleanProperty(False)

    def on_turn(self) -> None:
        """Whoever shows the ribbon turns."""

    def show(self, screen: Screen) -> None:
        self.ids.notice.text = screen.notice
        self.ids.notice.fact = -1 if screen.notice_use is None else screen.notice_use
        left = screen.seconds_left
        self.left = "" if left is None else f"{left // 60}:{left % 60:02d}"
        self.late = left is not None and left <= LATE_S
        self.steps, self.health = screen.ribbon, screen.health
        fill(self.ids.health, screen.health, HealthMark, "health")
        self.lay()

    def lay(self) -> None:
        room = int((self.width - len(self.health) * mm(10) - self.can_turn * mm(14)) // mm(STOP_WIDTH_MM))
        fill(self.ids.stops, stops_of(self.steps, room), Stop, "step")

    def on_width(self, *_: object) -> None:
        self.lay()


def stops_of(steps: tuple[Step, ...], room: int) -> tuple[Step, ...]:
    """The steps to show in `room` places: the one before the active one, it, and what comes."""
    active = next((i for i, step in enumerate(steps) if step.active), 0)
    first = max(0, min(active - 1, len(steps) - room))
    return steps[first:first + max(room, 1)]


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
