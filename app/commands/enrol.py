"""The enrol command: learn cards from photos, and keep house among the decks learned; dice have their own file."""
from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from app.card_library import load_deck, save_cards, with_look
from app.commands import enrol_dice
from app.commands.enrol_live import names_to_show, shown_live
from app.config import Places
from app.errors import UsageError
from app.store import Store
from hardware.errors import PhotoError
from hardware.photos import load_photo
from vision.card_deck import CardDeck, Look
from vision.card_enrol import alike_to, find_cards_to_enrol, look_at, picture_of
from vision.card_file import deck_from_bytes, deck_to_bytes
from vision.errors import CardFileError


@dataclass(frozen=True, slots=True)
class Shown:
    """One photo and the cards that it shows, in reading order."""

    photo: Path
    names: tuple[str, ...]


def run(args: Namespace) -> int:
    """Do the one thing asked for; raises UsageError for what cannot be done."""
    if args.what == "dice":
        return enrol_dice.run(args)
    store = Store(Places(args.data).store)
    try:
        return _do(args, store)
    finally:
        store.close()


def _do(args: Namespace, store: Store) -> int:
    if args.list:
        return _list(store, args.deck)
    if args.import_file:
        return _import(store, args.import_file, args.deck)
    if not args.deck:
        raise UsageError("which deck? Say --deck NAME")
    if args.forget:
        return _forget(store, args.deck)
    if args.rename:
        return _rename(store, args.deck, *args.rename)
    if args.export_file:
        return _export(store, args.deck, args.export_file)
    folder = Places(args.data).root / "enrolled" / args.deck
    if args.camera:
        return _enrol_live(store, args.deck, args.camera, args.cards, folder)
    return _enrol(store, args.deck, shown_in(args.photos, args.labels), folder)


def _list(store: Store, deck: str | None) -> int:
    decks = store.decks()
    if deck is None:
        print("\n".join(f"{name}: {count} cards" for name, count in decks.items()) or "no deck is enrolled yet")
        return 0
    cards = load_deck(store, _known(store, deck)).cards
    print("\n".join(name if len(looks) == 1 else f"{name} ({len(looks)} looks)" for name, looks in cards.items()))
    return 0


def _forget(store: Store, deck: str) -> int:
    count = store.decks()[_known(store, deck)]
    store.forget_deck(deck)
    print(f"deck {deck!r} is forgotten, with its {count} cards")
    return 0


def _rename(store: Store, deck: str, old: str, new: str) -> int:
    cards = store.cards(_known(store, deck))
    if old not in cards:
        raise UsageError(f"deck {deck!r} has no card {old!r}; `enrol cards --deck {deck} --list` shows its cards")
    if new in cards:
        raise UsageError(f"deck {deck!r} has a card {new!r} already: choose another name")
    store.rename_card(deck, old, new)
    print(f"{old!r} is now {new!r}")
    return 0


def _export(store: Store, deck: str, file: Path) -> int:
    try:
        file.write_bytes(deck_to_bytes(load_deck(store, _known(store, deck))))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from error
    print(f"deck {deck!r} is in {file}")
    return 0


def _import(store: Store, file: Path, name: str | None) -> int:
    try:
        deck = deck_from_bytes(file.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except CardFileError as refusal:
        raise UsageError(f"{file} {refusal}") from refusal
    deck = CardDeck(name or deck.name, deck.cards)
    if deck.name in store.decks():
        raise UsageError(f"there is a deck {deck.name!r} already: name another with --deck, or forget it first")
    save_cards(store, deck, deck.cards)
    print(f"deck {deck.name!r}: {len(deck.cards)} cards")
    return 0


def _known(store: Store, deck: str) -> str:
    decks = store.decks()
    if deck not in decks:
        raise UsageError(f"no deck is called {deck!r}; known: {', '.join(decks) or 'none, for none is enrolled yet'}")
    return deck


def shown_in(photos: Sequence[str], labels: Path | None) -> list[Shown]:
    """What each photo shows: the card that its file is named after, or the cards that the labels say."""
    if labels is None:
        shown = [Shown(Path(photo), (Path(photo).stem,)) for photo in photos]
    else:
        shown = _labelled(photos, labels)
    if not shown:
        raise UsageError("no photo to learn from: name at least one")
    twice = [name for name, count in Counter(name for s in shown for name in s.names).items() if count > 1]
    if twice:
        raise UsageError(f"two cards are called {twice[0]!r}: every card of a deck needs a name of its own")
    return shown


def _labelled(photos: Sequence[str], labels: Path) -> list[Shown]:
    entries = {_key_of(entry["file"]): entry for entry in _entries_of(labels)}
    if not photos:
        return [Shown(labels.parent / e["file"], tuple(e["cards"])) for e in entries.values() if e["role"] == "enrol"]
    strangers = [photo for photo in photos if _key_of(photo) not in entries]
    if strangers:
        raise UsageError(f"{labels} does not say what {strangers[0]} shows")
    found = [(Path(photo), entries[_key_of(photo)]) for photo in photos]
    return [Shown(photo, tuple(entry["cards"])) for photo, entry in found if entry["role"] == "enrol"]


def _entries_of(labels: Path) -> list[dict[str, Any]]:
    try:
        entries = json.loads(labels.read_text(encoding="utf-8"))
        wrong = [e for e in entries if not (isinstance(e["file"], str) and isinstance(e["role"], str)
                                           and all(isinstance(card, str) for card in e["cards"]))]
    except OSError as error:
        raise UsageError(f"cannot read {labels}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{labels} is no list of labels: each needs a file, a role and its cards") from error
    if wrong:
        raise UsageError(f"{labels} is no list of labels: {str(wrong[0])[:60]}")
    return list(entries)


def _key_of(photo: object) -> str:
    return "/".join(Path(str(photo)).parts[-2:])


def _enrol(store: Store, name: str, shown: Sequence[Shown], folder: Path) -> int:
    deck, learned, code = load_deck(store, name), [], 0
    for each in shown:
        try:
            looks = _looks_at(each)
        except PhotoError as refusal:
            print(f"{each.photo}: {refusal}", file=sys.stderr)
            code = 2
            continue
        for card, look in zip(each.names, looks, strict=True):
            deck = with_look(deck, card, look)
            learned.append(card)
    save_cards(store, deck, learned)
    if learned:
        _show(deck, learned, folder)
    return code


def _enrol_live(store: Store, name: str, source: str, cards: Sequence[str], folder: Path) -> int:
    """Each card is kept as soon as it was shown, so that a long deck may be shown in several sittings."""
    deck, learned = load_deck(store, name), []
    for card, look in shown_live(source, names_to_show(name, cards, deck.cards)):
        deck = with_look(deck, card, look)
        save_cards(store, deck, [card])
        learned.append(card)
    if learned:
        _show(deck, learned, folder)
    return 0


def _looks_at(shown: Shown) -> list[Look]:
    image = load_photo(shown.photo)
    quads = find_cards_to_enrol(image, len(shown.names))
    if len(quads) != len(shown.names):
        raise PhotoError(f"shows {len(quads)} cards that can be told from the table, not {len(shown.names)}: "
                         "lay them apart, on a plain ground of another colour")
    return [look_at(image, quad) for quad in quads]


def _show(deck: CardDeck, learned: Sequence[str], folder: Path) -> None:
    """Save the cut-outs for people to look at, and say at once which cards cannot be told apart."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, card in enumerate(learned):
        look = deck.cards[card][-1]
        _save(folder / f"{_file_name(card)}.png", picture_of(look))
        other = alike_to(look, deck, card)
        if other is not None and other not in learned[:i]:
            both = folder / f"alike {_file_name(card)} and {_file_name(other)}.png"
            _save(both, np.hstack([picture_of(look), picture_of(deck.cards[other][-1])]))
            print(f"{card!r} and {other!r} are too alike to be told apart: see {both}")
    print(f"deck {deck.name!r}: {len(learned)} cards learned, {len(deck.cards)} in all; look at the cut-outs in "
          f"{folder} and show again any card whose edge was missed")


def _file_name(card: str) -> str:
    return "".join(c if c.isalnum() or c in " -_." else "_" for c in card)[:80]


def _save(path: Path, image: np.ndarray) -> None:
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
