"""The host's side of one open port: bytes in, bytes out, the clock an argument, so that no test need wait."""
from __future__ import annotations

import os
from dataclasses import dataclass

from firmware import protocol

Colour = tuple[int, int, int]

PING_S = protocol.PING_MS / 1000
SILENT_S = protocol.SILENT_MS / 1000
GREETING_S = 0.2
NAK_PAUSE_S = 0.001
LONGEST_LINE = 4096


@dataclass(frozen=True, slots=True)
class Lights:
    """What the lights shall show: `ring` its colours, or the name of an effect with its `colour` and `seconds`.

    A ring of another length than the board's is stretched round it: one colour fills it, () is dark.
    """

    ring: tuple[Colour, ...] | str = ()
    seats: tuple[Colour, ...] = ()
    colour: Colour = (255, 255, 255)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button, told when it goes down; `long` comes in addition once it has been held for 0.8 s."""

    button: str
    long: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What a board says of itself."""

    version: str
    nonce: str
    ring: int
    seats: int
    buttons: tuple[str, ...]
    firmware: str
    python: str


@dataclass(slots=True)
class _Request:
    word: str
    seq: int
    line: bytes
    lights: Lights | None
    asked_at: float
    sent_at: float
    clean: bool = True  # sent once only, so that its answer measures the round trip


class Link:
    """One conversation: `hear` what came, write what `say` gives, and ask again when `due` has passed."""

    def __init__(self, now: float) -> None:
        self.board: Board | None = None
        self.refusal = ""
        self.held: tuple[str, ...] = ()
        self.heard_at = self.said_at = now
        self.round_trip = 0.02
        self.answered = 0
        self.beep_ms = 0  # still to be sounded
        self._greeted = False
        self._seq = int.from_bytes(os.urandom(2), "big")
        self._open: _Request | None = None
        self._line = bytearray()
        self._again = False
        self._pressed: list[Press] = []
        self._taken = 0
        self._seen = b""
        self.shown: Lights | None = None

    @property
    def ready(self) -> bool:
        return self._greeted and not self.refusal

    def hear(self, data: bytes, now: float) -> tuple[Press, ...]:
        """Take bytes from the board; the presses among them, each once."""
        *lines, rest = (bytes(self._line) + data).split(b"\n")
        self._line = bytearray(rest[-LONGEST_LINE:])
        for line in lines:
            if line:
                self._take(line, now)
        pressed, self._pressed = tuple(self._pressed), []
        return pressed

    def say(self, wanted: Lights | None, now: float) -> bytes:
        """What to write now: what was seen is acknowledged, and one request at a time is open."""
        words, self._seen = self._seen + self._request(wanted, now), b""
        self.said_at = now if words else self.said_at
        return words

    def due(self, now: float) -> float:
        """Seconds until `say` has something to say by itself."""
        return max((self._resend_at if self._open else self.said_at + PING_S) - now, 0.0)

    @property
    def _resend_at(self) -> float:
        assert self._open is not None
        if self._again:
            return self._open.sent_at + NAK_PAUSE_S
        return self._open.sent_at + min(max(4 * self.round_trip, 0.01), GREETING_S)

    def _request(self, wanted: Lights | None, now: float) -> bytes:
        if self._open is not None and now < self._resend_at:
            return b""
        if self._open is not None and self._open.lights in (None, wanted):
            return self._resend(self._open, now)
        word = self._next(wanted, now)
        return self._ask(word, wanted, now) if word else b""

    def _next(self, wanted: Lights | None, now: float) -> str:
        if not self.ready:
            return "HELLO"
        if wanted is not None and wanted != self.shown:
            return "LIGHTS"
        if self.beep_ms:
            return "BEEP"
        return "PING" if now - self.said_at >= PING_S else ""

    def _ask(self, word: str, wanted: Lights | None, now: float) -> bytes:
        self._seq = self._seq % protocol.MAX_SEQ + 1
        self._again = False
        if word == "LIGHTS":
            assert wanted is not None
            assert self.board is not None
            line = lights_line(self._seq, wanted, self.board)
        else:
            line = protocol.pack(self._seq, word, *self._said_with(word))
        self._open = _Request(word, self._seq, line, wanted if word == "LIGHTS" else None, now, now)
        return line

    def _said_with(self, word: str) -> tuple[object, ...]:
        return {"HELLO": (f"{protocol.MAJOR}.{protocol.MINOR}",), "BEEP": (self.beep_ms,)}.get(word, ())

    def _resend(self, request: _Request, now: float) -> bytes:
        request.sent_at, request.clean, self._again = now, False, False
        return b"\n" + request.line  # the newline ends whatever half a line the noise has left

    def _take(self, line: bytes, now: float) -> None:
        try:
            self._obey(line, now)
        except (ValueError, IndexError):  # damaged, or well made and still no sense
            self._again = True

    def _obey(self, line: bytes, now: float) -> None:
        message = protocol.unpack(line, protocol.TO_HOST)
        if message is None:
            raise ValueError
        seq, word, args = message
        self.heard_at = now
        if word == "NAK":
            self._again = True
        elif word == "HELLO":
            self._on_hello(seq, board_of(args), now)
        elif word == "BUTTONS":
            self._on_buttons(*args)
        elif self._open is not None and seq == self._open.seq:
            self._on_answer(self._open, now)

    def _on_answer(self, request: _Request, now: float) -> None:
        if request.clean:
            self.round_trip += (now - request.sent_at - self.round_trip) / 8  # as TCP smooths it (RFC 6298)
        if request.lights is not None:
            self.shown = request.lights
        if request.word == "BEEP":
            self.beep_ms = 0
        self._open = None
        self.answered += 1

    def _on_hello(self, seq: int, board: Board, now: float) -> None:
        anew = self.board is None or board.nonce != self.board.nonce
        if self._greeted and seq and not anew:
            return  # a second answer to a greeting that was said twice
        if anew:
            self._taken = 0
        self.board = board
        self.refusal = refusal_of(board)
        self.shown = None
        self._greeted = self._open is not None and seq == self._open.seq
        if self._greeted and self._open is not None and not self.refusal:
            self._on_answer(self._open, now)
        elif not self.refusal:
            self._open = None  # it has just started: greet it, then paint again

    def _on_buttons(self, nonce: str, first: str, down: str, presses: str) -> None:
        if self.board is None or nonce != self.board.nonce:
            return
        names = self.board.buttons
        self.held = tuple(name for i, name in enumerate(names) if int(down) >> i & 1)
        codes = "" if presses == protocol.NONE else presses
        for number, code in enumerate(codes, int(first)):
            if number >= self._taken:
                button, long = protocol.press_of(code)
                self._pressed.append(Press(names[button], long))
                self._taken = number + 1
        self._seen = protocol.pack(0, "SEEN", nonce, self._taken)


def refusal_of(board: Board) -> str:
    """Why this board cannot be spoken to, in words; "" if it can."""
    if board.version.split(".")[0] == str(protocol.MAJOR):
        return ""
    return (
        f"the board speaks version {board.version} of the wire and this Tableside speaks "
        f"{protocol.MAJOR}.{protocol.MINOR}: run ./tableside flash"
    )


def board_of(args: list[str]) -> Board:
    version, nonce, ring, seats, buttons, firmware, python = args
    return Board(version, nonce, int(ring), int(seats), tuple(buttons.split(",")), firmware, python)


def lights_line(seq: int, lights: Lights, board: Board) -> bytes:
    """One message that says the whole of `lights`, fitted to the board's counts."""
    seats = bytes(value for colour in lights.seats[: board.seats] for value in colour)
    seats_hex = protocol.hex_of(seats.ljust(3 * board.seats, b"\0"))
    if isinstance(lights.ring, str):
        colour = protocol.hex_of(bytes(lights.colour))
        return protocol.pack(seq, "EFFECT", lights.ring, colour, round(lights.seconds * 1000), seats_hex)
    return protocol.pack(seq, "LIGHTS", protocol.hex_of(stretch(lights.ring, board.ring)), seats_hex)


def stretch(ring: tuple[Colour, ...], count: int) -> bytes:
    """`ring` laid round `count` lights."""
    if not ring:
        return bytes(3 * count)
    return bytes(value for i in range(count) for value in ring[i * len(ring) // count])
