"""The read command: what lies in each photo."""
from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from app.card_library import load_decks
from app.config import Places
from app.dice_library import load_faces
from app.errors import UsageError
from calibration.errors import WrongShape
from calibration.profile import load_profile, profile_for
from hardware.errors import PhotoError
from hardware.photos import load_photo
from vision import look
from vision.types import Card, DiceKind, Die, Expectation, Library, Sighting


def run(args: Namespace) -> int:
    """Read the photos one by one; those that cannot be read are named on stderr and make the exit code 2."""
    store = Places(args.data).store
    library = Library(load_faces(store) if args.dice else {}, load_decks(store, [args.deck] if args.deck else []))
    expectation = expectation_of(args.dice, args.deck, library)
    profile = load_profile(args.profile) if args.profile else None
    cv2.setNumThreads(1)  # `ms` is told for one core, here as in the benches
    look.read(np.zeros((64, 64, 3), np.uint8), None, library, expectation)  # loads the networks, which is no reading
    code = 0
    for photo in args.photos:
        try:
            image = load_photo(Path(photo))
            place = profile and profile_for(profile, (image.shape[1], image.shape[0]))
        except (PhotoError, WrongShape) as refusal:
            print(f"{shown(photo)}: {refusal}", file=sys.stderr)
            code = 2
            continue
        began = time.perf_counter()
        sighting = look.read(image, place, library, expectation)
        ms = (time.perf_counter() - began) * 1000
        print(json.dumps(json_of(photo, sighting, ms)) if args.json else text_of(photo, sighting), flush=True)
    return code


def expectation_of(kinds: tuple[str, ...] | None, deck: str | None, library: Library) -> Expectation:
    """What the command line asks to look for; raises UsageError for kinds and decks that nobody enrolled."""
    for kind in kinds or ():
        _check_known("kind of dice", kind, ["pipped", *library.faces])
    if deck is not None:
        _check_known("deck", deck, library.decks)
    return Expectation(tuple(DiceKind(kind) for kind in kinds or ()), () if deck is None else (deck,))


def _check_known(what: str, word: str, known: Iterable[str]) -> None:
    words = sorted(known)
    if word not in words:
        raise UsageError(f"no {what} is called {word!r}; known: {', '.join(words) or 'none, for none is enrolled yet'}")


def shown(photo: str) -> str:
    """The name on one line: what no screen can show, such as a line's end or a byte that is no letter, as its code."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in photo)


def json_of(photo: str, sighting: Sighting, ms: float) -> dict[str, Any]:
    """The command's line for one photo; boxes and quads in pixels of the picture as displayed."""
    name = photo.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # a file may have any name, JSON not
    return {"image": name, "dice": [_json_of_die(die) for die in sighting.dice],
            "cards": [_json_of_card(card) for card in sighting.cards], "doubts": list(sighting.doubts),
            "ms": round(ms, 2)}


def _json_of_die(die: Die) -> dict[str, Any]:
    reading: dict[str, Any] = {"value": die.value} if die.face is None else {"face": die.face}
    reading |= {"pips": die.pips} if die.pips else {}
    return reading | {"kind": die.kind, "colour": die.colour, "box": [round(float(edge), 1) for edge in die.box],
                      "confidence": round(float(die.confidence), 4), "sure": bool(die.sure)}


def _json_of_card(card: Card) -> dict[str, Any]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad]
    return {"name": card.name, "deck": card.deck, "quad": corners,
            "confidence": round(float(card.confidence), 4), "sure": bool(card.sure)}


def text_of(photo: str, sighting: Sighting) -> str:
    """The same for people, `tray.jpg: 3 5? 6`, and below it what a person should look at."""
    dice = [(die.shows, die.sure) for die in sighting.dice]
    cards = [(card.name, card.sure) for card in sighting.cards]
    words = [f"{name}{'' if sure else '?'}" for name, sure in dice + cards]
    return "\n    ".join([f"{shown(photo)}: {' '.join(words) or 'nothing'}", *sighting.doubts])
