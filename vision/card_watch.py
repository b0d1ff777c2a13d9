"""Watching for cards: read only once something has moved and lies still again, and only what was newly laid is told."""
from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.card_spot import Spot, follow, is_told
from vision.cards import find_cards, lies_on
from vision.settle import Area, Rest, settle, shows_hand, shrink, watch
from vision.tray import outline, resize
from vision.types import Card, Expectation, Frame, Library, Profile, Sighting

AROUND_MM = 15.0
"""What is looked at around the spot, for cards laid over its edge."""
LEAST_PX = 32
STILL_S = 0.15
STARING_S = 3.0
"""What has not moved for so long is no hand."""
ENOUGH, MOST = 2, 4
"""How many readings a rest gets: so many at least, and at most so many while they do not agree."""


@dataclass(frozen=True, slots=True)
class CardMemory:
    """What is remembered from frame to frame: `readings` since the last rest; `started` once a first one was read."""

    rest: Rest
    spot: Spot = field(default_factory=Spot)
    readings: int = 0
    started: bool = False


def watch_cards(frame: Frame, profile: Profile | None, library: Library, expectation: Expectation,
                memory: CardMemory | None) -> tuple[Sighting | None, CardMemory]:
    """One step of watching: tells the cards newly laid, as sure, and in `doubts` those that could not be named.

    `memory` is None at the start; cards that lie there then are no news.
    """
    area = spot_in(frame.image, profile)
    small = shrink(Frame(np.ascontiguousarray(frame.image[area])))
    rest = watch(small, frame.at, None, memory.rest if memory else None)
    memory = CardMemory(rest) if memory is None else replace(memory, rest=rest)
    if not rest.due:
        return None, memory
    if _is_busy(rest):
        _, spot = follow(memory.spot, (), frame.at, True)
        return None, replace(memory, spot=spot, readings=0)
    return _read(frame, area, profile, library, expectation, memory)


def spot_in(image: np.ndarray, profile: Profile | None) -> Area:
    """Where the card spot and a little around it lie in the picture; all of it where no spot is known or in view."""
    height, width = image.shape[:2]
    if profile is None or profile.spot_mm is None:
        return slice(0, height), slice(0, width)
    x0, y0, x1, y1 = profile.spot_mm
    around = (x0 - AROUND_MM, y0 - AROUND_MM, x1 + AROUND_MM, y1 + AROUND_MM)
    corners = outline(resize(profile, (width, height)), around)
    ends = np.clip([corners.min(0), corners.max(0)], 0, (width, height)).astype(int)
    (left, top), (right, bottom) = ends.tolist()
    if min(right - left, bottom - top) < LEAST_PX:
        return slice(0, height), slice(0, width)
    return slice(top, bottom), slice(left, right)


def _is_busy(rest: Rest) -> bool:
    if rest.still_s < STILL_S - 1e-6:
        return True
    return rest.still_s < STARING_S and shows_hand(rest.anchor, rest.calm, (slice(None), slice(None)))


def _read(frame: Frame, area: Area, profile: Profile | None, library: Library, expectation: Expectation,
          memory: CardMemory) -> tuple[Sighting | None, CardMemory]:
    seen = find_cards(frame.image[area], None, expectation, library)
    seen = tuple(lies_on(card, (area[1].start, area[0].start), profile, frame.image.shape) for card in seen)
    laid, spot = follow(memory.spot, seen, frame.at, False)
    readings, news = memory.readings + 1, memory.started
    memory = replace(memory, spot=spot, readings=readings)
    doubted: tuple[Card, ...] = ()
    if (readings >= ENOUGH and not spot.first) or readings >= MOST:
        memory = replace(memory, rest=settle(memory.rest), readings=0, started=True)
        doubted = tuple(card for card in seen if not card.sure and not is_told(spot, card))
    if not news or not (laid or doubted):
        return None, memory
    whys = tuple(card.why for card in doubted)
    return Sighting((), tuple(event.card for event in laid), whys, frame.at, doubted), memory
