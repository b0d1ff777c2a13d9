"""What no dice can be read from: a doubt or a clear error, never a crash, never a value from noise."""
from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_dice import table_of

import vision.network
from vision.confidence import Signs, confidence_of
from vision.dice import die_of, find_dice, look_closely
from vision.errors import ModelDamaged, ModelMissing, NoPicture
from vision.faces import NamedFace
from vision.look import look, read
from vision.types import Expectation, Frame, Library, Profile

ANY, NONE = Expectation(), Library()
RIG = Profile(size=(640, 480), to_mm=(0.3636, 0, 0, 0, 0.3636, 0, 0, 0, 1), tray_mm=(0, 0, 232, 174))
LYING = [(1, "white", 80, 90), (4, "red", 320, 110), (6, "yellow", 480, 330)]
TABLE = table_of(LYING)


def sure_values(picture, profile=None):
    return sorted(die.value for die in find_dice(picture, profile, ANY, NONE) if die.sure)


def noise(seed, blur=0.0):
    picture = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), np.uint8)
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


def chequered():
    squares = np.indices((12, 16)).sum(0) % 2 * 255
    return squares.repeat(40, 0).repeat(40, 1)[..., None].repeat(3, 2).astype(np.uint8)


EMPTY = {"black": np.zeros((480, 640, 3), np.uint8), "white": np.full((480, 640, 3), 255, np.uint8),
         "tiny": np.zeros((1, 1, 3), np.uint8), "a line": noise(1)[:1], "a column": noise(1)[:, :1],
         "cloth": table_of([]), "chequered": chequered(), "noise": noise(0), "clouds": noise(0, 4.0),
         "burnt out": cv2.add(TABLE, (250, 250, 250, 0)), "a lens covered": (TABLE // 60),
         "out of focus": cv2.GaussianBlur(TABLE, (0, 0), 25)}


@pytest.mark.parametrize("profile", [None, RIG], ids=["scale unknown", "calibrated"])
@pytest.mark.parametrize("picture", EMPTY.values(), ids=EMPTY.keys())
def test_nothing_sure_is_seen_where_nothing_can_be(picture, profile):
    assert sure_values(picture, profile) == []


SMALL = "the picture is too small to tell ({} pixels): take one of 96 or more each way"
DARK = "the picture is too dark to tell: give it light"
FLAT = "the picture is all of one tone: look at the lens, and at what covers it"


@pytest.mark.parametrize(("picture", "doubts"), [
    (EMPTY["tiny"], (SMALL.format("1 × 1"),)), (EMPTY["a line"], (SMALL.format("320 × 1"),)),
    (cv2.resize(table_of([]), (40, 30)), (SMALL.format("40 × 30"),)),
    (EMPTY["black"], (DARK,)), (EMPTY["a lens covered"], (DARK,)), (EMPTY["white"], (FLAT,)),
    (np.full((480, 640, 3), 128, np.uint8), (FLAT,)), (EMPTY["cloth"], ()), (EMPTY["cloth"] // 3, ()),
], ids=["one pixel", "a line", "a thumbnail", "black", "covered", "white", "behind glass", "cloth", "dusk"])
def test_a_still_in_which_nothing_could_be_seen_says_so(picture, doubts):
    assert read(picture, None, NONE, ANY).doubts == doubts


def spoiled_by(gain=1.0, lift=0.0, blur=0.0):
    picture = np.clip(TABLE * gain + lift, 0, 255).astype(np.uint8)
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


@pytest.mark.parametrize("picture", [
    spoiled_by(2.2), spoiled_by(0.12), spoiled_by(blur=4), spoiled_by(0.3, 170), spoiled_by(1.6, blur=2)],
    ids=["saturated", "near dark", "blurred", "foggy", "saturated and blurred"])
def test_what_is_read_from_a_poor_picture_is_right_or_doubted(picture):
    truth = sorted(value for value, *_ in LYING)
    assert [value for value in sure_values(picture) if value not in truth] == []


NO_PICTURES = {"grey": ((4, 4), "u1"), "alpha": ((4, 4, 4), "u1"), "16 bits": ((4, 4, 3), "u2"),
               "floats": ((4, 4, 3), "f4"), "no rows": ((0, 4, 3), "u1"), "no columns": ((4, 0, 3), "u1")}


@pytest.mark.parametrize(("shape", "dtype"), NO_PICTURES.values(), ids=NO_PICTURES.keys())
def test_what_is_no_picture_is_refused(shape, dtype):
    with pytest.raises(NoPicture, match="a picture is"):
        find_dice(np.zeros(shape, dtype), None, ANY, NONE)


def test_frames_that_change_their_size_in_mid_stream_are_watched_on():
    memory, told = None, []
    for number in range(40):
        size = [(320, 240), (640, 480), (200, 300), (17, 9)][number // 2 % 4]
        seen, memory = look(Frame(cv2.resize(TABLE, size), number / 15, number), None, NONE, ANY, memory)
        told += [seen] if seen else []
    assert told == []


def test_a_chance_that_is_no_number_is_no_confidence():
    bad = float("nan")
    signs = (bad, .9, .9, 0), (.9, .9, bad, 0), (.9, .9, .9, bad)
    assert [confidence_of(Signs(*each)) for each in signs] == [0, 0, 0]
    assert NamedFace("kind", "face", bad).confidence == 0


def test_a_reading_that_is_no_number_is_doubted():
    found = look_closely(TABLE, None)[0]
    looks = np.full_like(found.reading.looks, np.nan)
    die = die_of(replace(found, reading=replace(found.reading, looks=looks)), ANY)
    assert (die.value, die.sure, die.confidence) == (None, False, 0.0)


@pytest.mark.parametrize("name", ["finder.onnx", "reader.onnx", "confidence.json"])
@pytest.mark.parametrize(("content", "refusal"), [(None, ModelMissing), (b"", ModelDamaged), (b"no net", ModelDamaged)])
def test_a_missing_or_damaged_model_is_said(tmp_path, monkeypatch, name, content, refusal):
    for model in vision.network.MODELS.iterdir():
        (tmp_path / model.name).write_bytes(model.read_bytes())
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(vision.network, "MODELS", tmp_path)
    with pytest.raises(refusal, match=name):
        find_dice(TABLE, None, ANY, NONE)


def test_weights_that_are_no_weights_are_said(tmp_path, monkeypatch):
    monkeypatch.setattr(vision.network, "MODELS", tmp_path)
    (tmp_path / "confidence.json").write_text(json.dumps({"weights": [1, 2]}))
    with pytest.raises(ModelDamaged, match=r"confidence\.json"):
        confidence_of(Signs(.9, .9, .9, 0))


def noisy(rng, size):
    """Noise, clouds or patches."""
    coarse = tuple(max(1, side // int(rng.integers(1, 20))) for side in size)
    return cv2.resize(rng.integers(0, 256, (*coarse, 3), np.uint8), size[::-1], interpolation=int(rng.integers(0, 3)))


def sloping(rng, size):
    """A gradient across, with or without grain."""
    ramp = cv2.resize(rng.uniform(0, 255, (2, 2, 3)), size[::-1], interpolation=cv2.INTER_LINEAR)
    return np.clip(ramp + rng.normal(0, rng.choice([0, 8]), ramp.shape), 0, 255).astype(np.uint8)


def woven(rng, size):
    """A texture of two waves."""
    y, x = np.mgrid[:size[0], :size[1]]
    waves = [np.sin(x * fx + y * fy + rng.uniform(0, 6)) for fx, fy in rng.uniform(-1.2, 1.2, (2, 2))]
    tones = rng.uniform(0, 255, (3, 3))
    return np.clip(tones[0] + sum(w[..., None] * (tone - 128) for w, tone in zip(waves, tones[1:], strict=True)),
                   0, 255).astype(np.uint8)


def shuffled(rng, size):
    """Patches of drawn dice, each smaller than a face, in any order."""
    side = int(rng.integers(6, 15))
    corners = rng.integers(0, (480 - side, 640 - side), (-(-size[0] // side) * -(-size[1] // side), 2))
    patches = [TABLE[y:y + side, x:x + side] for y, x in corners]
    wide = -(-size[1] // side)
    rows = [np.hstack(patches[i:i + wide]) for i in range(0, len(patches), wide)]
    return np.ascontiguousarray(np.vstack(rows)[:size[0], :size[1]])


@pytest.mark.timeout(1200)  # a minute where nothing else runs
@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.long)])
def test_fuzzed_frames_give_no_sure_die(count):
    rng, kinds = np.random.default_rng(count), (noisy, sloping, woven, shuffled)
    frames = ((i, kinds[i % 4](rng, tuple(int(side) for side in rng.integers(14, 60, 2)))) for i in range(count))
    assert [i for i, frame in frames if sure_values(frame)] == []


def test_a_poor_still_is_a_sighting_like_any_other():
    assert read(EMPTY["black"], None, NONE, ANY).dice == ()
