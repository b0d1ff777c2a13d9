"""The Pi's own header, on gpiozero's mock pins."""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from waiting import wait_for

from hardware.health import Health
from hardware.panel import Press
from hardware.pins import BUTTONS, BUZZER, FILL, Debounce, Pins


class Clock:
    """A clock that a test winds on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        ([(True, 0.0)], [0.0]),
        ([(True, 0.0), (False, 0.2), (True, 0.4)], [0.0, 0.4]),
        ([(True, 0.0), (False, 0.002), (True, 0.004), (False, 0.006), (True, 0.008), (False, 0.3)], [0.0]),
        ([(True, 0.0), (False, 0.2), (True, 0.203), (False, 0.206)], [0.0]),
        ([(False, 0.0)], []),
    ],
    ids=["once", "twice", "bounces down", "bounces up", "let go of nothing"],
)
def test_debounce(edges: list[tuple[bool, float]], presses: list[float]) -> None:
    debounce = Debounce()
    assert [at for down, at in edges if debounce.press(down, at)] == presses


def test_a_bouncing_button_presses_once(factory: MockFactory) -> None:
    clock = Clock()
    pins = Pins(factory, clock)
    pin = factory.pin(BUTTONS["undo"])
    for wait, low in ((0.1, True), (0.002, False), (0.002, True), (0.2, False), (0.002, True), (0.002, False)):
        clock.now += wait
        if low:
            pin.drive_low()
        else:
            pin.drive_high()
    assert pins.presses() == (Press("undo"),)
    assert pins.presses() == ()
    pins.close()


def test_light_and_buzzer(factory: MockFactory) -> None:
    pins = Pins(factory)
    pins.light(0.25)
    assert factory.pin(FILL).state == 0.25
    pins.beep()
    states = factory.pin(BUZZER).states
    assert wait_for(lambda: [bool(state.state) for state in states[-2:]] == [True, False])
    assert pins.health.ok
    pins.close()


def test_absent_pins_are_no_error() -> None:
    class NoHeader(MockFactory):
        def pin(self, spec: object) -> MockPWMPin:
            raise OSError("no header")

    pins = Pins(NoHeader())
    pins.light(1.0)
    pins.beep()
    assert pins.presses() == ()
    assert pins.health == Health(False, "no pins on this machine: the board and the screen do without")
    pins.close()
