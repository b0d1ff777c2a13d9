"""Who sits where: a name for each seat, ready to start at once, a tap on a name changes it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.fill import fill
from app.view.keys import KeysSheet
from app.view.marks import SEAT_MARKS
from app.view.sheets import RefusalSheet
from app.view.words import Tongue, say


class PlayerRow(BoxLayout):
    """One seat of the game to come."""

    page = ObjectProperty(None, allownone=True)
    player = StringProperty("")
    removable = BooleanProperty(False)
    seat = NumericProperty(0)
    colour = StringProperty("grey")
    shape = StringProperty("circle")
    letter = StringProperty("")

    def on_seat(self, *_: object) -> None:
        self.colour, self.shape = SEAT_MARKS[int(self.seat) % len(SEAT_MARKS)]

    def on_player(self, *_: object) -> None:
        self.letter = self.player[:1].upper()


class Players(BoxLayout):
    """The page between the shelf and the first turn."""

    title = StringProperty("")
    names = ListProperty([])
    least = NumericProperty(1)
    most = NumericProperty(1)

    def __init__(self, game: str, title: str, seats: tuple[int, int], known: tuple[str, ...], **options: Any) -> None:
        super().__init__(title=title, least=seats[0], most=seats[1], **options)
        self.game, self.known = game, known
        self.names = [self.fresh_name(seat) for seat in range(max(seats[0], min(2, seats[1])))]

    def fresh_name(self, seat: int) -> str:
        """A known name that is not taken yet, else the seat's number."""
        free = [name for name in self.known if name not in self.names]
        return free[seat - len(self.names)] if seat - len(self.names) < len(free) else f"{say('player')} {seat + 1}"

    def on_names(self, *_: object) -> None:
        rows = self.ids.rows
        fill(rows, self.names, lambda: PlayerRow(page=self), "player")
        for seat, row in enumerate(rows.children[::-1]):
            row.seat = seat
            row.on_seat()
            row.removable = len(self.names) > self.least

    def add(self) -> None:
        self.names = [*self.names, self.fresh_name(len(self.names))]

    def remove(self, seat: int) -> None:
        self.names = [name for i, name in enumerate(self.names) if i != seat]

    def rename(self, seat: int) -> None:
        others = [name for name in self.known if name not in self.names]
        App.get_running_app().open_sheet(
            KeysSheet(self.names[seat], lambda name: self._take(seat, name), tuple(others), Tongue.language))

    def start(self) -> None:
        App.get_running_app().acts.start(self.game, tuple(self.names))

    def _take(self, seat: int, name: str) -> None:
        if name in [other for i, other in enumerate(self.names) if i != seat]:
            App.get_running_app().open_sheet(RefusalSheet(say("name_taken").format(name=name)))
        else:
            self.names = [name if i == seat else other for i, other in enumerate(self.names)]


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
