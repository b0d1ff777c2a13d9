"""Buttons to ground, debounced: each press is told once when it begins, and once more when it has been held long."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

from time import ticks_diff

STEADY_MS, STEADY_LOOKS = 8, 4  # time alone would not do: a loop held up for long has seen nothing of it
LONG_MS = 800
NOTHING, PRESSED, HELD_LONG = 0, 1, 2


class Button:
    """A pin with a pull-up; `down` is its debounced state."""

    def __init__(self, pin, now: int) -> None:
        self.pin = pin
        self.level, self.looks = 1, 0
        self.down = False
        self.told_long = False
        self.since = self.pressed_at = now

    def poll(self, now: int) -> int:
        level = self.pin.value()
        if level != self.level:
            self.level, self.since, self.looks = level, now, 0
        self.looks += 1
        steady = self.looks >= STEADY_LOOKS and ticks_diff(now, self.since) >= STEADY_MS
        if steady and self.down == bool(level):
            return self.turn(now)
        return self.wait(now)

    def turn(self, now: int) -> int:
        self.down = not self.down
        self.pressed_at, self.told_long = now, False
        return PRESSED if self.down else NOTHING

    def wait(self, now: int) -> int:
        if not self.down or self.told_long or ticks_diff(now, self.pressed_at) < LONG_MS:
            return NOTHING
        self.told_long = True
        return HELD_LONG
