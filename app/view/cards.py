"""A card that the eye saw: its likely names to tap, and the sheet that puts it right."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty

from app.view.atoms import WordTile
from app.view.fill import fill
from app.view.sheets import Sheet
from app.view.theme import shade
from app.view.words import say

LIKELY = 3


class NameTile(WordTile):
    """One name that a card may have: a tap says so; the empty name stands for every other one."""

    answer = ObjectProperty((0, "", ""), rebind=True)  # fact, name, label
    _meant: tuple[int, str, str] | None = None

    def on_answer(self, *_: object) -> None:
        _, name, label = self.answer
        self.text, self.name = label, f"card {name}" if name else "other card"
        self.ink = shade("text") if name else shade("muted")

    def on_press(self) -> None:
        self._meant = self.answer

    def on_release(self) -> None:
        app = App.get_running_app()
        fact, name, _ = self.answer
        if self.answer != self._meant:  # the question has changed under the finger
            return
        if name:
            app.acts.name_card(fact, name)
        else:
            app.open_sheet(CardSheet(fact, {"no_card": app.acts.no_roll}))


class CardSheet(Sheet):
    """Every name that the card may have, likeliest first; below, what else may be said of it."""

    fact = NumericProperty(0)

    def __init__(self, fact: int, others: dict[str, Callable[[], None]], **options: object) -> None:
        super().__init__(fact=fact, title=say("which_card_is_it"), **options)
        names = App.get_running_app().acts.cards_like(fact)
        fill(self.ids.names, tuple((fact, name, label) for name, label in names), NameTile, "answer")
        for tile in self.ids.names.children:
            tile.bind(on_release=lambda _: self.close())
        for word, act in others.items():
            tile = WordTile(text=say(word), name=word.replace("_", " "), step="body", ink=shade("muted"))
            tile.bind(on_release=partial(self._do, act))
            self.ids.others.add_widget(tile)

    def _do(self, act: Callable[[], None], _tile: NameTile) -> None:
        self.close()
        act()


def likely_answers(fact: int) -> tuple[tuple[int, str, str], ...]:
    """What the eye thought and what else is likely, then the way to every other name."""
    names = App.get_running_app().acts.cards_like(fact)[:LIKELY]
    return (*((fact, name, label) for name, label in names), (fact, "", say("other_card")))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
