"""The sheet of what the eye may be taught: a game, then one of its decks or kinds of icon dice."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from app.view.atoms import Tile
from app.view.courses import Course
from app.view.sheets import Sheet


class CourseTile(Tile):
    """Some of what may be taught, how much of it is known, and what a tap on it does."""

    icon = StringProperty("")
    text = StringProperty("")
    known = NumericProperty(0)
    all = NumericProperty(0)
    deed = ObjectProperty(None)

    def on_release(self) -> None:
        self.deed()


class CoursesSheet(Sheet):
    """All games, and all courses of one."""

    def __init__(self, courses: tuple[Course, ...], **options: Any) -> None:
        super().__init__(**options)
        self._games: dict[str, list[Course]] = {}
        for course in courses:
            self._games.setdefault(course.game, []).append(course)
        for game, own in self._games.items():
            self._offer(own, game, "cards", lambda game=game: self.turn_to(game), f"teach {game}")

    def turn_to(self, game: str) -> None:
        """Show what may be taught of a game."""
        self.title = game
        self.ids.courses.clear_widgets()
        for course in self._games[game]:
            self._offer([course], course.title, "dice" if course.dice else "cards",
                        lambda course=course: App.get_running_app().acts.teach(course), f"teach {course.key}")

    def _offer(self, courses: list[Course], text: str, icon: str, deed: Any, name: str) -> None:
        known, all_ = sum(course.known for course in courses), sum(len(course.items) for course in courses)
        self.ids.courses.add_widget(CourseTile(text=text, icon=icon, known=known, all=all_, deed=deed, name=name))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
