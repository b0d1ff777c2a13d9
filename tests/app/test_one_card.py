"""One draw from light to label: a card laid on the spot in a film is drawn in the game, with its picture."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import cv2
import numpy as np

from app.eye import Eye
from app.game.events import CardSeen
from app.packs import load_pack
from app.senses import library_deck
from app.session import Session
from app.store import Store
from app.table import Table
from hardware.film import FakeCamera
from vision.card_deck import CardDeck
from vision.card_drawings import draw_art_card, draw_table, lay_card
from vision.card_enrol import look_at
from vision.types import Library

PACK = """\
title: Small
players: [2, 2]
decks:
  space: {Alpha: {}, Beta: {}, Gamma: {}}
piles:
  left: {start: [{space: 3}]}
  open: {}
phases:
  play: {prompt: Draw, draws: [left, open], when: {CardSeen: []}}
"""
CARDS = {"Alpha": 1, "Beta": 2, "Gamma": 3}
EDGES = np.array([[0, 0], [251, 0], [251, 351], [0, 351]], np.float32)
SIZE, FPS, PATIENCE_S = (560, 420), 10, 120.0


class FilmTime:
    """Film time that runs a picture a look, however long a look takes."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1 / FPS
        return self.now


def film_of(path: Path, *stacks: str) -> Path:
    """A film of an empty table on which cards are laid, one on the other, each for a second."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    table = draw_table(np.random.default_rng(3), SIZE)
    for place, name in enumerate(("", *stacks)):
        if name:
            x = 180 + 4 * place
            table = lay_card(table, draw_art_card(CARDS[name]),
                             np.array([[x, 90], [x + 150, 92], [x + 148, 302], [x - 2, 300]]))
        for _ in range(FPS):
            writer.write(table)
    writer.release()
    return path


@contextmanager
def watched(folder: Path, looks: dict[str, int], *shown: str) -> Iterator[Table]:
    """A small game in which a film of the cards shown has run to its end; `looks` says which drawing is whose."""
    (folder / "small").mkdir()
    (folder / "small" / "pack.yaml").write_text(PACK)
    deck = library_deck(load_pack(folder / "small").name, "space")
    enrolled = CardDeck(deck, {name: (look_at(draw_art_card(seed), EDGES),) for name, seed in looks.items()})
    film = FakeCamera(film_of(folder / "film.avi", *shown), FilmTime(), loop=False)
    with closing(Store(folder / "store")) as store, closing(Eye(film, None, Library(decks={deck: enrolled}))) as eye:
        table = Table(store, eye, None)
        table.start(str(folder / "small"), ("Ann", "Ben"))
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not film.finished:
            table.tick()
            time.sleep(0.005)
        table.tick()
        yield table


def test_cards_laid_are_cards_drawn(tmp_path: Path) -> None:
    with watched(tmp_path, CARDS, "Beta", "Alpha") as table:
        assert isinstance(table.session, Session)
        facts = [fact for fact in table.session.facts if isinstance(fact.event, CardSeen)]
        assert [fact.event for fact in facts] == [CardSeen("Beta", "space"), CardSeen("Alpha", "space")]
        assert [fact.by for fact in facts] == ["eye", "eye"]
        assert all(fact.photo and (table.photo(fact.photo) or b"").startswith(b"\xff\xd8") for fact in facts)


def test_a_card_that_may_be_either_of_two_is_asked_about_once(tmp_path: Path) -> None:
    with watched(tmp_path, {"Alpha": 1, "Gamma": 1}, "Alpha") as table:
        assert isinstance(table.session, Session)
        (doubt,) = table.session.facts
        assert (table.session.doubt, {name for name, _ in table.cards_like(doubt.seq)[:2]}) == (
            doubt, {"Alpha", "Gamma"})
        table.name_card(doubt.seq, "Gamma")
        table.tick()
        (said,) = table.session.facts
        assert (said.event, said.was, table.session.doubt) == (CardSeen("Gamma", "space"), doubt.event, None)
        assert said.photo
        assert said.photo == doubt.photo
