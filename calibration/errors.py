"""What calibration refuses, each in one line that says what is wrong and what to do."""
from __future__ import annotations


class CalibrationError(Exception):
    """The base of every refusal of this room."""


class ProfileMissing(CalibrationError, FileNotFoundError):
    """There is no such profile."""


class ProfileDamaged(CalibrationError, ValueError):
    """A profile that does not hold together."""


class ProfileNewer(CalibrationError, ValueError):
    """A profile written by a later Tableside."""


class ProfileUnkept(CalibrationError, OSError):
    """A profile that cannot be written where it shall be kept."""


class WrongShape(CalibrationError, ValueError):
    """A profile whose frame has another shape than the camera's."""


class OtherCamera(CalibrationError, ValueError):
    """A profile of another camera, not to be written over."""


class Unmeasurable(CalibrationError, ValueError):
    """Frames that a step cannot measure from."""
