"""The board's side of the wire: requests carried out once each, presses said until they are seen."""
# mypy: ignore-errors
# MicroPython's own modules have no types here.

from time import ticks_diff

import buttons
import protocol

RESEND_MS = 40
NAK_PAUSE_MS = 1  # a flood of garbage is not answered with a flood
MAX_PENDING = 48


class Panel:
    """Buttons, lights and the line to the host; `say` takes bytes, `now` is always ticks in ms."""

    def __init__(self, lights, buzzer, pins, say, nonce: str, python: str, now: int) -> None:
        self.lights, self.buzzer, self.say, self.nonce, self.python = lights, buzzer, say, nonce, python
        self.buttons = [buttons.Button(pin, now) for pin in pins]
        self.line, self.length = bytearray(protocol.MAX_LINE), 0
        self.pending, self.waiting, self.first, self.down = bytearray(MAX_PENDING), 0, 0, 0
        self.greeted = self.leaving = False
        self.done = -1  # the last request carried out, so that a resent one is not done twice
        self.heard_at = self.said_at = self.nak_at = now
        self.words = {
            "HELLO": self.on_hello,
            "PING": self.on_ping,
            "LIGHTS": self.on_lights,
            "EFFECT": self.on_effect,
            "BEEP": self.on_beep,
            "SEEN": self.on_seen,
            "LEAVE": self.on_leave,
        }

    def hello(self, seq: int) -> None:
        version = f"{protocol.MAJOR}.{protocol.MINOR}"
        names = ",".join(protocol.BUTTONS[: len(self.buttons)]) or protocol.NONE
        counts = self.lights.ring.count, self.lights.seats.count
        self.say(protocol.pack(seq, "HELLO", version, self.nonce, *counts, names, protocol.FIRMWARE, self.python))

    def hear(self, byte: int, now: int) -> None:
        """Take one byte from the host; a newline ends a message."""
        if byte != 10:
            if self.length < protocol.MAX_LINE:
                self.line[self.length] = byte
            self.length += 1
        elif self.length:
            line = bytes(self.line[: self.length]) if self.length <= protocol.MAX_LINE else b""
            self.length = 0
            try:
                self.obey(line, now)
            except (ValueError, KeyError):
                self.complain(now)

    def obey(self, line: bytes, now: int) -> None:
        message = protocol.unpack(line, protocol.TO_BOARD)
        if message is None:
            raise ValueError
        seq, word, args = message
        self.heard_at = now
        if word == "HELLO" or self.greeted:
            self.words[word](seq, args, now)
        else:
            self.hello(0)

    def complain(self, now: int) -> None:
        if ticks_diff(now, self.nak_at) >= NAK_PAUSE_MS:
            self.nak_at = now
            self.say(protocol.pack(0, "NAK"))

    def on_hello(self, seq: int, args: list, now: int) -> None:
        self.greeted = True
        self.done = self.down = -1  # nothing is done, and the buttons as they are will be news
        self.hello(seq)

    def on_ping(self, seq: int, args: list, now: int) -> None:
        self.say(protocol.pack(seq, "ACK"))

    def on_lights(self, seq: int, args: list, now: int) -> None:
        if seq != self.done:
            ring, seats = args
            self.lights.hold(protocol.bytes_of(ring), protocol.bytes_of(seats))
        self.finish(seq)

    def on_effect(self, seq: int, args: list, now: int) -> None:
        if seq != self.done:
            name, colour, ms, seats = args
            self.lights.run(name, protocol.bytes_of(colour), int(ms), protocol.bytes_of(seats), now)
        self.finish(seq)

    def on_beep(self, seq: int, args: list, now: int) -> None:
        if seq != self.done:
            self.buzzer.sound(int(args[0]), now)
        self.finish(seq)

    def finish(self, seq: int) -> None:
        self.done = seq
        self.say(protocol.pack(seq, "ACK"))

    def on_seen(self, seq: int, args: list, now: int) -> None:
        nonce, count = args
        gone = int(count) - self.first
        if nonce == self.nonce and 0 < gone <= self.waiting:
            self.drop(gone)

    def on_leave(self, seq: int, args: list, now: int) -> None:
        self.finish(seq)
        self.leaving = True

    def drop(self, count: int) -> None:
        for k in range(count, self.waiting):
            self.pending[k - count] = self.pending[k]
        self.waiting -= count
        self.first += count

    def tick(self, now: int) -> None:
        """Look at the buttons, move the effect on, and fall back to the safe light if nobody speaks."""
        if self.greeted and ticks_diff(now, self.heard_at) > protocol.SILENT_MS:
            self.fall_silent()
        changed = self.look(now)
        if self.greeted and (changed or (self.waiting and ticks_diff(now, self.said_at) >= RESEND_MS)):
            self.report(now)
        self.lights.tick(now)
        self.buzzer.tick(now)

    def fall_silent(self) -> None:
        self.greeted = False
        self.drop(self.waiting)  # nobody was there to press for
        self.lights.be_safe()

    def look(self, now: int) -> bool:
        down = 0
        for i in range(len(self.buttons)):
            button = self.buttons[i]
            told = button.poll(now)
            if told != buttons.NOTHING and self.greeted and self.waiting < MAX_PENDING:
                self.pending[self.waiting] = protocol.press_code(i, told == buttons.HELD_LONG)
                self.waiting += 1
            if button.down:
                down |= 1 << i
        changed = down != self.down
        self.down = down
        return changed

    def report(self, now: int) -> None:
        self.said_at = now
        presses = bytes(self.pending[: self.waiting]).decode() or protocol.NONE
        self.say(protocol.pack(0, "BUTTONS", self.nonce, self.first, self.down, presses))
