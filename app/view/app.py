"""The window: shows the page that the game asks for, and asks the game once a tick what there is to show."""
from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics, mm
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.view.acts import Acts
from app.view.dimmer import Dimmer
from app.view.ending import Ending
from app.view.free import FreePage
from app.view.free_screen import FreeScreen
from app.view.game import Game
from app.view.gauge import Gauge, aim_at
from app.view.guide import Guide
from app.view.layout import enlargement_of
from app.view.measured import Measured
from app.view.outline import Outline
from app.view.pictures import PhotoShelf, Preview
from app.view.players import Players
from app.view.preferences import Preferences, load_preferences, save_preferences
from app.view.qr import LinkSheet
from app.view.screen import Screen
from app.view.settings import SettingsSheet
from app.view.sheets import RefusalSheet, Sheet
from app.view.shelf import Shelf
from app.view.speaker import Speaker
from app.view.teach import CoursesSheet
from app.view.theme import TypeScale, load_fonts, shade
from app.view.turned import Turned, is_turned
from app.view.window import dpi_of
from app.view.words import Tongue

Shown = Screen | FreeScreen | Measured
TICKS_PER_S, OUTLINES_PER_S = 60, 8


def measure_panel(inches: float) -> None:
    """Make a millimetre of Kivy's as many pixels as the panel has, more on a panel that is read from further away."""
    Metrics.dpi = dpi_of(Window.width, Window.height, inches)
    Metrics.dpi *= enlargement_of(Window.width / mm(1), Window.height / mm(1))


class TablesideApp(App):
    """Shows what `acts` says. `on_tick` is called on the main thread before each look, to drain what has come in."""

    page = ObjectProperty(None, allownone=True)

    def __init__(self, acts: Acts, on_tick: Callable[[], None] | None = None, settings: Path | None = None,
                 link: str = "", **options: Any) -> None:
        super().__init__(kv_file="", **options)
        self.title = "Tableside"
        self._settings, self.link = settings, link
        self.preferences = load_preferences(settings) if settings else Preferences()
        self.acts, self._on_tick = acts, on_tick
        self.photos, self.preview = PhotoShelf(acts.photo), Preview()
        self._shown: Shown | None = None
        self._sheets: list[Sheet] = []

    def build(self) -> Widget:
        load_fonts()
        Window.clearcolor = shade("page")
        self._adopt()
        self.dimmer = Dimmer(self.preferences.dim_after_s, self.preferences.brightness)
        self.speaker = Speaker(self.preferences.sound)
        self.root = FloatLayout()
        self.go_home()
        Clock.schedule_interval(self.tick, 1 / TICKS_PER_S)
        if os.environ.get("TABLESIDE_OUTLINE"):
            outline = Outline(Path(os.environ["TABLESIDE_OUTLINE"]))
            Clock.schedule_interval(lambda _: outline.write(self.root), 1 / OUTLINES_PER_S)
        if os.environ.get("TABLESIDE_GAUGE"):
            Gauge(Path(os.environ["TABLESIDE_GAUGE"]), lambda: aim_at(self.root, "log"))
        return self.root

    def tick(self, _seconds: float = 0.0) -> None:
        """Drain, then show what has changed; costs nothing where nothing has."""
        if self._on_tick is not None:
            self._on_tick()
        refusal = self.acts.refusal()
        if refusal:
            self.open_sheet(RefusalSheet(refusal))
        screen = self.acts.screen() or self.acts.free() or self.acts.measured()
        if screen is not self._shown:
            self.speaker.hear(*(shown if isinstance(shown, Screen) else None for shown in (self._shown, screen)))
            self._shown = screen
            self.dimmer.wake()
            self._turn_to(screen)
        if self.preview.show(self.acts.preview()) and "eye" in self.page.ids:
            self.page.ids.eye.show(self.preview.texture)

    def go_home(self) -> None:
        shelf = Shelf()
        shelf.show(self.acts)
        self._open(shelf)

    def open_settings(self) -> None:
        self.open_sheet(SettingsSheet(self.preferences, self._take_preferences))

    def open_courses(self) -> None:
        self.open_sheet(CoursesSheet(self.acts.courses()))

    def open_link(self) -> None:
        self.open_sheet(LinkSheet(self.link))

    def seat_players(self, game: str, title: str) -> None:
        self._open(Players(game, title, self.acts.seats_of(game), self.acts.names()))

    def open_sheet(self, sheet: Sheet, asked: Widget | None = None) -> None:
        """Lay it over the page, the way up in which `asked` is read, what was touched for it; else as the centre is."""
        self._sheets.append(sheet)
        self.lay_over(sheet, asked)

    def close_sheet(self, sheet: Sheet) -> None:
        if sheet in self._sheets:
            self._sheets.remove(sheet)
            self.take_away(sheet)

    def lay_over(self, widget: Widget, asked: Widget | None = None) -> Turned:
        """Over everything else, the way up in which `asked` is read."""
        centre = self.page.ids.centre if self._plays else None
        layer = Turned(size=Window.size, over=is_turned(asked or centre))
        Window.bind(size=layer.setter("size"))
        layer.add_widget(widget)
        self.root.add_widget(layer)
        return layer

    def take_away(self, widget: Widget) -> None:
        layer = next((layer for layer in self.root.children if widget in layer.walk()), None)
        if layer is not None:
            Window.unbind(size=layer.setter("size"))
            self.root.remove_widget(layer)

    @property
    def _plays(self) -> bool:
        return isinstance(self.page, Game)

    def capture(self, path: Path) -> None:
        """Save what the window shows as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        Path(Window.screenshot(name=str(path))).replace(path)

    def _take_preferences(self, preferences: Preferences) -> None:
        """Keep them, and make every widget anew: sizes and words are fixed when a widget is made."""
        self.preferences = preferences
        if self._settings is not None:
            save_preferences(preferences, self._settings)
        self._adopt()
        self.dimmer.after_s = preferences.dim_after_s
        self.dimmer.take(preferences.brightness)
        self.speaker.kind = preferences.sound
        self.go_home()
        self.open_settings()

    def _adopt(self) -> None:
        self.acts.keep_photos(self.preferences.photos_of)
        Tongue.language, TypeScale.factor = self.preferences.language, self.preferences.text
        measure_panel(self.preferences.inches)

    def _turn_to(self, screen: Shown | None) -> None:
        if screen is None:
            self.go_home()
            return
        wanted = page_for(screen)
        if not isinstance(self.page, wanted):
            self._open(wanted())
            if "eye" in self.page.ids and self.preview.texture is not None:
                self.page.ids.eye.show(self.preview.texture)
        self.page.show(screen)
        if isinstance(screen, Screen):
            for sheet in self._sheets:
                sheet.refresh(screen)

    def _open(self, page: Widget) -> None:
        for sheet in tuple(self._sheets):
            self.close_sheet(sheet)
        self.root.clear_widgets()
        self.page = page
        self.root.add_widget(page)


def page_for(screen: Shown) -> type[Widget]:
    """The page that shows it."""
    if isinstance(screen, FreeScreen):
        return FreePage
    if isinstance(screen, Measured):
        return Guide
    return Ending if screen.ended else Game
