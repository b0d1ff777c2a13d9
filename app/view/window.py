"""Readies Kivy before its first import: where it writes, how it takes touches, how large a millimetre is."""
from __future__ import annotations

import logging
import os
from pathlib import Path

MM_PER_INCH = 25.4
# Width and height in pixels → the diagonal in inches of the panel most sold with that many.
USUAL_DIAGONALS = {(800, 480): 7.0, (1024, 600): 7.0, (1280, 720): 7.0, (1280, 800): 10.1, (1920, 1080): 15.6}
DESK_DPI = 150.0


def dpi_of(width_px: int, height_px: int, diagonal_inch: float | None = None) -> float:
    """Pixels an inch of a panel: from its diagonal, else from the panels usually sold with that many pixels."""
    size = (max(width_px, height_px), min(width_px, height_px))
    diagonal = diagonal_inch or USUAL_DIAGONALS.get(size)
    return DESK_DPI if diagonal is None else (width_px ** 2 + height_px ** 2) ** 0.5 / diagonal


def prepare_window(home: Path, size: tuple[int, int] = (1280, 800), fullscreen: bool = False,
                   diagonal_inch: float | None = None) -> None:
    """Set Kivy up: its files below `home`, a window of `size` pixels, millimetres true on a panel of that diagonal.

    Call it before anything of Kivy is imported.
    """
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(KIVY_HOME=str(home), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1",
                      KIVY_DPI=str(dpi_of(*size, diagonal_inch)), KIVY_METRICS_DENSITY="1",
                      KIVY_LOG_MODE="PYTHON")  # its own mode takes stderr away, and every traceback with it
    logging.getLogger("kivy").setLevel(logging.ERROR)
    from kivy.config import Config

    for section, option, value in _options(size, fullscreen):
        Config.set(section, option, value)
    # SDL reports fingers itself: a second provider would count every touch twice.
    for option in Config.options("input"):
        if option != "mouse":
            Config.remove_option("input", option)


def _options(size: tuple[int, int], fullscreen: bool) -> list[tuple[str, str, str]]:
    return [("graphics", "width", str(size[0])), ("graphics", "height", str(size[1])),
            ("graphics", "position", "custom"), ("graphics", "left", "0"), ("graphics", "top", "0"),
            ("graphics", "fullscreen", "auto" if fullscreen else "0"), ("graphics", "borderless", "0"),
            ("graphics", "multisamples", "0"), ("graphics", "maxfps", "60"), ("graphics", "resizable", "1"),
            ("input", "mouse", "mouse,disable_multitouch"), ("kivy", "exit_on_escape", "0"),
            ("kivy", "log_level", "error"), ("kivy", "desktop", "0")]
