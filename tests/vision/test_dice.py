"""Dice are read right on drawn tables, and nothing is read from what holds none."""
from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_dice import table_of

import vision.network
from vision.dice import find_dice
from vision.errors import ModelDamaged, ModelMissing, NoPicture
from vision.look import read
from vision.types import DiceKind, Expectation, Library, Profile

ANY, NONE = Expectation(), Library()
SIX = [(1, "white", 80, 90), (2, "red", 220, 110), (3, "black", 380, 80), (4, "blue", 520, 140),
       (5, "yellow", 150, 330), (6, "white", 430, 340)]
RIG = Profile(size=(640, 480), to_mm=(0.3636, 0, 0, 0, 0.3636, 0, 0, 0, 1), tray_mm=(0, 0, 232, 174))


def values_of(image, profile=None, expectation=ANY):
    return sorted(d.value for d in find_dice(image, profile, expectation, NONE) if d.value is not None)


def near(die, x, y):
    return abs((die.box[0] + die.box[2]) / 2 - x) < 14 and abs((die.box[1] + die.box[3]) / 2 - y) < 14


@pytest.mark.parametrize("profile", [None, RIG], ids=["scale unknown", "calibrated"])
def test_each_value_is_read_where_it_lies(profile):
    dice = sorted(find_dice(table_of(SIX), profile, ANY, NONE), key=lambda d: d.value)
    assert [d.value for d in dice] == [1, 2, 3, 4, 5, 6]
    assert all(near(die, x, y) for die, (_, _, x, y) in zip(dice, SIX, strict=True))


def scaled(factor):
    return lambda p: cv2.resize(p, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def greyed(picture):
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


CHANGES = {"mirrored": np.fliplr, "upside down": np.flipud, "a quarter": np.rot90, "smaller": scaled(0.7),
           "larger": scaled(1.4), "huge": scaled(4), "grey": greyed, "darker": lambda p: p // 2}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_turned_scaled_or_grey_the_values_stay(change):
    assert values_of(np.ascontiguousarray(change(table_of(SIX)))) == [1, 2, 3, 4, 5, 6]


def noise(seed, blur=0.0):
    picture = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), np.uint8)
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


def empty_pictures():
    yield "black", np.zeros((480, 640, 3), np.uint8)
    yield "white", np.full((480, 640, 3), 255, np.uint8)
    yield "tiny", np.zeros((1, 1, 3), np.uint8)
    yield "line", noise(1)[:1]
    yield "cloth", table_of([])
    squares = np.indices((12, 16)).sum(0) % 2 * 255
    yield "chequered", squares.repeat(40, 0).repeat(40, 1)[..., None].repeat(3, 2).astype(np.uint8)
    for seed in range(3):
        yield f"noise {seed}", noise(seed)
        yield f"clouds {seed}", noise(seed, 4.0)


@pytest.mark.parametrize(("name", "picture"), list(empty_pictures()), ids=[name for name, _ in empty_pictures()])
def test_nothing_sure_is_seen_where_nothing_lies(name, picture):
    assert [d for d in find_dice(picture, None, ANY, NONE) if d.sure] == []


def fuzzed(rng):
    """Noise, clouds or patches of a random size."""
    height, width = (int(v) for v in rng.integers(16, 120, 2))
    coarse = rng.integers(0, 256, (*(max(1, v // int(rng.integers(1, 20))) for v in (height, width)), 3), np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=int(rng.integers(0, 3)))


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_fuzzed_frames_give_no_sure_die(count):
    rng = np.random.default_rng(count)
    assert [i for i in range(count) if any(d.sure for d in find_dice(fuzzed(rng), None, ANY, NONE))] == []


@pytest.mark.parametrize(("shape", "dtype"), [((4, 4), "u1"), ((4, 4, 4), "u1"), ((4, 4, 3), "f4"), ((0, 4, 3), "u1")])
def test_what_is_no_picture_is_refused(shape, dtype):
    with pytest.raises(NoPicture):
        find_dice(np.zeros(shape, dtype), None, ANY, NONE)


@pytest.mark.parametrize(("content", "refusal"), [(None, ModelMissing), (b"", ModelDamaged), (b"no net", ModelDamaged)])
def test_a_missing_or_damaged_model_is_said(tmp_path, monkeypatch, content, refusal):
    monkeypatch.setattr(vision.network, "MODELS", tmp_path)
    if content is not None:
        (tmp_path / "finder.onnx").write_bytes(content)
    with pytest.raises(refusal, match=r"finder\.onnx"):
        find_dice(table_of(SIX), None, ANY, NONE)


def kinds(*colours):
    return Expectation(dice=tuple(DiceKind(colour=colour, values=(1, 2, 3, 4)) for colour in colours))


@pytest.mark.parametrize(("die", "offered", "seen"), [
    ((3, "yellow"), ("yellow", "blue"), (3, "yellow", True)),
    ((2, "blue"), ("yellow", "blue"), (2, "blue", True)),
    ((6, "yellow"), ("yellow", "blue"), (6, "yellow", False)),
])
def test_dice_are_matched_to_those_that_the_rules_offer(die, offered, seen):
    (read_,) = find_dice(table_of([(*die, 200, 200)]), None, kinds(*offered), NONE)
    assert (read_.value, read_.colour, read_.sure) == seen


def test_a_reading_says_its_doubts_in_words():
    sighting = read(table_of(SIX), None, NONE, ANY)
    assert len(sighting.doubts) == sum(not d.sure for d in sighting.dice)
