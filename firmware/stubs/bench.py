"""The bench behind the stub pins: a socket beside the wire, on which a test holds buttons down and sees lights.

The host says `pin NUMBER LEVEL MS` (hold that level so long, one after the other); the stubs say `lights PIN RRGGBB…`.
When the host's end closes, the board dies with its bench.
"""

import os
import select
import sys
import time

_line = open(int(os.getenv("TABLESIDE_BENCH")), "rb+", buffering=0)
_poller = select.poll()
_poller.register(_line, select.POLLIN)
_levels = {}  # pin: level now
_left = {}  # pin: ms for which it is still to be held
_seen = {}  # pin: when it was last looked at
_next = {}  # pin: [(level, ms), …]
STEP_MS = 2  # a board that was kept waiting by a busy machine misses nothing: the bench waits with it


def tell(text):
    _line.write(text.encode() + b"\n")


def level(pin):
    _listen()
    now = time.ticks_ms()
    _left[pin] = _left.get(pin, 0) - min(time.ticks_diff(now, _seen.get(pin, now)), STEP_MS)
    _seen[pin] = now
    if _left[pin] <= 0 and _next.get(pin):
        _levels[pin], _left[pin] = _next[pin].pop(0)
    return _levels.get(pin, 1)


def _listen():
    while _poller.poll(0):
        words = _line.readline().split()
        if not words:
            sys.exit()
        _, pin, value, ms = words
        _next.setdefault(int(pin), []).append((int(value), int(ms)))
