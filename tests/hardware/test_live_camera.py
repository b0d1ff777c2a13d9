"""A live camera on a real stream: newest frame wins, a stall is found within two seconds, and it comes back."""
from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from mjpeg_server import MjpegServer
from waiting import wait_for

from hardware.camera import STALLED_S, Camera, open_camera


@pytest.fixture
def server() -> Iterator[MjpegServer]:
    server = MjpegServer()
    yield server
    server.close()


@pytest.fixture
def camera(server: MjpegServer) -> Iterator[Camera]:
    camera = open_camera(server.url)
    assert wait_for(lambda: camera.read() is not None)
    yield camera
    camera.close()


def test_frames_come_in_order_with_a_steady_clock(server: MjpegServer, camera: Camera) -> None:
    frames = []
    for _ in range(10):
        last = camera.read()
        assert wait_for(lambda last=last: camera.read() is not last)
        frames.append(camera.read())
    stamps = [(frame.seq, frame.at) for frame in frames if frame is not None]
    assert len(stamps) == 10
    assert stamps == sorted(set(stamps))
    assert abs(time.monotonic() - stamps[-1][1]) < 1.0
    assert camera.health.ok
    said = re.fullmatch(rf"{server.url} gives 64×48 MJPG, (\d+) a second", camera.health.text)
    assert said, camera.health.text
    assert 10 <= int(said[1]) <= 30


def test_a_slow_reader_gets_the_newest_frame(server: MjpegServer, camera: Camera) -> None:
    time.sleep(0.5)
    frame = camera.read()
    assert frame is not None
    assert time.monotonic() - frame.at < 0.3


def test_a_stall_is_found_and_the_stream_taken_up_again(server: MjpegServer, camera: Camera) -> None:
    server.stalled.set()
    began = time.monotonic()
    assert wait_for(lambda: camera.read() is None)
    assert time.monotonic() - began < STALLED_S + 0.5
    assert not camera.health.ok
    assert camera.health.text.startswith(f"no picture from {server.url} for 2 s")
    server.stalled.clear()
    assert wait_for(lambda: camera.read() is not None)
    assert camera.health.ok


def test_a_vanished_camera_is_opened_again(server: MjpegServer, camera: Camera) -> None:
    server.close()
    assert wait_for(lambda: not camera.health.ok)
    again = MjpegServer(server.port)
    assert wait_for(lambda: camera.read() is not None)
    again.close()


def test_closing_does_not_wait_for_a_stall(server: MjpegServer) -> None:
    camera = open_camera(server.url)
    server.stalled.set()
    began = time.monotonic()
    camera.close()
    assert time.monotonic() - began < 2.5
