"""What can be said of a picture without understanding it."""
from __future__ import annotations

import numpy as np

from hardware.health import Health
from vision.types import Frame

DARK = 12  # of 255; a lens cap on a noisy sensor stays below it
COVERED = "the camera sees nothing: take the cover off its lens, or make light"


def is_dark(image: np.ndarray) -> bool:
    """Whether nothing in `image` (h, w, 3) uint8 is lit: sampled, as it is asked often."""
    return bool(np.percentile(image[::16, ::16], 99) < DARK)


def health_of(frame: Frame, otherwise: str) -> Health:
    """Not well if `frame` is dark, else well with the text `otherwise`."""
    return Health(False, COVERED) if is_dark(frame.image) else Health(True, otherwise)
