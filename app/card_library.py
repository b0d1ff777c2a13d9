"""The owner's enrolled cards, from the store to the eye and back."""
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from app.errors import StoreError
from app.store import Store
from vision.card_deck import CardDeck, Look
from vision.card_file import card_to_bytes, deck_of
from vision.errors import CardFileError

MOST_LOOKS = 4
"""Shown again and again, a card keeps its newest looks."""


def load_deck(store: Store, name: str) -> CardDeck:
    """One deck, empty if nobody enrolled it; raises StoreError if a card of it cannot be read."""
    try:
        return deck_of(name, store.cards(name))
    except CardFileError as refusal:
        raise StoreError(f"{store.path}: {refusal}; enrol that card again") from refusal


def decks_in(store: Store) -> tuple[dict[str, CardDeck], str]:
    """All enrolled decks that can be read, and in words what is wrong with the others: play goes on without them."""
    decks, wrong = {}, []
    for name in store.decks():
        try:
            decks[name] = load_deck(store, name)
        except StoreError as refusal:
            wrong.append(str(refusal))
    return decks, "; ".join(wrong)


def load_decks(path: Path, names: Iterable[str]) -> dict[str, CardDeck]:
    """The decks of those names that the store at `path` has; no store, no decks."""
    if not path.exists():
        return {}
    store = Store(path)
    try:
        known = store.decks()
        return {name: load_deck(store, name) for name in names if name in known}
    finally:
        store.close()


def with_look(deck: CardDeck, name: str, look: Look) -> CardDeck:
    """The deck with one more look at that card."""
    looks = (*deck.cards.get(name, ()), look)[-MOST_LOOKS:]
    return CardDeck(deck.name, {**deck.cards, name: looks})


def save_cards(store: Store, deck: CardDeck, names: Iterable[str]) -> None:
    """Keep those cards of the deck, all of them or none."""
    store.put_cards(deck.name, {name: card_to_bytes(deck.cards[name]) for name in names})
