"""The firmware's parts under real MicroPython: what they answer, drawn up as tables."""
from __future__ import annotations

import ast
import os
import subprocess
from typing import Any

import pytest

from firmware import protocol
from hardware.fake import FIRMWARE, find_micropython


def on_the_board(code: str) -> Any:
    """What `code` prints under MicroPython with the firmware on its path, as a value."""
    done = subprocess.run(
        [find_micropython(), "-c", code],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return ast.literal_eval(done.stdout)


PIXELS = """
class Pixels:
    def __init__(self, n):
        self.n, self.buf, self.writes = n, bytearray(3 * n), 0
    def __len__(self):
        return self.n
    def write(self):
        self.writes += 1
"""


def test_this_is_micropython() -> None:
    assert on_the_board("import sys; print(repr(sys.implementation[0]))") == "micropython"


MESSAGES = [(1, "PING", ()), (65535, "LIGHTS", ("ff00aa" * 60, "-")), (0, "BUTTONS", ("0a1b2c3d", 4096, 5, "abCD"))]


def test_both_pythons_say_the_same() -> None:
    code = f"import protocol\nprint([protocol.pack(seq, word, *args) for seq, word, args in {MESSAGES!r}])"
    assert on_the_board(code) == [protocol.pack(seq, word, *args) for seq, word, args in MESSAGES]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (protocol.pack(7, "PING"), (7, "PING", [])),
        (protocol.pack(7, "SEEN", "aa", 3), (7, "SEEN", ["aa", "3"])),
        (protocol.pack(7, "SEEN", "aa"), None),
        (protocol.pack(7, "PING", "more"), None),
        (protocol.pack(7, "DANCE"), None),
        (b"7 PING *00000000\n", None),
        (b"7 PING\n", None),
        (b" *00000000\n", None),
        (b"*\n", None),
        (b"\n", None),
    ],
)
def test_both_pythons_understand_the_same(line: bytes, message: tuple | None) -> None:
    code = f"import protocol\nprint(protocol.unpack({line[:-1]!r}, protocol.TO_BOARD))"
    assert on_the_board(code) == protocol.unpack(line[:-1], protocol.TO_BOARD) == message


def test_a_line_holds_the_largest_frame() -> None:
    largest = protocol.pack(protocol.MAX_SEQ, "LIGHTS", "ff" * 180, "ff" * 18)
    assert len(largest) <= protocol.MAX_LINE


DOWN, LONG = "down", "long"


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ([(0, 1)], []),
        ([(0, 1), (10, 0), (60, 1), (100, 1)], [(18, DOWN)]),
        ([(0, 1), (10, 0), (14, 1), (100, 1)], []),
        ([(0, 1), (10, 0), (12, 1), (14, 0), (16, 1), (18, 0), (80, 1), (82, 0), (84, 1), (120, 1)], [(26, DOWN)]),
        ([(0, 1), (10, 0), (40, 1), (50, 0), (90, 1), (120, 1)], [(18, DOWN), (58, DOWN)]),
        ([(0, 1), (10, 0), (1200, 1), (1300, 1)], [(18, DOWN), (818, LONG)]),
        ([(0, 0), (300, 0)], [(8, DOWN)]),
    ],
    ids=["never", "once", "a blink", "bouncing", "twice", "long", "down at power-up"],
)
def test_a_button(levels: list[tuple[int, int]], told: list[tuple[int, str]]) -> None:
    code = f"""
from buttons import Button
class Pin:
    def value(self): return self.level
pin, levels, told = Pin(), {levels!r}, []
pin.level = levels[0][1]
button = Button(pin, 0)
for now in range(levels[-1][0] + 1):
    for at, level in levels:
        if at == now: pin.level = level
    event = button.poll(now)
    if event: told.append((now, (None, "down", "long")[event]))
print(told)
"""
    assert on_the_board(code) == told


@pytest.mark.parametrize(
    ("level", "ring", "seats", "shown"),
    [(50, 24, 6, 50), (255, 24, 6, None), (255, 60, 6, None), (10, 60, 6, 10), (255, 4, 0, 255)],
)
def test_the_current_stays_within_its_budget(level: int, ring: int, seats: int, shown: int | None) -> None:
    code = PIXELS + f"""
from lights import Lights
lights = Lights(Pixels({ring}), Pixels({seats}))
lights.hold(bytes([{level}] * {3 * ring}), bytes([{level}] * {3 * seats}))
print((list(lights.ring.pixels.buf), list(lights.seats.pixels.buf)))
"""
    ring_values, seat_values = on_the_board(code)
    values = ring_values + seat_values
    milliamperes = sum(values) * 20 / 255 + ring + seats
    assert milliamperes <= 450
    assert len(set(values)) == 1
    assert values[0] == shown if shown is not None else milliamperes > 400


@pytest.mark.parametrize(
    ("name", "times", "lit"),
    [
        ("countdown", (0, 250, 500, 999, 1000, 5000), [24, 18, 12, 1, 0, 0]),
        ("flash", (0, 149, 150, 299, 300, 600, 749, 750, 900, 9000), [24, 24, 0, 0, 24, 24, 24, 0, 0, 0]),
        ("sweep", (0, 600, 1199), [6, 6, 6]),
        ("breathe", (0, 1500, 2999), [24, 24, 24]),
    ],
)
def test_an_effect_lights_so_many(name: str, times: tuple[int, ...], lit: list[int]) -> None:
    code = f"""
from lights import EFFECTS
effect = EFFECTS[{name!r}]
print([sum(1 for i in range(24) if effect(i, 24, t, 1000)) for t in {times!r}])
"""
    assert on_the_board(code) == lit


@pytest.mark.parametrize("name", protocol.EFFECTS)
def test_an_effect_stays_within_a_byte(name: str) -> None:
    code = f"""
from lights import EFFECTS
levels = [EFFECTS[{name!r}](i, 60, t, 2000) for i in range(60) for t in range(0, 4000, 7)]
print((min(levels), max(levels)))
"""
    least, most = on_the_board(code)
    assert least >= 0
    assert most >= 250


def test_every_effect_of_the_protocol_is_there() -> None:
    assert on_the_board("from lights import EFFECTS\nprint(sorted(EFFECTS))") == sorted(protocol.EFFECTS)


@pytest.mark.parametrize("effect", [*protocol.EFFECTS, "self test", "held"])
def test_the_loop_allocates_nothing(effect: str) -> None:
    """The heap is locked while a greeted board with 60 lights and 8 buttons turns 2,000 times: an allocation raises."""
    code = PIXELS + f"""
import micropython
from buzzer import Buzzer
from lights import Lights
from panel import Panel
class Pin:
    def value(self): return 1
lights = Lights(Pixels(60), Pixels(6))
class Pwm:
    def freq(self, hz): pass
    def duty_u16(self, duty): pass
buzzer = Buzzer(Pwm())
buzzer.sound(500, 0)
panel = Panel(lights, buzzer, [Pin() for _ in range(8)], print, "aa", "micropython", 0)
panel.greeted = True
if {effect!r} == "self test":
    lights.test(0)
elif {effect!r} != "held":
    lights.run({effect!r}, b"abc", 2000, b"", 0)
def turn():
    for now in range(2000):
        panel.tick(now)
micropython.heap_lock()
turn()
micropython.heap_unlock()
print(lights.ring.pixels.writes)
"""
    writes = on_the_board(code)
    assert writes == 0 if effect == "held" else writes > 1


def test_the_self_test_shows_each_colour_then_the_safe_light() -> None:
    code = PIXELS + """
from lights import Lights
lights = Lights(Pixels(2), Pixels(1))
lights.test(0)
shown = []
for now in range(1000):
    lights.tick(now)
    look = tuple(lights.ring.pixels.buf[:3]), tuple(lights.seats.pixels.buf)
    if not shown or shown[-1] != look:
        shown.append(look)
print(shown)
"""
    red, green, blue = (0, 64, 0), (64, 0, 0), (0, 0, 64)  # as the chain takes them, green first
    assert on_the_board(code) == [(red, red), (green, green), (blue, blue), ((24, 24, 24), (0, 0, 0))]
