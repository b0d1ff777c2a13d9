"""What lies over the page for a moment: a sheet with one thing to do, gone with a tap beside it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import Tile
from app.view.screen import Counter, Screen

MOST_STEPS = 30
NO_COUNTER = Counter(path="", label="", value=0)


class Sheet(AnchorLayout):
    """Dims the page and shows one card in its middle, as high as its content."""

    title = StringProperty("")
    wide = NumericProperty(84.0)

    def add_widget(self, widget: Any, *args: Any, **options: Any) -> None:
        if "body" in self.ids:
            self.ids.body.add_widget(widget, *args, **options)
        else:
            super().add_widget(widget, *args, **options)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.ids.card.collide_point(*touch.pos):
            self.close()
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        super().on_touch_up(touch)
        return True

    def refresh(self, screen: Screen) -> None:
        """The game has moved on below; most sheets do not mind."""

    def close(self) -> None:
        App.get_running_app().close_sheet(self)


class SheetBody(BoxLayout):
    """The content of a sheet."""


class RefusalSheet(Sheet):
    """Why something could not be done."""

    text = StringProperty("")

    def __init__(self, text: str, **options: Any) -> None:
        super().__init__(text=text, **options)


class StepTile(Tile):
    """One step of a track: a tap puts the mark there."""

    step = NumericProperty(0)
    marked = BooleanProperty(False)
    sheet = ObjectProperty(None, rebind=True)


class StepperSheet(Sheet):
    """Steps a number by hand, or puts it where it stands on its track.

    What it shows is taken when it is closed, however it is closed.
    """

    counter = ObjectProperty(NO_COUNTER, rebind=True)
    value = NumericProperty(0)

    def __init__(self, counter: Counter, seat: int | None, who: str = "", **options: Any) -> None:
        super().__init__(counter=counter, value=counter.value, **options)
        self.title = f"{who} · {counter.label}" if who else counter.label
        self._seat = seat
        for step in steps_of(counter):
            tile = StepTile(step=step, marked=step in counter.marks, sheet=self, name=f"step {step}")
            tile.bind(on_release=lambda tile: self.step(tile.step - int(self.value)))
            self.ids.steps.add_widget(tile)

    def step(self, by: int) -> None:
        low = self.value + by if self.counter.low is None else self.counter.low
        high = self.value + by if self.counter.high is None else self.counter.high
        self.value = min(max(self.value + by, low), high)

    def close(self) -> None:
        super().close()
        if self.value != self.counter.value:
            App.get_running_app().acts.adjust(self.counter.path, self._seat, int(self.value))


def steps_of(counter: Counter) -> range:
    """Every number of a track that has room to show each, none of another counter."""
    if not counter.is_track or counter.low is None or counter.high is None or counter.high - counter.low > MOST_STEPS:
        return range(0)
    return range(counter.low, counter.high + 1)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
