"""The end: who won, and every seat's points from the first to the last."""
from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import Card
from app.view.fill import fill
from app.view.screen import Screen, Seat

NOBODY = Seat(0, "", "grey", "circle", "", False, None)


class Standing(Card):
    """One seat's place."""

    placed = ObjectProperty((1, NOBODY), rebind=True)
    place = NumericProperty(1)
    seat = ObjectProperty(NOBODY, rebind=True)

    def on_placed(self, *_: object) -> None:
        self.place, self.seat = self.placed


class Ending(BoxLayout):
    """The page that stands when the game is over; undo still works."""

    screen = ObjectProperty(None, allownone=True, rebind=True)

    def show(self, screen: Screen) -> None:
        self.screen = screen
        fill(self.ids.standings, standings_of(screen.seats), Standing, "placed")
        self.ids.rail.can_undo, self.ids.rail.can_redo = screen.can_undo, screen.can_redo


def standings_of(seats: tuple[Seat, ...]) -> tuple[tuple[int, Seat], ...]:
    """(place, seat) from the most points down; equal points share a place."""
    ordered = sorted(seats, key=lambda seat: -(seat.score or 0))
    return tuple((1 + sum((other.score or 0) > (seat.score or 0) for other in seats), seat) for seat in ordered)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
