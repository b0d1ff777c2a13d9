"""Naming a straightened card: a few likely ones by a glance at all, then each laid over it and compared closely."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.card_deck import CardDeck, Look
from vision.card_patch import GRID, HIGH, MARGIN, WIDE, describe, face_of, hue_of, ink_of
from vision.register import Target, lay, register, target_of

GLANCES, CLOSE, BEHIND = 10, 4, 0.25
"""How many looks are tried coarsely, how many names of these finely, and how far behind the first they may lie."""
HUE_ENOUGH, HUE_WEIGHT = 0.7, 0.4
NEUTRAL, INK_HUE = 0.005, 0.1
"""How faint a colour counts as none: at all, and as a share of the ink."""
BLOCKS = (6, 9)
HALF = (WIDE // 2, HIGH // 2)


@dataclass(frozen=True, eq=False, slots=True)
class Match:
    """How well one enrolled card fits.

    `ink` and `hue` are correlations, `score` both in one, `worst` how much the least alike block of ink differs, in
    units of the card's mean block. `turns` is 0 or 2 quarters; `here` is where it lies, as `register` gives it.
    """

    name: str
    deck: str
    score: float
    turns: int
    look: Look
    here: np.ndarray
    ink: float = 0.0
    hue: float = 0.0
    worst: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Planes:
    """What is compared of a straightened card, margin and all: its ink at two sizes, and its hue."""

    coarse: np.ndarray
    fine: np.ndarray
    hue: np.ndarray

    def turned(self) -> Planes:
        return Planes(*(np.ascontiguousarray(p[::-1, ::-1]) for p in (self.coarse, self.fine, self.hue)))


def planes_of(patch: np.ndarray) -> Planes:
    ink = ink_of(patch)
    h, w = ink.shape
    half = cv2.resize(ink, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    return Planes(cv2.GaussianBlur(half, (0, 0), 1.8), ink, hue_of(patch))


@lru_cache(maxsize=64)
def _enrolled(picture: bytes) -> Planes:
    """An enrolled look's planes without their margin; few are kept, for the same cards come again and again."""
    planes = planes_of(np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)))
    half = MARGIN // 2
    return Planes(planes.coarse[half:-half, half:-half], face_of(planes.fine), planes.hue[half:-half, half:-half])


@lru_cache(maxsize=64)
def _coarse_target(picture: bytes) -> Target:
    return target_of(_enrolled(picture).coarse, 3)


@lru_cache(maxsize=16)
def _fine_target(picture: bytes) -> Target:
    return target_of(_enrolled(picture).fine, 5)


def glance(patches: Sequence[np.ndarray], decks: Iterable[CardDeck]) -> list[list[Match]]:
    """For each straightened card the looks that are likest as a whole, either way up, likest first."""
    seen = np.stack([v for p in patches for v in _both_ways(describe(p))])
    found: list[list[Match]] = [[] for _ in patches]
    for deck in decks:
        if not deck.owners:
            continue
        likeness = (deck.vectors @ seen.T).reshape(len(deck.owners), len(patches), 2).transpose(1, 0, 2)
        for matches, flat in zip(found, likeness.reshape(len(patches), -1), strict=True):
            for at in np.argpartition(-flat, min(GLANCES, len(flat)) - 1)[:GLANCES]:
                name, look = deck.owners[at // 2]
                matches.append(Match(name, deck.name, float(flat[at]), 2 * int(at % 2), look, np.eye(3)))
    return [sorted(matches, key=lambda m: -m.score)[:GLANCES] for matches in found]


def compare(patch: np.ndarray, glances: Sequence[Match]) -> list[Match]:
    """The cards that a straightened card could be after a close look, likeliest first, one entry a name."""
    planes = planes_of(patch)
    ways = {0: planes, 2: planes.turned()}
    likely = [g for g in glances if g.score > glances[0].score - BEHIND]
    coarse = _one_a_name(sorted((_try_coarse(ways[g.turns], g) for g in likely), key=lambda m: -m.score))
    close = [m for m in coarse[:CLOSE] if m.score > coarse[0].score - BEHIND]
    fine = [_try_fine(ways[m.turns], m) for m in close]
    return sorted(fine, key=lambda m: -m.score) + coarse[len(close):]


def _both_ways(vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    cells = vector.reshape(3, GRID[1], GRID[0])
    return vector, cells[:, ::-1, ::-1].ravel()


def _try_coarse(planes: Planes, m: Match) -> Match:
    ink, here = register(_coarse_target(m.look.picture), planes.coarse, MARGIN // 2, m.here, 6)
    return _scored(planes, replace(m, ink=ink, here=here))


def _try_fine(planes: Planes, m: Match) -> Match:
    target = _fine_target(m.look.picture)
    ink, here = register(target, planes.fine, MARGIN, m.here, 5)
    return _scored(planes, replace(m, ink=ink, here=here, worst=_worst_block(planes, target, here)))


def _scored(planes: Planes, m: Match) -> Match:
    hue = _hue_likeness(lay(planes.hue, HALF, MARGIN // 2, m.here), _enrolled(m.look.picture))
    return replace(m, hue=hue, score=m.ink - HUE_WEIGHT * max(0.0, HUE_ENOUGH - hue))


def _hue_likeness(seen: np.ndarray, enrolled: Planes) -> float:
    """The correlation of two hues, nearly colourless cards being alike; the hue of dark ink is never certain."""
    a, b = seen[3:-3, 3:-3].ravel(), enrolled.hue[3:-3, 3:-3].ravel()
    noise = (NEUTRAL ** 2 + INK_HUE ** 2 * float(enrolled.coarse.var())) * a.size / 2
    return float((a @ b + noise) / np.sqrt((a @ a + noise) * (b @ b + noise)))


def _worst_block(planes: Planes, target: Target, here: np.ndarray) -> float:
    seen = lay(planes.fine, (WIDE, HIGH), MARGIN, here)[target.rim:-target.rim, target.rim:-target.rim]
    seen = (seen - seen.mean()).ravel()
    off = (float(seen @ target.values) / max(1e-6, float(seen @ seen)) * seen - target.values).reshape(
        HIGH - 2 * target.rim, WIDE - 2 * target.rim)
    blocks = cv2.resize(off * off, BLOCKS, interpolation=cv2.INTER_AREA)
    return float(blocks.max() * target.values.size / target.norm ** 2)


def _one_a_name(matches: list[Match]) -> list[Match]:
    best: dict[tuple[str, str], Match] = {}
    for m in matches:
        best.setdefault((m.deck, m.name), m)
    return list(best.values())
