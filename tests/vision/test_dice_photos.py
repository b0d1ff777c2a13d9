"""Real photographs are read as well as the model's card says, by the shared scorer; skipped where they are absent."""
from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import cv2
import pytest

from vision.look import read
from vision.types import Expectation, Library

SHARED = Path(__file__).parents[3] / "shared"
PHOTOS, SCORER = SHARED / "photos" / "dice", SHARED / "tools" / "score_dice.py"
pytestmark = pytest.mark.skipif(not (PHOTOS.is_dir() and SCORER.is_file()), reason="no ../shared/photos/dice here")

BARS = {"nell": 0.90, "damian": 0.95, "kamil": 0.95}
"""The least share of dice read right."""


def reading_of(row):
    seen = read(cv2.imread(str(PHOTOS / row["file"])), None, Library(), Expectation())
    return [{"value": d.value, "box": d.box, "sure": d.sure} for d in seen.dice]


def right_share(rows):
    spec = importlib.util.spec_from_file_location("score_dice", SCORER)
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    right = [(scorer.score_boxes if row.get("boxes") else scorer.score_values)(row, reading_of(row))[0] for row in rows]
    return sum(right) / sum(len(row["values"]) for row in rows)


def rows_of(name, step):
    return [row for row in json.loads((PHOTOS / "labels.json").read_text()) if row["set"] == name][::step]


@pytest.mark.parametrize(("name", "step"), [("nell", 17), ("damian", 2), ("kamil", 2)])
def test_a_sample_of_photos_is_read(name, step):
    assert right_share(rows_of(name, step)) >= BARS[name]


@pytest.mark.long
@pytest.mark.parametrize("name", BARS)
def test_all_photos_are_read(name):
    assert right_share(rows_of(name, 1)) >= BARS[name]
