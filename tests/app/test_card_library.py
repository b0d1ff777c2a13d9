"""Enrolled decks from the store: what can be read is, what cannot is said."""
from __future__ import annotations

from pathlib import Path

import numpy as np

from app.card_library import decks_in, save_cards
from app.store import Store
from vision.card_deck import CardDeck
from vision.card_drawings import draw_art_card
from vision.card_enrol import look_at

EDGES = np.array([[0, 0], [251, 0], [251, 351], [0, 351]], np.float32)


def test_a_spoilt_deck_leaves_the_others(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    try:
        save_cards(store, CardDeck("good", {"one": (look_at(draw_art_card(1), EDGES),)}), ["one"])
        store.put_cards("bad", {"two": b"no card at all"})
        decks, wrong = decks_in(store)
        assert ([(name, list(deck.cards)) for name, deck in decks.items()], wrong.count("'two' of deck 'bad'")) == (
            [("good", ["one"])], 1)
    finally:
        store.close()
