"""Measures the dice reader on labelled photos, fits its confidence on sets left out, and writes the model's card."""
from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from vision import network
from vision.confidence import features_of
from vision.dice import Found, die_of, look_closely
from vision.types import Expectation

STEPS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)


@dataclass(frozen=True)
class Models:
    """Where the networks lie that may judge a set: those that never saw it."""

    final: Path
    left_out: dict[str, Path]

    def for_(self, name: str) -> Path:
        return self.left_out.get(name, self.final)


def labels_of(photos: Path) -> list[dict]:
    return [row for row in json.loads((photos / "labels.json").read_text()) if not row.get("custom")]


@dataclass(frozen=True)
class Look:
    """What lay on one photo, as found before anything was made of it, and how long finding it took."""

    row: dict
    found: list[Found]
    ms: float


@dataclass(frozen=True)
class Change:
    """What is done to a photo before it is read: a quarter turn, a mirror, another size."""

    name: str
    turn: int | None = None
    mirror: bool = False
    scale: float = 1.0

    def of(self, image: np.ndarray) -> np.ndarray:
        image = image if self.turn is None else cv2.rotate(image, self.turn)
        image = cv2.flip(image, 1) if self.mirror else image
        how = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_LINEAR
        return image if self.scale == 1 else cv2.resize(image, None, fx=self.scale, fy=self.scale, interpolation=how)

    def of_box(self, box: list[float], size: list[int]) -> list[float]:
        value, x0, y0, x1, y1 = box
        width, height = size
        if self.turn == cv2.ROTATE_90_CLOCKWISE:
            x0, y0, x1, y1, width = height - y1, x0, height - y0, x1, height
        if self.turn == cv2.ROTATE_180:
            x0, y0, x1, y1 = width - x1, height - y1, width - x0, height - y0
        if self.mirror:
            x0, x1 = width - x1, width - x0
        return [value, *(v * self.scale for v in (x0, y0, x1, y1))]

    def of_row(self, row: dict) -> dict:
        boxed = [key for key in ("boxes", "edge_boxes") if key in row]
        return row | {key: [self.of_box(box, row["size"]) for box in row[key]] for key in boxed}


AS_IT_IS = Change("as they are")
CHANGES = (AS_IT_IS, Change("turned by 90", turn=cv2.ROTATE_90_CLOCKWISE), Change("turned by 180", turn=cv2.ROTATE_180),
           Change("mirrored", mirror=True), Change("0.7 of the size", scale=0.7), Change("1.4 of the size", scale=1.4))


def look_at(photo: Path, row: dict, models: Path, change: Change = AS_IT_IS) -> Look:
    cv2.setNumThreads(1)
    network.MODELS = models
    image = change.of(cv2.imread(str(photo)))
    row = change.of_row(row)
    begun = time.process_time()
    found = look_closely(image, None)
    return Look(row, found, (time.process_time() - begun) * 1000)


def looks_at(photos: Path, rows: list[dict], models: Models, change: Change = AS_IT_IS) -> list[Look]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        return list(pool.map(look_at, [photos / row["file"] for row in rows], rows,
                             [models.for_(row["set"]) for row in rows], [change] * len(rows)))


def evidence_of(looks: list[Look]) -> tuple[np.ndarray, np.ndarray]:
    """Features (n, k) of each reading of a boxed photo, and whether it is right."""
    pairs = [(features_of(f.signs), verdict_of(look.row, f.reading.x, f.reading.y, f.value))
             for look in looks if "boxes" in look.row for f in look.found]
    known = [(features, verdict) for features, verdict in pairs if verdict is not None]
    return np.array([features for features, _ in known]), np.array([verdict for _, verdict in known], float)


def verdict_of(row: dict, x: float, y: float, value: int) -> bool | None:
    """Whether a reading is right; None where the labels do not tell."""
    for label, x0, y0, x1, y1 in row["boxes"]:
        if x0 <= x <= x1 and y0 <= y <= y1:
            return bool(label == value)
    at_edge = any(x0 <= x <= x1 and y0 <= y <= y1 for _, x0, y0, x1, y1 in row["edge_boxes"])
    return None if at_edge or row.get("open") else False


SPEAKS_FOR = np.array([1, 1, 1, -1, 0])
"""Which way each of `features_of` may count: chances and heat for a reading, odd sizes against it."""


def fit(features: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Weights of a logistic regression; a sign that would count the wrong way does not count at all."""
    used = np.ones(features.shape[1], bool)
    while True:
        weights = np.zeros(features.shape[1])
        weights[used] = _regress(features[:, used], right)
        wrong = weights * SPEAKS_FOR < 0
        if not wrong.any():
            return weights
        used &= ~wrong


def _regress(features: np.ndarray, right: np.ndarray, pull: float = 1.0) -> np.ndarray:
    """By Newton's method, pulled gently to nought."""
    weights = np.zeros(features.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - chance) - pull * weights
        bend = (features * (chance * (1 - chance))[:, None]).T @ features + pull * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def write_confidence(path: Path, weights: np.ndarray) -> None:
    path.write_text(json.dumps({"weights": [round(float(w), 4) for w in weights]}) + "\n")


def reading_of(look: Look) -> dict:
    """A photo's reading, as `tableside read --json` gives it."""
    seen = [die_of(found, Expectation()) for found in look.found]
    dice = [{"value": d.value, "box": [float(v) for v in d.box], "confidence": d.confidence, "sure": d.sure}
            for d in seen if d.value is not None]
    doubts = [d.why for d in seen if not d.sure]
    return {"image": look.row["file"], "dice": dice, "doubts": doubts, "ms": round(look.ms, 1)}


def score(looks: list[Look], scorer: Path, *options: str) -> str:
    """What the scorer prints of these looks, its list of wrong ones left out."""
    with TemporaryDirectory() as folder:
        labels, lines = Path(folder) / "labels.json", Path(folder) / "readings.jsonl"
        labels.write_text(json.dumps([look.row for look in looks]))
        lines.write_text("".join(json.dumps(reading_of(look)) + "\n" for look in looks))
        command = [sys.executable, str(scorer), str(labels), str(lines), *options]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "\n".join(line for line in text.splitlines() if not line.startswith("  wrong"))


def changes_table(photos: Path, rows: list[dict], models: Models, scorer: Path) -> str:
    """The share of dice read right once the photos are turned, mirrored, larger or smaller."""
    lines = ["| photos | right | extra |", "| --- | --- | --- |"]
    for change in CHANGES:
        total = json.loads(score(looks_at(photos, rows, models, change), scorer, "--json"))["ALL"]
        lines.append(f"| {change.name} | {total['right']} | {total['extra']} |")
    return "\n".join(lines)


def reliability_of(rows: list[dict], readings: list[dict]) -> str:
    """Said against true, in steps of confidence, as a table."""
    said, true = [], []
    for row, reading in zip(rows, readings, strict=True):
        for die in reading["dice"] if "boxes" in row else []:
            x, y = (die["box"][0] + die["box"][2]) / 2, (die["box"][1] + die["box"][3]) / 2
            verdict = verdict_of(row, x, y, die["value"])
            if verdict is not None:
                said.append(die["confidence"])
                true.append(verdict)
    return _reliability_table(np.array(said), np.array(true, float))


def _reliability_table(said: np.ndarray, true: np.ndarray) -> str:
    lines = ["| said from | to | dice | said, mean | right |", "| --- | --- | --- | --- | --- |"]
    for low, high in pairwise(STEPS):
        at = (said >= low) & (said < high)
        if at.any():
            lines.append(f"| {low} | {min(high, 1)} | {at.sum()} | {said[at].mean():.3f} | {true[at].mean():.3f} |")
    return "\n".join(lines)


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def photos_hash(photos: Path, rows: list[dict]) -> str:
    """One hash over the labels and all photos, in the labels' order."""
    total = hashlib.sha256((photos / "labels.json").read_bytes())
    for row in rows:
        total.update((photos / row["file"]).read_bytes())
    return total.hexdigest()


def sources_of(rows: list[dict]) -> str:
    sources = sorted({(row["set"], row["repo"], row["licence"]) for row in rows})
    return "\n".join(f"- {name}: {repo}, {licence}" for name, repo, licence in sources)


def card_of(photos: Path, honest: list[Look], learned: list[Look], scorer: Path, models: Models, notes: str) -> str:
    rows = [look.row for look in honest]
    readings = [reading_of(look) for look in honest]
    files = [models.final / name for name in ("finder.onnx", "reader.onnx", "confidence.json")]
    hashes = "\n".join(f"- {path.name}: {path.stat().st_size} bytes, sha256 {hash_of(path)}" for path in files)
    return f"""{notes}
## Left out: the claim
Each of nell, trays, grey and epa read by networks that learned from the others and from drawn tables; damian and kamil
were never learned from.

```
{score(honest, scorer)}
```

## As shipped
nell, trays, grey and epa were learned from, damian and kamil were not.

```
{score(learned, scorer)}
```

## Turned, mirrored, larger, smaller
As shipped, every third photo of all sets.

{changes_table(photos, rows[::3], Models(models.final, {}), scorer)}

## Reliability, left out
{reliability_of(rows, readings)}

## Files
{hashes}

## Data
labels.json and its {len(rows)} photos: sha256 {photos_hash(photos, rows)}

{sources_of(rows)}
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("scorer", type=Path)
    parser.add_argument("models", type=Path, help="the folder with the networks to ship; card and confidence go there")
    parser.add_argument("--left-out", nargs="*", default=[], metavar="SET=FOLDER")
    parser.add_argument("--notes", type=Path, required=True, help="the card's opening, written by hand")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    models = Models(given.models, {k: Path(v) for k, v in (pair.split("=", 1) for pair in given.left_out)})
    rows = sorted(labels_of(given.photos), key=lambda row: row["set"] not in models.left_out)
    honest = looks_at(given.photos, rows, models)
    learned = looks_at(given.photos, [row for row in rows if row["set"] in models.left_out], Models(given.models, {}))
    learned += [look for look in honest if look.row["set"] not in models.left_out]
    network.MODELS = given.models
    write_confidence(given.models / "confidence.json", fit(*evidence_of(honest)))
    card = card_of(given.photos, honest, learned, given.scorer, models, given.notes.read_text())
    (given.models / "dice.md").write_text(card)


if __name__ == "__main__":
    main()
