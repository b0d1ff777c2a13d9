"""Where labelled pictures come from: a folder of photos with labels.json, or tables that were drawn."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np


@dataclass(frozen=True)
class Source:
    """`pictures[i]` is (h, w, 3) uint8 BGR, `dice[i]` (k, 5) float32 rows of value (-1: unknown), x0, y0, x1, y1.

    `centres[i]` (k, 2) and `sizes[i]` (k,), the root of a box's area, follow from them.
    """

    name: str
    pictures: list[np.ndarray]
    dice: list[np.ndarray]
    centres: list[np.ndarray]
    sizes: list[np.ndarray]

    def __len__(self) -> int:
        return len(self.pictures)


def source_of(name: str, pictures: list[np.ndarray], dice: list[np.ndarray]) -> Source:
    centres = [(d[:, 1:3] + d[:, 3:5]) / 2 for d in dice]
    sizes = [np.sqrt(np.maximum(1, (d[:, 3] - d[:, 1]) * (d[:, 4] - d[:, 2]))) for d in dice]
    return Source(name, pictures, dice, centres, sizes)


def read_photos(folder: Path, name: str) -> Source:
    """The photos of one set that have boxes. Dice at the picture's edge keep their place but not their value."""
    rows = [x for x in json.loads((folder / "labels.json").read_text()) if x["set"] == name and "boxes" in x]
    dice = [np.array([*x["boxes"], *([-1, *b[1:]] for b in x["edge_boxes"])], np.float32).reshape(-1, 5) for x in rows]
    pictures = [cv2.imread(str(folder / x["file"]), cv2.IMREAD_COLOR) for x in rows]
    return source_of(name, [p for p in pictures if p is not None], dice)


def read_tables(path: Path) -> Source:
    """Tables as `vision.training.tables` keeps them."""
    pictures = np.load(path.with_suffix(".npy"), mmap_mode="r")
    dice = json.loads(path.with_suffix(".json").read_text())
    return source_of(path.stem, list(pictures), [np.array(d, np.float32).reshape(-1, 5) for d in dice])
