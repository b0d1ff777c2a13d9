"""How well and how fast drawn cards are named among a thousand and ten thousand, beside yardsticks of the same run."""
from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from app.card_library import load_decks, save_cards
from app.commands.bench import Rows
from app.commands.bench_dice import warp_and_blur_of
from app.store import Store
from vision.card_deck import CardDeck, Look
from vision.card_drawings import SIZE, draw_art_card, draw_table, lay_card, some_quad, spoil
from vision.card_enrol import look_at, picture_of
from vision.card_patch import HIGH, WIDE, describe, face_of, halvings_of, straighten, unit_to
from vision.card_watch import watch_cards
from vision.cards import find_cards
from vision.outlines import find_outlines
from vision.tray import STANDARD_RIG
from vision.types import Card, Expectation, Frame, Library

SOME, MANY = 1_000, 10_000
KNOWN, STRANGERS, FOR_PLAIN = 50, 50, 10
RIVALS = 40
"""The plain methods are told which of so many cards alone it can be: ORB needs a second for each hundred."""
EDGES = np.array([[0, 0], [SIZE[0] - 1, 0], [SIZE[0] - 1, SIZE[1] - 1], [0, SIZE[1] - 1]], np.float32)
HERE = Expectation(decks=("drawn",))
Row = dict[str, float | int | str]


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """One frame and the name of the card in it."""

    name: str
    frame: np.ndarray


def run() -> Rows:
    """Rows for reading among few and many, for strangers, learning, loading, watching, and two plain methods."""
    cv2.setNumThreads(1)
    known = [frame_of(seed) for seed in range(0, SOME, SOME // KNOWN)]
    strange = [frame_of(seed) for seed in range(2 * MANY, 2 * MANY + STRANGERS)]
    yardstick = statistics.median(_ms(warp_and_blur_of(known[0].frame.shape), seen.frame) for seen in known)
    deck, learning = _learn()
    more = CardDeck("drawn", deck.cards | {str(seed): (glimpse(seed),) for seed in range(SOME, MANY)})
    rows: Rows = {f"{SOME} enrolled": _reading(known, strange, deck, yardstick),
                  f"{MANY} enrolled": _reading(known, strange, more, yardstick),
                  "learning a card": {"ms": learning, "ratio": learning / yardstick},
                  f"loading {SOME}": _loading(deck), "an unchanged spot": _watching(known[0].frame, deck, yardstick)}
    names = {*list(deck.cards)[:: SOME // RIVALS], *(seen.name for seen in known[:FOR_PLAIN])}
    few = {name: face_of(picture_of(deck.cards[name][0])) for name in names}
    return rows | {"perceptual hash": _plain(known[:FOR_PLAIN], few, _hash_of, _hash_likeness),
                   "ORB + RANSAC": _plain(known[:FOR_PLAIN], few, _orb_of, _orb_likeness)}


def frame_of(seed: int) -> Seen:
    """A card somewhere on a table as the rig's camera gives it: perhaps with glare, perhaps moved while exposed."""
    rng = np.random.default_rng(seed + 1)
    quad = some_quad(rng, rng.uniform(260, 420))
    laid = lay_card(draw_table(rng), draw_art_card(seed), quad)
    return Seen(str(seed), spoil(laid, rng, blur=rng.uniform(1, 5), glare=float(rng.choice((0.0, 0.25)))))


def glimpse(seed: int) -> Look:
    """A look without details, which only a search without outlines needs: made ten times faster."""
    patch = straighten(halvings_of(draw_art_card(seed)), unit_to(EDGES))
    jpeg = cv2.imencode(".jpg", patch, (cv2.IMWRITE_JPEG_QUALITY, 92))[1].tobytes()
    return Look(jpeg, describe(patch), np.zeros((0, 4), np.float32), np.zeros((0, 128), np.uint8), SIZE[1] / SIZE[0])


def _ms(deed: Callable[[np.ndarray], object], image: np.ndarray) -> float:
    began = time.process_time()  # of the processor, so that a busy machine does not blur the ratio
    deed(image)
    return (time.process_time() - began) * 1000


def _learn() -> tuple[CardDeck, float]:
    cards: dict[str, tuple[Look, ...]] = {}
    times = []
    for seed in range(SOME):
        face, began = draw_art_card(seed), time.process_time()
        cards[str(seed)] = (look_at(face, EDGES),)
        times.append((time.process_time() - began) * 1000)
    return CardDeck("drawn", cards), statistics.median(times)


def _reading(known: list[Seen], strange: list[Seen], deck: CardDeck, yardstick: float) -> Row:
    """How long, how often right and sure, and how often sure of a card that was never enrolled."""
    library = Library(decks={deck.name: deck})
    found: list[tuple[Card, ...]] = []
    times = [_ms(lambda frame: found.append(find_cards(frame, None, HERE, library)), seen.frame) for seen in known]
    right = [[card.name for card in cards] == [seen.name] for seen, cards in zip(known, found, strict=True)]
    sure = [well and cards[0].sure for well, cards in zip(right, found, strict=True)]
    wrong = [any(card.sure and card.name != seen.name for card in cards)
             for seen, cards in zip(known, found, strict=True)]
    false = [any(card.sure for card in find_cards(seen.frame, None, HERE, library)) for seen in strange]
    ms = statistics.median(times)
    return {"ms": ms, "ratio": ms / yardstick, "right %": 100 * statistics.mean(right),
            "sure %": 100 * statistics.mean(sure), "wrong and sure %": 100 * statistics.mean(wrong),
            "strangers sure %": 100 * statistics.mean(false)}


def _loading(deck: CardDeck) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        store = Store(path)
        save_cards(store, deck, deck.cards)
        store.close()
        began = time.process_time()
        loaded = load_decks(path, [deck.name])[deck.name]
        ms = (time.process_time() - began) * 1000
        in_memory = sum(len(look.picture) + look.vector.nbytes + look.places.nbytes + look.words.nbytes
                        for _, look in loaded.owners)
        return {"ms": ms, "MB on disk": sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6,
                "MB in memory": in_memory / 1e6}


def _watching(image: np.ndarray, deck: CardDeck, yardstick: float) -> Row:
    library, memory, times = Library(decks={deck.name: deck}), None, []
    for number in range(30):
        began = time.process_time()
        _, memory = watch_cards(Frame(image, number / 10), STANDARD_RIG, library, HERE, memory)
        times.append((time.process_time() - began) * 1000)
    ms = statistics.median(times[15:])
    return {"ms": ms, "ratio": ms / yardstick}


def _plain(known: list[Seen], faces: dict[str, np.ndarray], describe_face: Callable[[np.ndarray], Any],
           likeness: Callable[[Any, Any], float]) -> Row:
    """How many a plain method gets right on our best outlines, both ways up, and what it takes."""
    enrolled = {name: describe_face(face) for name, face in faces.items()}
    right, times = 0, []
    for seen in known:
        began, halves = time.process_time(), halvings_of(seen.frame)
        cuts = [face_of(straighten(halves, unit_to(o.quad))) for o in find_outlines(seen.frame)[:4]]
        ways = [describe_face(cut) for whole in cuts for cut in (whole, np.ascontiguousarray(whole[::-1, ::-1]))]
        best = max(enrolled, key=lambda name: max((likeness(enrolled[name], way) for way in ways), default=-1.0))
        times.append((time.process_time() - began) * 1000)
        right += best == seen.name
    return {"ms": statistics.median(times), "right %": 100 * right / len(known), "among": len(enrolled)}


def _hash_of(face: np.ndarray) -> np.ndarray:
    grey = cv2.cvtColor(cv2.resize(face, (32, 32), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    low = cv2.dct(grey.astype(np.float32))[:8, :8]
    return np.asarray(low > np.median(low))


def _hash_likeness(a: np.ndarray, b: np.ndarray) -> float:
    return float((a == b).mean())


def _orb_of(face: np.ndarray) -> Any:
    large = cv2.resize(face, (2 * WIDE, 2 * HIGH), interpolation=cv2.INTER_CUBIC)
    return cv2.ORB.create(500).detectAndCompute(cv2.cvtColor(large, cv2.COLOR_BGR2GRAY), None)


def _orb_likeness(a: Any, b: Any) -> float:
    (points, words), (others, seen_words) = a, b
    if words is None or seen_words is None:
        return 0.0
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(words, seen_words)
    if len(pairs) < 5:
        return 0.0
    here = np.array([points[p.queryIdx].pt for p in pairs], np.float32)
    there = np.array([others[p.trainIdx].pt for p in pairs], np.float32)
    _, kept = cv2.findHomography(here, there, cv2.RANSAC, 4.0)
    return 0.0 if kept is None else float(kept.sum())
