"""How long reading dice takes and how much memory, beside yardsticks of the same run; how right the card says it is."""
from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import cycle, groupby, islice
from pathlib import Path

import cv2
import numpy as np

from app.commands.bench import Rows
from hardware.film import FakeCamera
from hardware.photos import load_photo
from vision import look
from vision.settle import shrink, watch
from vision.training.render import Light, View, draw_die
from vision.training.tables import lay
from vision.tray import standard_profile
from vision.types import Expectation, Frame, Library, Profile

ROOT = Path(__file__).parents[2]
FILMS = ROOT / "hardware" / "footage"
CARD = ROOT / "vision" / "models" / "dice.md"
PHOTOS = ROOT.parent / "shared" / "photos" / "dice"  # real ones, where a checkout has them beside it
PICTURES = 50  # of each film or set, evenly spread
FRAME = (1640, 1232)
DIE_PX = 58.0  # 16 mm on the standard rig
SIX, MANY = 6, (1, 10, 20, 40)
SHARES = (0.5, 0.71, 1.0, 1.41)  # of the frame's sides: 0.5 to 4 megapixels
# Geekbench 6, single core: its chart of processors had about 1500 for cloud Xeons of 2023, the kind that development
# uses, and its results for the Raspberry Pi 5 lie about 800 (browser.geekbench.com). An estimate, not a measurement.
PI_5 = 1500 / 800
Row = dict[str, float | int | str]


def run() -> Rows:
    """Rows for one drawn tray, for watching, for memory, for the shipped films, for each set of real photos, whose
    names begin with the set's, and for what the model's card claims of sets left out; medians in ms."""
    cv2.setNumThreads(1)
    profile = standard_profile(FRAME)
    six = [tray_of(SIX)]
    rows = {"six dice, calibrated": _row(six, profile), "six dice, scale unknown": _row(six, None),
            "watching": _watching_row(six[0], profile), "growth": _growth_row(profile), "memory": _memory_row()}
    rows |= {film.name: _row(_frames_of(film), None) for film in sorted(FILMS.glob("*.mp4"))}
    photos = groupby(sorted(PHOTOS.glob("*.jpg")), key=lambda path: path.stem.split("_")[0])
    rows |= {name: _row([load_photo(path) for path in _spread(list(paths))], None) for name, paths in photos}
    return rows | claims_of(CARD.read_text(encoding="utf-8"))


def _row(images: list[np.ndarray], profile: Profile | None) -> Row:
    reading = _median_ms(images, lambda image: _read(image, profile))
    yardstick = _median_ms(images, warp_and_blur_of(images[0].shape))
    return {"photos": len(images), "ms": reading, "yardstick ms": yardstick, "ratio": reading / yardstick,
            "Pi 5 ms, estimated": reading * PI_5}


def _read(image: np.ndarray, profile: Profile | None) -> None:
    look.read(image, profile, Library(), Expectation())


def _watching_row(image: np.ndarray, profile: Profile) -> Row:
    """An unchanged tray from the camera's frame on; the yardstick is one absdiff and one threshold at 640x480."""
    frame = Frame(image)
    rest = watch(shrink(frame), 0.0, profile, None)
    watching = _median_ms([image], lambda _: watch(shrink(frame), 1.0, profile, rest))
    shrinking = _median_ms([image], lambda _: shrink(frame))
    yardstick = _median_ms([image], absdiff_and_threshold(cv2.resize(image, (640, 480))))
    return {"ms": watching, "yardstick ms": yardstick, "ratio": watching / yardstick,
            "ms beyond the shrink": watching - shrinking, "Pi 5 ms, estimated": watching * PI_5}


def _growth_row(profile: Profile) -> Row:
    """What one die more and one megapixel more cost: the slopes of straight lines through four points each."""
    dice = [_median_ms([tray_of(count)], lambda image: _read(image, profile), 10) for count in MANY]
    tray = tray_of(SIX)
    sized = [cv2.resize(tray, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) for share in SHARES]
    pixels = [_median_ms([image], lambda image: _read(image, None), 10) for image in sized]
    megapixels = [image.shape[0] * image.shape[1] / 1e6 for image in sized]
    slopes = {"ms a die": np.polyfit(MANY, dice, 1), "ms a megapixel": np.polyfit(megapixels, pixels, 1)}
    return {name: float(slope) for name, (slope, _) in slopes.items()}


def _memory_row() -> Row:
    """Megabytes of a process that only reads: a frame, a photo of 50 megapixels, and what 5,000 frames add."""
    said = subprocess.run([sys.executable, "-m", "app.commands.reading_memory"], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.split()
    return dict(zip(("MB", "MB at 50 megapixels", "MB grown in 5000 frames"), map(float, said), strict=True))


def claims_of(card: str) -> Rows:
    """A row for each set of the card's first table, that of the sets left out of the learning."""
    table = re.search(r"```\n(set .*?)```", card, re.DOTALL)
    if table is None:
        return {}
    columns, *lines = (line.split() for line in table[1].splitlines() if line.strip())
    return {f"card, left out: {name}": {column: float(figure) for column, figure in zip(columns[1:], rest, strict=True)}
            for name, *rest in lines}


def warp_and_blur_of(shape: tuple[int, ...]) -> Callable[[np.ndarray], object]:
    """The yardstick for pictures of `shape`, uint8 BGR: outputs are made once, of the first picture's size."""
    height, width = shape[:2]
    tilt = np.array([[0.9, 0.05, 20], [-0.03, 0.95, 10], [1e-5, 2e-5, 1]])
    warped, blurred = np.empty((2, height, width, 3), np.uint8)

    def warp_and_blur(image: np.ndarray) -> None:
        cv2.warpPerspective(image, tilt, (width, height), dst=warped, flags=cv2.INTER_LINEAR)
        cv2.GaussianBlur(warped, (5, 5), 0, dst=blurred)

    return warp_and_blur


def absdiff_and_threshold(small: np.ndarray) -> Callable[[np.ndarray], object]:
    """The yardstick for watching, on a picture (480, 640, 3) and itself moved by a pixel."""
    other, apart, marked = np.roll(small, 1, 1), np.empty_like(small), np.empty_like(small)

    def deed(_: np.ndarray) -> None:
        cv2.absdiff(small, other, dst=apart)
        cv2.threshold(apart, 16, 255, cv2.THRESH_BINARY, dst=marked)

    return deed


@lru_cache(maxsize=8)
def tray_of(count: int) -> np.ndarray:
    """A frame (1232, 1640, 3) uint8 BGR of the standard rig's tray with so many dice, in rows."""
    rng = np.random.default_rng(1)
    light = Light(np.array([0.3, -0.2, 0.93]), 0.6, 0.2, 25.0, 0.5, 8.0)
    sprites = [draw_die(rng, View(0.15, 25.0), light) for _ in range(min(count, 8))]
    picture = np.full((FRAME[0], FRAME[0], 3), (0.2, 0.28, 0.22)) + rng.normal(0, 0.015, (FRAME[0], FRAME[0], 3))
    for i in range(count):
        lay(picture, sprites[i % len(sprites)], 300 + 110 * (i % 7), 330 + 105 * (i // 7), DIE_PX)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)[:FRAME[1]]


def _median_ms(images: Sequence[np.ndarray], deed: Callable[[np.ndarray], object], times: int = PICTURES) -> float:
    deed(images[0])  # the first one loads what it needs
    took = []
    for image in islice(cycle(images), times):
        began = time.process_time()  # of the processor, so that a busy machine does not blur the ratio
        deed(image)
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


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
