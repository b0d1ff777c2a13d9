"""Keeps a container's children in step with a tuple of values, making as few widgets as can be."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

SPARE_KEPT = 12
_spare: WeakKeyDictionary[Widget, list[Widget]] = WeakKeyDictionary()  # what each container needed once


def fill(box: Widget, values: Sequence[Any], make: Callable[[], Widget], name: str) -> None:
    """Give the n-th child the n-th value in its property `name`; children are reused, made or put by at the end."""
    children, spare = box.children[::-1], _spare_of(box)
    for child in children[len(values):]:
        put_by(box, child)
    for child, value in zip(children, values, strict=False):
        setattr(child, name, value)
    for value in values[len(children):]:
        child = next((kept for kept in spare if type(kept) is make), None)
        if child is None:
            child = make()
        else:
            spare.remove(child)
        setattr(child, name, value)
        box.add_widget(child)


def _spare_of(box: Widget) -> list[Widget]:
    return _spare.setdefault(box.__self__, [])  # the widget itself, where a rule's id gave its proxy


def put_by(box: Widget, child: Widget) -> None:
    """Take it out of the container, which may want one like it again: making a widget takes a hundred times as long."""
    box.remove_widget(child)
    kept = _spare_of(box)
    kept.append(child)
    del kept[:-SPARE_KEPT]


def fill_newest_first(box: Widget, values: Sequence[Any], make: Callable[[], Widget], name: str,
                      key: Callable[[Any], object]) -> None:
    """The same for a list that grows at its top: what stays is not touched, whatever comes before it."""
    keys = [key(value) for value in values]
    children = {key(getattr(child, name)): child for child in box.children[::-1]}
    gone = [child for kept, child in children.items() if kept not in keys]
    stay = [kept for kept in keys if kept in children]
    if stay != [kept for kept in children if kept in keys] or stay != keys[len(keys) - len(stay):]:
        fill(box, values, make, name)
        return
    for child in gone:
        put_by(box, child)
    for value in reversed(values):
        if key(value) in children:
            setattr(children[key(value)], name, value)
        else:
            child = _spare_of(box).pop() if _spare_of(box) else make()
            setattr(child, name, value)
            box.add_widget(child, index=len(box.children))
