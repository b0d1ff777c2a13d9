"""Darkens a panel in the evening, and one that nobody has touched for a while; the touch that wakes it counts."""
from __future__ import annotations

import time

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.input.motionevent import MotionEvent

DARKNESS = 0.62
# How dark, and with how much of a lamp's red, the panel is while it is awake.
VEILS = {"day": None, "evening": (0.05, 0.02, 0.0, 0.35), "night": (0.08, 0.02, 0.0, 0.6)}
LOOK_EVERY_S = 0.5


class Veil:
    """A colour over the whole window; while it is off it is not there, for it would be drawn with every frame."""

    def __init__(self) -> None:
        self._group, self._colour = InstructionGroup(), Color(0, 0, 0, 0)
        self._sheet = Rectangle(size=Window.size)
        self._group.add(self._colour)
        self._group.add(self._sheet)
        self._on = False
        Window.bind(size=lambda _, size: setattr(self._sheet, "size", size))

    def cover(self, colour: tuple[float, float, float, float] | None) -> None:
        if colour is not None:
            self._colour.rgba = colour
        if (colour is not None) != self._on:
            self._on = not self._on
            (Window.canvas.after.add if self._on else Window.canvas.after.remove)(self._group)


class Dimmer:
    """Sleeps after `after_s` seconds without a touch or a call of `wake`; 0 never sleeps."""

    def __init__(self, after_s: float, brightness: str) -> None:
        self.after_s = after_s
        self._touched = time.monotonic()
        self.asleep = False
        self._evening, self._sleep = Veil(), Veil()
        self.take(brightness)
        Window.bind(on_touch_down=self._on_touch)
        Clock.schedule_interval(self._look, LOOK_EVERY_S)

    def take(self, brightness: str) -> None:
        """One of VEILS."""
        self._evening.cover(VEILS[brightness])

    def wake(self) -> None:
        self._touched = time.monotonic()
        if self.asleep:
            self.asleep = False
            self._sleep.cover(None)

    def _on_touch(self, _window: object, _touch: MotionEvent) -> None:
        self.wake()

    def _look(self, *_: object) -> None:
        if self.after_s and not self.asleep and time.monotonic() - self._touched > self.after_s:
            self.asleep = True
            self._sleep.cover((0.0, 0.0, 0.0, DARKNESS))
