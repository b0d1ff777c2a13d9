"""Keeps a container's children in step with a tuple of values, making as few widgets as can be."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget


def fill(box: Widget, values: Sequence[Any], make: Callable[[], Widget], name: str) -> None:
    """Give the n-th child the n-th value in its property `name`; children are reused, made or removed at the end."""
    children = box.children[::-1]
    for child in children[len(values):]:
        box.remove_widget(child)
    for child, value in zip(children, values, strict=False):
        setattr(child, name, value)
    for value in values[len(children):]:
        child = make()
        setattr(child, name, value)
        box.add_widget(child)
