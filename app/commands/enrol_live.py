"""Cards shown to a camera one after the other, each asked for by its name."""
from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence

from app.errors import UsageError
from app.game.errors import GameError
from app.lesson import picture_from
from app.packs import known_packs, load_pack
from hardware.camera import Camera, open_camera
from vision.card_deck import Look
from vision.card_enrol import find_card_shown, look_at

ASKED = "lay {card!r} down alone, on a plain ground, and press Enter: "


def names_to_show(deck: str, cards: Sequence[str], enrolled: Collection[str]) -> tuple[str, ...]:
    """The cards named, or those of the pack's deck GAME/DECK still missing; raises UsageError if there are none."""
    if cards:
        return tuple(cards)
    game, _, part = deck.partition("/")
    known = _deck_of(game, part)
    missing = tuple(name for name in known if name not in enrolled)
    if not missing:
        raise UsageError(f"all {len(known)} cards of {deck!r} are enrolled: name those to show again with --cards")
    return missing


def shown_live(source: str, cards: Sequence[str]) -> Iterator[tuple[str, Look]]:
    """Each card as the camera sees it when the owner says so, asked for again until its edge is seen."""
    camera = open_camera(source)
    try:
        for card in cards:
            yield card, _look_at_shown(camera, card)
    except EOFError:
        print("stopped: the cards shown until now are kept", file=sys.stderr)
    finally:
        camera.close()


def _deck_of(game: str, deck: str) -> tuple[str, ...]:
    try:
        cards = load_pack(game).cards.values() if game in known_packs() else ()
    except GameError as refusal:
        raise UsageError(f"which cards? Name them with --cards A,B,…: {refusal}") from refusal
    names = tuple(card.name for card in cards if card.deck == deck)
    if not names:
        decks = sorted({f"{game}/{card.deck}" for card in cards})
        raise UsageError("which cards? Name them in the order shown with --cards A,B,…, or a game's deck with --deck "
                         f"{'; '.join(decks) or 'GAME/DECK'}")
    return names


def _look_at_shown(camera: Camera, card: str) -> Look:
    while True:
        input(ASKED.format(card=card))
        image = picture_from(camera)
        quad = find_card_shown(image)
        if quad is not None:
            return look_at(image, quad)
        print("no card's edge is in sight: lay it flat, whole, on a ground of another colour")
