"""Films, pictures and folders as cameras: by their own clock, and wrong sources named in one line."""
from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import open_camera
from hardware.errors import CameraError
from hardware.fake import FakeCamera
from hardware.picture import COVERED
from hardware.stills import StillCamera

FPS, LENGTH = 10, 20


class Clock:
    """A clock that a test winds on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Two seconds whose pictures grow lighter from one to the next."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for i in range(LENGTH):
        writer.write(np.full((48, 64, 3), 40 + 10 * i, np.uint8))
    writer.release()
    return path


def number_of(image: np.ndarray) -> int:
    """Which picture of the film this is."""
    return round((float(image.mean()) - 40) / 10)


@pytest.mark.parametrize(
    ("loop", "seconds", "number", "at", "finished"),
    [
        (True, 0.0, 0, 0.0, False),
        (True, 0.55, 5, 0.5, False),
        (True, 1.95, 19, 1.9, False),
        (True, 2.31, 3, 2.3, False),
        (True, 7202.5, 5, 7202.5, False),
        (False, 1.0, 10, 1.0, False),
        (False, 1.95, 19, 1.9, True),
        (False, 60.0, 19, 1.9, True),
    ],
)
def test_a_film_plays_by_its_clock(
    film: Path, loop: bool, seconds: float, number: int, at: float, finished: bool
) -> None:
    clock = Clock()
    camera = FakeCamera(film, clock, loop)
    clock.now += seconds
    frame = camera.read()
    assert (number_of(frame.image), round(frame.at, 6), camera.finished) == (number, at, finished)
    assert camera.read() is frame
    camera.close()


def test_every_picture_comes_in_turn_through_a_loop(film: Path) -> None:
    clock = Clock()
    camera = FakeCamera(film, clock)
    seen = []
    for _ in range(50):
        seen.append(number_of(camera.read().image))
        clock.now += 1 / FPS
    assert seen == [i % LENGTH for i in range(50)]


def test_a_covered_lens_shows_black_and_says_so(film: Path) -> None:
    clock = Clock()
    camera = FakeCamera(film, clock)
    camera.cover()
    clock.now += 0.1
    assert camera.read().image.max() == 0
    assert (camera.health.ok, camera.health.text) == (False, COVERED)
    camera.uncover()
    clock.now += 0.1
    assert number_of(camera.read().image) == 2
    assert camera.health.ok


def test_a_paused_film_stands_still(film: Path) -> None:
    clock = Clock()
    camera = FakeCamera(film, clock)
    clock.now += 0.5
    camera.pause()
    frame = camera.read()
    clock.now += 9.0
    assert camera.read() is frame
    camera.play()
    clock.now += 0.1
    assert number_of(camera.read().image) == 6


def test_a_folder_shows_its_pictures_in_turn(tmp_path: Path) -> None:
    for name, level in (("a.png", 50), ("b.png", 150)):
        cv2.imwrite(str(tmp_path / name), np.full((8, 8, 3), level, np.uint8))
    clock = Clock()
    camera = StillCamera((tmp_path / "a.png", tmp_path / "b.png"), clock)
    seen = []
    for _ in range(3):
        seen.append((camera.read().seq, int(camera.read().image[0, 0, 0])))
        clock.now += 3.0
    assert seen == [(0, 50), (30, 150), (60, 50)]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("nowhere.mp4", None, "no camera and no file at"),
        ("empty.mp4", b"", "is no film that can be played"),
        ("text.mp4", b"not a film at all", "is no film that can be played"),
        ("text.jpg", b"not a picture", "is no picture that can be read"),
        ("folder/", None, "no pictures in"),
        ("http://127.0.0.1:9/stream", None, "no camera answers at http://127.0.0.1:9/stream"),
        ("/dev/video77", None, "no camera and no file at /dev/video77"),
        ("77", None, "no camera at /dev/video77: plug it in"),
    ],
)
def test_a_wrong_source_is_named_in_one_line(tmp_path: Path, name: str, content: bytes | None, words: str) -> None:
    path = tmp_path / name
    if name.endswith("/"):
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    source = name if name.startswith(("http", "/")) or name.isdigit() else str(path)
    with pytest.raises(CameraError, match=words) as raised:
        open_camera(source)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["film.avi", "still.png", ""])
def test_a_right_source_gives_frames(film: Path, name: str) -> None:
    cv2.imwrite(str(film.parent / "still.png"), np.full((48, 64, 3), 90, np.uint8))
    camera = open_camera(str(film.parent / name))
    frame = camera.read()
    assert frame is not None
    assert frame.image.shape == (48, 64, 3)
    assert camera.health.ok
    camera.close()
