"""The smallest things on every screen: text that fits, marks, and surfaces that answer a finger."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from app.view.art import icon_mask, pips_mask, shape_mask
from app.view.pictures import MASKS
from app.view.theme import TypeScale, font, shade

STEPS = ("loud", "head", "body", "small", "tiny")
MOST_FITTED = 4000
_fitted: dict[tuple[object, ...], tuple[bool, float]] = {}  # finding a size is slow, and boxes say the same again


class Text(Label):
    """Text of one step of the type scale; with `least` it steps down until it fits its box."""

    step = StringProperty("body")
    least = StringProperty("")
    grows = BooleanProperty(False)  # its height follows the text, up to `room`
    room = NumericProperty(0)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._refit = Clock.create_trigger(self._fit, -1)
        self.fbind("width", self._refit)
        self.fbind("height", self._resized)
        self.fbind("text", self._refit)
        self.fbind("step", self._refit)
        self.fbind("room", self._refit)
        self._refit()

    def _resized(self, *_: object) -> None:
        if not self.grows:
            self._refit()

    def _fit(self, *_: object) -> None:
        if self.width < 1 or not self.text:
            return
        box = (self.text, round(self.width), round(self.room if self.grows else self.height), self.step, self.least,
               self.bold, TypeScale.factor, mm(1))
        if box in _fitted:
            self.shorten, self.font_size = _fitted[box]
        else:
            self._step_down()
            if len(_fitted) >= MOST_FITTED:
                _fitted.clear()
            _fitted[box] = self.shorten, self.font_size
        self.texture_update()
        self._trigger_texture.cancel()  # Kivy's own, which would draw the same once more

    def _step_down(self) -> None:
        first = STEPS.index(self.step)
        last = STEPS.index(self.least) if self.least else first
        self.shorten = False
        for step in STEPS[first:last + 1]:
            self.font_size = font(step)
            self.texture_update()
            if self.fits():
                return
        self.shorten = True

    def fits(self) -> bool:
        """Whether all of the text is inside the box and no word is broken."""
        widest = max((self._label.get_extents(word)[0] for word in self.text.split()), default=0)
        room = self.room if self.grows else self.height
        return self.texture_size[1] <= room + 1 and widest <= self.width + 1


class Mark(Widget):
    """A drawn mark in one colour, centred: `side` px wide and high."""

    picture = ObjectProperty(None, allownone=True)
    ink = ColorProperty(shade("text"))
    side = NumericProperty(0)


class Icon(Mark):
    """One of the icons of the set, by name."""

    name = StringProperty("")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.fbind("name", self._draw)
        self.fbind("side", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        size = round(self.side)
        self.picture = MASKS.take(icon_mask, self.name, size) if self.name and size > 0 else None


class Badge(RelativeLayout):
    """Who a seat is without its colour: its shape with its letter inside."""

    shape = StringProperty("circle")
    letter = StringProperty("")
    ink = ColorProperty(shade("text"))
    picture = ObjectProperty(None, allownone=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.fbind("shape", self._draw)
        self.fbind("size", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        size = round(min(self.size))
        self.picture = MASKS.take(shape_mask, self.shape, size) if size > 0 else None


class Card(BoxLayout):
    """A surface that groups what belongs together."""

    fill = ColorProperty(shade("surface"))
    edge = ColorProperty(shade("clear"))


class Tile(ButtonBehavior, BoxLayout):
    """A surface to tap; `name` says what it does to those who cannot see it (and to tests)."""

    name = StringProperty("")
    fill = ColorProperty(shade("raised"))
    edge = ColorProperty(shade("clear"))
    round = NumericProperty(0)
    gone = BooleanProperty(False)  # it has nothing to do now, and is not seen


class WordTile(Tile):
    """A button with a word on it, an icon before the word if one is named."""

    text = StringProperty("")
    icon = StringProperty("")
    step = StringProperty("head")
    ink = ColorProperty(shade("text"))


class RailTile(Tile):
    """A button of the rail: an icon above a small word."""

    text = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(shade("text"))


class Photo(Widget):
    """A picture in its box: cropped to fill it, or with `whole` all of it, as large as fits."""

    texture = ObjectProperty(None, allownone=True)
    whole = BooleanProperty(False)
    frame = ListProperty([0, 0, 0, 0])
    crop = ListProperty([0, 0, 1, 0, 1, 1, 0, 1])

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.fbind("texture", self._crop)
        self.fbind("size", self._crop)
        self.fbind("pos", self._crop)

    def _crop(self, *_: object) -> None:
        if self.texture is None or min(self.size) <= 0:
            self.frame = [*self.pos, 0, 0]
            return
        width, height = self.size
        if self.whole:
            scale = min(width / self.texture.width, height / self.texture.height)
            width, height = self.texture.width * scale, self.texture.height * scale
        self.frame = [self.center_x - width / 2, self.center_y - height / 2, width, height]
        self.crop = crop_of(self.texture, width, height)

    def refresh(self) -> None:
        """Say that the same texture now holds another picture."""
        self.canvas.ask_update()


def crop_of(texture: Texture, width: float, height: float) -> list[float]:
    """Texture coordinates that fill width×height from the middle of the picture without stretching it."""
    scale = max(width / texture.width, height / texture.height)
    keep_x, keep_y = width / (texture.width * scale), height / (texture.height * scale)
    left, top = (1 - keep_x) / 2, (1 - keep_y) / 2
    return [left, 1 - top, 1 - left, 1 - top, 1 - left, top, left, top]


def pips_of(text: str, size: int) -> Texture | None:
    """The pips that stand for `text`, or None where it is no number from 1 to 6."""
    return MASKS.take(pips_mask, int(text), size) if text in "123456" and len(text) == 1 and size > 0 else None


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
