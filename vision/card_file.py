"""Cards as bytes: one card's looks for the store, and a whole deck as one file to give away."""
from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Mapping

import numpy as np

from vision.card_deck import CardDeck, Look
from vision.errors import CardFileError

MAGIC, VERSION = b"TSCD", 2
HEAD = struct.Struct("<4sHH")
LOOK = struct.Struct("<IIIf")
FORMAT = "tableside deck"
DAMAGE = (zipfile.BadZipFile, KeyError, TypeError, AttributeError, ValueError, EOFError, NotImplementedError)


def card_to_bytes(looks: tuple[Look, ...]) -> bytes:
    """One card's looks, little-endian: a head, then for each look its counts, vector, places, words and JPEG."""
    parts = [HEAD.pack(MAGIC, VERSION, len(looks))]
    for look in looks:
        parts += [LOOK.pack(len(look.vector), len(look.places), len(look.picture), look.aspect),
                  look.vector.astype("<f2").tobytes(), look.places.astype("<f4").tobytes(), look.words.tobytes(),
                  look.picture]
    return b"".join(parts)


def card_from_bytes(data: bytes) -> tuple[Look, ...]:
    """The looks again; raises CardFileError for what is cut short, damaged or from another version."""
    try:
        magic, version, count = HEAD.unpack_from(data)
        if magic != MAGIC:
            raise CardFileError("is no card of Tableside")
        _check_version(version, "card")
        looks, at = [], HEAD.size
        for _ in range(count):
            look, at = _look_from(data, at)
            looks.append(look)
    except (struct.error, ValueError) as error:
        raise error if isinstance(error, CardFileError) else CardFileError("is cut short or damaged") from error
    if at != len(data) or not looks:
        raise CardFileError("is cut short or damaged")
    return tuple(looks)


def deck_to_bytes(deck: CardDeck) -> bytes:
    """The deck as one file: a zip of its cards, each with its checksum, and a list of their names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        cards = {f"{i:05d}.card": name for i, name in enumerate(deck.cards)}
        about = {"format": FORMAT, "version": VERSION, "name": deck.name, "cards": cards}
        archive.writestr("deck.json", json.dumps(about))
        for member, name in cards.items():
            archive.writestr(member, card_to_bytes(deck.cards[name]))
    return out.getvalue()


def deck_from_bytes(data: bytes) -> CardDeck:
    """The deck again; raises CardFileError in words."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            about = json.loads(archive.read("deck.json"))
            _check_about(about)
            return deck_of(str(about["name"]), {name: archive.read(m) for m, name in about["cards"].items()})
    except DAMAGE as error:
        raise error if isinstance(error, CardFileError) else CardFileError(
            "is no whole deck file: copy it again, or export it again") from error


def deck_of(name: str, bodies: Mapping[str, bytes]) -> CardDeck:
    """A deck from its cards' bytes; raises CardFileError that names the card."""
    cards = {}
    for card, body in bodies.items():
        try:
            cards[card] = card_from_bytes(body)
        except CardFileError as refusal:
            raise CardFileError(f"card {card!r} of deck {name!r} {refusal}") from refusal
    return CardDeck(name, cards)


def _check_about(about: dict[str, object]) -> None:
    if about["format"] != FORMAT:
        raise CardFileError("is no deck file of Tableside")
    version = about["version"]
    _check_version(version if isinstance(version, int) else VERSION + 1, "deck")


def _check_version(version: int, what: str) -> None:
    if version > VERSION:
        raise CardFileError(f"was written by a newer Tableside ({what} version {version}, this one knows {VERSION})")
    if version < VERSION:
        raise CardFileError(f"was written by an older Tableside ({what} version {version}, this one needs {VERSION})")


def _look_from(data: bytes, at: int) -> tuple[Look, int]:
    width, details, jpeg, aspect = LOOK.unpack_from(data, at)
    at += LOOK.size
    vector = np.frombuffer(data, "<f2", width, at).astype(np.float32)
    at += 2 * width
    places = np.frombuffer(data, "<f4", 4 * details, at).reshape(-1, 4)
    at += 16 * details
    words = np.frombuffer(data, np.uint8, 128 * details, at).reshape(-1, 128)
    at += 128 * details
    if at + jpeg > len(data) or data[at:at + 2] != b"\xff\xd8":
        raise CardFileError("is cut short or damaged")
    return Look(data[at:at + jpeg], vector, places, words, aspect), at + jpeg
