"""Opens the yardstick of the view's bench: a window with nothing in it but one rectangle."""
from __future__ import annotations

import os
from pathlib import Path

from app.view.window import prepare_window

if __name__ == "__main__":
    prepare_window(Path(os.environ["TABLESIDE_DATA"]) / "kivy")
    from app.view.gauge import BareWindow

    BareWindow(Path(os.environ["TABLESIDE_GAUGE"])).run()
