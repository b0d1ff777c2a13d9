"""The sheet of settings: each a row of a few answers, taken at once."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import WordTile
from app.view.preferences import CHOICES, Preferences
from app.view.sheets import Sheet
from app.view.speaker import voice
from app.view.words import say

LOOK_EVERY_S = 0.2


class AnswerWord(WordTile):
    """One answer to a setting."""

    chosen = BooleanProperty(False)


class DeedTile(WordTile):
    """Something done at once, after a second tap where it cannot be undone; then it says what became of it.

    `deed` gives that in words, or for what takes long a function that gives them once it is done.
    """

    deed = ObjectProperty(None)
    sure = StringProperty("")

    def on_release(self) -> None:
        if self.sure:
            self.text, self.sure = self.sure, ""
            return
        said = self.deed()
        if callable(said):
            self.text = say("working")
            Clock.schedule_interval(lambda _: self._told(said()), LOOK_EVERY_S)
        else:
            self.text = said

    def _told(self, said: str) -> bool:
        """Whether to go on asking."""
        self.text = said or self.text
        return not said


class SettingRow(BoxLayout):
    """A setting and what it may be."""

    title = StringProperty("")


class SettingsSheet(Sheet):
    """All settings of the screen."""

    def __init__(self, preferences: Preferences, take: Callable[[Preferences], None], **options: Any) -> None:
        super().__init__(**options)
        for name, choices in CHOICES.items():
            row = SettingRow(title=say(f"set_{name}"))
            for value in choices:
                if value == "voice" and voice() is None:
                    continue
                answer = AnswerWord(text=said(name, value), name=f"{name} {value}",
                                    chosen=value == getattr(preferences, name))
                answer.bind(on_release=lambda _, chosen=(name, value): take(replace(preferences, **dict([chosen]))))
                row.ids.answers.add_widget(answer)
            self.ids.rows.add_widget(row)
        acts = App.get_running_app().acts
        self._offer("backup", DeedTile(name="back up", text=say("back_up"), deed=acts.back_up))
        self._offer("bring_back", DeedTile(name="bring back", text=say("from_stick"), sure=say("really_bring_back"),
                                           deed=acts.bring_back))
        self._offer("photos", DeedTile(name="delete photos", text=say("delete_photos"), sure=say("really_delete"),
                                       deed=delete_photos))

    def _offer(self, title: str, tile: DeedTile) -> None:
        row = SettingRow(title=say(title))
        row.ids.answers.add_widget(tile)
        self.ids.rows.add_widget(row)


def delete_photos() -> str:
    App.get_running_app().acts.delete_photos()
    return say("deleted")


def said(name: str, value: Any) -> str:
    """An answer in words."""
    if name == "inches":
        return f"{value}″" if value else say("automatic")
    if name == "photos_of":
        return say("games").format(count=value)
    if name == "dim_after_s":
        return say("never") if not value else f"{value} s" if value % 60 else f"{value // 60} min"
    return say(f"{name}_{value}")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
