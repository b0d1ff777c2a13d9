"""Darkens a panel that nobody has touched for a while; the touch that wakes it does what it does by day."""
from __future__ import annotations

import time

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.input.motionevent import MotionEvent

DARKNESS = 0.62
LOOK_EVERY_S = 0.5


class Dimmer:
    """Sleeps after `after_s` seconds without a touch or a call of `wake`; 0 never sleeps."""

    def __init__(self, after_s: float) -> None:
        self.after_s = after_s
        self._touched = time.monotonic()
        self.asleep = False
        self._veil = Rectangle(size=Window.size)
        self._night = InstructionGroup()  # a veil that is always there would be drawn with every frame
        self._night.add(Color(0, 0, 0, DARKNESS))
        self._night.add(self._veil)
        Window.bind(size=lambda _, size: setattr(self._veil, "size", size), on_touch_down=self._on_touch)
        Clock.schedule_interval(self._look, LOOK_EVERY_S)

    def wake(self) -> None:
        self._touched = time.monotonic()
        if self.asleep:
            self.asleep = False
            Window.canvas.after.remove(self._night)

    def _on_touch(self, _window: object, _touch: MotionEvent) -> None:
        self.wake()

    def _look(self, *_: object) -> None:
        if self.after_s and not self.asleep and time.monotonic() - self._touched > self.after_s:
            self.asleep = True
            Window.canvas.after.add(self._night)
