"""What ten throws prove, and no more."""
from __future__ import annotations

from math import comb

import pytest

from calibration.trial import Trial, count, upper_bound, verdict_of
from vision.types import Die


def die(value, sure=True):
    return Die((0, 0, 1, 1), value=value, sure=sure)


@pytest.mark.parametrize(("read", "truth", "expected"), [
    ((die(3), die(5)), (5, 3), Trial(1, sure=2)),
    ((die(3), die(5)), (5, 4), Trial(1, sure=2, wrong=1)),
    ((die(3), die(3)), (3, 4), Trial(1, sure=2, wrong=1)),
    ((die(3), die(5, sure=False)), (3, 4), Trial(1, sure=1, asked=1)),
    ((die(3),), (3, 4), Trial(1, sure=1, missed=1)),
    ((die(3), die(1)), (3,), Trial(1, sure=2, wrong=1, extra=1)),
    ((), (), Trial(1)),
])
def test_count(read, truth, expected):
    assert count(Trial(), read, truth) == expected


@pytest.mark.parametrize(("wrong", "total", "bound"), [
    (0, 20, 1 - 0.05 ** (1 / 20)), (0, 1, 0.95), (5, 5, 1.0), (0, 0, 1.0)])
def test_bound(wrong, total, bound):
    assert upper_bound(wrong, total) == pytest.approx(bound, abs=1e-9)


def test_bound_is_where_so_few_errors_get_unlikely():
    rate = upper_bound(3, 40)
    assert sum(comb(40, k) * rate**k * (1 - rate) ** (40 - k) for k in range(4)) == pytest.approx(0.05)


@pytest.mark.parametrize(("trial", "ok", "words"), [
    (Trial(10, sure=38, asked=2), True, "at most 8% of sure readings are wrong"),
    (Trial(10, sure=40, wrong=1), False, "40 dice read for sure, 1 of them wrong"),
    (Trial(10, sure=39, missed=1), False, "1 not seen"),
    (Trial(10), False, "No dice were thrown."),
])
def test_verdict(trial, ok, words):
    assert verdict_of(trial).ok == ok
    assert words in verdict_of(trial).says
