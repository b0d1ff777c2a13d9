"""What can go wrong with a wire, each in one line that a person can act on."""
from __future__ import annotations


class HardwareError(Exception):
    """A wire cannot be used as asked."""


class CameraError(HardwareError, ValueError):
    """A camera source that names nothing that gives pictures."""


class BoardError(HardwareError, OSError):
    """A board that cannot be started, found or written."""


class PhotoError(HardwareError, ValueError):
    """A file that is no whole picture; the message says what is wrong and what to do."""
