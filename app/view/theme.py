"""The one palette, type scale and spacing scale that every widget draws with."""
from __future__ import annotations

from pathlib import Path

from kivy.core.text import LabelBase
from kivy.metrics import mm

from app.view.marks import DIE_COLOURS, SEAT_COLOURS

Colour = tuple[float, float, float, float]

FONTS = Path(__file__).with_name("fonts")
CAP_HEIGHT = 0.727  # of an em, in Inter
# Height of a capital in mm: loud is read from a metre, head from a seat, body and small by whoever holds the panel.
CAPITALS_MM = {"loud": 5.8, "head": 4.0, "body": 2.9, "small": 2.35, "tiny": 1.95}
GAPS_MM = {"hair": 0.6, "tight": 1.2, "gap": 2.4, "wide": 4.0}
TARGET_MM = 10.0
ACTION_MM = 15.0


def rgb(hex_colour: str) -> Colour:
    """(r, g, b, 1) in 0…1 of `#rrggbb`."""
    number = int(hex_colour.lstrip("#"), 16)
    return (number >> 16) / 255, (number >> 8 & 255) / 255, (number & 255) / 255, 1.0


PALETTE = {
    "page": rgb("#0d1014"), "surface": rgb("#181d23"), "raised": rgb("#262d36"), "pressed": rgb("#3a4450"),
    "line": rgb("#323b46"), "text": rgb("#f3f5f7"), "muted": rgb("#a6b0bc"), "faint": rgb("#76818e"),
    "accent": rgb("#6fd3b8"), "on_accent": rgb("#08221b"), "doubt": rgb("#ffb531"), "on_doubt": rgb("#2b1c00"),
    "scrim": (0.02, 0.03, 0.04, 0.78), "clear": (0.0, 0.0, 0.0, 0.0),
}


def shade(name: str) -> Colour:
    """A colour of the palette; KeyError names a colour that is not in it."""
    return PALETTE[name]


def seat_colour(colour: str) -> Colour:
    """What a seat is drawn in: a name above or `#rrggbb`."""
    return rgb(colour if colour.startswith("#") else SEAT_COLOURS.get(colour, "#9aa4af"))


def die_colour(colour: str) -> Colour:
    """What the body of a die is drawn in: a name above or `#rrggbb`."""
    return rgb(colour if colour.startswith("#") else DIE_COLOURS.get(colour, DIE_COLOURS[""]))


def luminance(colour: Colour) -> float:
    """Relative luminance, WCAG 2.1."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio 1…21, WCAG 2.1."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever reads better on `colour`."""
    black, white = rgb("#0d1014"), rgb("#ffffff")
    return max((black, white), key=lambda ink: contrast(ink, colour))


class TypeScale:
    """How much larger than usual the owner wants to read; 1.0 unless set."""

    factor = 1.0


def font(step: str) -> float:
    """Font size in px whose capitals have the height of that step of the scale; tiny, the last resort, never grows."""
    return mm(CAPITALS_MM[step]) / CAP_HEIGHT * (1.0 if step == "tiny" else TypeScale.factor)


def gap(step: str) -> float:
    """A distance of the spacing scale in px."""
    return mm(GAPS_MM[step])


def load_fonts() -> None:
    LabelBase.register("Inter", str(FONTS / "Inter-Medium.otf"), fn_bold=str(FONTS / "Inter-SemiBold.otf"))
