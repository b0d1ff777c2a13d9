"""What has happened, newest first: each fact in words, with its photo and its dice to put right."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import Card
from app.view.cards import CardSheet
from app.view.dice import DieTile
from app.view.fill import fill, fill_newest_first
from app.view.screen import LogRow
from app.view.theme import gap

NO_ROW = LogRow(0, "", "")
ROWS_SHOWN = 40
DIE_MM, ROW_MM = 10.0, 11.0


class LogLine(ButtonBehavior, BoxLayout):
    """One fact; a tap beside its dice means the nearest of them."""

    row = ObjectProperty(NO_ROW, rebind=True)
    icon = StringProperty("")
    name = StringProperty("")
    dice_width = NumericProperty(0)
    below = BooleanProperty(False)  # many dice stand under the words

    def on_row(self, *_: object) -> None:
        self.name = f"row {self.row.seq}"
        self.icon = {"eye": "eye", "panel": "panel", "rules": "gear"}.get(self.row.by, "person")
        fill(self.ids.dice, self.row.dice, DieTile, "die")
        for child in self.ids.dice.children:
            child.side = mm(DIE_MM)
        self.lay()

    def on_release(self) -> None:
        if self.row.is_card:
            App.get_running_app().open_sheet(CardSheet(self.row.seq, {}), self)
        elif self.ids.dice.children:
            min(self.ids.dice.children, key=lambda die: abs(die.center_x - self.last_touch.x)).on_release()

    def lay(self, *_: object) -> None:
        self.dice_width = len(self.row.dice) * mm(DIE_MM + 1.2)
        self.below = self.dice_width > 0.45 * self.width


class LogList(BoxLayout):
    """The rows of the log, newest on top."""

    rows = ObjectProperty(())
    most = NumericProperty(ROWS_SHOWN)

    def show(self, rows: tuple[LogRow, ...]) -> None:
        if rows != self.rows:
            self.rows = rows
            newest = sorted(rows, key=lambda row: -row.seq)[:int(self.most)]
            fill_newest_first(self.ids.rows, newest, LogLine, "row", lambda row: row.seq)


class LogCard(Card):
    """The log beside the game."""

    def whole_rows(self, height: float) -> float:
        """The height in px of as many whole rows as the card has room for."""
        row, between = mm(ROW_MM), gap("hair")
        inner = height - 2 * gap("tight")
        return max(int((inner + between) // (row + between)), 1) * (row + between) - between


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
