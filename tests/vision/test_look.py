"""Watching a painted tray: each throw is told once, and nothing else is told at all."""
from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from vision.look import Memory, look, look_again
from vision.types import Die, Expectation, Frame, Library, Sighting

FPS, SIDE = 15, 24
WIDE, HIGH = 320, 240
ANYTHING, LIBRARY = Expectation(), Library()
Spot = tuple[int, int, int]


@dataclass
class Stage:
    """A tray that is acted on by verbs; each gives the frames that a camera would have seen meanwhile."""

    dice: dict[str, Spot] = field(default_factory=dict)
    hand: int | None = None
    gain: float = 1.0
    shift: tuple[int, int] = (0, 0)
    shadow: int | None = None
    grain: float = 1.5
    shot: int = 0

    def picture(self) -> np.ndarray:
        rng = np.random.default_rng(self.shot)
        cloth = cv2.resize(np.random.default_rng(1).integers(40, 70, (60, 80), np.uint8), (WIDE, HIGH))
        image = cv2.merge([cloth, cloth + 30, cloth])
        for x, y, value in self.dice.values():
            cv2.rectangle(image, (x, y), (x + SIDE, y + SIDE), hsv(value), -1)
        if self.hand is not None:
            cv2.rectangle(image, (100, self.hand), (190, HIGH), (150, 180, 220), -1)
        image = np.roll(image, self.shift, (1, 0)).astype(np.float32) * self.gain
        if self.shadow is not None:
            image[:, max(0, self.shadow) : max(0, self.shadow + 90)] *= 0.7
        return np.clip(image + rng.normal(scale=self.grain, size=image.shape), 0, 255).astype(np.uint8)

    def film(self, seconds: float) -> Iterator[np.ndarray]:
        for _ in range(round(seconds * FPS)):
            self.shot += 1
            yield self.picture()

    def rest(self, seconds: float = 1.5) -> Iterator[np.ndarray]:
        yield from self.film(seconds)

    def throw(self, **dice: Spot) -> Iterator[np.ndarray]:
        for left in (140, 100, 70, 40, 20, 8, 3):
            self.dice |= {name: (x, y + left, 1 + (left // 5 + v) % 6) for name, (x, y, v) in dice.items()}
            yield from self.film(1 / FPS)
        self.dice |= dice

    def reach(self) -> Iterator[np.ndarray]:
        for self.hand in range(220, 70, -30):
            yield from self.film(1 / FPS)

    def withdraw(self) -> Iterator[np.ndarray]:
        for self.hand in range(80, 240, 30):
            yield from self.film(1 / FPS)
        self.hand = None

    def lift(self, *names: str) -> Iterator[np.ndarray]:
        yield from self.reach()
        for name in names:
            del self.dice[name]
        yield from self.withdraw()

    def put(self, **dice: Spot) -> Iterator[np.ndarray]:
        yield from self.reach()
        self.dice |= dice
        yield from self.withdraw()

    def bump(self, dx: int, dy: int) -> Iterator[np.ndarray]:
        for self.shift in ((4, -5), (-3, 6), (dx, dy)):
            yield from self.film(1 / FPS)

    def light(self, gain: float) -> Iterator[np.ndarray]:
        self.gain = gain
        yield from self.film(1 / FPS)

    def shade(self) -> Iterator[np.ndarray]:
        for self.shadow in range(-90, WIDE, 20):
            yield from self.film(1 / FPS)
        self.shadow = None


def hsv(value: int) -> tuple[float, ...]:
    pixel = np.array([[[value * 24, 220, 220]]], np.uint8)
    return tuple(float(v) for v in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])


def read_painted(image: np.ndarray, *_: object) -> tuple[Die, ...]:
    """The painted dice: squares of strong colour, whose hue is the value."""
    tones = cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2HSV)
    strong = ((tones[..., 1] > 150) & (tones[..., 2] > 90)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strong)
    return tuple(_die(tones, labels == i, stats[i]) for i in range(1, len(stats)) if stats[i, 4] > 350)


def _die(tones: np.ndarray, where: np.ndarray, stat: np.ndarray) -> Die:
    x, y, w, h, _ = (float(v) for v in stat)
    value = round(float(np.median(tones[..., 0][where])) / 24)
    return Die((x, y, x + w, y + h), value=value, confidence=0.99, sure=True)


def watch(frames: Iterator[np.ndarray], find: Callable = read_painted) -> tuple[list[tuple[float, Sighting]], Memory]:
    """All that the eye tells of a film, with the time it told it, and its last memory."""
    told, memory = [], None
    for number, image in enumerate(frames):
        seen, memory = look(Frame(image, number / FPS, number), None, LIBRARY, ANYTHING, memory, find)
        told += [(number / FPS, seen)] if seen else []
    assert memory is not None
    return told, memory


def play(stage: Stage, story: str) -> Iterator[np.ndarray]:
    """Verbs of the stage, one a line, as Python calls with plain arguments."""
    for line in filter(None, map(str.strip, story.splitlines())):
        call = ast.parse(line, mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        args = [ast.literal_eval(arg) for arg in call.args]
        yield from getattr(stage, call.func.id)(*args, **{str(k.arg): ast.literal_eval(k.value) for k in call.keywords})


def rolls_of(told: list[tuple[float, Sighting]]) -> list[list[tuple[int | None, int, bool]]]:
    return [sorted((die.value, die.id, die.moved) for die in seen.dice) for _, seen in told]


ONE = "rest(1)\nthrow(a=(60, 60, 3))\nrest()\n"
TWO = "rest(1)\nthrow(a=(60, 60, 3), b=(220, 90, 5))\nrest()\n"
PUT = "rest(1)\nput(a=(130, 90, 3))\nrest(0.4)\nput(b=(140, 140, 5))\nrest(0.4)\nput(c=(110, 120, 1))\n"
FIRST, BOTH = [(3, 1, True)], [(3, 1, True), (5, 2, True)]


@pytest.mark.parametrize(("story", "expected"), [
    pytest.param("rest(3)", [], id="an empty tray"),
    pytest.param(ONE, [FIRST], id="one throw"),
    pytest.param(TWO, [BOTH], id="two dice are one roll"),
    pytest.param(ONE + "rest(5)", [FIRST], id="told once, however long it lies"),
    pytest.param(ONE + "lift('a')\nrest()", [FIRST], id="lifted out"),
    pytest.param(ONE + "lift('a')\nrest(0.5)\nthrow(a=(200, 40, 3))\nrest()", [FIRST, [(3, 2, True)]],
                 id="thrown again"),
    pytest.param(ONE + "throw(b=(200, 40, 2))\nrest()", [FIRST, [(2, 2, True), (3, 1, False)]], id="thrown to it"),
    pytest.param(TWO + "lift('b')\nrest(0.5)\nthrow(b=(200, 40, 1))\nrest()", [BOTH, [(1, 3, True), (3, 1, False)]],
                 id="one held, one thrown again"),
    pytest.param(TWO + "lift('b')\nrest(0.3)\nthrow(b=(220, 90, 1))\nrest()", [BOTH, [(1, 3, True), (3, 1, False)]],
                 id="thrown again to the very same place"),
    pytest.param(TWO + "reach()\nrest(2)\nwithdraw()\nrest()", [BOTH], id="a hand over the tray"),
    pytest.param(TWO + "reach()\nrest(6)\nwithdraw()\nrest(2)", [BOTH], id="a hand that stays"),
    pytest.param(TWO + "bump(3, -2)\nrest()", [BOTH], id="a bumped camera"),
    pytest.param(ONE + "bump(9, -8)\nrest()", [FIRST], id="a camera bumped hard, one die"),
    pytest.param(TWO + "light(1.5)\nrest()\nlight(0.7)\nrest()", [BOTH], id="a light switched"),
    pytest.param(TWO + "shade()\nrest()", [BOTH], id="a passing shadow"),
    pytest.param(PUT + "rest(2)",
                 [[(1, 3, True), (3, 1, True), (5, 2, True)]], id="put down by hand, told when a second has passed"),
    pytest.param("rest(1)\nput(a=(130, 90, 3))\nrest(0.8)", [], id="put down by hand, not yet a second ago"),
    pytest.param(ONE + "put(a=(62, 61, 3))\nrest(2)", [FIRST], id="pushed a little by a hand"),
    pytest.param(ONE + "put(a=(60, 60, 4))\nrest(2)", [FIRST, [(4, 2, True)]], id="turned by a hand"),
    pytest.param("throw(a=(60, 60, 3))\nrest(2)", [], id="what lies there at the start"),
])
def test_what_is_told(story: str, expected: list) -> None:
    told, _ = watch(play(Stage(), story))
    got = [sorted((value, moved) for value, _, moved in roll) for roll in rolls_of(told)]
    assert got == [sorted((value, moved) for value, _, moved in roll) for roll in expected]
    ids = [{value: number for value, number, _ in roll} for roll in rolls_of(told)]
    for earlier, later, roll in zip(ids, ids[1:], expected[1:], strict=False):
        for value, _, moved in roll:
            assert (later[value] in earlier.values()) is not moved


@pytest.mark.parametrize("grain", [0.0, 1.5, 5.0])
def test_a_roll_is_told_within_300_ms(grain: float) -> None:
    stage = Stage(grain=grain)
    told, _ = watch(play(stage, ONE))
    stopped = 1 + 7 / FPS
    assert [0 < at - stopped <= 0.3 for at, _ in told] == [True]


def test_look_again_tells_the_same_dice() -> None:
    stage = Stage()
    _, memory = watch(play(stage, TWO))
    memory, told = look_again(memory), []
    for number, image in enumerate(stage.rest(0.5)):
        seen, memory = look(Frame(image, 100 + number / FPS), None, LIBRARY, ANYTHING, memory, read_painted)
        told += [(0.0, seen)] if seen else []
    assert rolls_of(told) == [[(3, 1, False), (5, 2, False)]]


def test_readings_that_never_agree_are_doubts() -> None:
    turns = iter(range(10_000))

    def find(image: np.ndarray, *rest: object) -> tuple[Die, ...]:
        found = read_painted(image)
        return tuple(replace(die, value=1 + next(turns) % 2) for die in found)

    told, _ = watch(play(Stage(), ONE), find)
    assert [[(die.sure, die.why) for die in seen.dice] for _, seen in told] == [[(False, "two readings differ")]]
    assert [len(seen.doubts) for _, seen in told] == [1]


def test_a_frame_of_another_size_makes_no_roll() -> None:
    stage = Stage()
    _, memory = watch(play(stage, TWO))
    for number, image in enumerate(stage.rest(2)):
        larger = cv2.resize(image, (640, 480))
        seen, memory = look(Frame(larger, 50 + number / FPS), None, LIBRARY, ANYTHING, memory, read_painted)
        assert seen is None
    assert [(die.id, die.moved) for die in memory.table.lying] == [(1, False), (2, False)]
