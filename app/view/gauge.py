"""How fast the window is: its first picture, the work of each frame, the time from a touch to changed pixels."""
from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider
from kivy.uix.widget import Widget

TOUCH_EVERY_S = 0.4
WRITE_EVERY_S = 1.0


class GaugeTouch(MotionEvent):
    """A finger of the gauge's own."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("is_touch", True)
        options.setdefault("type_id", "touch")
        super().__init__(*args, **options)

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Finger(MotionEventProvider):
    """Touches the place that `aim` names at a moment of its own, and lifts off beside it, so that nothing is done."""

    def __init__(self, aim: Callable[[], tuple[float, float] | None]) -> None:
        super().__init__("gauge", "")
        self._aim = aim
        self._due: float | None = None
        self._down: GaugeTouch | None = None
        self.touched_at: float | None = None
        threading.Thread(target=self._wait, daemon=True).start()

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        if self._down is not None:
            self._down.move((0.999, 0.999))
            dispatch_fn("update", self._down)
            self._down.update_time_end()
            dispatch_fn("end", self._down)
            self._down = None
        elif self._due is not None:
            self.touched_at, self._due = self._due, None
            target = self._aim()
            if target is not None:
                self._down = GaugeTouch("gauge", str(time.monotonic()), target)
                dispatch_fn("begin", self._down)

    def _wait(self) -> None:
        while True:
            time.sleep(TOUCH_EVERY_S * random.uniform(0.8, 1.2))
            self._due = time.monotonic()


class Gauge:
    """Watches the window from its first picture on, and keeps a file of what it saw.

    `first`: when the first picture stood, on the machine's monotonic clock in s. `frames`: the work of each frame that
    was drawn, from the end of the sleep before it to the end of its flip, in ms. `touches`: from a touch to the end of
    the next flip, in ms.
    """

    def __init__(self, path: Path, aim: Callable[[], tuple[float, float] | None]) -> None:
        self._path = path
        self._woken = self._flipped = 0.0
        self.first: float | None = None
        self.frames: list[float] = []
        self.touches: list[float] = []
        self._finger = Finger(aim)
        EventLoop.add_input_provider(self._finger)
        self._sleep, self._turn = Clock.idle, EventLoop.idle
        Clock.idle, EventLoop.idle = self._note_waking, self._note_turn
        Window.bind(on_flip=self._note_flip)
        Clock.schedule_interval(self._write, WRITE_EVERY_S)

    def _note_waking(self) -> float:
        now: float = self._sleep()
        self._woken = time.monotonic()
        return now

    def _note_flip(self, *_: object) -> None:
        self._flipped = time.monotonic()

    def _note_turn(self) -> None:
        before = self._flipped
        self._turn()
        if self._flipped == before:
            return
        end = time.monotonic()
        self.first = self.first or end
        self.frames.append(1000 * (end - self._woken))
        if self._finger.touched_at is not None:
            self.touches.append(1000 * (end - self._finger.touched_at))
            self._finger.touched_at = None

    def _write(self, *_: object) -> None:
        seen = {"first": self.first, "frames": self.frames, "touches": self.touches}
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(seen), encoding="utf-8")
        os.replace(fresh, self._path)


class BareWindow(App):
    """The yardstick: one rectangle over the whole window, in another colour with every frame and with every touch."""

    def __init__(self, path: Path) -> None:
        super().__init__(kv_file="")
        self._path = path

    def build(self) -> Widget:
        Gauge(self._path, lambda: (0.5, 0.5))
        root = Widget()
        with root.canvas:
            self._colour = Color(0, 0, 0)
            Rectangle(size=Window.size)
        Clock.schedule_interval(lambda _: setattr(self._colour, "r", random.random()), 0)
        return root


def aim_at(root: Widget, name: str) -> tuple[float, float] | None:
    """Where the thing with that name is, as fractions of the window."""
    found = next((widget for widget in root.walk() if getattr(widget, "name", "") == name), None)
    if found is None:
        return None
    x, y = found.to_window(*found.center)
    return x / Window.width, y / Window.height
