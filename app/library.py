"""All that its owner has taught the eye: the decks and the dice that the store keeps."""
from __future__ import annotations

from app.card_library import decks_in
from app.dice_library import faces_in
from app.store import Store
from vision.types import Library


def library_in(store: Store) -> tuple[Library, str]:
    """What can be read of it, and in words what is wrong with the rest."""
    decks, refused = decks_in(store)
    return Library(faces_in(store), decks), refused
