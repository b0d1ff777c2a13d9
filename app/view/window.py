"""Readies Kivy before its first import: where it writes, how it takes touches, how large a millimetre is."""
from __future__ import annotations

import logging
import os
from pathlib import Path

# Width and height in pixels → the diagonal in inches of the panel most sold with that many.
USUAL_DIAGONALS = {(800, 480): 7.0, (1024, 600): 7.0, (1280, 720): 7.0, (1280, 800): 10.1, (1920, 1080): 15.6}
USUAL_SIZE = (1280, 800)
DESK_DPI = 150.0


def dpi_of(width_px: int, height_px: int, inches: float = 0) -> float:
    """Pixels an inch: from the panel's diagonal, else of panels usually sold with that many pixels."""
    size = (max(width_px, height_px), min(width_px, height_px))
    diagonal = inches or USUAL_DIAGONALS.get(size)
    return DESK_DPI if diagonal is None else (width_px ** 2 + height_px ** 2) ** 0.5 / diagonal


def prepare_window(home: Path, size: tuple[int, int] | None = None) -> None:
    """Set Kivy up: its files below `home`, a window of `size` pixels, the whole panel where no desktop runs.

    `TABLESIDE_WINDOW` (`800x480`) sets the size from outside. Call it before anything of Kivy is imported.
    """
    size = size or _size_of(os.environ.get("TABLESIDE_WINDOW", ""))
    desktop = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(KIVY_HOME=str(home), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1",
                      KIVY_METRICS_DENSITY="1",
                      KIVY_LOG_MODE="PYTHON")  # its own mode takes stderr away, and every traceback with it
    logging.getLogger("kivy").setLevel(logging.ERROR)
    from kivy.config import Config

    for section, option, value in _options(size or USUAL_SIZE, fullscreen=size is None and not desktop):
        Config.set(section, option, value)
    # SDL reports fingers itself: a second provider would count every touch twice.
    for option in Config.options("input"):
        if option != "mouse":
            Config.remove_option("input", option)


def _size_of(text: str) -> tuple[int, int] | None:
    width, _, height = text.partition("x")
    return (int(width), int(height)) if width.isdigit() and height.isdigit() else None


def _options(size: tuple[int, int], fullscreen: bool) -> list[tuple[str, str, str]]:
    return [("graphics", "width", str(size[0])), ("graphics", "height", str(size[1])),
            ("graphics", "position", "custom"), ("graphics", "left", "0"), ("graphics", "top", "0"),
            ("graphics", "fullscreen", "auto" if fullscreen else "0"), ("graphics", "borderless", "0"),
            ("graphics", "multisamples", "0"), ("graphics", "maxfps", "60"), ("graphics", "resizable", "1"),
            ("input", "mouse", "mouse,disable_multitouch"), ("kivy", "exit_on_escape", "0"),
            ("kivy", "log_level", "error"), ("kivy", "desktop", "0")]
