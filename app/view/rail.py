"""The rail at the panel's edge: undo in its fixed place, redo, the log, and the way out."""
from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout


class Rail(BoxLayout):
    """Stands in landscape, lies in portrait."""

    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    side = NumericProperty(0)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
