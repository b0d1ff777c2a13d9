"""What belongs to one player: shown above their own panel while their finger lies on it, and gone with the finger."""
from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.view.atoms import Card
from app.view.screen import Seat
from app.view.turned import window_box

HOLD_S = 0.35
NOBODY = Seat(0, "", "grey", "circle", "", False, None)


class SecretCard(Card):
    """The whisper and the hand of one seat."""

    seat = ObjectProperty(NOBODY, rebind=True)
    name = StringProperty("secret")
    panel = ListProperty([0, 0, 0, 0])  # where the seat's own panel lies on this layer: this card stands above it


class HoldBehavior(ButtonBehavior):
    """A tap calls `tapped`; a finger that stays shows the secrets of `seat` until it is lifted."""

    seat = ObjectProperty(NOBODY, rebind=True)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._secret: SecretCard | None = None
        self._reveal_soon = Clock.create_trigger(self._reveal, HOLD_S)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        held = bool(super().on_touch_down(touch))
        if held and has_secrets(self.seat):
            self._held = touch
            self._reveal_soon()
        return held

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch is not getattr(self, "_held", None):
            return bool(super().on_touch_up(touch))
        self._held = None
        self._reveal_soon.cancel()
        self._revealed = self._secret is not None
        self._hide()
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        if not getattr(self, "_revealed", False):
            self.tapped()
        self._revealed = False

    def tapped(self) -> None:
        """What a short touch does."""

    def _reveal(self, *_: object) -> None:
        self._secret = SecretCard(seat=self.seat)
        layer = App.get_running_app().lay_over(self._secret, self)
        left, bottom, right, top = window_box(self.parent)
        if layer.over:
            left, right = layer.width - right, layer.width - left
            bottom, top = layer.height - top, layer.height - bottom
        self._secret.panel = [left, bottom, right - left, top - bottom]

    def _hide(self) -> None:
        if self._secret is not None:
            App.get_running_app().take_away(self._secret)
            self._secret = None


def has_secrets(seat: Seat) -> bool:
    return bool(seat.whisper or seat.hand)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
