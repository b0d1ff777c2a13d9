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
_ends = {}  # pin: when the level now has been held long enough
_next = {}  # pin: [(level, ms), …]


def tell(text):
    _line.write(text.encode() + b"\n")


def level(pin):
    _listen()
    now = time.ticks_ms()
    queue = _next.get(pin)
    if queue and time.ticks_diff(now, _ends.get(pin, now)) >= 0:
        _levels[pin], ms = queue.pop(0)
        _ends[pin] = time.ticks_add(now, ms)
    return _levels.get(pin, 1)


def _listen():
    for _ in _poller.ipoll(0):
        words = _line.readline().split()
        if not words:
            sys.exit()
        _, pin, value, ms = words
        _next.setdefault(int(pin), []).append((int(value), int(ms)))
