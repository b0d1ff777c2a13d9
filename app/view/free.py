"""Dice without a game: their sum in large figures, what was thrown before, and how they fall."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.dice import ValueTile
from app.view.free_screen import NOTHING, FreeScreen
from app.view.sheets import Sheet
from app.view.words import say

MOST_DICE = 12


class FreePage(BoxLayout):
    """The page of the free dice."""

    screen = ObjectProperty(NOTHING, rebind=True)

    def show(self, screen: FreeScreen) -> None:
        self.screen = screen
        self.ids.roll.show(screen.roll, None, say("throw_any"))
        self.ids.throws.show(screen.throws)
        self.ids.dice.show(screen.dice)

    def tell(self) -> None:
        app = App.get_running_app()
        app.open_sheet(FreeRollSheet(app.acts.roll))


class FreeRollSheet(Sheet):
    """A throw told by touch: each tap is a die more."""

    def __init__(self, take: Callable[[tuple[str, ...]], None], **options: object) -> None:
        super().__init__(**options)
        self._take = take
        for text in "123456":
            tile = ValueTile(text=text, colour="white", name=f"value {text}")
            tile.bind(on_release=lambda tile: self.add(tile.text))
            self.ids.faces.add_widget(tile)

    def add(self, text: str) -> None:
        if len(self.ids.told.children) < MOST_DICE:
            tile = ValueTile(text=text, colour="yellow", name="told")
            self.ids.faces.size_alike(tile)
            tile.bind(on_release=self.ids.told.remove_widget)
            self.ids.told.add_widget(tile)

    def done(self) -> None:
        self.close()
        texts = tuple(tile.text for tile in self.ids.told.children[::-1])
        if texts:
            self._take(texts)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
