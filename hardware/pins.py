"""What sits on the Pi's own header; a pin that is not there is no error."""
from __future__ import annotations

from typing import Any

from hardware.health import Health

SHUTDOWN_PIN, BUZZER_PIN, FILL_PIN = 3, 23, 18


class Pins:
    """A shutdown button, a buzzer and a fill light, each only if the header and gpiozero give it."""

    def __init__(self) -> None:
        self._trouble = ""
        self.shutdown = self._hold("Button", SHUTDOWN_PIN)
        self.buzzer = self._hold("Buzzer", BUZZER_PIN)
        self.fill = self._hold("PWMLED", FILL_PIN)

    @property
    def health(self) -> Health:
        return Health(not self._trouble, self._trouble or "the pins are there")

    def light(self, share: float) -> None:
        """Set the fill light, 0 to 1."""
        if self.fill is not None:
            self.fill.value = share

    def beep(self, seconds: float = 0.05) -> None:
        if self.buzzer is not None:
            self.buzzer.beep(seconds, 0, n=1)

    def close(self) -> None:
        for held in (self.shutdown, self.buzzer, self.fill):
            if held is not None:
                held.close()

    def _hold(self, kind: str, pin: int) -> Any:
        """A gpiozero device, or None on a machine without pins."""
        import gpiozero  # here, as it looks for a header when it is imported

        try:
            return getattr(gpiozero, kind)(pin)
        except (gpiozero.exc.GPIOZeroError, OSError, ImportError) as error:
            self._trouble = f"no pins on this machine ({error})"
            return None
