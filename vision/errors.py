"""What can go wrong in the eye, one class per refusal."""
from __future__ import annotations


class VisionError(Exception):
    """The eye cannot do what was asked."""


class ModelMissing(VisionError, FileNotFoundError):
    """A network's file is not where it belongs."""


class ModelDamaged(VisionError, ValueError):
    """A network's file is there but cannot be read."""


class NoPicture(VisionError, ValueError):
    """An array that is no (h, w, 3) uint8 picture."""


class CardFileError(VisionError, ValueError):
    """Bytes that are no card or deck of ours, or not whole."""


class NoFace(VisionError, ValueError):
    """A photo that shows no single die face to learn."""


class FaceFileError(VisionError, ValueError):
    """Bytes that are no die's faces of ours, or not whole."""
