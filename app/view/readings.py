"""What the eye sees now, what it read last, and what it wants to be told."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.relativelayout import RelativeLayout

from app.view.atoms import Card, Photo
from app.view.dice import DieTile, DoubtTile
from app.view.fill import fill
from app.view.screen import DieView, Doubt, RollView
from app.view.sheets import Sheet
from app.view.theme import shade

DIE_LEAST_MM, DIE_MOST_MM = 10.0, 17.0
PHOTO_SHARES = (0.36, 0.27, 0.0)


class EyeCard(RelativeLayout):
    """The tray as the camera sees it, or a word that everything works without it."""

    live = BooleanProperty(False)

    def show(self, texture: object) -> None:
        """The preview's texture has changed."""
        self.live = texture is not None
        self.ids.picture.texture = texture
        self.ids.picture.refresh()


class PhotoTile(ButtonBehavior, Photo):
    """A small photo that opens large."""

    key = StringProperty("")
    name = StringProperty("")

    def on_key(self, *_: object) -> None:
        self.name = f"photo {self.key}"
        self.texture = App.get_running_app().photos.take(self.key or None)

    def on_release(self) -> None:
        if self.texture is not None:
            App.get_running_app().open_sheet(PhotoSheet(self.texture))


class PhotoSheet(Sheet):
    """A photo, as large as the panel allows."""

    texture = ObjectProperty(None, allownone=True)

    def __init__(self, texture: object, **options: object) -> None:
        super().__init__(texture=texture, **options)


NOTE_LINES = ((40, 3.4), (22, 2.4))  # a note with more letters than that needs so much


class RollCard(Card):
    """The last roll with its photo; amber, with its question, while a reading is doubted."""

    roll = ObjectProperty(None, allownone=True)
    doubt = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    note = StringProperty("")
    photo = StringProperty("")
    side = NumericProperty(0)
    photo_width = NumericProperty(0)

    def show(self, roll: RollView | None, doubt: Doubt | None, waiting: str) -> None:
        self.roll, self.doubt = roll, doubt
        self.edge = shade("doubt") if doubt else shade("clear")
        shown = doubt or roll
        self.note = (f"{doubt.card}?" if doubt.card else "") if doubt else roll.note if roll else waiting
        self.photo = (shown.photo or "") if shown else ""
        self._show_dice(shown.dice if shown else ())

    def _show_dice(self, dice: tuple[DieView, ...]) -> None:
        tile = DoubtTile if self.doubt else DieTile
        if any(type(child) is not tile for child in self.ids.dice.children):
            self.ids.dice.clear_widgets()
        fill(self.ids.dice, dice, tile, "die")
        self.lay()

    def note_lines(self, note: str, roomy: bool) -> float:
        """Room for a note below the dice, in heights of its letters: one line, or where there is room up to three."""
        if not note:
            return 0.0
        return next((lines for letters, lines in NOTE_LINES if roomy and len(note) > letters), 1.8)

    def lay(self, *_: object) -> None:
        """Dice as large as fit, never under the size of a finger; the photo gives way to many of them."""
        count = max(len(self.ids.dice.children), 1)
        below = mm(1.2) + self.ids.note.height if self.ids.dice.children else 0
        inner = self.width - 2 * mm(2.4), self.height - 2 * mm(2.4) - below
        for share in PHOTO_SHARES if self.photo else (0,):
            photo = min(self.height - 2 * mm(2.4), share * self.width)
            side = _side_of(count, inner[0] - photo - (mm(2.4) if photo else 0), inner[1])
            if side >= mm(DIE_LEAST_MM):
                break
        self.photo_width = photo
        self.side = min(max(side, mm(DIE_LEAST_MM)), mm(DIE_MOST_MM))
        for child in self.ids.dice.children:
            child.side = self.side


def _side_of(count: int, width: float, height: float) -> float:
    """The largest side at which that many dice stand in width×height, in one to three rows."""
    def side(rows: int) -> float:
        columns = -(-count // rows)
        return min((width - mm(3) - (columns - 1) * mm(1.8)) / columns, (height - mm(3) - (rows - 1) * mm(1.8)) / rows)

    return max(side(rows) for rows in (1, 2, 3))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
