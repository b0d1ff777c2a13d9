"""Naming a straightened card: a few likely ones by a glance at all, then each laid over it and compared closely."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.card_deck import CardDeck, Look
from vision.card_patch import HIGH, INNER, MARGIN, WIDE, describe, face_of, hue_of, ink_of
from vision.register import Target, lay, register, target_of

GLANCES, CLOSE, BEHIND = 10, 4, 0.25
"""How many looks are tried coarsely, how many names of these finely, and how far behind the first they may lie."""
EITHER = 0.1
"""At a glance a card stands on its head only if it looks so much likelier; else both ways are tried."""
HUE_ENOUGH, HUE_WEIGHT = 0.7, 0.4
INK_FLOOR, HUE_FLOOR = 0.01, 0.02
"""How far from perfect two looks at one card are at best."""
NEUTRAL = 0.005
"""How faint a colour counts as none."""
HALF = (WIDE // 2, HIGH // 2)


@dataclass(frozen=True, eq=False, slots=True)
class Match:
    """How well one enrolled card fits.

    `ink` and `hue` are correlations, `score` says whether it could be that card at all. `turns` is 0 or 2 quarters,
    `either` says that a glance did not tell which; `here` is where it lies, as `register` gives it.
    """

    name: str
    deck: str
    score: float
    turns: int
    look: Look
    here: np.ndarray
    either: bool = False
    ink: float = 0.0
    hue: float = 0.0

    @property
    def distance(self) -> float:
        """How far it is from that card, to be set against the distance of others: ink and hue count alike."""
        return (1 - self.ink + INK_FLOOR) * (1 - self.hue + HUE_FLOOR)


@dataclass(frozen=True, eq=False, slots=True)
class Planes:
    """What is compared of a straightened card, margin and all: its ink at two sizes, and its picture at half size."""

    coarse: np.ndarray
    fine: np.ndarray
    half: np.ndarray

    def turned(self) -> Planes:
        return Planes(*(np.ascontiguousarray(p[::-1, ::-1]) for p in (self.coarse, self.fine, self.half)))


def planes_of(patch: np.ndarray) -> Planes:
    ink = ink_of(patch)
    h, w = ink.shape
    ink_half, half = (cv2.resize(p, (w // 2, h // 2), interpolation=cv2.INTER_AREA) for p in (ink, patch))
    return Planes(cv2.GaussianBlur(ink_half, (0, 0), 1.8), ink, half)


@lru_cache(maxsize=64)
def _enrolled(picture: bytes) -> Planes:
    """An enrolled look's planes without their margin; few are kept, for the same cards come again and again."""
    planes = planes_of(np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)))
    half = MARGIN // 2
    return Planes(planes.coarse[half:-half, half:-half], face_of(planes.fine), planes.half[half:-half, half:-half])


@lru_cache(maxsize=64)
def _enrolled_hue(picture: bytes) -> np.ndarray:
    return hue_of(_enrolled(picture).half)


@lru_cache(maxsize=64)
def _coarse_target(picture: bytes) -> Target:
    return target_of(_enrolled(picture).coarse, 3)


@lru_cache(maxsize=16)
def _fine_target(picture: bytes) -> Target:
    return target_of(_enrolled(picture).fine, 5)


def glance(patches: Sequence[np.ndarray], decks: Iterable[CardDeck]) -> list[list[Match]]:
    """For each straightened card the looks that are likest as a whole, the likelier way up, likest first."""
    seen = np.stack([v for p in patches for v in _both_ways(describe(p))])
    found: list[list[Match]] = [[] for _ in patches]
    for deck in decks:
        if not deck.owners:
            continue
        likeness = (deck.vectors @ seen.T).reshape(len(deck.owners), len(patches), 2)
        for k, matches in enumerate(found):
            matches.extend(_glances_at(deck, likeness[:, k]))
    return [sorted(matches, key=lambda m: -m.score)[:GLANCES] for matches in found]


def _glances_at(deck: CardDeck, likeness: np.ndarray) -> Iterator[Match]:
    """The likest looks of a deck, given how like each is, the one way up and the other: (n, 2)."""
    best = likeness.max(1)
    for at in np.argpartition(-best, min(GLANCES, len(best)) - 1)[:GLANCES]:
        name, look = deck.owners[at]
        turns, either = 2 * int(likeness[at].argmax()), bool(np.ptp(likeness[at]) < EITHER)
        yield Match(name, deck.name, float(best[at]), turns, look, np.eye(3), either)


def compare(patch: np.ndarray, glances: Sequence[Match]) -> list[Match]:
    """The cards that a straightened card could be after a close look, likeliest first, one entry a name."""
    planes = planes_of(patch)
    ways = {0: planes, 2: planes.turned()}
    likely = [g for g in glances if g.score > glances[0].score - BEHIND]
    coarse = _one_a_name(sorted((_try_coarse(ways[g.turns], g) for g in likely), key=lambda m: m.distance))
    close = [_better_way(ways, m) for m in coarse[:CLOSE]]
    fine = [_try_fine(ways[m.turns], m) for m in close]
    return sorted(fine, key=lambda m: m.distance) + coarse[CLOSE:]


def _both_ways(vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    cells = vector.reshape(3, INNER[1], INNER[0])
    return vector, cells[:, ::-1, ::-1].ravel()


def _better_way(ways: Mapping[int, Planes], m: Match) -> Match:
    if not m.either:
        return m
    other = _try_coarse(ways[2 - m.turns], replace(m, turns=2 - m.turns, here=np.eye(3)))
    return min(m, other, key=lambda m: m.distance)


def _try_coarse(planes: Planes, m: Match) -> Match:
    ink, here = register(_coarse_target(m.look.picture), planes.coarse, MARGIN // 2, m.here, 6)
    return _scored(planes, replace(m, ink=ink, here=here))


def _try_fine(planes: Planes, m: Match) -> Match:
    target = _fine_target(m.look.picture)
    ink, here = register(target, planes.fine, MARGIN, m.here, 5)
    return _scored(planes, replace(m, ink=ink, here=here))


def _scored(planes: Planes, m: Match) -> Match:
    hue = _hue_likeness(hue_of(lay(planes.half, HALF, MARGIN // 2, m.here)), _enrolled_hue(m.look.picture))
    return replace(m, hue=hue, score=m.ink - HUE_WEIGHT * max(0.0, HUE_ENOUGH - hue))


def _hue_likeness(seen: np.ndarray, enrolled: np.ndarray) -> float:
    """The correlation of two hues, nearly colourless cards being alike."""
    a, b = seen[3:-3, 3:-3].ravel(), enrolled[3:-3, 3:-3].ravel()
    noise = NEUTRAL ** 2 * a.size / 2
    return float((a @ b + noise) / np.sqrt((a @ a + noise) * (b @ b + noise)))


def _one_a_name(matches: list[Match]) -> list[Match]:
    best: dict[tuple[str, str], Match] = {}
    for m in matches:
        best.setdefault((m.deck, m.name), m)
    return list(best.values())
