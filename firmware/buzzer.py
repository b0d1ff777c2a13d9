"""A buzzer that sounds for a while and stops by itself."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

from time import ticks_add, ticks_diff

TONE_HZ = 2700  # where small piezo discs are loudest
LOUD, SILENT = 32768, 0  # of 65536: half on, half off is loudest
LONGEST_MS = 1000


class Buzzer:
    """A piezo disc on a PWM pin."""

    def __init__(self, pwm) -> None:
        self.pwm = pwm
        self.sounding = False
        self.until = 0
        pwm.freq(TONE_HZ)
        pwm.duty_u16(SILENT)

    def sound(self, ms: int, now: int) -> None:
        self.until = ticks_add(now, min(ms, LONGEST_MS))
        self.sounding = True
        self.pwm.duty_u16(LOUD)

    def tick(self, now: int) -> None:
        if self.sounding and ticks_diff(now, self.until) >= 0:
            self.sounding = False
            self.pwm.duty_u16(SILENT)
