"""Cards or faces shown to the camera one after the other: each asked for by its name, looked at together, and kept."""
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np

from app.card_library import load_deck, save_cards
from app.card_library import with_look as with_card
from app.dice_library import faces_in, save_faces
from app.dice_library import with_look as with_face
from app.errors import Unseen
from app.language import translation_of
from app.store import Store
from app.view.courses import Course
from app.view.words import Tongue, say
from hardware.health import Health
from vision.card_enrol import alike_to as card_alike
from vision.card_enrol import find_card_shown, look_at, picture_of
from vision.errors import NoFace
from vision.face_enrol import cut_out
from vision.faces import alike_to as face_alike
from vision.types import Frame

FIRST_FRAME_S = 5.0
FACE_SHOWN_PX = 256
SHOW, LOOK = (("shown", ""), ("skip", "s"), ("stop", "q")), (("right", ""), ("show_again", "n"))


class Teacher(Protocol):
    """Where a lesson speaks, shows and asks."""

    def open_step(self, step: str, number: int, steps: int) -> None: ...
    def say(self, words: str) -> None: ...
    def show(self, picture: np.ndarray | None) -> None:
        """A cut-out, (h, w, 3) uint8 BGR, to be looked at."""

    def ask(self, words: str, answers: tuple[tuple[str, str], ...]) -> str: ...


class Pupil(Protocol):
    """What learns: `look` raises Unseen, in words, where nothing can be learned from a picture."""

    kind: str  # card or face

    @property
    def known(self) -> Sequence[str]: ...
    def look(self, image: np.ndarray) -> np.ndarray:
        """Look at the picture (h, w, 3) uint8 BGR; the cut-out of what was seen, to be shown."""

    def alike(self, name: str) -> str | None:
        """Another that what was last seen cannot be told from."""

    def keep(self, name: str) -> None:
        """What was last seen has that name."""


class Eyes(Protocol):
    """A camera, or what stands beside one."""

    def read(self) -> Frame | None: ...
    @property
    def health(self) -> Health: ...


class CardPupil:
    """Learns the cards of one deck."""

    kind = "card"

    def __init__(self, store: Store, deck: str) -> None:
        self._store, self._deck = store, load_deck(store, deck)

    @property
    def known(self) -> Sequence[str]:
        return tuple(self._deck.cards)

    def look(self, image: np.ndarray) -> np.ndarray:
        quad = find_card_shown(image)
        if quad is None:
            raise Unseen(say("no_edge"))
        self._seen = look_at(image, quad)
        return picture_of(self._seen)

    def alike(self, name: str) -> str | None:
        return card_alike(self._seen, self._deck, name)

    def keep(self, name: str) -> None:
        self._deck = with_card(self._deck, name, self._seen)
        save_cards(self._store, self._deck, [name])


class FacePupil:
    """Learns the faces of one kind of dice."""

    kind = "face"

    def __init__(self, store: Store, kind: str) -> None:
        self._store, self._kind, self._faces = store, kind, faces_in(store).get(kind, {})

    @property
    def known(self) -> Sequence[str]:
        return tuple(self._faces)

    def look(self, image: np.ndarray) -> np.ndarray:
        try:
            self._seen = cut_out(image)
        except NoFace as refusal:
            raise Unseen(say("no_face")) from refusal
        return cv2.resize(self._seen, (FACE_SHOWN_PX, FACE_SHOWN_PX), interpolation=cv2.INTER_CUBIC)

    def alike(self, name: str) -> str | None:
        return face_alike(self._seen, {face: looks for face, looks in self._faces.items() if face != name})

    def keep(self, name: str) -> None:
        self._faces = with_face(self._faces, name, self._seen)
        save_faces(self._store, self._kind, self._faces, [name])


def teach(store: Store, camera: Eyes, course: Course, teacher: Teacher) -> int:
    """Go through what is missing of a course, or through all of it once more; 0 if all of it is known in the end."""
    pupil: Pupil = FacePupil(store, course.key) if course.dice else CardPupil(store, course.key)
    missing = [name for name in course.items if name not in pupil.known]
    for number, name in enumerate(names := missing or course.items, start=1):
        teacher.open_step(pupil.kind, number, len(names))
        if not _show_one(pupil, camera, name, teacher):
            break
    teacher.show(None)
    teacher.open_step("", 0, 0)
    return int(any(name not in pupil.known for name in course.items))


def _show_one(pupil: Pupil, camera: Eyes, name: str, teacher: Teacher) -> bool:
    """Ask until that one is known or passed over; whether to go on."""
    translate = translation_of(Tongue.language)
    while True:
        teacher.show(None)
        answer = teacher.ask(say(f"show_{pupil.kind}").format(name=translate(name)), SHOW)
        if answer:
            return answer != "q"
        try:
            teacher.show(pupil.look(picture_from(camera)))
        except Unseen as refusal:
            teacher.say(str(refusal))
            continue
        other = pupil.alike(name)
        if other is not None:
            teacher.say(say("too_alike").format(name=translate(name), other=translate(other)))
        if not teacher.ask(say("cut_out").format(name=translate(name)), LOOK):
            pupil.keep(name)
            return True


def picture_from(camera: Eyes) -> np.ndarray:
    """The newest picture (h, w, 3) uint8 BGR; raises Unseen where none comes within five seconds."""
    until = time.monotonic() + FIRST_FRAME_S
    while (frame := camera.read()) is None:
        if time.monotonic() > until:
            raise Unseen(f"{say('no_frame')}: {camera.health.text}")
        time.sleep(0.02)
    return frame.image
