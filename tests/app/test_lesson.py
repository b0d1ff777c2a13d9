"""The eye is taught by touch: each card and face asked for by its name, its cut-out looked at, and kept."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.courses import courses_in
from app.lesson import LOOK, SHOW, teach
from app.library import library_in
from app.store import Store
from app.view.courses import Course
from hardware.health import Health
from vision.card_drawings import draw_art_card, draw_table, lay_card
from vision.types import Frame

sys.path.append(str(Path(__file__).parents[1] / "vision"))
from icon_dice import SIGNS, Place, table_of  # the eye's own drawings serve here too

HERE = (460, 640)


def card(seed: int) -> np.ndarray:
    corners = np.array([[220, 90], [420, 95], [418, 375], [218, 370]])
    return lay_card(draw_table(np.random.default_rng(9), HERE), draw_art_card(seed), corners)


class Shows:
    """A camera over whatever the pictures say, one after the other."""

    health = Health(True, "")

    def __init__(self, *pictures: np.ndarray) -> None:
        self._pictures = iter(pictures)

    def read(self) -> Frame | None:
        return Frame(next(self._pictures))


class Person:
    """Answers in order, and notes what was asked, said and shown."""

    def __init__(self, *answers: str) -> None:
        self._answers: Iterator[str] = iter(answers)
        self.noted: list[object] = []

    def open_step(self, step: str, number: int, steps: int) -> None:
        self.noted.append((step, number, steps))

    def say(self, words: str) -> None:
        self.noted.append(words)

    def show(self, picture: np.ndarray | None) -> None:
        if picture is not None:
            self.noted.append("a picture")

    def ask(self, words: str, answers: tuple[tuple[str, str], ...]) -> str:
        answer = next(self._answers)
        assert answer in [reply for _, reply in answers]
        self.noted.append((words, answers))
        return answer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "tableside.sqlite")
    yield opened
    opened.close()


def test_cards_are_shown_one_by_one(store: Store) -> None:
    course = Course("catan/space", "Catan", "Sectors", ("Pallas", "Picasso", "Poseidon"), 0)
    bare = draw_table(np.random.default_rng(9), HERE)
    person = Person("", "", "n", "", "", "s", "", "")
    assert teach(store, Shows(bare, card(1), card(1), card(2)), course, person) == 1
    assert person.noted == [
        ("card", 1, 3), ("Lay down Pallas, alone on a plain ground", SHOW),
        "No card's edge is in sight: lay it flat, whole, on a ground of another colour",
        ("Lay down Pallas, alone on a plain ground", SHOW), "a picture", ("Pallas: is all of it in the picture?", LOOK),
        ("Lay down Pallas, alone on a plain ground", SHOW), "a picture", ("Pallas: is all of it in the picture?", LOOK),
        ("card", 2, 3), ("Lay down Picasso, alone on a plain ground", SHOW),
        ("card", 3, 3), ("Lay down Poseidon, alone on a plain ground", SHOW), "a picture",
        ("Poseidon: is all of it in the picture?", LOOK), ("", 0, 0)]
    assert list(library_in(store)[0].decks["catan/space"].cards) == ["Pallas", "Poseidon"]


def test_the_rest_another_day(store: Store) -> None:
    course = Course("catan/space", "Catan", "Sectors", ("Pallas", "Picasso"), 0)
    assert teach(store, Shows(card(1)), course, Person("", "", "q")) == 1
    again = Person("", "")
    assert teach(store, Shows(card(2)), course, again) == 0
    assert again.noted[0] == ("card", 1, 1)


def test_a_twin_is_said(store: Store) -> None:
    course = Course("catan/space", "Catan", "Sectors", ("Pallas", "Picasso"), 0)
    person = Person("", "", "", "")
    assert teach(store, Shows(card(1), card(1)), course, person) == 0
    assert "Picasso and Pallas look too alike to be told apart" in person.noted


def test_faces_are_shown_one_by_one(store: Store) -> None:
    course = Course("action", "Aliens", "Action dice", SIGNS[:2], 0, dice=True)
    pictures = [table_of(SIGNS, "red", places, (400, 300), 70, 0.08)
                for places in ([], [Place(SIGNS[0], 200, 150, 0.5)], [Place(SIGNS[1], 200, 150, 0.5)])]
    person = Person("", "", "", "", "")
    assert teach(store, Shows(*pictures), course, person) == 0
    assert person.noted[2] == "No single die is in sight: lay one die alone, its face up"
    assert list(library_in(store)[0].faces["action"]) == list(SIGNS[:2])


def test_cards_of_other_names_are_none_of_the_games(store: Store) -> None:
    for name in ("Poseidon 1", "a photo of mine"):
        course = Course("starship_catan/missions_1", "Catan", "Missions", (name,), 0)
        teach(store, Shows(card(1)), course, Person("", ""))
    known = {course.key: (course.known, len(course.items)) for course in courses_in(store)}
    assert known["starship_catan/missions_1"] == (1, 3)


def test_what_there_is_to_teach(store: Store) -> None:
    courses = {course.key: course for course in courses_in(store)}
    assert courses["action"] == Course("action", "Alien Uprising", "action",
                                       ("attack", "engineering", "reload", "scout", "wild", "alien"), 0, dice=True)
    assert (courses["eclipse/inner"].game, courses["eclipse/inner"].title) == (
        "Eclipse: New Dawn for the Galaxy", "Inner sectors")
    assert len(courses["emergence_event/crew"].items) == 64
