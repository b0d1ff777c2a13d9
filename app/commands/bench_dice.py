"""How long reading a photo takes, beside one warp and one blur of the same photo."""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import cycle, groupby, islice
from pathlib import Path

import cv2
import numpy as np

from app.commands.bench import Rows
from hardware.film import FakeCamera
from hardware.photos import load_photo
from vision import look
from vision.types import Expectation, Library

ROOT = Path(__file__).parents[2]
FILMS = ROOT / "hardware" / "footage"
PHOTOS = ROOT.parent / "shared" / "photos" / "dice"  # real ones, where a checkout has them beside it
PICTURES = 50  # of each film or set, evenly spread


def run() -> Rows:
    """A row for the shipped films and for each set of real photos, whose names begin with the set's; medians in ms."""
    cv2.setNumThreads(1)
    rows = {film.name: _row(_frames_of(film)) for film in sorted(FILMS.glob("*.mp4"))}
    photos = groupby(sorted(PHOTOS.glob("*.jpg")), key=lambda path: path.stem.split("_")[0])
    return rows | {name: _row([load_photo(path) for path in _spread(list(paths))]) for name, paths in photos}


def _row(images: list[np.ndarray]) -> dict[str, float | int | str]:
    look.read(images[0], None, Library(), Expectation())  # loads the networks
    reading = _median_ms(images, lambda image: look.read(image, None, Library(), Expectation()))
    yardstick = _median_ms(images, warp_and_blur_of(images[0].shape))
    return {"photos": len(images), "ms": reading, "warp + blur ms": yardstick, "ratio": reading / yardstick}


def warp_and_blur_of(shape: tuple[int, ...]) -> Callable[[np.ndarray], object]:
    """The yardstick for pictures of `shape`, uint8 BGR: outputs are made once, of the first picture's size."""
    height, width = shape[:2]
    tilt = np.array([[0.9, 0.05, 20], [-0.03, 0.95, 10], [1e-5, 2e-5, 1]])
    warped, blurred = np.empty((2, height, width, 3), np.uint8)

    def warp_and_blur(image: np.ndarray) -> None:
        cv2.warpPerspective(image, tilt, (width, height), dst=warped, flags=cv2.INTER_LINEAR)
        cv2.GaussianBlur(warped, (5, 5), 0, dst=blurred)

    return warp_and_blur


def _median_ms(images: list[np.ndarray], deed: Callable[[np.ndarray], object]) -> float:
    times = []
    for image in islice(cycle(images), PICTURES):
        began = time.process_time()  # of the processor, so that a busy machine does not blur the ratio
        deed(image)
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def _frames_of(film: Path) -> list[np.ndarray]:
    seconds = 0.0
    camera = FakeCamera(film, clock=lambda: seconds, loop=False)
    frames = []
    for place in range(PICTURES):
        seconds = place / PICTURES * camera.length / camera.fps
        frames.append(camera.read().image)
    camera.close()
    return frames


def _spread(paths: list[Path]) -> list[Path]:
    return [paths[place * len(paths) // PICTURES] for place in range(PICTURES)] if len(paths) > PICTURES else paths
