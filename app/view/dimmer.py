"""Darkens a panel that nobody has touched for a while; the first touch only wakes it."""
from __future__ import annotations

import time

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent

DARKNESS = 0.62
LOOK_EVERY_S = 0.5


class Dimmer:
    """Sleeps after `after_s` seconds without a touch or a call of `wake`; 0 never sleeps."""

    def __init__(self, after_s: float) -> None:
        self.after_s = after_s
        self._touched = time.monotonic()
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._veil = Rectangle(size=Window.size)
        Window.bind(size=lambda _, size: setattr(self._veil, "size", size), on_touch_down=self._on_touch)
        Clock.schedule_interval(self._look, LOOK_EVERY_S)

    @property
    def asleep(self) -> bool:
        return bool(self._shade.a > 0)

    def wake(self) -> None:
        self._touched = time.monotonic()
        if self.asleep:
            self._shade.a = 0

    def _on_touch(self, _window: object, _touch: MotionEvent) -> bool:
        slept = self.asleep
        self.wake()
        return slept

    def _look(self, *_: object) -> None:
        if self.after_s and not self.asleep and time.monotonic() - self._touched > self.after_s:
            self._shade.a = DARKNESS
