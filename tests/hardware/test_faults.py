"""The wire under faults, both ways: no command lost or done twice, no press lost or doubled, no damaged light shown."""
from __future__ import annotations

import os
import random
import select
import time
from collections import Counter
from collections.abc import Callable

import pytest
from faulty_wire import FaultyWire, cut, damage_lines, whole
from waiting import wait_for

from firmware import protocol
from hardware.fake import VirtualBoard
from hardware.link import Link
from hardware.panel import Lights, Panel, Press, open_port

BACK_S = 1.5
CALM = Lights(((7, 7, 7),), ((1, 1, 1),))


def command(i: int) -> Lights:
    """Command number `i`, which its colour tells on the board: every third an effect."""
    colour = (i >> 14 & 127, i >> 7 & 127, i & 127)
    return Lights("flash", colour=colour) if i % 3 == 0 else Lights((colour,))


def told(i: int) -> str:
    lights = command(i)
    name, colour = ("run", lights.colour) if isinstance(lights.ring, str) else ("hold", lights.ring[0])
    return f"did {name} {bytes(colour).hex()}"


class DamagedLine:
    """One conversation over a real port whose bytes are damaged both ways, in the caller's own thread."""

    def __init__(self, path: str, seed: int) -> None:
        self._port = open_port(path)
        self._down = damage_lines(random.Random(seed + 1), 0.01, 0.001)
        self._up = damage_lines(random.Random(seed + 2), 0.01, 0.001)
        self.link = Link(time.monotonic())
        self.wanted: Lights | None = None
        self.arrived: Counter[str] = Counter()

    def converse(self) -> None:
        out = self.link.say(self.wanted, time.monotonic())
        if out:
            self._port.write(self._down(out))
        if select.select([self._port.fileno()], [], [], self.link.due(time.monotonic()))[0]:
            presses = self.link.hear(self._up(self._port.read(4096)), time.monotonic())
            self.arrived.update(press.button for press in presses)

    def converse_until(self, holds: Callable[[], bool], patience: float = 60.0) -> bool:
        end = time.monotonic() + patience
        while not holds() and time.monotonic() < end:
            self.converse()
        return holds()

    def close(self) -> None:
        self._port.close()


@pytest.mark.parametrize(
    ("messages", "presses"), [(5_000, 300), pytest.param(100_000, 6_000, marks=pytest.mark.long)]
)
@pytest.mark.timeout(1500)
def test_nothing_is_lost_or_doubled(counting: VirtualBoard, messages: int, presses: int) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    print(f"seed {seed}")
    rng = random.Random(seed)
    line = DamagedLine(counting.port, seed)
    assert line.converse_until(lambda: line.link.ready)
    pressed: Counter[str] = Counter()
    for i in range(1, messages + 1):
        if pressed.total() * messages < presses * i:
            button = rng.choice(protocol.BUTTONS)
            pressed[button] += 1
            counting.hold(button, ((0, 0.012), (1, 0.012)))
        line.wanted = command(i)
        assert line.converse_until(lambda: line.link.shown == line.wanted)
    assert line.converse_until(lambda: line.arrived == pressed)
    line.converse_until(lambda: line.arrived != pressed, 0.3)
    line.close()
    assert line.arrived == pressed
    commands = [told(i) for i in range(1, messages + 1)]
    assert wait_for(lambda: counting.told[-1] == commands[-1])
    assert [words for words in counting.told if words.startswith("did ")] == commands


def half_a_line(wire: FaultyWire) -> None:
    wire.say(b"12 BUTT")
    wire.tell(b"12 LIGHTS ff00")


def noise(wire: FaultyWire) -> None:
    rng = random.Random(5)
    for say in (wire.say, wire.tell):
        say(rng.randbytes(2000))


def garbage(wire: FaultyWire, blocks: int = 16) -> None:
    rng = random.Random(6)
    for _ in range(blocks):
        block = rng.randbytes(4096)
        wire.say(block)
        wire.tell(block)


def a_megabyte_of_garbage(wire: FaultyWire) -> None:
    garbage(wire, 256)


def control_characters(wire: FaultyWire) -> None:
    wire.tell(bytes(range(32)) * 8)
    wire.say(bytes(range(32)) * 8)


def nonsense(wire: FaultyWire) -> None:
    """Answers that are well made and mean nothing."""
    wire.up = cut
    for seq in range(200):
        wire.say(protocol.pack(seq, "ACK") + protocol.pack(seq, "BUTTONS", "zz", 1 << 40, 99, "zzz"))
    wire.say(protocol.pack(0, "BUTTONS", "zz", "x", "y", "z") + protocol.pack(0, "HELLO", *("?" * 7)))


def a_flood(wire: FaultyWire) -> None:
    wire.down = cut
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        wire.say(protocol.pack(0, "NAK") * 50)


@pytest.mark.parametrize(
    "trouble",
    [half_a_line, noise, garbage, pytest.param(a_megabyte_of_garbage, marks=pytest.mark.long), control_characters,
     nonsense, a_flood],
)
def test_it_recovers_from_the_first_sane_line(
    counting: VirtualBoard, wire: FaultyWire, far_panel: Panel, trouble: Callable[[FaultyWire], None]
) -> None:
    trouble(wire)
    wire.up = wire.down = whole
    assert_back(counting, far_panel)


def assert_back(board: VirtualBoard, panel: Panel) -> None:
    """Lights go down and presses come up, within 1.5 s from now."""
    began = time.monotonic()
    panel.presses()
    panel.show(CALM)
    assert wait_for(lambda: board.shown == Lights(((7, 7, 7),) * 24, ((1, 1, 1),) + ((0, 0, 0),) * 5))
    board.press("go_on")
    got: list[Press] = []
    assert wait_for(lambda: bool(got.extend(panel.presses()) or got))
    assert time.monotonic() - began < BACK_S
    assert got == [Press("go_on")]
    assert panel.health.ok


def test_a_board_that_restarts_in_mid_line_is_painted_again(
    counting: VirtualBoard, wire: FaultyWire, far_panel: Panel
) -> None:
    wire.down = lambda data: data[: len(data) // 2]
    far_panel.show(CALM)
    time.sleep(0.01)
    counting.replug()
    wire.connect(counting.port)
    wire.down = whole
    assert_back(counting, far_panel)


@pytest.mark.parametrize("cycles", [6, pytest.param(50, marks=pytest.mark.long)])
def test_unplugged_and_plugged_in_again(board: VirtualBoard, panel: Panel, cycles: int) -> None:
    rng = random.Random(7)
    slowest = 0.0
    for cycle in range(cycles):
        panel.show(Lights(((cycle, 1, 2),)))
        time.sleep(rng.random() * 0.05)
        board.unplug()
        time.sleep(rng.random() * 0.3)
        board.replug()
        began = time.monotonic()
        assert wait_for(lambda ring=((cycle, 1, 2),) * 24: board.shown.ring == ring)
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < BACK_S


def test_silence_is_said_at_both_ends_and_survived(
    counting: VirtualBoard, wire: FaultyWire, far_panel: Panel
) -> None:
    far_panel.show(CALM)
    assert wait_for(lambda: counting.shown.ring == ((7, 7, 7),) * 24)
    wire.up = wire.down = cut
    assert wait_for(lambda: not far_panel.health.ok)
    assert far_panel.health.text in (
        f"the board on {wire.port} has fallen silent: unplug it and plug it in again",
        f"{wire.port} does not answer as a Tableside board",
    )
    assert wait_for(lambda: counting.shown == Lights(((24, 24, 24),) * 24, ((0, 0, 0),) * 6))
    wire.up = wire.down = whole
    assert_back(counting, far_panel)
