"""The fold that says when the tray is at rest: by what moved, by hands, and at what cost."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.look import look
from vision.settle import Rest, camera_shift, differs, is_ready, settle, shows_hand, shrink, watch
from vision.tray import standard_profile
from vision.types import Die, Expectation, Frame, Library

WHOLE = (slice(None), slice(None))


def cloth(seed: int = 0, grain: float = 0.0, size: tuple[int, int] = (320, 240)) -> np.ndarray:
    weave = cv2.resize(np.random.default_rng(9).integers(50, 90, (60, 80, 3), np.uint8), size).astype(float)
    return np.clip(weave + np.random.default_rng(seed).normal(scale=grain, size=weave.shape), 0, 255).astype(np.uint8)


def painted(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    image = cloth()
    for x0, y0, x1, y1 in boxes:
        image[y0:y1, x0:x1] = (60, 150, 220)
    return image


@pytest.mark.parametrize(("other", "expected"), [
    (cloth(), False),
    (cloth(1, 2.0), False),
    (cloth(1, 6.0), False),
    (painted((100, 100, 112, 112)), True),
    (cloth() + 20, True),
    (cloth() + 5, False),
    (np.roll(cloth(), 6, 1), True),
], ids=["the same", "grain", "coarse grain", "a small die", "a lamp", "the sun", "a bump"])
def test_what_counts_as_movement(other: np.ndarray, expected: bool) -> None:
    assert differs(cloth(2, 2.0), other) is expected


@pytest.mark.parametrize(("boxes", "expected"), [
    ([(100, 100, 124, 124)], False),
    ([(100, 216, 124, 240)], False),
    ([(40 + 24 * i, 100, 64 + 24 * i, 124) for i in range(8)], False),
    ([(100, 120, 170, 240)], True),
    ([(0, 0, 320, 12)], True),
    ([(0, 0, 320, 240)], False),
], ids=["a die", "a die at the border", "a row of dice", "a hand", "a sleeve", "the whole picture"])
def test_what_is_a_hand(boxes: list, expected: bool) -> None:
    assert shows_hand(painted(*boxes), cloth(), WHOLE) is expected


def test_a_hand_beside_the_tray_is_none_over_it() -> None:
    aside = painted((250, 100, 320, 240))
    assert [shows_hand(aside, cloth(), area) for area in ((slice(None), slice(0, 200)), WHOLE)] == [False, True]


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (3, -2), (-9, 7), (0, 14)])
def test_a_bump_is_measured(dx: int, dy: int) -> None:
    before = np.random.default_rng(4).integers(0, 255, (60, 80, 3), np.uint8).repeat(4, 0).repeat(4, 1)
    rest = Rest(np.roll(before, (dx, dy), (1, 0)), before, 0.0, 0.0)
    assert camera_shift(rest) * 320 == pytest.approx([dx, dy], abs=0.3)


def test_rest_is_told_by_the_clock() -> None:
    die, rest, ready = painted((100, 100, 124, 124)), watch(cloth(), 0.0, None, None), []
    rest = settle(rest)
    for number in range(1, 7):
        rest = watch(die, number / 15, None, rest)
        ready.append(is_ready(rest, None))
    assert ready == [False, True, True, True, True, True]
    assert is_ready(settle(rest), None) is False


@pytest.mark.parametrize(("small", "at"), [(cloth(size=(160, 120)), 2.0), (cloth(), 0.5)],
                         ids=["another size", "clock set back"])
def test_a_break_in_the_stream_begins_anew(small: np.ndarray, at: float) -> None:
    rest = watch(cloth(), 1.0, None, None)
    after = watch(small, at, None, settle(replace(rest, at=1.5)))
    assert (after.since, after.due, after.anchor is small) == (at, True, True)


@pytest.mark.parametrize(("frame", "expected"), [
    (Frame(np.zeros((1232, 1640, 3), np.uint8)), (308, 410, 3)),
    (Frame(np.zeros((240, 320, 3), np.uint8)), (240, 320, 3)),
    (Frame(np.zeros((1232, 1640, 3), np.uint8), small=np.zeros((240, 320, 3), np.uint8)), (240, 320, 3)),
], ids=["large", "small already", "the camera's own"])
def test_the_small_picture(frame: Frame, expected: tuple[int, ...]) -> None:
    assert shrink(frame).shape == expected


def median_ms(call: Callable[[], object], times: int = 50) -> float:
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        spent.append(time.perf_counter() - began)
    return 1000 * sorted(spent)[times // 2]


def no_dice(*_: object) -> tuple[Die, ...]:
    return ()


def test_an_unchanged_tray_costs_next_to_nothing() -> None:
    cv2.setNumThreads(1)
    one, other = cloth(1, 2.0, (640, 480)), cloth(2, 2.0, (640, 480))
    apart, marked = np.empty_like(one), np.empty_like(one)
    profile, library, expected = standard_profile(), Library(), Expectation()
    frames = [Frame(cloth(seed, 2.0, (1640, 1232)), seed / 15) for seed in range(2)]
    memory = None
    for number in range(8):
        _, memory = look(replace(frames[0], at=number / 15), profile, library, expected, memory, no_dice)

    def yardstick() -> None:
        cv2.absdiff(one, other, dst=apart)
        cv2.threshold(apart, 16, 255, cv2.THRESH_BINARY, dst=marked)

    def step() -> None:
        look(replace(frames[1], at=1.0), profile, library, expected, memory, no_dice)

    ratios = [median_ms(step) / median_ms(yardstick) for _ in range(5)]
    assert sorted(ratios)[2] <= 8
