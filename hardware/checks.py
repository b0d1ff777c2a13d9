"""Each wire tried out, and in one line what works or what to do next."""
from __future__ import annotations

import contextlib
import subprocess
import time
from pathlib import Path

from firmware import protocol
from hardware.camera import Camera, open_device
from hardware.errors import CameraError
from hardware.health import ABSENT, ADVICE, BROKEN, WORKS, Finding
from hardware.panel import Panel, find_port
from hardware.picamera import PiCamera
from hardware.pins import Pins

FRAME_S = 4.0
BUILT = 1_767_225_600  # 2026-01-01: no copy of this program is older
BOARD_S = 3.0
HELD_S = 0.1  # until the board has said which buttons are down
PI_MODEL = Path("/proc/device-tree/model")
VIDEO = Path("/sys/class/video4linux")
NO_CAMERAS = ("bcm2835-", "rpi-hevc", "pispbe", "rp1-cfe", "unicam")  # what a Pi calls its codecs and raw receivers
# what `vcgencmd get_throttled` sets (Raspberry Pi documentation): low voltage now, and since the start
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16


def on_a_pi() -> bool:
    return PI_MODEL.exists() and "Raspberry Pi" in PI_MODEL.read_text(errors="replace")


def check_cameras() -> tuple[Finding, ...]:
    """The Pi's own camera, where there is a Pi, and every video device."""
    devices = [check_device(Path("/dev") / name) for name in video_devices()]
    own = [check_picamera()] if on_a_pi() else []
    return (*own, *devices) or (Finding("camera", ABSENT, "no camera found: plug one in, or give a URL to --camera"),)


def video_devices() -> tuple[str, ...]:
    """The names of the devices that look like cameras: the first node of each."""
    nodes = sorted(VIDEO.glob("video*"), key=lambda node: int(node.name.removeprefix("video")))
    return tuple(node.name for node in nodes if is_camera(node))


def is_camera(node: Path) -> bool:
    with contextlib.suppress(OSError):
        name, index = (node / "name").read_text(), (node / "index").read_text()
        return int(index) == 0 and not name.startswith(NO_CAMERAS)
    return False


def check_device(path: Path) -> Finding:
    try:
        return check_camera(open_device(path))
    except CameraError as error:
        return Finding("camera", BROKEN, str(error))


def check_picamera() -> Finding:
    try:
        return check_camera(PiCamera())
    except CameraError as error:
        return Finding("camera", ABSENT, str(error))


def check_camera(camera: Camera) -> Finding:
    """What an open camera gives; it is closed afterwards."""
    end = time.monotonic() + FRAME_S
    while camera.read() is None and time.monotonic() < end:
        time.sleep(0.05)
    health = camera.health
    camera.close()
    return Finding("camera", WORKS if health.ok else BROKEN, health.text)


def check_board(port: str | None = None) -> Finding:
    """The board on `port`, or on the first that is found."""
    port = port or find_port()
    if port is None:
        return Finding("board", ABSENT, "no board found: plug it in; the screen's buttons do until then")
    panel = Panel(port)
    end = time.monotonic() + BOARD_S
    while panel.board is None and not panel.refused and time.monotonic() < end:
        time.sleep(0.02)
    time.sleep(HELD_S)
    finding = finding_of(panel)
    panel.close()
    return finding


def finding_of(panel: Panel) -> Finding:
    board, health = panel.board, panel.health
    if board is None:
        return Finding("board", BROKEN, health.text)
    if board.firmware != protocol.FIRMWARE:
        here = protocol.FIRMWARE
        return Finding("board", ADVICE, f"it runs firmware {board.firmware}, here is {here}: run ./tableside flash")
    if panel.held:
        return Finding("board", ADVICE, f"its {' and '.join(panel.held)} button is down: is it stuck?")
    return Finding("board", WORKS, f"{health.text}, {len(board.buttons)} buttons")


def check_pins() -> Finding:
    pins = Pins()
    health = pins.health
    pins.close()
    return Finding("pins", WORKS if health.ok else ABSENT, health.text)


def check_power() -> Finding | None:
    """Whether the Pi gets enough power, or None where there is no Pi to ask."""
    if not on_a_pi():
        return None
    try:
        told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    return power_of(told)


def power_of(told: str) -> Finding:
    """What `throttled=0x…` means."""
    try:
        bits = int(told.strip().rpartition("=")[2], 16)
    except ValueError:
        return Finding("power", ADVICE, "the Pi does not say whether its power is enough")
    if bits & LOW_NOW:
        return Finding("power", BROKEN, "the Pi's voltage is too low now: use its own power supply and a short cable")
    if bits & LOW_BEFORE:
        return Finding("power", ADVICE, "the Pi's voltage has been too low since it started: use its own power supply")
    return Finding("power", WORKS, "the Pi's voltage has held since it started")


def check_clock(now: float | None = None) -> Finding:
    """Whether the clock can be right: it cannot be older than this program."""
    now = time.time() if now is None else now
    date = time.strftime("%Y-%m-%d", time.gmtime(now))
    if now < BUILT:
        return Finding("clock", ADVICE, f"it says {date}: games are timed all the same; set it with date, or go online")
    return Finding("clock", WORKS, f"it says {date}")
