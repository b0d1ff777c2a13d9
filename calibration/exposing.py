"""Exposure set at the camera itself, where it can be told: nothing clips, and whole beats of the lamps fit in."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from calibration.flicker import Flicker, find_flicker
from calibration.light import light_wanted
from hardware.held import Held, beat_of, brighter
from vision.types import Frame, Profile

_TRIES = 4
_FLICKER_FRAMES = 24


class Adjustable(Protocol):
    """A view whose camera may be told what to hold; `held` is None where it cannot."""

    @property
    def held(self) -> Held | None: ...
    def hold(self, wanted: Held | None) -> None: ...
    def take(self, count: int, every_s: float = 0.0) -> Sequence[Frame]: ...


def expose_strip(view: Adjustable, images: Sequence[np.ndarray], profile: Profile) -> Sequence[np.ndarray]:
    """Lock exposure and balance, then change the exposure until the strip's paper is well lit; the last pictures."""
    view.hold(None)
    for _ in range(_TRIES):
        times = light_wanted(images[-1], profile) if images else 1.0
        if times == 1.0 or view.held is None:
            break
        view.hold(brighter(view.held, times, beat_of(view.held)))
        images = [frame.image for frame in view.take(len(images))]
    return images


def avoid_flicker(view: Adjustable, profile: Profile) -> tuple[Flicker, Sequence[Frame], float]:
    """What still flickers once the exposure holds whole beats of the lamps; the frames; seconds it was set to, or 0.0.

    Raises Unmeasurable.
    """
    view.hold(None)
    frames = view.take(_FLICKER_FRAMES)
    found = find_flicker(frames, profile)
    if not found.mains_hz or view.held is None:
        return found, frames, 0.0
    view.hold(brighter(view.held, 1.0, 1 / (2 * found.mains_hz)))
    frames = view.take(_FLICKER_FRAMES)
    return find_flicker(frames, profile), frames, view.held.exposure_s
