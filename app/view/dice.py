"""A die on the screen: its own colour and pips, a ring where it is doubted, and the sheet that puts it right."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from app.view.atoms import Tile, WordTile, pips_of
from app.view.fill import fill
from app.view.screen import UNREAD, DieView, Screen, Seat
from app.view.sheets import Sheet
from app.view.theme import die_colour, ink_on
from app.view.words import say

NO_DIE = DieView(fact=0, index=0, text="", colour="", sure=True)


class DieFace(AnchorLayout):
    """A die as it lies: body in its colour, pips or a figure on top."""

    text = StringProperty("")
    colour = StringProperty("")
    side = NumericProperty(0)
    body = ListProperty(die_colour(""))
    ink = ListProperty(ink_on(die_colour("")))
    pips = ObjectProperty(None, allownone=True)

    def on_colour(self, *_: object) -> None:
        self.body = die_colour(self.colour)
        self.ink = ink_on(die_colour(self.colour))

    def on_text(self, *_: object) -> None:
        self.pips = pips_of(self.text, round(self.side))

    on_side = on_text


class DieTile(ButtonBehavior, DieFace):
    """A die that may be put right: a tap opens the values, the second tap takes one."""

    die = ObjectProperty(NO_DIE, rebind=True)
    name = StringProperty("")

    def on_die(self, *_: object) -> None:
        self.text, self.colour = self.die.text, self.die.colour
        self.name = f"die {self.die.fact}.{self.die.index}"

    def on_release(self) -> None:
        app = App.get_running_app()
        fact = self.die.fact
        others, throwers = {"take_back": lambda: app.acts.void(fact)}, throwers_of(app.acts.screen(), fact)
        app.open_sheet(CorrectionSheet(self.die, lambda text: app.acts.correct(fact, self.die.index, text), others,
                                       throwers))


class DoubtTile(DieTile):
    """A die whose reading waits for a word from the table."""

    def on_die(self, *_: object) -> None:
        super().on_die()
        self.name = f"doubt {self.die.index}"

    def on_release(self) -> None:
        app = App.get_running_app()
        app.open_sheet(CorrectionSheet(self.die, lambda text: app.acts.settle_doubt(self.die.index, text),
                                       {"no_roll": app.acts.no_roll}))


class Thrower(NamedTuple):
    """A seat, and whether the throw is thought to be its."""

    seat: Seat
    threw: bool


class ValueTile(ButtonBehavior, DieFace):
    """One value a die may show, offered for the tap that settles it."""

    name = StringProperty("")
    chosen = BooleanProperty(False)


class CorrectionSheet(Sheet):
    """What a die could show: one tap takes it; below, what else may be said of the throw."""

    die = ObjectProperty(NO_DIE, rebind=True)

    def __init__(self, die: DieView, take: Callable[[str], None], others: dict[str, Callable[[], None]],
                 throwers: tuple[Thrower, ...] = (), **options: Any) -> None:
        super().__init__(die=die, **options)
        self._show_throwers(throwers)
        self._take = take
        offer(self.ids.faces, die, values_of(die), self.settle)
        for tile in self.ids.faces.children:
            tile.chosen = tile.text == die.text
        said: dict[str, Callable[[], None]] = {"no_die": partial(take, ""), **others}
        if App.get_running_app().acts.preview() is not None:
            said["look_again"] = App.get_running_app().acts.look_again
        for word, act in said.items():
            tile = OtherTile(text=say(word), name=word.replace("_", " "))
            tile.bind(on_release=partial(self._do, act))
            self.ids.others.add_widget(tile)

    def _show_throwers(self, throwers: tuple[Thrower, ...]) -> None:
        fill(self.ids.throwers, throwers, ThrowerTile, "thrower")
        for tile in self.ids.throwers.children:
            tile.bind(on_release=partial(self._do, partial(App.get_running_app().acts.throw_by, self.die.fact,
                                                           tile.thrower.seat.seat)))

    def settle(self, text: str) -> None:
        self.close()
        self._take(text)

    def _do(self, act: Callable[[], None], _tile: Widget) -> None:
        self.close()
        act()


class OtherTile(WordTile):
    """What may be said of a throw beside a value."""


class ThrowerTile(Tile):
    """A seat that the throw may be given to."""

    thrower = ObjectProperty(Thrower(Seat(-1, "", "grey", "", "", False, None), False), rebind=True)

    def on_thrower(self, *_: object) -> None:
        self.name = f"thrown by {self.thrower.seat.seat}"


class HandRollSheet(Sheet):
    """The awaited dice, told by touch: a face for each, and the roll is made."""

    def __init__(self, dice: tuple[DieView, ...], take: Callable[[tuple[str, ...]], None], **options: Any) -> None:
        super().__init__(**options)
        self._dice, self._take = dice, take
        self._told: dict[int, str] = {}
        for die in dice:
            row = FaceRow()
            offer(row, die, die.alternatives or tuple("123456"), partial(self._tell, die.index, row))
            self.ids.rows.add_widget(row)

    def _tell(self, index: int, row: FaceRow, text: str) -> None:
        self._told[index] = text
        for tile in row.children:
            tile.chosen = tile.text == text
        if len(self._told) == len(self._dice):
            self.close()
            self._take(tuple(self._told[die.index] for die in self._dice))


class FaceRow(GridLayout):
    """The faces of one die, side by side: six fit on any panel."""

    abreast = NumericProperty(1)
    side = NumericProperty(0)

    def add_widget(self, widget: Any, *args: Any, **options: Any) -> None:
        self.size_alike(widget)
        super().add_widget(widget, *args, **options)

    def size_alike(self, tile: ValueTile) -> None:
        tile.side = self.side
        self.fbind("side", tile.setter("side"))


def throwers_of(screen: Screen | None, fact: int) -> tuple[Thrower, ...]:
    """Who at the table may have made the throw; nobody is asked where one plays alone, or without a game."""
    if screen is None or len(screen.seats) < 2:
        return ()
    threw = next((row.thrower for row in screen.log if row.seq == fact), None)
    return tuple(Thrower(seat, seat.seat == threw) for seat in screen.seats)


def offer(box: Widget, die: DieView, texts: tuple[str, ...], take: Callable[[str], None]) -> None:
    """A tile for each text in the die's colour."""
    for text in texts:
        tile = ValueTile(text=text, colour=die.colour, name=f"value {text}" + (f" of {die.index}" if die.index else ""))
        tile.bind(on_release=lambda tile: take(tile.text))
        box.add_widget(tile)


def values_of(die: DieView) -> tuple[str, ...]:
    """Every value to offer in order, a second guess before them all; of a die unknown, one to six."""
    others = die.alternatives or tuple(face for face in "123456" if face != die.text)
    guess = others[:1] if others != tuple(sorted(others)) else ()
    read = () if die.text == UNREAD else (die.text,)
    return (*guess, *sorted((*others[len(guess):], *read)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
