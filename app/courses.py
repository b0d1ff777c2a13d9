"""What the eye may be taught: of every game the decks that it shows, and the dice with pictures on their faces."""
from __future__ import annotations

from collections.abc import Iterator

from app.game.pack import Pack
from app.language import translation_of
from app.packs import known_packs, load_pack
from app.senses import library_deck
from app.store import Store
from app.view.courses import Course
from app.view.words import Tongue


def courses_in(store: Store) -> tuple[Course, ...]:
    """All there is to teach, game by game, in the language of the moment."""
    return tuple(course for name in known_packs() for course in _courses_of(load_pack(name), store))


def _courses_of(pack: Pack, store: Store) -> Iterator[Course]:
    translate = translation_of(Tongue.language)
    faces = store.faces()
    for deck, label in _seen_in(pack).items():
        key, items = library_deck(pack.name, deck), tuple(card.name for card in pack.deck(deck))
        yield Course(key, translate(pack.title), translate(label), items, len(store.cards(key).keys() & items))
    for die in pack.dice.values():
        if die.kind == "icon":
            items = tuple(dict.fromkeys(map(str, die.faces)))
            known = sum(face in faces.get(die.name, {}) for face in items)
            yield Course(die.name, translate(pack.title), translate(die.name), items, known, dice=True)


def _seen_in(pack: Pack) -> dict[str, str]:
    """The decks that the pack says it shows; one that says nothing may show any."""
    return dict(pack.seen) or {card.deck: card.deck.replace("_", " ").capitalize() for card in pack.cards.values()}
