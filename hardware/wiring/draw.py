"""Draws the wiring of the board as SVG: python -m hardware.wiring.draw"""
from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from firmware import protocol

MAIN = Path(__file__).resolve().parents[2] / "firmware" / "main.py"
TARGET = Path(__file__).with_name("board.svg")
SIZE = (1000, 620)
INK, PAPER, BOARD, FAINT = "#20242c", "#fbfaf6", "#2f6b4f", "#8a8f98"
POWER, GROUND, DATA, BUTTON = "#c23b3b", "#20242c", "#2b6cb0", "#b7791f"
PIN_STEP, PICO_X, PICO_Y, PICO_W = 25, 420, 70, 160
# The Pico's forty pins as its data sheet numbers them, one to twenty down the left, forty to twenty-one down the right.
LEFT = ("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
        "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15")
RIGHT = ("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "ADC_VREF", "GP28", "AGND", "GP27", "GP26",
         "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16")

CAPS = {"go_on": "#3f9d5a", "undo": "#c23b3b", "pause": "#e8e8e8", "help": "#2b6cb0"}


@dataclass(frozen=True, slots=True)
class Pins:
    """The firmware's own pins."""

    ring: int
    seats: int
    buttons: tuple[int, ...]


def pins_of(source: str) -> Pins:
    """The pins that the firmware's `source` names; only looked at, as it runs on the board alone."""
    named: dict[str, object] = {}
    for line in ast.parse(source).body:
        if isinstance(line, ast.Assign):
            named |= constants_of(line)
    ring, seats, buttons = named["RING_PIN"], named["SEAT_PIN"], named["BUTTON_PINS"]
    assert isinstance(ring, int)
    assert isinstance(seats, int)
    assert isinstance(buttons, tuple)
    return Pins(ring, seats, buttons)


def constants_of(line: ast.Assign) -> dict[str, object]:
    target = line.targets[0]
    try:
        value = ast.literal_eval(line.value)
    except ValueError:
        return {}
    if isinstance(target, ast.Tuple):
        return {name.id: part for name, part in zip(target.elts, value, strict=True) if isinstance(name, ast.Name)}
    return {target.id: value} if isinstance(target, ast.Name) else {}


def places_of(name: str) -> list[tuple[float, float]]:
    """Where the pins of this name lie: several for a ground."""
    sides = ((PICO_X, LEFT), (PICO_X + PICO_W, RIGHT))
    return [
        (float(x), PICO_Y + 30.0 + PIN_STEP * i) for x, names in sides for i, pin in enumerate(names) if pin == name
    ]


def place_of(name: str) -> tuple[float, float]:
    (place,) = places_of(name)
    return place


def ground_near(x: float, y: float) -> tuple[float, float]:
    """The ground pin that is nearest, on that side of the board."""
    return min(places_of("GND"), key=lambda place: 10 * abs(place[0] - x) + abs(place[1] - y))


def drawing_of(pins: Pins) -> str:
    """The whole drawing as SVG."""
    width, height = SIZE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>The board: a Raspberry Pi Pico, {pins_in_words(pins)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *pico(pins),
        *buttons(pins),
        *lights("Ring", "24 lights, round the lens", pins.ring, 110, "RING"),
        *lights("Seats", "6 lights, one at each seat", pins.seats, 330, "SEATS"),
        *notes(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def pins_in_words(pins: Pins) -> str:
    named = ", ".join(f"{name} GP{pin}" for name, pin in zip(protocol.BUTTONS, pins.buttons, strict=True))
    return f"ring GP{pins.ring}, seats GP{pins.seats}, {named}"


def pico(pins: Pins) -> list[str]:
    height = PIN_STEP * 20 + 35
    used = {place_of(f"GP{pin}") for pin in (pins.ring, pins.seats, *pins.buttons)}
    used |= {place_of("VBUS"), *GROUNDS}
    out = [
        f'<rect x="{PICO_X}" y="{PICO_Y}" width="{PICO_W}" height="{height}" rx="8" fill="{BOARD}"/>',
        f'<rect x="{PICO_X + 55}" y="{PICO_Y - 14}" width="50" height="26" rx="3" fill="#c9ccd1"/>',
        text(PICO_X + PICO_W / 2, PICO_Y - 24, "USB to the Pi", INK, "middle"),
        f'<g transform="rotate(-90 {PICO_X + PICO_W / 2 + 5} {PICO_Y + height / 2})">',
        text(PICO_X + PICO_W / 2 + 5, PICO_Y + height / 2, "Raspberry Pi Pico or Pico 2", "#ffffff", "middle", 15),
        "</g>",
    ]
    for x, anchor, shift, names in ((PICO_X, "start", 12, LEFT), (PICO_X + PICO_W, "end", -12, RIGHT)):
        for i, name in enumerate(names):
            y = PICO_Y + 30.0 + PIN_STEP * i
            fill, ink = ("#f2c94c", "#ffffff") if (x, y) in used else ("#6f8f80", "#a9c4b5")
            out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}"/>')
            out.append(text(x + shift, y + 4, name, ink, anchor, 11))
    return out


def buttons(pins: Pins) -> list[str]:
    out = []
    common = 150
    top, bottom = 0.0, 0.0
    for i, (name, pin) in enumerate(zip(protocol.BUTTONS, pins.buttons, strict=True)):
        x, y = place_of(f"GP{pin}")
        height = 300 + 62 * i
        bend = 390 - 16 * i
        out.append(wire(BUTTON, (x, y), (bend, y), (bend, height), (250, height)))
        out.append(f'<circle cx="220" cy="{height}" r="22" fill="none" stroke="{INK}" stroke-width="2"/>')
        out.append(f'<circle cx="220" cy="{height}" r="14" fill="{CAPS[name]}"/>')
        out.append(wire(BUTTON, (250, height), (242, height)))
        out.append(wire(GROUND, (198, height), (common, height)))
        out.append(text(300, height - 8, name.replace("_", " "), INK, "middle"))
        top, bottom = top or height, height
    x, y = GROUNDS[0]
    out.append(wire(GROUND, (common, top), (common, bottom + 50), (410, bottom + 50), (410, y), (x, y)))
    return out


def lights(title: str, words: str, pin: int, y: int, name: str) -> list[str]:
    left, top = 760, y
    data, power, ground = top + 30, top + 60, top + 90
    x, at = place_of(f"GP{pin}")
    lane = 640 if name == "SEATS" else 660
    vx, vy = place_of("VBUS")
    gx, gy = GROUNDS[1] if name == "RING" else GROUNDS[2]
    power_lane, ground_lane = (700, 720) if name == "RING" else (680, 620)
    out = [
        f'<rect x="{left}" y="{top}" width="210" height="120" rx="8" fill="#ffffff" stroke="{INK}" stroke-width="2"/>',
        text(left + 64, top + 34, title, INK, "start", 16),
        text(left + 64, top + 56, "WS2812, 5 V", FAINT, "start", 12),
        text(left + 64, top + 74, words.split(",")[0], FAINT, "start", 12),
        *(text(left + 64, top + 92, part.strip(), FAINT, "start", 12) for part in words.split(",")[1:]),
        wire(DATA, (x, at), (lane, at), (lane, data), (left, data)),
        wire(POWER, (vx, vy), (power_lane, vy), (power_lane, power), (left, power)),
        wire(GROUND, (gx, gy), (ground_lane, gy), (ground_lane, ground), (left, ground)),
        f'<rect x="{left - 46}" y="{data - 7}" width="34" height="14" fill="{PAPER}" stroke="{DATA}"/>',
        text(left - 29, data - 12, "330 Ω", DATA, "middle", 11),
    ]
    for label, height, colour in (("DIN", data, DATA), ("5 V", power, POWER), ("GND", ground, GROUND)):
        out.append(f'<circle cx="{left}" cy="{height}" r="5" fill="{colour}"/>')
        out.append(text(left + 12, height + 4, label, colour, "start", 12))
    return out


def notes() -> list[str]:
    lines = (
        ("The board", 22, INK),
        ("Each button joins its pin to ground.", 13, FAINT),
        ("The firmware keeps all lights together below 450 mA,", 13, FAINT),
        ("so that the Pi's USB can feed them.", 13, FAINT),
        ("A capacitor of 470 µF across 5 V and GND at the ring", 13, FAINT),
        ("spares it the jolt of being plugged in.", 13, FAINT),
    )
    return [text(30, 50 + (26 if i else 0) + 20 * max(i - 1, 0), words, ink, "start", size)
            for i, (words, size, ink) in enumerate(lines)]


def wire(colour: str, *points: tuple[float, float]) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'


def text(x: float, y: float, words: str, ink: str, anchor: str, size: int = 13) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}" font-size="{size}">{words}</text>'


# which ground serves the buttons, the ring and the seats
GROUNDS = (ground_near(PICO_X, 500), ground_near(PICO_X + PICO_W, 120), ground_near(PICO_X + PICO_W, 400))

if __name__ == "__main__":
    TARGET.write_text(drawing_of(pins_of(MAIN.read_text(encoding="utf-8"))), encoding="utf-8")
