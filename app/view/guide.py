"""The page of a guided procedure: the live picture, one thing to do, and a plain verdict at each step."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.view.atoms import Text, WordTile
from app.view.fill import fill
from app.view.free import FreeRollSheet
from app.view.measured import Measured
from app.view.words import say


class SaidLine(Text):
    """One line that the procedure said."""


class GuideTile(WordTile):
    """One answer; the first has the accent."""

    reply = ObjectProperty(("", ""))

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

    def show(self, screen: Measured) -> None:
        self.screen = screen
        self.head = head_of(screen)
        fill(self.ids.lines, screen.lines, SaidLine, "text")
        fill(self.ids.answers, screen.answers, GuideTile, "reply")
        fill(self.ids.dots, tuple((step > screen.number) - (step < screen.number) if not screen.over else -1
                                  for step in range(1, screen.steps + 1)), StepDot, "here")


def head_of(screen: Measured) -> str:
    """What to do now, in one line."""
    if screen.over:
        return say("measured_well" if screen.good else "measured_badly")
    return screen.question or say("measuring")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
