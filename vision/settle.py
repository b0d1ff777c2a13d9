"""When the tray has come to rest: a fold over small pictures that costs next to nothing while nothing happens."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.tray import outline, resize
from vision.types import Frame, Profile

Area = tuple[slice, slice]
SMALL_WIDTH = 410
GRAIN, ROUGHEST = 16.0, 48.0
"""Levels that a pixel may differ by and still be the same: at least, and in the noisiest picture."""
SPECKS = 12
"""Channel values that may differ more than that by chance."""
SETTLE_S = 0.06
"""Dice have come to rest when nothing has moved for so long."""
HAND_S, PATIENCE_S = 0.3, 1.0
"""A hand seen so shortly before the rest may have put dice down: then nothing may move for so long."""
STARING_S = 3.0
"""What has not moved for so long is no hand."""
BUMP = 0.1
"""The furthest a bump may move the picture and still be one, as a share of its width."""
HAND_SHARE, ROOM_SHARE = 0.02, 0.75
"""Of the picture, what a hand covers at least, and what only a change of light does."""


@dataclass(frozen=True, eq=False, slots=True)
class Rest:
    """The fold's memory: `anchor` is the small picture since which nothing moved, `calm` the last one acted on.

    `due` says that something has moved since `calm`, `handled` that a hand was there; times are seconds of the camera's
    clock.
    """

    anchor: np.ndarray
    calm: np.ndarray
    since: float
    at: float
    due: bool = True
    handled: bool = False
    hand_at: float = -1e9

    @property
    def still_s(self) -> float:
        """For how long nothing has moved."""
        return self.at - self.since

    @property
    def by_hand(self) -> bool:
        """Whether a hand was last to move: dice may have been put down, one by one."""
        return self.since - self.hand_at < HAND_S


def shrink(frame: Frame) -> np.ndarray:
    """The frame's small picture, at most 410 wide, (h, w, 3) uint8 BGR: the camera's own where there is one."""
    image = frame.image if frame.small is None else frame.small
    height, width = image.shape[:2]
    if width <= SMALL_WIDTH:
        return image
    return np.asarray(cv2.resize(image, (SMALL_WIDTH, max(1, round(height * SMALL_WIDTH / width)))))


def watch(small: np.ndarray, at: float, profile: Profile | None, rest: Rest | None) -> Rest:
    """Take one small picture into the memory; a picture of another size, or a clock set back, begins anew."""
    if rest is None:
        return Rest(small, small, at, at)
    if small.shape != rest.anchor.shape or at < rest.at:
        return Rest(small, small, at, at)
    area = _area(small, profile)
    if not differs(small[area], rest.anchor[area]):
        return replace(rest, at=at)
    if shows_hand(small, rest.calm, area):
        rest = replace(rest, handled=True, hand_at=at)
    return replace(rest, anchor=small, since=at, at=at, due=True)


def is_ready(rest: Rest, profile: Profile | None) -> bool:
    """Whether to read now: something has moved, it has come to rest, and no hand is there."""
    if not rest.due or rest.still_s < (PATIENCE_S if rest.by_hand else SETTLE_S) - 1e-6:
        return False
    return rest.still_s > STARING_S or not shows_hand(rest.anchor, rest.calm, _area(rest.anchor, profile))


def settle(rest: Rest) -> Rest:
    """What lies there has been read: nothing is due until something moves again."""
    return replace(rest, calm=rest.anchor, due=False, handled=False)


def differs(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two small pictures differ by more than their grain."""
    apart = cv2.absdiff(one, other)
    _, marked = cv2.threshold(apart, _grain(one, other), 255, cv2.THRESH_BINARY)
    return int(cv2.countNonZero(marked.reshape(len(marked), -1))) > SPECKS


def _grain(one: np.ndarray, other: np.ndarray) -> float:
    """Levels by which chance parts two pictures: six sigma, told from neighbours, whom light changes alike."""
    apart = one[::24].astype(np.int16) - other[::24]
    between = float(np.median(np.abs(apart[:, 1::3] - apart[:, :-1:3])))
    return float(np.clip(6 * between / 0.954, GRAIN, ROUGHEST))


def shows_hand(small: np.ndarray, calm: np.ndarray, area: Area) -> bool:
    """Whether something large reaches from the picture's border into the `area`, that was not in the `calm` picture."""
    apart = cv2.absdiff(small, calm).max(axis=2)
    changed = cv2.morphologyEx((apart > GRAIN * 1.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if changed.mean() > ROOM_SHARE:
        return False
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=4)
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    reaching = np.intersect1d(border[border > 0], labels[area])
    return bool(np.any(stats[reaching, cv2.CC_STAT_AREA] > HAND_SHARE * changed.size))


def camera_shift(rest: Rest) -> np.ndarray:
    """How far the whole picture has moved since it was `calm`, (2,) in shares of its width: still, but for a bump."""
    before, after = (cv2.cvtColor(p, cv2.COLOR_BGR2GRAY).astype(np.float32) for p in (rest.calm, rest.anchor))
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    shift, response = cv2.phaseCorrelate(before.copy(), after.copy(), window)  # it spoils what it is given
    moved = np.array(shift) / before.shape[1]
    bumped = response > 0.1 and 1e-3 < np.linalg.norm(moved) < BUMP and _explains(shift, before, after)
    return moved if bumped else np.zeros(2)


def _explains(shift: Sequence[float], before: np.ndarray, after: np.ndarray) -> bool:
    """Whether the whole picture, not only some dice in it, moved so: then it fits far better when moved back."""
    back = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float)
    moved = cv2.warpAffine(before, back, before.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    return float(np.median(np.abs(after - moved))) < 0.75 * float(np.median(np.abs(after - before)))


def _area(small: np.ndarray, profile: Profile | None) -> Area:
    """The tray's surroundings in the small picture, or all of it."""
    if profile is None:
        return slice(None), slice(None)
    corners = outline(resize(profile, (small.shape[1], small.shape[0])))
    (x0, y0), (x1, y1) = np.maximum(corners.min(0), 0).astype(int), np.ceil(corners.max(0)).astype(int)
    return slice(y0, y1 + 1), slice(x0, x1 + 1)
