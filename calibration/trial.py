"""The trial at the end: ten throws, confirmed or put right, and how sure one can be."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

from calibration.profile import Verdict
from vision.types import Die

THROWS = 10
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Trial:
    """Counts over all throws: dice read and `sure`, those of them `wrong`, dice `asked` about, dice not seen (`missed`)
    and things taken for dice (`extra`)."""

    throws: int = 0
    sure: int = 0
    wrong: int = 0
    asked: int = 0
    missed: int = 0
    extra: int = 0


def count(trial: Trial, read: Sequence[Die], truth: Sequence[int]) -> Trial:
    """The trial with one more throw: what was `read`, and what really lay there, in any order.

    A die read surely is wrong when no die of the truth is left that shows its value.
    """
    left = Counter(truth)
    sure = Counter(die.value for die in read if die.sure and die.value is not None)
    wrong = sum((sure - left).values())
    asked = sum(not die.sure for die in read)
    return replace(trial, throws=trial.throws + 1, sure=trial.sure + sure.total(), wrong=trial.wrong + wrong,
                   asked=trial.asked + asked, missed=trial.missed + max(0, len(truth) - len(read)),
                   extra=trial.extra + max(0, len(read) - len(truth)))


def upper_bound(wrong: int, total: int, confidence: float = CONFIDENCE) -> float:
    """The rate of errors that is exceeded only with probability 1 - `confidence`, having seen `wrong` in `total`.

    Clopper and Pearson, 1934: the rate at which seeing so few errors would have that small probability.
    """
    if wrong >= total:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(50):
        rate = (low + high) / 2
        seen = sum(comb(total, k) * rate**k * (1 - rate) ** (total - k) for k in range(wrong + 1))
        low, high = (rate, high) if seen > 1 - confidence else (low, rate)
    return high


def verdict_of(trial: Trial) -> Verdict:
    """How sure one can be, in a sentence; wrong or lost dice make it fail."""
    if not trial.sure + trial.asked + trial.missed:
        return Verdict("trial", False, "No dice were thrown.")
    words = f"{trial.throws} throws: {trial.sure} dice read for sure, {trial.wrong} of them wrong; "
    words += f"{trial.asked} asked about, {trial.missed} not seen, {trial.extra} seen where none lay. "
    if trial.sure:
        words += f"So at most {upper_bound(trial.wrong, trial.sure):.0%} of sure readings are wrong, 95 % certain."
    return Verdict("trial", trial.wrong == trial.missed == trial.extra == 0, words.strip())
