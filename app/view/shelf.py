"""Home: the unfinished games to go on with, and the games to begin."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.acts import Acts
from app.view.atoms import Tile
from app.view.fill import fill


class GameTile(Tile):
    """A game of the shelf."""

    game = ObjectProperty(("", ""))

    def on_game(self, *_: object) -> None:
        self.name = f"game {self.game[0]}"

    def on_release(self) -> None:
        App.get_running_app().seat_players(*self.game)


class ResumeTile(Tile):
    """An unfinished game: one tap and it stands as it stood."""

    game = ObjectProperty(("", ""))
    title = StringProperty("")
    line = StringProperty("")

    def on_game(self, *_: object) -> None:
        self.name = f"resume {self.game[0]}"
        self.title, _, self.line = self.game[1].partition(": ")

    def on_release(self) -> None:
        App.get_running_app().acts.resume(self.game[0])


class HomeTile(Tile):
    """A way from home to something besides the games, where it is wanted."""

    icon = StringProperty("")
    wanted = BooleanProperty(True)
    side = NumericProperty(0)


class Shelf(BoxLayout):
    """The home page."""

    def show(self, acts: Acts) -> None:
        unfinished = acts.unfinished()[:6]
        fill(self.ids.unfinished, unfinished, ResumeTile, "game")
        fill(self.ids.games, acts.games(), GameTile, "game")
        if not unfinished:
            self.ids.columns.remove_widget(self.ids.resume)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
