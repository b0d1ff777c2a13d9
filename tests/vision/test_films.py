"""Watching, measured on films with truth: every throw told once and in time, nothing else, dice right."""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from watched import Tally, compare, frames_of, profile_of, watch

FILMS = Path(__file__).parent / "films"
DEMO = Path(__file__).parents[2] / "hardware" / "footage" / "starship_catan.mp4"
PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"
FPS = 15
# another photograph is another table: it must lie still for longer than a hand could
EMPTY = 4 * FPS
SHORT = ("holding", "accidents", "outside")
PATHS = sorted(FILMS.glob("*.mp4"))


def measure(path: Path) -> Tally:
    truth = json.loads(path.with_suffix(".json").read_text())
    colours = [name.split()[0].replace("ivory", "white") for name in truth["faces"] if name != "order"]
    return compare(watch(frames_of(path), truth["fps"], profile_of(truth), colours), truth)


def check(tally: Tally) -> None:
    assert (tally.told, tally.false) == (tally.throws, [])
    assert tally.silent == []
    assert tally.kept == tally.held


@pytest.mark.parametrize("path", [p for p in PATHS if p.stem in SHORT], ids=lambda p: p.stem)
def test_a_film(path: Path) -> None:
    check(measure(path))


@pytest.mark.long
@pytest.mark.parametrize("path", [DEMO, *(p for p in PATHS if p.stem not in SHORT)], ids=lambda p: p.stem)
def test_every_film(path: Path) -> None:
    check(measure(path))


@pytest.mark.long
def test_there_are_enough_throws() -> None:
    truths = [json.loads(path.with_suffix(".json").read_text()) for path in (*PATHS, DEMO)]
    thrown = [len(event["dice"]) for truth in truths for event in truth["events"] if event["kind"] == "thrown"]
    assert (len(thrown) >= 40, min(thrown), max(thrown)) == (True, 1, 12)
    assert sum(path.stat().st_size for path in PATHS) < 15e6


@pytest.mark.long
@pytest.mark.skipif(not PHOTOS.exists(), reason="needs the folder of real photographs beside the checkout")
def test_a_film_of_real_photographs() -> None:
    """Real dice slide into real photographs of themselves; a third may be doubted, none told wrong without a doubt."""
    labels = json.loads((PHOTOS / "labels.json").read_text())
    photos = [p for p in labels if p["set"] == "nell" and 2 <= len(p.get("boxes", [])) <= 6][:40:8]
    film, truth = [], {"throws": [], "events": []}
    for number, photo in enumerate(photos):
        film += paste(photo, truth, len(film), number)
    tally = compare(watch(iter(film), FPS, None, ()), truth)
    assert (tally.throws, tally.told, tally.false) == (len(photos), len(photos), [])
    assert len(tally.silent) <= 0.02 * tally.dice
    assert tally.right >= 0.9 * tally.dice


def paste(photo: dict, truth: dict, start: int, seed: int) -> list[np.ndarray]:
    """An emptied photograph, its dice sliding in, and the photograph as it is, all with a sensor's grain."""
    image = cv2.imread(str(PHOTOS / photo["file"]))
    boxes = [[round(v) for v in box[1:]] for box in photo["boxes"]]
    empty = emptied(image, boxes)
    moving = [slid(empty, image, boxes, away) for away in (220, 150, 95, 55, 28, 10, 3)]
    stopped = start + EMPTY + len(moving)
    dice = [{"value": value, "box": box, "shift_mm": None} for value, *box in photo["boxes"]]
    truth["throws"].append({"stopped_at": stopped / FPS, "dice": dice})
    return list(grained([empty] * EMPTY + moving + [image] * 20, seed))


def emptied(image: np.ndarray, boxes: list[list[int]]) -> np.ndarray:
    hole = np.zeros(image.shape[:2], np.uint8)
    for x0, y0, x1, y1 in boxes:
        hole[max(0, y0 - 6) : y1 + 7, max(0, x0 - 6) : x1 + 7] = 255
    return cv2.GaussianBlur(cv2.inpaint(image, hole, 5, cv2.INPAINT_TELEA), (0, 0), 1.0)


def slid(empty: np.ndarray, image: np.ndarray, boxes: list[list[int]], away: int) -> np.ndarray:
    """The dice `away` pixels short of where they lie, blurred along their way."""
    cover = np.zeros(image.shape[:2], np.float32)
    for x0, y0, x1, y1 in boxes:
        cover[max(0, y0) : y1, max(0, x0) : x1] = 1
    move = np.array([[1, 0, 0], [0, 1, away]], float)
    size = image.shape[1::-1]
    blur = (1, max(1, away // 4) // 2 * 2 + 1)
    alpha = cv2.GaussianBlur(cv2.warpAffine(cover, move, size), blur, 0)[..., None]
    dice = cv2.GaussianBlur(cv2.warpAffine(image, move, size), blur, 0)
    return (empty * (1 - alpha) + dice * alpha).astype(np.uint8)


def grained(pictures: list[np.ndarray], seed: int) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(seed)
    for picture in pictures:
        yield np.clip(picture + rng.normal(scale=1.5, size=picture.shape), 0, 255).astype(np.uint8)
