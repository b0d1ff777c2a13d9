"""Home: the unfinished games to go on with, and the games to begin."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.acts import Acts
from app.view.atoms import Tile
from app.view.fill import fill
from app.view.screen import Health

LOOK_EVERY_S = 2.0


class GameTile(Tile):
    """A game of the shelf."""

    game = ObjectProperty(("", ""))

    def on_game(self, *_: object) -> None:
        self.name = f"game {self.game[0]}"

    def on_release(self) -> None:
        App.get_running_app().seat_players(*self.game)


class ResumeTile(Tile):
    """An unfinished game: one tap and it stands as it stood."""

    game = ObjectProperty(("", "", None))
    title = StringProperty("")
    line = StringProperty("")
    texture = ObjectProperty(None, allownone=True)

    def on_game(self, *_: object) -> None:
        self.name = f"resume {self.game[0]}"
        self.title, _, self.line = self.game[1].partition(": ")
        self.texture = App.get_running_app().photos.take(self.game[2])

    def on_release(self) -> None:
        App.get_running_app().acts.resume(self.game[0])


class HomeTile(Tile):
    """A way from home to something besides the games, where it is wanted."""

    icon = StringProperty("")
    wanted = BooleanProperty(True)
    side = NumericProperty(0)


class ConditionMark(BoxLayout):
    """Camera, panel or disk at a glance."""

    health = ObjectProperty(Health("disk", True, ""), rebind=True)


class Shelf(BoxLayout):
    """The home page."""

    _looking: Any = None

    def show(self, acts: Acts) -> None:
        unfinished = acts.unfinished()[:6]
        fill(self.ids.unfinished, unfinished, ResumeTile, "game")
        fill(self.ids.games, acts.games(), GameTile, "game")
        if not unfinished:
            self.ids.columns.remove_widget(self.ids.resume)

    def on_parent(self, _shelf: object, parent: object) -> None:
        """How all is doing is looked at anew as long as the page stands."""
        if self._looking is not None:
            self._looking.cancel()
        if parent is not None:
            self._look()
            self._looking = Clock.schedule_interval(self._look, LOOK_EVERY_S)

    def _look(self, *_: object) -> None:
        fill(self.ids.condition, App.get_running_app().acts.condition(), ConditionMark, "health")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
