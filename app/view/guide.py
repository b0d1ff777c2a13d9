"""The page of a guided procedure: the live picture, one thing to do, and a plain verdict at each step."""
from __future__ import annotations

from pathlib import Path

import numpy as np
from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from PIL import Image

from app.view.atoms import Text, WordTile
from app.view.fill import fill
from app.view.free import FreeRollSheet
from app.view.measured import Measured
from app.view.pictures import texture_of
from app.view.words import say


class SaidLine(Text):
    """One line that the procedure said."""


class GuideTile(WordTile):
    """One answer; the first has the accent."""

    reply = ObjectProperty(("", ""))
    first = BooleanProperty(False)

    def on_reply(self, *_: object) -> None:
        self.text, self.name = say(self.reply[0]), f"answer {self.reply[0]}"

    def on_release(self) -> None:
        app = App.get_running_app()
        if self.reply[0] == "other_dice":
            app.open_sheet(FreeRollSheet(lambda texts: app.acts.answer(" ".join(texts))))
        else:
            app.acts.answer(self.reply[1])


class StepDot(Widget):
    """One step of the way: done, here, or to come."""

    here = NumericProperty(0)


class Guide(BoxLayout):
    """A guided procedure."""

    screen = ObjectProperty(Measured(), rebind=True)
    head = StringProperty("")
    picture = ObjectProperty(None, allownone=True)
    _pictured: np.ndarray | None = None

    def show(self, screen: Measured) -> None:
        self.screen = screen
        self.head = head_of(screen)
        if screen.picture is not self._pictured:
            self._pictured = screen.picture
            self.picture = None if screen.picture is None else texture_of(Image.fromarray(screen.picture[..., ::-1]))
        fill(self.ids.lines, screen.lines, SaidLine, "text")
        fill(self.ids.answers, screen.answers, GuideTile, "reply")
        for place, tile in enumerate(reversed(self.ids.answers.children)):
            tile.first = not place
        fill(self.ids.dots, tuple((step > screen.number) - (step < screen.number) if not screen.over else -1
                                  for step in range(1, screen.steps + 1)), StepDot, "here")


def head_of(screen: Measured) -> str:
    """What to do now, in one line."""
    if screen.over:
        return say(("taught" if screen.title else "measured") + ("_well" if screen.good else "_badly"))
    return screen.question or say("measuring")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
