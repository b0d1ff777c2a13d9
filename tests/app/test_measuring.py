"""A procedure that asks at a terminal, led by touch: its words become a step, a question with buttons, a verdict."""
from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.measuring import AGAIN, READY, RIGHT, THROWN, Measuring, Terminal, answers_to
from app.view.measured import Measured
from calibration.errors import Unmeasurable

PATIENCE_S = 60.0


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_person_is_led_through() -> None:
    heard: list[str] = []

    def procedure(terminal: Terminal) -> int:
        terminal.say("\nTray (2 of 6)")
        heard.append(terminal.ask("Lay the four markers at the empty tray's corners and press Enter. "))
        terminal.say("The tray is 250 x 250 mm.")
        return 0

    measuring = Measuring(procedure)
    until(lambda: bool(measuring.shown.question))
    assert measuring.shown == Measured("tray", 2, 6, (), "Lay the four markers at the empty tray's corners", READY)
    measuring.answer("")
    until(lambda: measuring.shown.over)
    assert measuring.shown == Measured("tray", 2, 6, ("The tray is 250 x 250 mm.",), over=True, good=True)
    assert heard == [""]
    measuring.close()


def test_a_refusal_is_said_and_is_not_good() -> None:
    def procedure(terminal: Terminal) -> int:
        raise Unmeasurable("The camera gives no picture.")

    measuring = Measuring(procedure)
    until(lambda: measuring.shown.over)
    assert (measuring.shown.lines, measuring.shown.good) == (("The camera gives no picture.",), False)
    measuring.close()


def test_who_leaves_ends_it() -> None:
    measuring = Measuring(lambda terminal: len(terminal.ask("Throw 1 of 10: throw, then press Enter (q ends). ")))
    until(lambda: bool(measuring.shown.question))
    measuring.close()
    assert measuring.shown.over


@pytest.mark.parametrize(("words", "answers"), [
    ("Put one die of each colour you own into the tray, apart, and press Enter. ", READY),
    ("Enter tries again, s skips this step: ", AGAIN),
    ("Throw 3 of 10: throw, then press Enter (q ends). ", THROWN),
    ("Right? Enter, or what really lies there, such as 3 5 5: ", RIGHT),
])
def test_a_keyboard_becomes_buttons(words: str, answers: tuple[tuple[str, str], ...]) -> None:
    assert answers_to(words) == answers
