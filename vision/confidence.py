"""How likely a reading is right: a few plain signs, weighed as photos that the networks had not learned from taught."""
from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision import network
from vision.errors import ModelDamaged, ModelMissing


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a reading: the mean and the worst look's chance of the value, the finder's heat, and how many
    octaves the die's size is off that of the others."""

    chance: float
    worst: float
    heat: float
    off_size: float


def features_of(signs: Signs) -> np.ndarray:
    """(5,) float64: the log odds of the three chances, the size's octaves, and 1."""
    odds = np.clip(np.array(astuple(signs)[:3]), 1e-3, 1 - 1e-3)
    return np.array([*np.log(odds / (1 - odds)), signs.off_size, 1.0])


def confidence_of(signs: Signs) -> float:
    """The chance, 0..1, that a reading with these signs is right; 0 for signs that are no numbers."""
    score = float(features_of(signs) @ _weights(network.MODELS / "confidence.json"))
    return float(1 / (1 + np.exp(-score))) if np.isfinite(score) else 0.0


@lru_cache(maxsize=4)
def _weights(path: Path) -> np.ndarray:
    if not path.is_file():
        raise ModelMissing(f"{path} is missing: reinstall Tableside, or train it again")
    try:
        weights = np.array(json.loads(path.read_text())["weights"], float)
    except (ValueError, KeyError, TypeError) as error:
        raise ModelDamaged(f"{path} is damaged: reinstall Tableside, or train it again") from error
    if weights.shape != (5,):
        raise ModelDamaged(f"{path} is damaged: it should hold five weights")
    return weights
