"""The words that host and board speak: one message a line, `seq WORD args *crc32`, declared once for both Pythons."""

import binascii

MAJOR, MINOR = 1, 0
FIRMWARE = "0.1.0"

# What each end may say, and what goes with it. The host asks, the board answers with the same seq;
# what the board says unasked has seq 0. Whole state, never edges: a lost line costs nothing.
TO_BOARD = {
    "HELLO": ("version",),
    "PING": (),
    "LIGHTS": ("ring", "seats"),  # hex RRGGBB… of every light
    "EFFECT": ("name", "colour", "ms", "seats"),  # one that the board runs by itself on the ring
    "BEEP": ("ms",),
    "SEEN": ("nonce", "count"),  # presses before `count` have arrived
    "LEAVE": (),  # start again without this firmware, so that a newer one can be put on; with HELLO, never to change
}
TO_HOST = {
    "HELLO": ("version", "nonce", "ring", "seats", "buttons", "firmware", "python"),
    "ACK": (),
    "NAK": (),  # a damaged line: say it again at once
    "BUTTONS": ("nonce", "first", "down", "presses"),  # the presses not yet SEEN, numbered from `first`
}

BUTTONS = ("go_on", "undo", "pause", "help")
EFFECTS = ("breathe", "sweep", "flash", "countdown")
PING_MS = 1000
SILENT_MS = 3000
MAX_LINE = 640  # 60 lights and 6 seats take 440 bytes
MAX_SEQ = 0xFFFF
NONE = "-"  # an empty argument


def pack(seq: int, word: str, *args: object) -> bytes:
    body = " ".join([str(seq), word] + [str(arg) for arg in args]).encode()
    return body + b" *%08x\n" % binascii.crc32(body)


def unpack(line: bytes, words: dict) -> tuple | None:
    """(seq, word, args) of a line without its newline, or None if it is damaged or no such message."""
    body, star, crc = line.rpartition(b" *")
    if not star or crc != b"%08x" % binascii.crc32(body):
        return None
    parts = bytes(body).decode().split(" ")
    if len(parts) < 2 or not parts[0].isdigit() or len(parts) - 2 != len(words.get(parts[1], (None,) * len(parts))):
        return None
    return int(parts[0]), parts[1], parts[2:]


def press_code(button: int, long: bool) -> int:
    """One letter a press: a… for button 0…, A… if it was held long."""
    return (65 if long else 97) + button


def press_of(code: str) -> tuple:
    """(button, long) of a press letter."""
    return ord(code.lower()) - 97, code.isupper()


def hex_of(colours: bytes) -> str:
    return binascii.hexlify(colours).decode() or NONE


def bytes_of(text: str) -> bytes:
    return b"" if text == NONE else binascii.unhexlify(text)
