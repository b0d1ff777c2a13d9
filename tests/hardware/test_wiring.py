"""The wiring as drawn is the wiring that the firmware and its virtual board use."""
from __future__ import annotations

from xml.etree import ElementTree

from firmware import protocol
from hardware import fake
from hardware.wiring.draw import MAIN, TARGET, Pins, drawing_of, pins_of


def test_the_drawing_shows_the_firmwares_pins() -> None:
    assert TARGET.read_text(encoding="utf-8") == drawing_of(pins_of(MAIN.read_text(encoding="utf-8"))), (
        "draw it again: python -m hardware.wiring.draw")


def test_the_virtual_board_has_the_firmwares_pins() -> None:
    ours = Pins(fake.RING_PIN, fake.SEAT_PIN, tuple(fake.BUTTON_PINS[name] for name in protocol.BUTTONS))
    assert pins_of(MAIN.read_text(encoding="utf-8")) == ours


def test_another_pin_makes_another_drawing() -> None:
    drawing = drawing_of(Pins(2, 3, (4, 5, 6, 7)))
    assert drawing != TARGET.read_text(encoding="utf-8")
    title = ElementTree.fromstring(drawing).findtext("{http://www.w3.org/2000/svg}title")
    assert title == "The board: a Raspberry Pi Pico, ring GP2, seats GP3, go_on GP4, undo GP5, pause GP6, help GP7"
