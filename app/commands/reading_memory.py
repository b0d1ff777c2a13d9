"""A process that only reads dice, for the bench to weigh: it prints its megabytes and how they grow."""
from __future__ import annotations

import os
import resource
from pathlib import Path

import cv2
import numpy as np

from vision.look import Memory, look, read
from vision.tray import standard_profile
from vision.types import Expectation, Frame, Library

FRAME, LARGE = (820, 616), (8660, 5774)
WARM, FRAMES, THROWN = 500, 5000, 50
LIBRARY, ANY = Library(), Expectation()


def main() -> None:
    """Read a frame of 2 megapixels, watch 5,000 frames, read a photo of 50 megapixels, which costs most, last."""
    cv2.setNumThreads(1)
    read(picture_of((1640, 1232)), None, LIBRARY, ANY)
    once, grown = peak_mb(), grown_mb()
    read(picture_of(LARGE), None, LIBRARY, ANY)
    print(once, peak_mb(), grown)


def picture_of(size: tuple[int, int], seed: int = 0) -> np.ndarray:
    """Cloth-like blots (h, w, 3) uint8 BGR of `size` (w, h), here and there something to look at closely."""
    coarse = np.random.default_rng(seed).integers(40, 90, (24, 32, 3), np.uint8)
    picture = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
    for x in range(4):
        corner = (size[0] // 8 * (2 * x + 1), size[1] // 2)
        cv2.rectangle(picture, corner, (corner[0] + size[0] // 28, corner[1] + size[0] // 28), (230, 230, 230), -1)
    return picture


def grown_mb() -> float:
    """What the frames after the first 500 add: a tray in which something changes every 50 frames, and is read."""
    pictures = [picture_of(FRAME, seed) for seed in (1, 2)]
    memory: Memory | None = None
    for number in range(WARM + FRAMES):
        if number == WARM:
            before = now_mb()
        frame = Frame(pictures[number // THROWN % 2], number / 15, number)
        _, memory = look(frame, standard_profile(FRAME), LIBRARY, ANY, memory)
    return now_mb() - before


def now_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    main()
