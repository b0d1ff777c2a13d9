"""What the wires refuse, one class for each kind of refusal."""
from __future__ import annotations


class HardwareError(Exception):
    """Anything that a wire, or a file that stands in for one, refuses."""


class PhotoError(HardwareError, ValueError):
    """A file that is no whole picture; the message says what is wrong and what to do."""
