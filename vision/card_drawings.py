"""Cards drawn by rule and laid on drawn tables: what benches and tests show the eye where there are no photographs."""
from __future__ import annotations

import cv2
import numpy as np

SIZE = (252, 352)
FRAME = (1640, 1232)
FONT = cv2.FONT_HERSHEY_DUPLEX


def draw_art_card(seed: int) -> np.ndarray:
    """An art-rich card (352, 252, 3) uint8 BGR: a picture of its own in a frame that the whole deck shares."""
    rng = np.random.default_rng(seed)
    w, h = SIZE
    card = np.full((h, w, 3), (228, 236, 240), np.uint8)
    art = cv2.resize(rng.integers(30, 226, (4, 3, 3), np.uint8), (w - 40, 190), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(6, 12))):
        _draw_shape(art, rng)
    card[44:234, 20:w - 20] = art
    cv2.rectangle(card, (19, 43), (w - 20, 234), (60, 60, 60), 2)
    cv2.putText(card, _word(rng), (22, 33), FONT, 0.7, (40, 40, 40), 1, cv2.LINE_AA)
    for line in range(4):
        cv2.putText(card, " ".join(_word(rng) for _ in range(3)), (22, 258 + 21 * line), FONT, 0.4, (60, 60, 60), 1,
                    cv2.LINE_AA)
    cv2.putText(card, str(rng.integers(1, 10)), (w - 42, h - 12), FONT, 0.9, (40, 40, 160), 2, cv2.LINE_AA)
    return card


def draw_count_card(colour: tuple[int, int, int], count: int, dark: bool = False) -> np.ndarray:
    """One of a deck whose cards differ in nothing but a colour and a count, (352, 252, 3) uint8 BGR."""
    w, h = SIZE
    card = np.full((h, w, 3), colour if dark else (240, 244, 244), np.uint8)
    ink = (240, 244, 244) if dark else colour
    for at in ((14, 42), (w - 46, h - 16)):
        cv2.putText(card, str(count), at, FONT, 1.2, ink, 2, cv2.LINE_AA)
    for i in range(count):
        x, y = (w // 2, w // 3, 2 * w // 3)[i % 3], 70 + int(220 * i / max(1, count - 1 or 1))
        cv2.circle(card, (x, y), 20, ink, -1, cv2.LINE_AA)
    return card


def draw_back(seed: int) -> np.ndarray:
    """A card's back: the same lattice twice mirrored."""
    rng = np.random.default_rng(seed)
    w, h = SIZE
    lattice = rng.integers(0, 2, (11, 8), np.uint8) * 150 + 50
    quarter = cv2.resize(lattice, (w // 2, h // 2), interpolation=cv2.INTER_NEAREST)
    half = np.hstack([quarter, quarter[:, ::-1]])
    whole = np.vstack([half, half[::-1]])
    return np.dstack([whole, whole // 2, 255 - whole])


def draw_table(rng: np.random.Generator, size: tuple[int, int] = FRAME) -> np.ndarray:
    """An empty table of some colour, its grain and its light uneven, (h, w, 3) uint8 BGR."""
    w, h = size
    colour = rng.integers(25, 120, 3).astype(np.float32)
    grain = cv2.resize(rng.normal(0, 9, (h // 4, w // 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    light = cv2.resize(rng.uniform(0.75, 1.2, (3, 4)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return np.clip((colour + grain[..., None]) * light[..., None], 0, 255).astype(np.uint8)


def lay_card(table: np.ndarray, card: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The table with the card at `quad` (4, 2), clockwise from the card's own top left; its corners are round."""
    h, w = card.shape[:2]
    mask = np.zeros((h, w), np.float32)
    for x, y in ((12, 12), (w - 13, 12), (w - 13, h - 13), (12, h - 13)):
        cv2.circle(mask, (x, y), 12, 1.0, -1)
    mask[12:-12], mask[:, 12:-12] = 1, 1
    corners = np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float32)
    to_table = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    size = table.shape[1], table.shape[0]
    share = cv2.warpPerspective(mask, to_table, size, flags=cv2.INTER_AREA)[..., None]
    laid = cv2.warpPerspective(card, to_table, size, flags=cv2.INTER_AREA)
    return (table * (1 - share) + laid * share).astype(np.uint8)


def some_quad(rng: np.random.Generator, height: float, size: tuple[int, int] = FRAME) -> np.ndarray:
    """Corners (4, 2) of a card so many pixels high, anywhere in the picture, turned anyhow, at a slight slant."""
    w, h = size
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (height * SIZE[0] / SIZE[1] / 2, height / 2)
    reach = 0.62 * height
    middle = rng.uniform((reach, reach), (w - reach, h - reach))
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + middle + rng.normal(0, 0.012 * height, (4, 2)))


def spoil(picture: np.ndarray, rng: np.random.Generator, blur: float = 1.0, glare: float = 0.0) -> np.ndarray:
    """The picture as a camera gives it: in coloured light, with glare, moved while exposed, noisy."""
    h, w = picture.shape[:2]
    seen = picture.astype(np.float32) * rng.uniform(0.8, 1.15, 3).astype(np.float32)
    if glare:
        y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
        at, slope = rng.uniform((0.2 * w, 0.2 * h), (0.8 * w, 0.8 * h)), rng.uniform(-1, 1)
        stripe = np.exp(-(((x - at[0]) + slope * (y - at[1])) / (0.04 * w)) ** 2) * 255 * glare
        seen += cv2.resize(stripe, (w, h))[..., None]
    if blur > 1:
        length = round(blur)
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
    return np.clip(seen + rng.normal(0, 3, seen.shape).astype(np.float32), 0, 255).astype(np.uint8)


def _draw_shape(art: np.ndarray, rng: np.random.Generator) -> None:
    h, w = art.shape[:2]
    colour = tuple(int(c) for c in rng.integers(0, 256, 3))
    middle, reach = rng.uniform((0, 0), (w, h)), rng.uniform(12, 60)
    if rng.random() < 0.4:
        at, axes = (int(middle[0]), int(middle[1])), (int(reach), max(4, int(reach * rng.uniform(0.3, 1))))
        cv2.ellipse(art, at, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    else:
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
        points = middle + reach * rng.uniform(0.5, 1, (len(turns), 1)) * np.stack([np.cos(turns), np.sin(turns)], 1)
        cv2.fillPoly(art, [points.astype(np.int32)], colour, cv2.LINE_AA)


def _word(rng: np.random.Generator) -> str:
    return "".join("bcdfglmnprstv"[rng.integers(13)] + "aeiou"[rng.integers(5)] for _ in range(rng.integers(1, 4)))
