"""Reads dice in a picture: where they lie, what they show, of which colour, and how sure that is."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.colour import name_colour, name_pips, tones_of
from vision.confidence import Signs, confidence_of
from vision.errors import NoPicture
from vision.faces import Faces, NamedFace, name_face
from vision.finder import NORM_PX, Spot, find_spots, find_spots_at
from vision.light import even
from vision.reader import Reading, crop_of, read_die
from vision.stance import View, fit_face, half_out, leans, stacked, view_of
from vision.straight import frame_of, table_of
from vision.tray import resize
from vision.types import DiceKind, Die, Expectation, Library, Profile

WARM = 0.2
"""Heat from which a spot is looked at."""
SEEN, LIKELY, PLAIN = 0.35, 0.5, 0.6
"""Weights from which something is said to be seen, is more likely a die than not, and is one beyond doubt."""
LARGE = 0.03
"""Share of the picture's length from which a die is large."""
READABLE, SURE = 0.35, 0.95
"""Confidence from which a value is told, and from which it may be acted on."""
CLEAR = 0.8
"""Chance that the looks must give a value on average to be of one mind."""
OCTAVES = 1.15
"""No two dice of a photo differ more in size."""
FEWEST_PX = 6.0
"""Where dice are smaller than this nothing can be seen of them."""
RIM = 0.08
"""A die that lies further out of the picture than this share of its size is cut by the edge."""


@dataclass(frozen=True, slots=True)
class Found:
    """A spot and what a close look made of it; `off_size`: octaves off the size of the other dice."""

    spot: Spot
    reading: Reading
    off_size: float = 0.0
    named: NamedFace | None = None

    @property
    def weight(self) -> float:
        """How die-like it is, 0..1: a place that is warm and reads clearly, or hot and like a die, if hard to read."""
        heat, chances = self.spot.heat, self.reading.chances
        clear = max(chances[self.value], self.named.likeness if self.named else 0.0)
        return float(max(np.sqrt(heat) * clear, heat * (1 - chances[0]) * np.sqrt(chances[self.value])))

    @property
    def value(self) -> int:
        return int(self.reading.chances[1:].argmax()) + 1

    @property
    def torn(self) -> bool:
        """Whether looks at it from several sides are not of one mind."""
        return bool((self.reading.looks.argmax(1) != self.value).any() or self.reading.chances[self.value] < CLEAR)

    @property
    def signs(self) -> Signs:
        looks = self.reading.looks[:, self.value]
        return Signs(float(looks.mean()), float(looks.min()), self.spot.heat, self.off_size)


def find_dice(image: np.ndarray, profile: Profile | None, expectation: Expectation, library: Library,
              ) -> tuple[Die, ...]:
    """The dice in `image` (h, w, 3) uint8 BGR, from the top down; boxes in its pixels.

    With a profile only the tray counts and the size of dice is known. Icon dice are read where they are expected and
    enrolled. What looks like a die but cannot be read comes without a value and not sure. Raises NoPicture.
    """
    faces = {kind.kind: library.faces[kind.kind] for kind in expectation.dice if kind.kind in library.faces}
    found = look_closely(image, profile, faces)
    dice = [die_of(each, expectation) for each in found]
    if profile:
        dice = _doubt_stances(dice, found, profile, (image.shape[1], image.shape[0]))
    return tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0])))


def look_closely(image: np.ndarray, profile: Profile | None, faces: Faces | None = None) -> list[Found]:
    """All that may be dice, before anything is made of it. Raises NoPicture."""
    _check(image)
    image = even(image, profile) if profile else image
    found = _read(image, _spots_in_tray(image, profile) if profile else find_spots(image, WARM), faces)
    if not profile and not any(_rules_out_smaller(f, image.shape) for f in found):
        found += _read(image, find_spots(image, WARM, small=True), faces)
    return decide(found)


def _read(image: np.ndarray, spots: Sequence[Spot], faces: Faces | None) -> list[Found]:
    read = [(spot, read_die(image, spot.x, spot.y, spot.size)) for spot in spots]
    found = [Found(spot, reading, named=name_face(reading, faces) if faces else None) for spot, reading in read]
    return [f for f in found if f.weight > SEEN and not _cut(f.reading, image.shape)]


def _rules_out_smaller(found: Found, shape: tuple[int, ...]) -> bool:
    """Whether this is so clearly a die, and so large, that any smaller die of its kind would have been found too."""
    return found.weight > PLAIN and found.reading.size > LARGE * max(shape)


def decide(found: Sequence[Found]) -> list[Found]:
    """The dice among all that was found: single ones, of one size, and apart from each other."""
    return _apart(_of_one_size(_without_blocks(found)))


def _spots_in_tray(image: np.ndarray, profile: Profile) -> list[Spot]:
    """The size of dice is known: one look at the tray, scaled so that they are as the finder likes them."""
    place = resize(profile, (image.shape[1], image.shape[0]))
    left, top, right, bottom = place.tray_mm
    corners = frame_of(place, np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    die_px = place.die_mm * float(np.linalg.norm(corners[1] - corners[0])) / (right - left)
    x0, y0 = np.clip(np.floor(corners.min(0) - die_px), 0, None).astype(int)
    x1, y1 = np.ceil(corners.max(0) + die_px).astype(int)
    inner, scale = image[y0:y1, x0:x1], NORM_PX / die_px
    if not inner.size or die_px < FEWEST_PX:
        return []
    how = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    spots = find_spots_at(cv2.resize(inner, None, fx=scale, fy=scale, interpolation=how), scale, WARM)
    return _within(place, [replace(s, x=s.x + x0, y=s.y + y0) for s in spots])


def _within(place: Profile, spots: list[Spot]) -> list[Spot]:
    left, top, right, bottom = place.tray_mm
    mm = table_of(place, np.array([[s.x, s.y] for s in spots]).reshape(-1, 2))
    return [s for s, (x, y) in zip(spots, mm, strict=True) if left <= x <= right and top <= y <= bottom]


def _check(image: np.ndarray) -> None:
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
        raise NoPicture(f"a picture is (h, w, 3) uint8, not {image.shape} {image.dtype}")


def _cut(reading: Reading, shape: tuple[int, ...]) -> bool:
    reach = (0.5 - RIM) * reading.size
    return not (reach <= reading.x <= shape[1] - reach and reach <= reading.y <= shape[0] - reach)


def _apart(found: Sequence[Found]) -> list[Found]:
    """Of those that overlap too far to be two dice (a pip and its die, dice and their block), the most die-like."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: -f.weight):
        if not any(_overlap(one, other) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Found, other: Found) -> bool:
    """Dice that both look like one, but show different values, may be drawn nearer to each other than they lie."""
    a, b = one.reading, other.reading
    two = one.value != other.value and min(one.weight, other.weight) > LIKELY
    return bool(np.hypot(a.x - b.x, a.y - b.y) < (0.4 if two else 0.55) * max(a.size, b.size))


def _without_blocks(found: Sequence[Found]) -> list[Found]:
    """Without blocks of dice that look like one large die: what lies in them is more die-like, as no pip is."""
    return [f for f in found if sum(_within_block(other, f) for other in found) < 2]


def _within_block(small: Found, large: Found) -> bool:
    a, b = small.reading, large.reading
    return a.size < b.size / 2 and small.weight > large.weight and bool(np.hypot(a.x - b.x, a.y - b.y) < 0.7 * b.size)


def _of_one_size(found: Sequence[Found]) -> list[Found]:
    """Without those far from the size that most agree on, large ones counting more: a pip is no die."""
    if not found:
        return []
    order = sorted(found, key=lambda f: f.reading.size)
    weights = np.cumsum([f.weight * f.reading.size for f in order])
    middle = order[int(np.searchsorted(weights, weights[-1] / 2))].reading.size
    sized = [replace(f, off_size=abs(float(np.log2(f.reading.size / middle)))) for f in found]
    return [f for f in sized if f.off_size < OCTAVES]


def die_of(found: Found, expectation: Expectation) -> Die:
    """What is said of something found, and whether it may be acted on under these rules."""
    kinds, reading = expectation.dice, found.reading
    half = reading.size / 2
    die = Die((reading.x - half, reading.y - half, reading.x + half, reading.y + half), kind="")
    die = _pipped(die, found) if not kinds or any(kind.kind == "pipped" for kind in kinds) else die
    if found.named and found.named.confidence >= min(die.confidence, READABLE):
        die = _iconed(die, found.named)
    tones = tones_of(crop_of(reading.close, reading.x, reading.y, reading.size))
    colour = name_colour(tones.body, [kind.colour for kind in kinds if kind.colour])
    die = replace(die, colour=colour.name, pips=name_pips(tones) if die.kind == "pipped" else "")
    torn = "looks at it differ" if die.kind == "pipped" and found.torn else ""
    unclear = "of an unclear colour" if kinds and colour.close else ""
    why = die.why or _doubt(die) or torn or _surprise(die, kinds) or unclear
    shown = die if die.confidence >= READABLE else replace(die, value=None, face=None)
    return replace(shown, sure=not why, why=why, kind=die.kind or "unknown")


def _doubt_stances(dice: Sequence[Die], found: Sequence[Found], profile: Profile, size: tuple[int, int]) -> list[Die]:
    """The dice, doubted where they do not seem to lie flat on the tray's floor."""
    views = [view_of(profile, each.reading, size) for each in found]
    piled = stacked([each.reading for each in found], views)
    seen = zip(dice, found, views, piled, strict=True)
    whys = [_stance_doubt(*each, profile) if each[0].sure else "" for each in seen]
    return [replace(die, sure=False, why=why) if why else die for die, why in zip(dice, whys, strict=True)]


def _stance_doubt(die: Die, found: Found, view: View, piled: bool, profile: Profile) -> str:
    if die.value is not None and leans(fit_face(found.reading, die.value, view.edge), die.value, view.rise):
        return "it may lean on something"
    if piled:
        return "it may lie on another die"
    return "half out of the tray" if half_out(view.foot, profile) else ""


def _pipped(die: Die, found: Found) -> Die:
    order = np.argsort(-found.reading.chances[1:]) + 1
    return replace(die, kind="pipped", value=int(order[0]), runner_up=int(order[1]),
                   confidence=round(confidence_of(found.signs), 4))


def _iconed(pipped: Die, named: NamedFace) -> Die:
    """The die as one with icons; doubted if pips might be meant as well."""
    why = "pips or an icon?" if named.confidence < SURE and pipped.confidence > READABLE else ""
    return replace(pipped, kind=named.kind, value=None, face=named.face, runner_up=named.runner_up or None,
                   confidence=round(named.confidence, 4), why=why)


def _doubt(die: Die) -> str:
    if not die.kind:
        return "its faces are not enrolled"
    return "" if die.confidence >= SURE else "hard to read"


def _surprise(die: Die, kinds: Sequence[DiceKind]) -> str:
    """Why these rules cannot mean this die, if they cannot."""
    alike = [kind for kind in kinds if kind.kind == die.kind and kind.colour in ("", die.colour)]
    if kinds and not any(die.shows in kind.shows or not kind.shows for kind in alike):
        return f"no {die.colour} die here shows a {die.shows}"
    return ""
