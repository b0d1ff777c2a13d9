"""What stands on the screen and may be tapped, as a list: for those who cannot see it, and for tests that click."""
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.view.turned import window_box

Box = tuple[float, float, float, float]


def outline_of(root: Widget) -> list[dict[str, Any]]:
    """Each text and each thing to tap that is in view: `name`, `text`, `tap` and its `box` in px from the top left."""
    return [_described(widget, box) for widget, box in _shown(root, (0.0, 0.0, *Window.size)) if _matters(widget)]


class Outline:
    """Keeps a file equal to the outline; one that is still moving is not written."""

    def __init__(self, path: Path) -> None:
        self._path, self._written, self._last = path, "", ""

    def write(self, root: Widget) -> None:
        text, before = json.dumps(outline_of(root)), self._last
        self._last = text
        if text == before and text != self._written:
            self._written = text
            fresh = self._path.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            os.replace(fresh, self._path)


def _shown(widget: Widget, view: Box) -> Iterator[tuple[Widget, Box]]:
    """Everything visible below `widget` with the part of it that is in view."""
    left, bottom, right, top = window_box(widget)
    box = max(left, view[0]), max(bottom, view[1]), min(right, view[2]), min(top, view[3])
    if widget.opacity == 0 or box[2] - box[0] < 1 or box[3] - box[1] < 1:
        return
    yield widget, box
    inner = box if isinstance(widget, ScrollView) else view
    for child in reversed(widget.children):
        yield from _shown(child, inner)


def _matters(widget: Widget) -> bool:
    return isinstance(widget, ButtonBehavior) or (isinstance(widget, Label) and bool(widget.text))


def _described(widget: Widget, box: Box) -> dict[str, Any]:
    top = Window.height - box[3]
    return {"name": getattr(widget, "name", ""), "text": getattr(widget, "text", ""),
            "tap": isinstance(widget, ButtonBehavior) and not widget.disabled,
            "box": [round(box[0]), round(top), round(box[2] - box[0]), round(box[3] - box[1])]}
