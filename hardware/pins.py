"""What sits on the Pi's own header: a button or two, a buzzer, a fill light; absent pins are no error."""
from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import gpiozero

from hardware.health import Health
from hardware.link import Press

BUTTONS = {"go_on": 5, "undo": 6}
BUZZER, FILL = 23, 18
BOUNCE_S = 0.03
FILL_HZ = 2000  # far above a camera's rolling shutter
BEEP_S = 0.05

Device = TypeVar("Device")


class Debounce:
    """Edges of one button: the first counts at once, what follows within 30 ms is the spring."""

    def __init__(self) -> None:
        self._down = False
        self._edge_at = float("-inf")

    def press(self, down: bool, now: float) -> bool:
        """Whether this edge is a press."""
        if down == self._down or now - self._edge_at < BOUNCE_S:
            return False
        self._down, self._edge_at = down, now
        return down


class Pins:
    """The header's devices, each only where gpiozero finds a header to put it on.

    The off button is not among them: the kernel watches it (hardware/pi), so that it works even when we do not.
    """

    def __init__(self, factory: gpiozero.Factory | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._presses: deque[Press] = deque()
        self._trouble = ""
        self._clock = clock
        self._buttons = [self._button(name, pin, factory) for name, pin in BUTTONS.items()]
        self._buzzer = self._held(lambda: gpiozero.Buzzer(BUZZER, pin_factory=factory))
        self._fill = self._held(lambda: gpiozero.PWMLED(FILL, frequency=FILL_HZ, pin_factory=factory))

    @property
    def health(self) -> Health:
        return Health(not self._trouble, self._trouble or "buttons, buzzer and fill light on the header")

    def presses(self) -> tuple[Press, ...]:
        """The presses since last asked, oldest first, each once."""
        return tuple(self._presses.popleft() for _ in range(len(self._presses)))

    def light(self, share: float) -> None:
        """Set the fill light, from 0 to 1."""
        if self._fill is not None:
            self._fill.value = share

    def beep(self) -> None:
        if self._buzzer is not None:
            self._buzzer.beep(BEEP_S, 0, n=1)

    def close(self) -> None:
        for device in (*self._buttons, self._buzzer, self._fill):
            if device is not None:
                device.close()

    def _button(self, name: str, pin: int, factory: gpiozero.Factory | None) -> gpiozero.Button | None:
        button = self._held(lambda: gpiozero.Button(pin, pin_factory=factory))
        if button is not None:
            debounce = Debounce()
            button.when_pressed = lambda: self._edge(name, debounce, True)
            button.when_released = lambda: self._edge(name, debounce, False)
        return button

    def _edge(self, name: str, debounce: Debounce, down: bool) -> None:
        if debounce.press(down, self._clock()):
            self._presses.append(Press(name))

    def _held(self, make: Callable[[], Device]) -> Device | None:
        """The device, or None on a machine without a header."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # gpiozero names every library that it tries in vain
                return make()
        except (gpiozero.GPIOZeroError, OSError, ImportError):
            self._trouble = "no pins on this machine: the board and the screen do without"
            return None
