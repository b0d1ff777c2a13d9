"""The sheet with the link to the second screen, as a code for a phone's camera and in letters."""
from __future__ import annotations

from pathlib import Path

import segno
from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty
from PIL import Image

from app.view.pictures import texture_of
from app.view.sheets import Sheet

QUIET_ZONE, MODULE_PX = 4, 8


class LinkSheet(Sheet):
    """A QR code, black on white whatever the theme: that is what cameras read."""

    url = StringProperty("")
    code = ObjectProperty(None, allownone=True)

    def __init__(self, url: str, **options: object) -> None:
        super().__init__(url=url, code=texture_of(code_of(url)), **options)


def code_of(text: str) -> Image.Image:
    """A QR code as an RGB picture."""
    rows = [list(row) for row in segno.make(text, micro=False, error="m").matrix_iter(border=QUIET_ZONE)]
    picture = Image.new("L", (len(rows), len(rows)))
    picture.putdata([0 if module else 255 for row in rows for module in row])
    side = len(rows) * MODULE_PX
    return picture.resize((side, side), Image.Resampling.NEAREST).convert("RGB")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
