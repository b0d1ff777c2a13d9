"""Outlines led by details: where parts of enrolled cards are seen, the whole card must lie about them."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_deck import CardDeck
from vision.outlines import Outline, shrink
from vision.quads import sides_of

SIZE = (200, 300)
MOST_OF_CARD, MOST_OF_PICTURE = 120, 900
NEAR = 0.86
"""Cosine of two descriptors' square roots above which they may show the same detail."""
PARTNERS = 3
GROWN, TURNED = 0.25, 0.25
"""How far two details' ideas of one card may differ in size (log) and turn (rad)."""
MOST_PAIRS, FEWEST = 1200, 4
MIDDLE = np.array([SIZE[0] / SIZE[1] / 2, 0.5])
WORK_PX = 720


@dataclass(frozen=True, eq=False, slots=True)
class Details:
    """`places` (n, 4) float32: x, y, size, turn (rad); `words` (n, 128) uint8: square roots of SIFT's histograms."""

    places: np.ndarray
    words: np.ndarray


def details_of(grey: np.ndarray, most: int) -> Details:
    """The strongest details of a picture (h, w) uint8, in its pixels."""
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02, edgeThreshold=14)
    points, raw = sift.detectAndCompute(grey, None)
    if raw is None:
        return Details(np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8))
    places = np.array([(*p.pt, p.size, np.deg2rad(p.angle)) for p in points], np.float32)
    share = raw / np.maximum(1e-6, raw.sum(1, keepdims=True))
    return Details(places, np.rint(np.sqrt(share) * 510).clip(0, 255).astype(np.uint8))


def details_of_card(card: np.ndarray) -> Details:
    """Details of a straightened card (any size, 3) uint8, in units of its height, x from its left edge."""
    grey = cv2.cvtColor(cv2.resize(card, SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    found = details_of(grey, MOST_OF_CARD)
    return Details(found.places / np.array([SIZE[1], SIZE[1], SIZE[1], 1], np.float32), found.words)


def outlines_by_details(image: np.ndarray, decks: Sequence[CardDeck], most: int = 8) -> list[Outline]:
    """Outlines in `image` (h, w, 3) uint8 BGR where several details of enrolled cards agree on one."""
    scale = min(1.0, WORK_PX / max(image.shape[:2]))
    seen = details_of(cv2.cvtColor(shrink(image, scale), cv2.COLOR_BGR2GRAY), MOST_OF_PICTURE)
    pairs = [_pairs_with(seen, deck) for deck in decks]
    if not pairs or sum(len(p[0]) for p in pairs) < FEWEST:
        return []
    here, there, likeness = (np.concatenate(column) for column in zip(*pairs, strict=True))
    good = np.argsort(-likeness)[:MOST_PAIRS]
    return [Outline(((quad + 0.5) / scale - 0.5).astype(np.float32)) for quad in _agreed(here[good], there[good], most)]


def _pairs_with(seen: Details, deck: CardDeck) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each detail seen with the enrolled ones that look most like it: places here, places there, likeness."""
    places, words = deck.details
    if not len(words) or not len(seen.words):
        return np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32), np.zeros(0, np.float32)
    likeness = _unit(seen.words) @ _unit(words).T
    rows, near, best = np.arange(len(likeness)), [], []
    for _ in range(min(PARTNERS, len(words))):
        near.append(likeness.argmax(1))
        best.append(likeness[rows, near[-1]])
        likeness[rows, near[-1]] = -1
    here, there, strong = np.tile(rows, len(near)), np.concatenate(near), np.concatenate(best)
    good = strong > NEAR
    return seen.places[here[good]], places[there[good]], strong[good]


def _unit(words: np.ndarray) -> np.ndarray:
    w = words.astype(np.float32)
    return np.asarray(w / np.maximum(1.0, np.linalg.norm(w, axis=1, keepdims=True)))


def _agreed(here: np.ndarray, there: np.ndarray, most: int) -> list[np.ndarray]:
    """The quads on which most pairs agree; each pair alone says where, how large and how turned its card is."""
    height = here[:, 2] / np.maximum(1e-6, there[:, 2])
    turn = here[:, 3] - there[:, 3]
    c, s = np.cos(turn), np.sin(turn)
    off = (MIDDLE - there[:, :2]) * height[:, None]
    centre = here[:, :2] + np.stack([c * off[:, 0] - s * off[:, 1], s * off[:, 0] + c * off[:, 1]], 1)
    votes = _friends(centre, turn, height)
    free, quads = np.ones(len(here), bool), []
    for _ in range(most):
        count = (votes @ free.astype(np.float32)) * free
        best = int(np.argmax(count))
        if count[best] < FEWEST:
            break
        mine = (votes[best] > 0) & free
        free &= ~mine
        quad = _quad_from(here[mine, :2].copy(), there[mine, :2].copy())
        if quad is not None:
            quads.append(quad)
    return quads


def _friends(centre: np.ndarray, turn: np.ndarray, height: np.ndarray) -> np.ndarray:
    """(n, n) float32: 1 where two pairs tell of one card."""
    x, y, t, h = (a.astype(np.float32) for a in (*centre.T, turn, np.log(height)))
    reach = (0.12 * np.minimum(height[:, None], height[None])).astype(np.float32)
    near = np.abs(x[:, None] - x) < reach
    near &= np.abs(y[:, None] - y) < reach
    near &= np.abs(h[:, None] - h) < GROWN
    near &= np.cos(t[:, None] - t) > np.cos(TURNED)
    return near.astype(np.float32)


def _quad_from(here: np.ndarray, there: np.ndarray) -> np.ndarray | None:
    found, _ = cv2.estimateAffine2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=4.0)
    if found is None:
        return None
    width = SIZE[0] / SIZE[1]
    quad = np.array([[0, 0], [width, 0], [width, 1], [0, 1]]) @ found[:, :2].T + found[:, 2]
    sides = sides_of(quad)
    area = cv2.contourArea(quad.astype(np.float32), True)
    likely = sides.min() > 20 and area > 0.5 * sides[0] * sides[1] and 0.9 < sides[1] / sides[0] < 2.6
    return quad if likely else None
