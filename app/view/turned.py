"""A part of the screen that faces another side of the table: upright, or turned half round."""
from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.scatterlayout import ScatterLayout
from kivy.uix.widget import Widget

Rect = tuple[float, float, float, float]


class Turned(ScatterLayout):
    """Its children stand on their heads while `over` is true; nobody can drag it."""

    over = BooleanProperty(False)

    def __init__(self, **options: Any) -> None:
        super().__init__(do_rotation=False, do_scale=False, do_translation=False, auto_bring_to_front=False, **options)
        self.fbind("over", self._turn)
        self.fbind("size", self._turn)
        self._turn()

    def place(self, x: float, y: float, width: float, height: float) -> None:
        """Fill that box of the parent, in px."""
        self.size = width, height
        self.pos = x, y

    def _turn(self, *_: object) -> None:
        at = self.pos
        self.rotation = 180 if self.over else 0
        self.pos = at


def is_turned(widget: Widget | None) -> bool:
    """Whether it is read from the other side of the table."""
    while isinstance(widget, Widget):
        if isinstance(widget, Turned):
            return bool(widget.over)
        widget = widget.parent
    return False


def window_box(widget: Widget) -> Rect:
    """Left, bottom, right and top in the window, of a turned widget too."""
    (one_x, one_y), (two_x, two_y) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(one_x, two_x), min(one_y, two_y), max(one_x, two_x), max(one_y, two_y)
