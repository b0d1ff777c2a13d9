"""What the lights show: a held frame or an effect drawn from the clock, never over the current budget."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

from time import ticks_add, ticks_diff

# A WS2812 draws up to 20 mA a colour at full, and 1 mA when dark (its data sheet); a USB port must give 500 mA,
# of which the Pico keeps 50.
MA_A_COLOUR = 20
MA_A_LIGHT = 1
BUDGET_MA = 450
EFFECT_FRAME_MS = 33
SAFE, DARK = b"\x18\x18\x18", b"\0\0\0"
TEST_LEVEL, TEST_MS = 64, 250


def breathe(i: int, n: int, t: int, ms: int) -> int:
    """Up and down once in 3 s, never quite dark; squared, as the eye sees it."""
    phase = t % 3000
    up = phase if phase < 1500 else 3000 - phase
    return 20 + up * up * 235 // 2250000


def sweep(i: int, n: int, t: int, ms: int) -> int:
    """A point with a tail goes round in 1.2 s."""
    behind = (t % 1200 * n // 1200 - i) % n
    return 255 >> behind if behind < 6 else 0


def flash(i: int, n: int, t: int, ms: int) -> int:
    """Three flashes, then dark."""
    return 255 if t < 900 and t % 300 < 150 else 0


def countdown(i: int, n: int, t: int, ms: int) -> int:
    """The ring empties in `ms`."""
    return 255 if i * ms < (ms - t) * n else 0


EFFECTS = {"breathe": breathe, "sweep": sweep, "flash": flash, "countdown": countdown}


class Strip:
    """A chain of WS2812 lights, written only when it changes; colours go in as RGB bytes."""

    def __init__(self, pixels) -> None:
        self.pixels = pixels
        self.count = len(pixels)
        self.wanted = bytearray(3 * self.count)
        self.lit, self.share = bytearray(3 * self.count), 256

    def hold(self, colours: bytes) -> None:
        held = min(len(colours), len(self.wanted))
        self.wanted[:held] = colours[:held]
        for k in range(held, len(self.wanted)):
            self.wanted[k] = 0

    def fill(self, colour: bytes) -> None:
        for k in range(len(self.wanted)):
            self.wanted[k] = colour[k % 3]

    def dim(self, i: int, colour: bytes, level: int) -> None:
        k, wanted = 3 * i, self.wanted
        wanted[k] = colour[0] * level // 255
        wanted[k + 1] = colour[1] * level // 255
        wanted[k + 2] = colour[2] * level // 255

    def test(self, colour: int) -> None:
        for k in range(len(self.wanted)):
            self.wanted[k] = TEST_LEVEL if k % 3 == colour else 0

    def load(self) -> int:
        """What `wanted` would draw above idle, in 1/255 of a colour's full current."""
        return sum(self.wanted)

    def write(self, share: int) -> None:
        """Light up with `share`/256 of what is wanted."""
        if share == self.share and self.wanted == self.lit:
            return
        self.share = share
        buf, wanted, lit = self.pixels.buf, self.wanted, self.lit
        for k in range(0, len(buf), 3):  # the chain takes green first; no slices, as they allocate
            lit[k], lit[k + 1], lit[k + 2] = wanted[k], wanted[k + 1], wanted[k + 2]
            buf[k] = wanted[k + 1] * share >> 8
            buf[k + 1] = wanted[k] * share >> 8
            buf[k + 2] = wanted[k + 2] * share >> 8
        self.pixels.write()


class Lights:
    """The ring and the seats: what they hold, and the effect that runs on the ring."""

    def __init__(self, ring, seats) -> None:
        self.ring, self.seats = Strip(ring), Strip(seats)
        self.paint = None  # draws a moving picture; None while the lights are held
        self.effect = None
        self.colour = bytearray(3)
        self.ms = self.since = self.next = 0
        idle = MA_A_LIGHT * (self.ring.count + self.seats.count)
        self.budget = max(BUDGET_MA - idle, 0) * 255 // MA_A_COLOUR

    def hold(self, ring: bytes, seats: bytes) -> None:
        self.paint = None
        self.ring.hold(ring)
        self.seats.hold(seats)
        self.write()

    def run(self, name: str, colour: bytes, ms: int, seats: bytes, now: int) -> None:
        self.effect, self.paint = EFFECTS[name], self.paint_effect
        self.colour[:] = colour
        self.ms, self.since, self.next = max(ms, 1), now, now
        self.seats.hold(seats)
        self.tick(now)

    def be_safe(self) -> None:
        """What is shown while nobody speaks: enough light to play by."""
        self.paint = None
        self.ring.fill(SAFE)
        self.seats.fill(DARK)
        self.write()

    def test(self, now: int) -> None:
        """Every light red, green, then blue: a dead one is seen."""
        self.paint, self.since, self.next = self.paint_test, now, now

    def tick(self, now: int) -> None:
        if self.paint is None or ticks_diff(now, self.next) < 0:
            return
        self.next = ticks_add(now, EFFECT_FRAME_MS)
        self.paint(ticks_diff(now, self.since))
        self.write()

    def paint_effect(self, t: int) -> None:
        n = self.ring.count
        for i in range(n):
            self.ring.dim(i, self.colour, self.effect(i, n, t, self.ms))

    def paint_test(self, t: int) -> None:
        step = t // TEST_MS
        if step > 2:
            self.be_safe()
            return
        self.ring.test(step)
        self.seats.test(step)

    def write(self) -> None:
        load = self.ring.load() + self.seats.load()
        share = 256 if load <= self.budget else self.budget * 256 // load
        self.ring.write(share)
        self.seats.write(share)
