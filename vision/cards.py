"""Cards in a picture: found, named, and said to be sure or not."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.card_deck import CardDeck
from vision.card_details import outlines_by_details
from vision.card_patch import HIGH, MARGIN, WIDE, halvings_of, straighten, unit_to
from vision.card_trust import trust_in
from vision.naming import Match, compare, glance
from vision.outlines import Outline, find_outlines, whole_picture
from vision.quads import aspect_of, overlap
from vision.register import to_pixels
from vision.straight import table_of
from vision.tray import resize
from vision.types import Card, Expectation, Library, Profile, Quad

FLOOR = 0.6
"""A best score below which nothing is said at all."""
HOLLOW = 0.3
"""Outlines in which not even a glance finds anything likelier than this are not looked at."""
SQUARE = 1.2
COVERS = 0.25


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """One card as read: what it could be, likeliest first, and where the likeliest's corners lie, (4, 2) pixels."""

    matches: tuple[Match, ...]
    quad: np.ndarray

    @property
    def score(self) -> float:
        return self.matches[0].score


def find_cards(image: np.ndarray, profile: Profile | None, expectation: Expectation,
               library: Library) -> tuple[Card, ...]:
    """The cards that `image` (h, w, 3) uint8 BGR shows, of the decks expected; none expected, none looked for.

    Where one of these is in doubt the library's other decks are searched too.
    """
    named = [library.decks[name] for name in expectation.decks if name in library.decks]
    others = [deck for name, deck in library.decks.items() if name not in expectation.decks]
    if not named:
        return ()
    readings = read_cards(image, named)
    if others and not (readings and all(is_sure(r) for r in readings)):
        readings = _uncovered([*readings, *(r for r in read_cards(image, others) if is_sure(r))])
    here = None if profile is None else resize(profile, (image.shape[1], image.shape[0]))
    return tuple(_card_of(r, here) for r in readings)


def lies_on(card: Card, corner: tuple[int, int], profile: Profile | None, shape: tuple[int, ...]) -> Card:
    """The card as it lies in a frame of `shape`, having been read in a part of it whose top left is `corner` (x, y)."""
    quad = np.array(card.quad) + corner
    quad_mm = None if profile is None else _on_table(quad, resize(profile, (shape[1], shape[0])))
    return replace(card, quad=_corners(quad), quad_mm=quad_mm)


def read_cards(image: np.ndarray, decks: Sequence[CardDeck]) -> list[Reading]:
    """The cards of `decks` in the picture, likeliest first; none of them covers another much.

    Outlines are looked for first. What only its details give away (no edge in sight, partly hidden) is looked for
    unless every outline that might be a card is sure.
    """
    first = _read_outlines(image, [*find_outlines(image), whole_picture(image)], decks, [])
    if first and all(is_sure(r) for r in first):
        return first
    return _read_outlines(image, outlines_by_details(image, decks), decks, first)


def is_sure(reading: Reading) -> bool:
    return trust_in(reading.matches).sure


def _read_outlines(image: np.ndarray, outlines: Sequence[Outline], decks: Sequence[CardDeck],
                   known: Sequence[Reading]) -> list[Reading]:
    """Readings of the outlines joined to those known; where two cover each other the better one stays."""
    quads = [q for o in outlines for q in _ways_to_stand(o.quad)]
    halves = halvings_of(image)
    patches = [straighten(halves, unit_to(q)) for q in quads]
    glances = glance(patches, decks) if patches else []
    readings = list(known)
    for quad, patch, likely in sorted(zip(quads, patches, glances, strict=True), key=lambda t: -_best(t[2])):
        if _best(likely) < HOLLOW or any(overlap(r.quad, quad) > COVERS for r in readings if is_sure(r)):
            continue
        matches = compare(patch, likely)
        if matches[0].score > FLOOR:
            readings.append(Reading(tuple(matches), _quad_of(matches[0], quad)))
    return _uncovered(readings)


def _best(matches: Sequence[Match]) -> float:
    return matches[0].score if matches else -1.0


def _ways_to_stand(quad: np.ndarray) -> list[np.ndarray]:
    """Seen at a slant a card can look as wide as high: then it may stand on either side."""
    return [quad] if aspect_of(quad) > SQUARE else [quad, np.roll(quad, -1, axis=0)]


def _uncovered(readings: Iterable[Reading]) -> list[Reading]:
    kept: list[Reading] = []
    for r in sorted(readings, key=lambda r: -r.score):
        if not any(overlap(r.quad, k.quad) > COVERS for k in kept):
            kept.append(r)
    return kept


def _quad_of(m: Match, quad: np.ndarray) -> np.ndarray:
    """Where the named card's corners lie in the picture, from where it lay on the patch."""
    corners = np.array([[[0, 0], [WIDE - 1, 0], [WIDE - 1, HIGH - 1], [0, HIGH - 1]]], np.float64)
    on_patch = cv2.perspectiveTransform(corners, to_pixels(m.here, (WIDE, HIGH), MARGIN))[0] - MARGIN
    unit = on_patch / (WIDE - 1, HIGH - 1)
    return np.asarray(cv2.perspectiveTransform(unit[None], unit_to(np.roll(quad, -m.turns, axis=0)))[0])


def _card_of(reading: Reading, profile: Profile | None) -> Card:
    best, trust = reading.matches[0], trust_in(reading.matches)
    runner_up = reading.matches[1].name if len(reading.matches) > 1 else None
    quad_mm = None if profile is None else _on_table(reading.quad, profile)
    return Card(_corners(reading.quad), best.name, best.deck, trust.confidence, runner_up, trust.sure, quad_mm,
                trust.why)


def _on_table(quad: np.ndarray, profile: Profile) -> Quad:
    return _corners(table_of(profile, quad))


def _corners(quad: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
