"""The doctor's look at the wires: what is wrong with each, in words that say what to do."""
from __future__ import annotations

from pathlib import Path

import pytest
import serial
from conftest import BOARDS
from faulty_wire import FaultyWire, cut
from mjpeg_server import MjpegServer
from waiting import wait_for

from hardware import checks
from hardware.camera import open_camera
from hardware.errors import BoardError
from hardware.fake import VirtualBoard
from hardware.health import ABSENT, ADVICE, BROKEN, WORKS, Finding
from hardware.panel import Panel, trouble_of
from hardware.power import Power

HERE = "this Tableside speaks 1.0: run ./tableside flash"
UNSET = "it says 1970-01-01: games are timed all the same; set it with date, or go online"


@pytest.mark.parametrize(
    ("program", "state", "text"),
    [
        ("older.py", BROKEN, f"the board speaks version 0.0 of the wire and {HERE}"),
        ("stale.py", ADVICE, "it runs firmware 0.0.9, here is 0.1.0: run ./tableside flash"),
        ("counting.py", WORKS, "board on {port}: firmware 0.1.0, 24 ring lights, 4 buttons"),
    ],
)
def test_a_board(program: str, state: str, text: str) -> None:
    board = VirtualBoard(BOARDS / program)
    found = checks.check_board(board.port)
    board.close()
    assert found == Finding("board", state, text.format(port=board.port))


def test_a_stuck_button(board: VirtualBoard) -> None:
    board.hold("pause", ((0, 9.0),))
    assert checks.check_board(board.port) == Finding("board", ADVICE, "its pause button is down: is it stuck?")


def test_a_silent_board(board: VirtualBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "BOARD_S", 0.5)
    wire = FaultyWire(board.port)
    wire.up = cut
    found = checks.check_board(wire.port)
    wire.close()
    assert found == Finding("board", BROKEN, f"{wire.port} does not answer as a Tableside board")


def test_a_port_in_use(board: VirtualBoard, panel: Panel) -> None:
    found = checks.check_board(board.port)
    assert found == Finding("board", BROKEN, f"{board.port} is in use by another program: close that one first")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (serial.SerialException(13, "could not open port P: [Errno 13] Permission denied: 'P'"),
         "P may not be opened: add yourself to the group dialout and log in again"),
        (serial.SerialException(2, "could not open port P: [Errno 2] No such file or directory: 'P'"),
         "no board on P: plug it in"),
        (serial.SerialException("device reports readiness to read but returned no data"),
         "the board on P is gone: plug it in again"),
        (OSError(5, "Input/output error"), "the board on P is gone: plug it in again"),
        (serial.SerialTimeoutException("Write timeout"),
         "the board on P takes nothing in: unplug it and plug it in again"),
        (BoardError("in words already"), "in words already"),
    ],
)
def test_a_port_in_trouble(error: OSError, text: str) -> None:
    assert trouble_of("P", error) == text


def test_nothing_attached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "VIDEO", tmp_path)
    monkeypatch.setattr(checks, "find_port", lambda: None)
    (camera,) = checks.check_cameras()
    assert camera == Finding("camera", ABSENT, "no camera found: plug one in, or give a URL to --camera")
    assert checks.check_board().state == ABSENT


def test_which_devices_are_cameras(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nodes = {"video0": ("HD Webcam", 0), "video1": ("HD Webcam", 1), "video10": ("bcm2835-codec-decode", 0),
             "video2": ("Other Cam", 0), "video20": ("pispbe-input", 0)}
    for node, (name, index) in nodes.items():
        (tmp_path / node).mkdir()
        (tmp_path / node / "name").write_text(name + "\n")
        (tmp_path / node / "index").write_text(f"{index}\n")
    monkeypatch.setattr(checks, "VIDEO", tmp_path)
    assert checks.video_devices() == ("video0", "video2")


def test_a_device_that_is_not_there() -> None:
    words = "no camera at /dev/video77: plug it in, or give another --camera"
    assert checks.check_device(Path("/dev/video77")) == Finding("camera", BROKEN, words)


@pytest.mark.parametrize("stalled", [False, True])
def test_a_stream(stalled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "FRAME_S", 0.5)
    server = MjpegServer()
    camera = open_camera(server.url)
    assert wait_for(lambda: camera.read() is not None)
    if stalled:
        server.stalled.set()
        assert wait_for(lambda: camera.read() is None)
    found = checks.check_camera(camera)
    server.close()
    assert found.state == (BROKEN if stalled else WORKS)
    assert found.text.startswith(f"no picture from {server.url}" if stalled else f"{server.url} gives 64×48")


@pytest.mark.parametrize(
    ("told", "state"),
    [("throttled=0x0\n", WORKS), ("throttled=0x50000\n", ADVICE), ("throttled=0x50005\n", BROKEN),
     ("throttled=0x20002\n", WORKS), ("VCHI initialization failed\n", ADVICE), ("", ADVICE)],
)
def test_power(told: str, state: str) -> None:
    assert checks.power_of(told).state == state


@pytest.mark.parametrize(
    ("now", "finding"),
    [
        (0.0, Finding("clock", ADVICE, UNSET)),
        (1_800_000_000.0, Finding("clock", WORKS, "it says 2027-01-15")),
    ],
)
def test_the_clock(now: float, finding: Finding) -> None:
    assert checks.check_clock(now) == finding


def test_a_brown_out_is_told_once() -> None:
    told = iter(["throttled=0x0", "throttled=0x50005", "throttled=0x50005", "throttled=0x50000"])
    done: list[str] = []

    def ask() -> Finding:
        done.append(next(told, "throttled=0x50000"))
        return checks.power_of(done[-1])

    power = Power(ask, every_s=0.1)
    news: list[str] = []
    assert wait_for(lambda: bool(news.append(power.news()) or len(done) > 5))
    power.close()
    assert [words for words in news if words] == [
        "the Pi's voltage is too low now: use its own power supply and a short cable",
        "the Pi's voltage has been too low since it started: use its own power supply",
    ]
