"""The eye's thread: looks at each new frame and hands up what has come to rest, its photo first."""
from __future__ import annotations

import itertools
import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from app.errors import StoreError
from app.senses import rolled_of, seen_of
from calibration import drift
from hardware.camera import Camera
from hardware.health import Health
from hardware.worker import Worker
from vision.card_spot import is_asked
from vision.card_watch import CardMemory, watch_cards
from vision.draw import draw_cards, draw_dice
from vision.errors import VisionError
from vision.look import Memory, look, look_again, read
from vision.settle import SETTLE_S
from vision.tray import rectify
from vision.types import Card, Expectation, Frame, Library, Profile, Sighting

PREVIEW_PX = 480  # as wide as the largest panel shows it
PHOTO_BYTES = 60_000
PHOTO_PX_PER_MM = 2.0
LIKE_A_SCREEN_S = 1 / 60
PLACE_EVERY_S = 0.4
TAB_MM = 8.0  # what is shown around the tray's inside


@dataclass(frozen=True, slots=True)
class Watch:
    """What the eye looks for, and where it hands what it finds: `post(event, by, photo)`, `keep(key, jpeg)`.

    A greater `again` has it read anew what lies there.
    """

    expectation: Expectation
    post: Callable[..., None]
    keep: Callable[[str, bytes], None]
    again: int = 0


class Eye:
    """Looks through `camera` until closed; `watch` None: it only shows the picture.

    `ready` once it can read without delay, `still` while nothing moves in what it watches. A new `library` counts from
    the next picture on.
    """

    def __init__(self, camera: Camera, profile: Profile | None, library: Library) -> None:
        self.camera, self._profile, self.library = camera, profile, library
        self.watch: Watch | None = None
        self.preview: np.ndarray | None = None
        self._memory: Memory | None = None
        self._cards: CardMemory | None = None
        self._seen = self._laid = Sighting()
        self._asked: tuple[Card, ...] = ()  # cards that lie there and that a person was asked about
        self._again = 0
        self._last: Frame | None = None
        self.ready = self.still = False
        self._placed: drift.Watched | None = None
        self._placed_at, self._out_of_place = 0.0, ""
        self._trouble = ""
        self._worker = Worker("eye", self._step)
        self._worker.start()

    @property
    def health(self) -> Health:
        if not self._worker.alive:
            return Health(False, "the eye has stopped: start again")
        trouble = self._trouble or self._out_of_place
        return Health(False, trouble) if trouble else self.camera.health

    @property
    def frame(self) -> Frame | None:
        """The newest frame that it has taken: only its own thread reads the camera."""
        return self._last

    def adopt(self, profile: Profile | None) -> None:
        """See by another profile from now on; from any thread."""
        self._profile, self._placed, self._memory = profile, None, None

    def close(self) -> None:
        self._worker.close()
        self.camera.close()

    def _step(self) -> None:
        frame = self.camera.read()
        if frame is None or frame is self._last:
            self._worker.rest(LIKE_A_SCREEN_S / 2)
            return
        self._last = frame
        try:
            self._take(frame)
            self._trouble = ""
        except VisionError as refusal:
            self._trouble = str(refusal)
        except Exception as error:  # a slip of our own in one picture shall not blind the table for the evening
            self._stumble(error)

    def _stumble(self, error: Exception) -> None:
        """Told once for whoever mends it; with the next picture the watching begins anew."""
        trouble = f"the eye stumbled ({type(error).__name__}): throw again, or enter it by hand"
        if trouble != self._trouble:
            traceback.print_exception(error)
        self._trouble, self._memory, self._cards = trouble, None, None

    def _take(self, frame: Frame) -> None:
        if not self.ready:
            read(frame.image, self._profile, self.library, Expectation())  # the first is slow
            self.ready = True
        self._mind_the_place(frame)
        if (watch := self.watch) is not None:  # asked once: the table may take it away meanwhile
            self._look(frame, watch)
            self._look_for_cards(frame, watch)
        rests = [memory.rest for memory in (self._memory, self._cards) if memory is not None]
        self.still = bool(rests) and all(rest.still_s >= SETTLE_S for rest in rests)
        shown = replace(self._seen, cards=self._laid.cards) if self.still else Sighting()
        self.preview = preview_of(frame.image, self._profile, shown)

    def _mind_the_place(self, frame: Frame) -> None:
        """Somebody bumps the camera: the profile is put right from the tray's markers, or help is asked for."""
        if self._profile is None or abs(frame.at - self._placed_at) < PLACE_EVERY_S:
            return
        self._placed_at = frame.at
        bump, self._placed = drift.watch(frame.image, self._profile, self._placed)
        self._profile = bump.profile if bump and bump.profile else self._profile
        if bump is None and self._placed.blind:
            return
        self._out_of_place = bump.says if bump and bump.profile is None else ""

    def _look(self, frame: Frame, watch: Watch) -> None:
        if watch.expectation.decks and not watch.expectation.dice:
            return  # a game of cards alone: pips in their art are no dice
        if watch.again > self._again and self._memory is not None:
            self._again, self._memory = watch.again, look_again(self._memory)
        sighting, self._memory = look(frame, self._profile, self.library, watch.expectation, self._memory)
        if sighting is None:
            return
        self._seen = sighting
        if sighting.dice:
            watch.post(rolled_of(sighting), "eye", self._kept(frame, watch))

    def _look_for_cards(self, frame: Frame, watch: Watch) -> None:
        """Cards are told one by one; where none of the game's decks is enrolled, nobody looks."""
        if not any(deck in self.library.decks for deck in watch.expectation.decks):
            return
        was_due = self._cards is not None and self._cards.rest.due
        sighting, self._cards = watch_cards(frame, self._profile, self.library, watch.expectation, self._cards)
        doubted = sighting.doubted if sighting else ()
        asked = [card for card in doubted if not is_asked(self._asked, card)]
        if was_due and not self._cards.rest.due:
            self._asked = doubted
        if sighting is None:
            return
        self._laid = sighting
        for card in (*sighting.cards, *asked):
            watch.post(seen_of(card), "eye", self._kept(frame, watch, card))

    def _kept(self, frame: Frame, watch: Watch, card: Card | None = None) -> str | None:
        """The photo's key, or None where the disk took none: what was seen counts all the same."""
        key = uuid.uuid4().hex
        try:
            watch.keep(key, photo_of(frame.image, self._profile) if card is None else photo_of_card(frame.image, card))
        except StoreError:
            return None
        return key


def photo_of(image: np.ndarray, profile: Profile | None) -> bytes:
    """The picture (h, w, 3) uint8 BGR, cropped to the tray, as a JPEG of at most PHOTO_BYTES."""
    return _jpeg_of(tray_of(image, profile, PHOTO_PX_PER_MM))


def photo_of_card(image: np.ndarray, card: Card) -> bytes:
    """The picture around a card and half as much again, as a JPEG of at most PHOTO_BYTES."""
    corners = np.array(card.quad)
    reach = 0.25 * np.ptp(corners, axis=0)
    ends = np.clip([corners.min(0) - reach, corners.max(0) + reach], 0, (image.shape[1], image.shape[0])).astype(int)
    (left, top), (right, bottom) = ends.tolist()
    return _jpeg_of(image[top:bottom, left:right])


def _jpeg_of(picture: np.ndarray) -> bytes:
    for quality in itertools.count(85, -15):
        _, jpeg = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, max(quality, 10)))
        if len(jpeg) <= PHOTO_BYTES:
            break
        if quality <= 10:
            picture = cv2.resize(picture, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    return jpeg.tobytes()


def preview_of(image: np.ndarray, profile: Profile | None, seen: Sighting) -> np.ndarray:
    """The tray as it is now, PREVIEW_PX wide at most, what was last seen outlined."""
    drawn = draw_cards(draw_dice(image, seen.dice), seen.cards)
    picture = tray_of(drawn, profile, PHOTO_PX_PER_MM)
    scale = min(PREVIEW_PX / picture.shape[1], 1.0)
    return picture if scale == 1.0 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def tray_of(image: np.ndarray, profile: Profile | None, px_per_mm: float) -> np.ndarray:
    """The tray's inside seen from above, or without a profile the whole picture, 800 pixels wide at most."""
    if profile is None:
        scale = min(800 / image.shape[1], 1.0)
        return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x0, y0, x1, y1 = profile.tray_mm
    return rectify(image, profile, (x0 - TAB_MM, y0 - TAB_MM, x1 + TAB_MM, y1 + TAB_MM), px_per_mm)


def told_again(watch: Watch) -> Watch:
    """The same watch, asking for another look."""
    return replace(watch, again=watch.again + 1)
