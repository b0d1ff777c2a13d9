"""An emulated RP2040 that runs MicroPython and our firmware, with its pins at hand; its clock is the emulator's.

Nothing here waits: the emulator is wound on in the caller's thread, so that a test is as slow as the machine and as
exact as the chip.
"""
from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from pathlib import Path

from littlefs import LittleFS
from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.external.ws2812 import Ws2812
from rp2040py.memory_map import FLASH_START_ADDRESS

from hardware.fake import BUTTON_PINS, RING_PIN, SEAT_PIN
from hardware.flash import FILES, FIRMWARE
from hardware.link import Lights, Link, Press

# MicroPython's file system on a Pico: 1408 KiB at the end of its 2 MiB
LAYOUT = FlashLayout(fs_start=640 * 1024, fs_blockcount=352, fs_blocksize=4096)
BOOT_S, PATIENCE_S = 20.0, 10.0  # of the emulator's clock


class EmulatedBoard:
    """The firmware with `ring` lights on a Pico that runs the MicroPython image `uf2`; files are made in `folder`."""

    def __init__(self, uf2: Path, folder: Path, ring: int = 24) -> None:
        image = folder / "flash.img"
        image.write_bytes(flash_of(ring))
        self._device = MicroPythonDevice(board=BoardSpec(image=uf2, layout=LAYOUT), filesystem=image)
        self._chip = self._device.mcu
        self._strips = {pin: Ws2812(pin) for pin in (RING_PIN, SEAT_PIN)}
        for strip in self._strips.values():
            strip.attach(self._chip)
        self._heard: deque[tuple[float, bytes]] = deque()
        self._device.cdc.on_serial_data = lambda data: self._heard.append((self.now, bytes(data)))
        self._out: deque[int] = deque()
        self.link = Link(0.0)
        self.wanted: Lights | None = None
        self.presses: list[Press] = []
        self.boot()

    @property
    def now(self) -> float:
        """Seconds of the emulated chip's clock."""
        return float(self._chip.clock.nanos) / 1e9

    @property
    def shown(self) -> Lights:
        """What the lights show, decoded from the wave forms on their pins."""
        ring, seats = (tuple(self._strips[pin].pixels) for pin in (RING_PIN, SEAT_PIN))
        return Lights(ring, seats)

    def boot(self) -> None:
        """Give it power, and wait until the computer sees it on USB."""
        seen: list[bool] = []
        self._device.cdc.on_device_connected = lambda: seen.append(True)
        self._chip.core.pc = FLASH_START_ADDRESS
        self._device.simulator.stopped = False
        assert self.run_until(lambda: bool(seen), BOOT_S), "no USB device appears"

    def run_until(self, holds: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
        """Wind the chip on, the host conversing with it, until `holds` or so many emulated seconds have passed."""
        end = self.now + patience_s
        while not holds() and self.now < end:
            self._converse()
            self._device.simulator._execute_batch()
        return holds()

    def say(self, data: bytes) -> None:
        """Something on the wire that no program has said."""
        self._out.extend(data)

    def press(self, button: str, seconds: float) -> None:
        pin = self._chip.gpio[BUTTON_PINS[button]]
        pin.set_input_value(False)
        self._run_for(seconds)
        pin.release_input()
        self._run_for(0.05)

    def time_of(self, lights: Lights) -> float:
        """Emulated seconds from asking for `lights` until the board says that it shows them."""
        began, self.wanted = self.now, lights
        assert self.run_until(lambda: self.link.shown == lights)
        return self._answered_at - began

    def _run_for(self, seconds: float) -> None:
        end = self.now + seconds
        self.run_until(lambda: self.now >= end, seconds + 1)

    def _converse(self) -> None:
        while self._heard:
            self._answered_at, data = self._heard.popleft()
            self.presses.extend(self.link.hear(data, self._answered_at))
        self._out.extend(self.link.say(self.wanted, self.now))
        fifo = self._device.cdc.tx_fifo
        while self._out and not fifo.full:
            self._device.cdc.send_serial_byte(self._out.popleft())


def flash_of(ring: int) -> bytes:
    """The board's file system with our firmware on it, for so many lights."""
    disk = LittleFS(block_size=LAYOUT.fs_blocksize, block_count=LAYOUT.fs_blockcount)
    for name in FILES:
        text = (FIRMWARE / name).read_text("utf-8")
        if name == "main.py":
            text = re.sub(r"RING_LIGHTS = 16, \d+", f"RING_LIGHTS = 16, {ring}", text)
        with disk.open(name, "w") as file:
            file.write(text)
    return bytes(disk.context.buffer)


def full_frame(ring: int, level: int) -> Lights:
    """Every light another colour, within the current budget."""
    return Lights(tuple((i % 9, level % 9, (i + level) % 9) for i in range(ring)), ((1, 2, 3),) * 6)



