"""A long procedure that asks and tells, such as calibration: it runs in its own thread, people answer by touch."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import numpy as np

from app.errors import AppError
from app.eye import Eye
from app.interpreter import interpreted
from app.view.measured import Measured
from calibration.errors import CalibrationError
from hardware.errors import HardwareError
from hardware.health import Health
from hardware.held import Held
from hardware.worker import Worker
from vision.errors import VisionError
from vision.types import Frame

LINES_KEPT = 5
LOOK_EVERY_S = 0.5
STEP = re.compile(r"^(\w+) \((\d+) of (\d+)\)$")
# What a terminal is told of its keyboard, and the answers that stand for it on a screen: (word of the screen, answer).
KEYS = re.compile(r",?\s*(then |and )?press Enter\s*(?=[:(.]|$)|\(q ends\)|Enter tries again, s skips this step:", re.I)
READY, AGAIN, THROWN = (("go_on", ""),), (("again", ""), ("skip", "s")), (("thrown", ""), ("stop", "q"))
RIGHT = (("right", ""), ("other_dice", ""))


class Beside:
    """The eye's camera for somebody who measures beside it: its frames as the eye takes them."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye

    def read(self) -> Frame | None:
        return self._eye.frame

    @property
    def held(self) -> Held | None:
        return self._eye.camera.held

    def hold(self, wanted: Held | None) -> None:
        self._eye.camera.hold(wanted)

    @property
    def health(self) -> Health:
        return self._eye.health

    def close(self) -> None:
        """It is the eye's to close."""


class Stopped(AppError):
    """The person at the table has left."""


class Terminal(Protocol):
    """Where a procedure speaks and asks."""

    def say(self, words: str) -> None: ...
    def ask(self, words: str) -> str: ...


class Measuring:
    """Runs `procedure` (it is given where to speak, and returns 0 if all is well) until it ends or is stopped.

    `shown` is a latest-wins slot; `answer` and `close` are the main thread's.
    """

    def __init__(self, procedure: Callable[[Measuring], int], title: str = "") -> None:
        self.shown = Measured(title=title)
        self._procedure = procedure
        self._answer: str | None = None
        self._stopped = False
        self._worker = Worker("measuring", self._run)
        self._worker.start()

    def say(self, words: str) -> None:
        """A line of the procedure's; one such as "Lens (1 of 6)" opens a step."""
        for line in filter(None, (line.rstrip() for line in words.split("\n"))):
            step = STEP.match(line)
            if step:
                self.open_step(step[1].lower(), int(step[2]), int(step[3]))
            else:
                self.shown = replace(self.shown, lines=(*self.shown.lines, interpreted(line))[-LINES_KEPT:])

    def open_step(self, step: str, number: int, steps: int) -> None:
        self.shown = replace(self.shown, step=step, number=number, steps=steps, lines=())

    def show(self, picture: np.ndarray | None) -> None:
        """Something (h, w, 3) uint8 BGR to look at while a question is open; None takes it away."""
        self.shown = replace(self.shown, picture=picture)

    def ask(self, words: str, answers: tuple[tuple[str, str], ...] = ()) -> str:
        """What the person answers; raises Stopped when they leave instead.

        Without `answers` the words are a terminal's, which name the keys to press.
        """
        self._answer = None
        question = words if answers else interpreted(question_of(words))
        self.shown = replace(self.shown, question=question, answers=answers or answers_to(words))
        while self._answer is None:
            if self._stopped:
                raise Stopped("stopped at the table")
            self._worker.rest(LOOK_EVERY_S)
        self.shown = replace(self.shown, question="", answers=())
        return self._answer

    def answer(self, text: str) -> None:
        self._answer = text
        self._worker.wake()

    def close(self) -> None:
        self._stopped = True
        self._worker.close(patience=2.0)

    def _run(self) -> None:
        if self.shown.over:
            self._worker.rest(LOOK_EVERY_S)
            return
        try:
            good = self._procedure(self) == 0
        except (AppError, CalibrationError, HardwareError, VisionError) as refusal:
            self.say(str(refusal))
            good = False
        self.shown = replace(self.shown, over=True, good=good, question="", answers=())


def question_of(words: str) -> str:
    """A terminal's question without its keyboard."""
    return "Is that right?" if answers_to(words) == RIGHT else KEYS.sub("", words).strip(" :,.")


def answers_to(words: str) -> tuple[tuple[str, str], ...]:
    """The buttons that answer a terminal's question."""
    if words.startswith("Right?"):
        return RIGHT
    if "s skips" in words:
        return AGAIN
    return THROWN if "q ends" in words else READY
