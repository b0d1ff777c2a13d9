"""Learning cards: where they lie in a photo, what to keep of each, and which are too alike to tell apart."""
from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.card_deck import CardDeck, Look
from vision.card_details import SIZE, details_of_card
from vision.card_patch import describe, halvings_of, straighten, unit_to
from vision.naming import compare, glance
from vision.outlines import Outline, find_outlines, snapped, whole_picture
from vision.quads import area_of, aspect_of, corner_angles, in_reading_order, overlap

LIKE_SIZE = 1.7
"""How many times larger one card may look than another in a photo of several."""
TOO_ALIKE = 0.97
CUT_OUT, SMALL = (1.35, 1.62), 0.2
"""A picture of a card's own shape is a cut-out, unless what it shows covers more of it than this."""


def find_cards_to_enrol(image: np.ndarray, count: int) -> list[np.ndarray]:
    """The outlines (4, 2) of the `count` cards in view, in reading order; fewer if they are not all found.

    Where no outline looks like a card's and one is asked for, the whole picture is taken for the card.
    """
    least = SMALL * image.shape[0] * image.shape[1] if count == 1 and _is_cut_out(image) else 0.0
    quads = _plain_cards(image, count, least)
    if count == 1 and not quads:
        return [whole_picture(image).quad]
    return [quads[i] for i in in_reading_order(quads)]


def find_card_shown(image: np.ndarray) -> np.ndarray | None:
    """The outline (4, 2) of the one card laid before a camera; None where no edge of a card is in sight."""
    return next(iter(_plain_cards(image, 1, 0.0)), None)


def look_at(image: np.ndarray, quad: np.ndarray) -> Look:
    """What to keep of the card that `quad` (4, 2) outlines in `image` (h, w, 3) uint8 BGR."""
    to_image = unit_to(quad)
    patch = straighten(halvings_of(image), to_image)
    to_large = to_image @ np.diag([1 / (SIZE[0] - 1), 1 / (SIZE[1] - 1), 1])
    large = cv2.warpPerspective(image, to_large, SIZE, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    details = details_of_card(large)
    jpeg = cv2.imencode(".jpg", patch, (cv2.IMWRITE_JPEG_QUALITY, 92))[1].tobytes()
    return Look(jpeg, describe(patch), details.places, details.words, aspect_of(quad))


def picture_of(look: Look) -> np.ndarray:
    """The cut-out as it was enrolled, with a little of its surroundings, (h, w, 3) uint8 BGR."""
    return np.asarray(cv2.imdecode(np.frombuffer(look.picture, np.uint8), cv2.IMREAD_COLOR))


def alike_to(look: Look, deck: CardDeck, name: str) -> str | None:
    """The card of another name that this look could be taken for, if there is one."""
    others = CardDeck(deck.name, {n: looks for n, looks in deck.cards.items() if n != name})
    patch = picture_of(look)
    matches = compare(patch, glance([patch], [others])[0]) if others.cards else []
    return matches[0].name if matches and matches[0].score > TOO_ALIKE else None


def _plain_cards(image: np.ndarray, count: int, least: float) -> list[np.ndarray]:
    """The outlines of at most `count` cards alike in size that cover more than `least` pixels each."""
    found = sorted((o for o in find_outlines(image) if _is_plain(o) and area_of(o.quad) > least), key=_merit,
                   reverse=True)
    best = max((_together(found, area_of(o.quad), count) for o in found), key=_worth, default=[])
    return [snapped(image, o).quad for o in best]


def _is_plain(o: Outline) -> bool:
    """Whether an outline alone, with nothing known of the card, is good enough to learn from."""
    return 1.15 < aspect_of(o.quad) < 1.95 and o.support > 0.75 and 0.95 < o.fill < 1.1 and \
        float(np.abs(corner_angles(o.quad) - 90).max()) < 25


def _is_cut_out(image: np.ndarray) -> bool:
    h, w = image.shape[:2]
    return CUT_OUT[0] < max(h, w) / min(h, w) < CUT_OUT[1]


def _merit(o: Outline) -> float:
    return area_of(o.quad) ** 0.5 * o.support ** 4 * o.strength


def _together(found: Sequence[Outline], area: float, count: int) -> list[Outline]:
    """The best `count` outlines of about that area that do not cover each other."""
    kept: list[Outline] = []
    for o in found:
        near = area / LIKE_SIZE < area_of(o.quad) < area * LIKE_SIZE
        if near and not any(overlap(o.quad, k.quad) > 0.1 for k in kept):
            kept.append(o)
    return kept[:count]


def _worth(group: Sequence[Outline]) -> tuple[int, float]:
    return len(group), sum(_merit(o) for o in group)
