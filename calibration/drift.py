"""Notices by itself that camera or tray were bumped, and puts the profile right from the markers."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from calibration.sheets import square
from calibration.tray import FEWEST, agree_mm, find_markers, pose_of, still_px, track_markers
from vision.straight import table_of
from vision.tray import resize
from vision.types import Profile

_AT_REST_PX = 1.0
_PATIENCE = 5


@dataclass(frozen=True, eq=False, slots=True)
class Watched:
    """What the last look saw: the markers while they are out of place, and how many looks running saw too few."""

    markers: Mapping[int, np.ndarray]
    blind: int = 0


@dataclass(frozen=True, slots=True)
class Drift:
    """A bump of `moved_mm`; `profile` puts it right, or is None when a person must help. `says` tells it."""

    moved_mm: float
    profile: Profile | None
    says: str


def watch(image: np.ndarray, profile: Profile, memory: Watched | None) -> tuple[Drift | None, Watched]:
    """One look at a frame (h, w, 3) BGR: a Drift once a bump has come to rest, told once each time it is mended.

    Meant for two to five looks a second; a look costs a quarter of a warp and blur of the frame. A profile without
    `markers` (a hand-written one) is never doubted. `memory` is None at the start.
    """
    memory = memory or Watched({})
    if not profile.markers:
        return None, memory
    profile = resize(profile, (image.shape[1], image.shape[0]))
    markers = track_markers(image, profile)
    if len(markers) < FEWEST:
        return _search(image, profile, memory)
    moved = moved_mm(markers, profile)
    if moved < agree_mm(profile):  # markers are placed within 0.1 mm: this is no noise
        return None, Watched({})
    if still_px(memory.markers, markers) > _AT_REST_PX:
        return None, Watched(markers)
    return _mend(markers, profile, moved), Watched({})


def moved_mm(markers: Mapping[int, np.ndarray], profile: Profile) -> float:
    """How far the markers lie off the profile's places, their median in mm: one loose piece is no bump."""
    places = {key: square((x, y), profile.marker_mm) for key, x, y in profile.markers if key in markers}
    return float(np.median([np.linalg.norm(table_of(profile, markers[key]) - place, axis=1).mean()
                            for key, place in places.items()]))


def _search(image: np.ndarray, profile: Profile, memory: Watched) -> tuple[Drift | None, Watched]:
    """Hands hide markers for moments; when they stay away, the whole frame is searched, and then a person is asked."""
    blind = memory.blind + 1
    if blind % _PATIENCE:
        return None, replace(memory, blind=blind)
    known = {key for key, _, _ in profile.markers}
    markers = {key: quad for key, quad in find_markers(image).items() if key in known}
    if len(markers) < FEWEST:
        says = f"Only {len(markers)} of the tray's markers are seen: uncover them, or calibrate the tray again."
        return Drift(0.0, None, says), Watched({}, blind)
    moved = moved_mm(markers, profile)
    return (_mend(markers, profile, moved) if moved >= agree_mm(profile) else None), Watched({})


def _mend(markers: Mapping[int, np.ndarray], profile: Profile, moved: float) -> Drift:
    says = f"Camera or tray moved by {moved:.0f} mm"
    pose = pose_of(markers, profile)
    if max(pose.off_mm.values()) > agree_mm(profile):
        return Drift(moved, None, f"{says} and the markers no longer agree: calibrate the tray again.")
    mended = replace(profile, to_mm=tuple(pose.to_mm.ravel().tolist()))
    return Drift(moved, mended, f"{says}: put right from the markers.")
