"""Reads one die from a close look: which value its top face shows, or that there is no die."""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.network import network

LOOK_PX, DIE_PX = 64, 44.0
SHARP_PX, REACH = 66.0, 1.8
"""Close-ups of large dice are shrunk until they are this wide; they reach so many die sizes from the middle."""
ENOUGH = 0.97
"""Two looks that agree this well need no third."""
HOPELESS = 0.25
"""Where two looks give no value more of a chance than this, a third helps no more."""
FURTHER = ((2, 1.0, 1), (3, 1.0, -1), (0, 0.9, -1), (1, 1.1, 1), (2, 0.9, -1), (3, 1.1, 1))
"""Further looks: quarter turns, scale, mirror."""


@dataclass(frozen=True, eq=False, slots=True)
class Close:
    """The surroundings of one die, shrunk by `scale` if it is large; `pixels` begin at (x0, y0) of the picture."""

    pixels: np.ndarray
    x0: int
    y0: int
    scale: float


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """`looks` (n, 7): each look's chances of no die and of 1..6; the die's centre and size in pixels, its close-up."""

    x: float
    y: float
    size: float
    looks: np.ndarray
    close: Close

    @property
    def chances(self) -> np.ndarray:
        """(7,) averaged over the looks."""
        return np.asarray(self.looks.mean(0))


def close_up(image: np.ndarray, x: float, y: float, size: float) -> Close:
    """What must be seen to look at a die of `size` px at (x, y) at any turn."""
    reach = REACH * size
    x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
    pixels = image[y0:max(y0 + 1, int(y + reach)), x0:max(x0 + 1, int(x + reach))]
    scale = SHARP_PX / size
    if scale < 0.8 and pixels.size:
        return Close(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), x0, y0, scale)
    return Close(pixels, x0, y0, 1.0)


def read_die(image: np.ndarray, x: float, y: float, size: float) -> Reading:
    """Look at the die of `size` px at (x, y): twice, the second time better centred, and more often if in doubt."""
    close = close_up(image, x, y, size)
    first, place = _look(close, x, y, size, 0, 1.0, 1)
    if first[0] > ENOUGH:
        return Reading(x, y, size, first[None], close)
    x, y, size = _nudged(place, x, y, size)
    looks = [first, _look(close, x, y, size, 1, 1.0, 1)[0]]
    agreed = min(look.max() for look in looks) > ENOUGH and looks[0].argmax() == looks[1].argmax()
    if not agreed and np.mean(looks, axis=0)[1:].max() > HOPELESS:
        looks += [_look(close, x, y, size, *how)[0] for how in FURTHER]
    return Reading(x, y, size, np.array(looks), close)


def crop_of(close: Close, x: float, y: float, size: float, turn: np.ndarray | None = None, zoom: float = 1.0,
            out: int = LOOK_PX) -> np.ndarray:
    """An (out, out, 3) look centred on (x, y) of the picture, the die 44 px wide times `zoom`."""
    linear = DIE_PX * zoom / (size * close.scale) * (np.eye(2) if turn is None else turn)
    centre = (np.array([x, y]) - (close.x0, close.y0)) * close.scale - 0.5
    shift = (out - 1) / 2 - linear @ centre
    return cv2.warpAffine(close.pixels, np.column_stack([linear, shift]), (out, out), flags=cv2.INTER_LINEAR)


def _look(close: Close, x: float, y: float, size: float, quarters: int, zoom: float, mirror: int,
          ) -> tuple[np.ndarray, np.ndarray]:
    """Chances (7,), and the die's place (dx, dy, log2 scale) along the picture's own axes."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    turn = np.array([[cos * mirror, -sin], [sin * mirror, cos]], float)
    answer = _answer(crop_of(close, x, y, size, turn, zoom))
    chances = np.exp(answer[:7] - answer[:7].max())
    return chances / chances.sum(), np.array([*(turn.T @ answer[7:9]), answer[9]])


def _answer(crop: np.ndarray) -> np.ndarray:
    flat = crop.astype(np.float32)
    spread = max(float(flat.std()), 8.0)
    net = network("reader")
    net.setInput(((flat - flat.mean()) / spread).transpose(2, 0, 1)[None])
    return net.forward()[0]


def _nudged(place: np.ndarray, x: float, y: float, size: float) -> tuple[float, float, float]:
    dx, dy, octave = np.clip(place, -0.3, 0.3)
    return x + dx * size, y + dy * size, size * 2.0 ** float(octave)
