"""Pictures of dice for tests: drawn by the learner's own renderer, on plain cloth, at known places."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.training.render import Light, Look, View, draw_die, random_look
from vision.training.tables import lay

LIGHT = Light(np.array([0.3, -0.2, 0.93]), 0.6, 0.2, 25.0, 0.5, 8.0)
CLOTH = (0.25, 0.35, 0.3)
BODIES = {"white": (0.95, 0.95, 0.95), "yellow": (0.12, 0.8, 0.95), "blue": (0.75, 0.3, 0.1), "red": (0.1, 0.1, 0.8),
          "black": (0.06, 0.06, 0.06)}


def plain_look(colour: str = "white", seed: int = 0) -> Look:
    """An opaque die with drilled pips: dark ones on light bodies, light ones on dark."""
    body = np.array(BODIES[colour])
    pip = np.full(3, 0.03 if body.max() > 0.9 else 0.97)
    look = random_look(np.random.default_rng(seed))
    return replace(look, body=body, second=body, swirl=0.0, speckle=0.0, clear=0.0, pip=pip, ace=pip, pip_radius=0.19,
                   ace_radius=0.21, spread=0.5, drilled=0.5, rounding=0.2, ball=1.6, disc=0.0)


def table_of(dice: list[tuple[int, str, float, float]], size: tuple[int, int] = (640, 480), die_px: float = 44.0,
             tilt: float = 0.1, seed: int = 0) -> np.ndarray:
    """A picture (h, w, 3) uint8 of `size` (w, h) with dice as (value, colour, x, y)."""
    rng = np.random.default_rng(seed)
    side = max(size)
    picture = np.ones((side, side, 3)) * CLOTH + rng.normal(0, 0.02, (side, side, 3))
    for value, colour, x, y in dice:
        lay(picture, draw_die(rng, View(tilt, 25.0), LIGHT, plain_look(colour), value), x, y, die_px)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)[:size[1], :size[0]]
