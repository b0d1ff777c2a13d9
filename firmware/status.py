"""What the board shows of itself without a host: its version on the ring, the buttons held down on the seats."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

import protocol

RED, GREEN, BLUE, DARK = b"\x40\0\0", b"\0\x40\0", b"\0\0\x40", b"\0\0\0"


def show_status(lights, pins) -> None:
    """Version 0.3.1 is three green lights and a blue one; button 2 held down is the second seat light."""
    major, minor, patch = (int(part) for part in protocol.FIRMWARE.split("."))
    seats = [DARK if pin.value() else GREEN for pin in pins]
    lights.hold(RED * major + GREEN * minor + BLUE * patch, b"".join(seats))
