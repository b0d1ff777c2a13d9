"""What is wrong with the widgets on a window: cut off, overlapping, outside of it, or too small for a finger."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kivy.core.window import Window
from kivy.metrics import mm
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.view.atoms import Badge, Icon, Photo, Text, Tile
from app.view.dice import DieFace
from app.view.turned import window_box

LEAST_TARGET_MM = 10.0
Rect = tuple[float, float, float, float]


def wrong(top: Widget) -> Iterator[str]:
    """Each fault below `top` in words."""
    shown = list(visible(top))
    leaves = [widget for widget in shown if isinstance(widget, (Text, Icon, Badge, DieFace, Photo)) and
              (not isinstance(widget, Text) or widget.text)]
    boxes = [clipped(leaf) for leaf in leaves]
    for text in (leaf for leaf in leaves if isinstance(leaf, Text)):
        if not text.fits() or text.shorten:
            yield f"cut off: {named(text)} needs {text.texture_size} in {text.size}"
    for target in (widget for widget in shown if isinstance(widget, ButtonBehavior)):
        if min(target.size) < mm(LEAST_TARGET_MM) - 1:
            yield f"too small: {named(target)} {target.width / mm(1):.1f} x {target.height / mm(1):.1f} mm"
    yield from (f"only in part: {named(target)}" for target in first_in_part(shown))
    for leaf, (left, bottom, right, high) in zip(leaves, boxes, strict=True):
        outside = left < -1 or bottom < -1 or right > Window.width + 1 or high > Window.height + 1
        if right > left and high > bottom and outside:
            yield f"outside: {named(leaf)} {(left, bottom, right, high)}"
    for (one, its), (other, theirs) in combinations(zip(leaves, boxes, strict=True), 2):
        left, bottom, right, high = meet(its, theirs)
        if right - left > 1.5 and high - bottom > 1.5:
            yield f"overlap: {named(one)} and {named(other)}"


def first_in_part(shown: list[Widget]) -> Iterator[Widget]:
    """The first target of each scrolled list that has no room for one whole target."""
    for scroll in (widget for widget in shown if isinstance(widget, ScrollView)):
        targets = [widget for widget in visible(scroll) if isinstance(widget, Tile)]
        if targets and not any(height_of(clipped(target)) > height_of(window_box(target)) - 1 for target in targets):
            yield targets[0]


def height_of(rect: Rect) -> float:
    return rect[3] - rect[1]


def visible(widget: Widget) -> Iterator[Widget]:
    if widget.opacity > 0 and min(widget.size) > 0:
        yield widget
        for child in widget.children[::-1]:
            yield from visible(child)


def clipped(widget: Widget) -> Rect:
    """The part of it that scrolled lists let through."""
    rect, above = window_box(widget), widget.parent
    while isinstance(above, Widget):
        if isinstance(above, ScrollView):
            rect = meet(rect, window_box(above))
        above = above.parent
    return rect


def meet(one: Rect, other: Rect) -> Rect:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def named(widget: Widget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'name', '') or getattr(widget, 'text', '')!r}"
