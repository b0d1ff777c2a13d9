"""Icon dice: enrolled from one look at each face, named at any turn, and strangers doubted."""
from __future__ import annotations

from dataclasses import replace

import cv2
import drawn_dice
import numpy as np
import pytest
from icon_dice import GEARS, SIGNS, Place, table_of

from vision.dice import find_dice
from vision.errors import FaceFileError, NoFace
from vision.face_enrol import cut_out
from vision.face_file import kind_from_bytes, kind_to_bytes
from vision.look import read
from vision.training.render import random_light
from vision.types import DiceKind, Expectation, Library, Profile

RED, BLUE = DiceKind("action", "red", (), None, SIGNS), DiceKind("bonus", "blue", (), None, GEARS)
RED_PIPS, BLUE_PIPS = DiceKind(colour="red"), DiceKind(colour="blue")
GAME = Expectation((RED, BLUE, RED_PIPS, BLUE_PIPS))
RIG = Profile(size=(640, 480), to_mm=(0.3636, 0, 0, 0, 0.3636, 0, 0, 0, 1), tray_mm=(0, 0, 232, 174))


def shown(face, kind, colour, turn=0.5, seed=3):
    return table_of(kind, colour, [Place(face, 320, 240, turn)], die_px=70, tilt=0.08, seed=seed)


@pytest.fixture(scope="module")
def library():
    """Two kinds that share three icons, each face shown once."""
    return Library({kind.kind: {face: cut_out(shown(face, kind.faces, kind.colour, turn))[None]
                                for turn, face in enumerate(kind.faces)} for kind in (RED, BLUE)})


def scattered(kind, rng):
    return [Place(face, 100 + 210 * (i % 3) + rng.uniform(-20, 20), 130 + 210 * (i // 3) + rng.uniform(-20, 20),
                  rng.uniform(0, 2 * np.pi)) for i, face in enumerate(kind)]


def photographed(picture, rng):
    """As a fair camera gives it: soft, grainy, packed."""
    grainy = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.2)) + rng.normal(0, rng.uniform(1, 8), picture.shape)
    packed = cv2.imencode(".jpg", np.clip(grainy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def scene(seed, kind, colour, dice_px, tilt):
    """A table under a light of its own, and what lies where."""
    rng = np.random.default_rng(seed)
    places = scattered(kind, rng)
    light = replace(random_light(rng), ambient=rng.uniform(0.4, 0.8))
    picture = table_of(kind, colour, places, die_px=dice_px, tilt=tilt, light=light, cloth=rng.uniform(0.1, 0.6, 3))
    return photographed(picture, rng), places


def at(dice, place):
    near = [d for d in dice if abs((d.box[0] + d.box[2]) / 2 - place.x) < 18
            and abs((d.box[1] + d.box[3]) / 2 - place.y) < 18]
    return near[0] if len(near) == 1 else None


SCENES = [(1, 40, 0.35), (2, 85, 0.5), (3, 30, 0.2)]


@pytest.mark.parametrize(("seed", "dice_px", "tilt"), SCENES)
@pytest.mark.parametrize("kind", [RED, BLUE], ids=["red", "blue"])
def test_every_face_is_named_at_any_turn(library, kind, seed, dice_px, tilt):
    picture, places = scene(seed, kind.faces, kind.colour, dice_px, tilt)
    dice = find_dice(picture, None, GAME, library)
    named = [(at(dice, place), place.face) for place in places]
    assert [die and (die.kind, die.face, die.colour) for die, _ in named] == \
        [(kind.kind, face, kind.colour) for _, face in named]
    assert sum(die.sure for die, _ in named) >= 4


@pytest.mark.parametrize(("seed", "dice_px", "tilt"), SCENES[:2])
def test_a_die_that_was_never_shown_is_asked_about(library, seed, dice_px, tilt):
    unknown = ("eye", "drop", "gear", "eye", "drop", "gear")
    picture, _ = scene(seed, unknown, "red", dice_px, tilt)
    assert [(d.face, d.value) for d in find_dice(picture, None, Expectation((RED, BLUE)), library) if d.sure] == []


def test_pips_and_icons_lie_in_one_tray(library):
    icons = table_of(SIGNS, "red", [Place("star", 120, 120), Place("bolt", 300, 330, 2)], size=(400, 480), tilt=0.2)
    pips = drawn_dice.table_of([(3, "red", 100, 350), (6, "blue", 150, 120)], size=(240, 480), tilt=0.2)
    dice = find_dice(np.hstack([icons, pips]), None, GAME, library)
    assert sorted((d.kind, str(d.shows), d.colour, d.sure) for d in dice) == [
        ("action", "bolt", "red", True), ("action", "star", "red", True),
        ("pipped", "3", "red", True), ("pipped", "6", "blue", True)]


def test_a_calibrated_tray_helps(library):
    picture = table_of(SIGNS, "red", [Place("claw", 320, 240)], die_px=44)
    (die,) = find_dice(picture, RIG, GAME, library)
    assert (die.face, die.sure) == ("claw", True)


@pytest.mark.parametrize(("expected", "seen"), [
    (Expectation((replace(RED, faces=("star", "claw")),)), ("bolt", False, "no red die here shows a bolt")),
    (Expectation((replace(RED, faces=()),)), ("bolt", True, "")),
    (Expectation((DiceKind("resource", "red", ()),)), (None, False, "its faces are not enrolled")),
])
def test_the_rules_have_a_say(library, expected, seen):
    (die,) = find_dice(shown("bolt", SIGNS, "red"), None, expected, library)
    assert (die.face, die.sure, die.why) == seen


def test_a_still_reads_icons_and_says_what_it_doubts(library):
    sighting = read(shown("star", SIGNS, "red"), None, library, GAME)
    assert ([die.face for die in sighting.dice], sighting.doubts) == (["star"], ())
    assert read(shown("star", SIGNS, "red"), None, library, Expectation((DiceKind("x"),))).dice == ()


@pytest.mark.parametrize(("picture", "said"), [
    (np.full((480, 640, 3), 90, np.uint8), "shows no die"),
    (table_of(SIGNS, "red", [Place("star", 200, 240), Place("bolt", 420, 240)], die_px=70), "shows 2 dice"),
    (table_of(SIGNS, "red", [Place("star", 320, 240, 0.1)], die_px=90, tilt=0.75), "straight above"),
], ids=["nothing", "two", "slanted"])
def test_what_cannot_be_enrolled_is_said(picture, said):
    with pytest.raises(NoFace, match=said):
        cut_out(picture)


def test_a_kind_survives_its_file(library):
    faces = library.faces["action"]
    name, back = kind_from_bytes(kind_to_bytes("action", faces))
    assert (name, list(back)) == ("action", list(faces))
    assert all(np.array_equal(back[face], looks) for face, looks in faces.items())


@pytest.mark.parametrize("spoil", [lambda b: b[:-60], lambda b: b[:len(b) // 2], lambda b: b"", lambda b: b"PK" * 90])
def test_a_damaged_file_is_refused(library, spoil):
    with pytest.raises(FaceFileError):
        kind_from_bytes(spoil(kind_to_bytes("action", library.faces["action"])))
