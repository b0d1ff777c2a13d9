"""Letters to tap where no keyboard is at the table: types one name."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.view.atoms import Tile
from app.view.sheets import Sheet

ROWS = {"en": ("QWERTYUIOPÜ", "ASDFGHJKLÖÄ", "ZXCVBNMß-'"), "de": ("QWERTZUIOPÜ", "ASDFGHJKLÖÄ", "YXCVBNMß-'")}
DIGITS = ("1234567890", "ÅÆÇÉÈÊÑØÓÁ", "ŁŠŽ&.+-'")
NAME_LENGTH = 12
KEY_MM = 11.2


class KeyTile(Tile):
    """One letter."""

    text = StringProperty("")


class KeyRow(BoxLayout):
    """Letters side by side."""


class KeysSheet(Sheet):
    """A name and the letters to write it with; known names above them, one tap each."""

    text = StringProperty("")
    shifted = BooleanProperty(False)

    def __init__(self, text: str, take: Callable[[str], None], known: tuple[str, ...] = (), language: str = "en",
                 **options: Any) -> None:
        super().__init__(**options)
        self._take, self._fresh, self.text = take, True, text
        self.before = text
        self._letters, self._other = ROWS[language], DIGITS
        self._show_keys()
        for name in known[:4]:
            self.ids.known.add_widget(
                KeyTile(text=name, name=f"known {name}", on_release=lambda key: self._accept(key.text)))
        Window.bind(on_textinput=self._typed, on_key_down=self._pressed)

    def _show_keys(self) -> None:
        self.ids.rows.clear_widgets()
        for row in rows_of(self._letters, int((Window.width / mm(1) - 13) // KEY_MM)):
            box = KeyRow()
            for letter in row:
                box.add_widget(KeyTile(text=letter, name=f"key {letter}", on_release=lambda key: self.type(key.text)))
            self.ids.rows.add_widget(box)

    def turn(self) -> None:
        """Letters to digits and rarer letters, and back."""
        self._letters, self._other = self._other, self._letters
        self._show_keys()

    def type(self, letter: str) -> None:
        """Append a letter: a capital only where a word begins, or after shift; the first replaces what stood there."""
        kept = "" if self._fresh else self.text
        self._fresh = False
        begins = kept[-1:] in ("", " ", "-", "'")
        self.text = (kept + (letter if begins != self.shifted else letter.lower()))[:NAME_LENGTH]
        self.shifted = False

    def erase(self) -> None:
        """Take the last letter away, or at first all that stood there."""
        self.text = "" if self._fresh else self.text[:-1]
        self._fresh = False

    def close(self) -> None:
        Window.unbind(on_textinput=self._typed, on_key_down=self._pressed)
        super().close()
        self._take(self.text.strip() or self.before)

    def _accept(self, name: str) -> None:
        self.text = name
        self.close()

    def _typed(self, _window: object, text: str) -> None:
        kept = "" if self._fresh else self.text
        self._fresh = False
        self.text = (kept + text)[:NAME_LENGTH]

    def _pressed(self, _window: object, key: int, *_: object) -> None:
        if key == 8:
            self.erase()
        elif key == 13:
            self.close()


def rows_of(rows: tuple[str, ...], room: int) -> tuple[str, ...]:
    """The rows of a keyboard, or the alphabet in rows of `room` where a keyboard is too wide."""
    letters = "".join(sorted("".join(rows), key=lambda letter: (not letter.isalpha(), letter)))
    fits = max(map(len, rows)) <= room
    return rows if fits else tuple(letters[i:i + room] for i in range(0, len(letters), room))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
