"""The eye's pipeline: from a picture to what lies there."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.cards import find_cards
from vision.dice import find_dice
from vision.follow import Table, agree, follow
from vision.settle import Rest, camera_shift, is_ready, settle, shrink, watch
from vision.types import Card, Die, Expectation, Frame, Library, Profile, Sighting

Reader = Callable[[np.ndarray, Profile | None, Expectation, Library], tuple[Die, ...]]
DISAGREE_S = 0.6
"""Readings of dice at rest that do not agree for so long are taken as they are, as doubts."""
FEWEST_PX = 96
"""Each way; in less than that the smallest die that is found would fill an eighth of the picture or more."""
DARK, ONE_TONE = 24, 6
"""Of 255: what the brightest hundredth must reach, and be apart from the darkest one, for anything to show."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the eye remembers from frame to frame; `first` is the reading that awaits a second, equal one."""

    rest: Rest
    table: Table = field(default_factory=Table)
    first: tuple[Die, ...] | None = None
    first_at: float = 0.0
    started: bool = False
    again: bool = False
    width: int = 0


def look(frame: Frame, profile: Profile | None, library: Library, expectation: Expectation, memory: Memory | None,
         find: Reader = find_dice) -> tuple[Sighting | None, Memory]:
    """One step of watching: a roll is told once, when dice have come to rest, hands are gone and two readings agree.

    `memory` is None at the start; dice that lie there then are no roll. `find` reads a picture. Raises NoPicture.
    """
    memory = _remember(frame, profile, memory)
    if not is_ready(memory.rest, profile):
        return None, replace(memory, first=None)
    seen = find(frame.image, profile, expectation, library)
    if memory.first is None:
        return None, replace(memory, first=seen, first_at=frame.at)
    if agree(memory.first, seen):
        return _tell(max(seen, memory.first, key=len), frame, expectation, memory)
    if frame.at - memory.first_at < DISAGREE_S:
        return None, replace(memory, first=seen)
    doubted = tuple(replace(die, sure=False, why=die.why or "two readings differ") for die in seen)
    return _tell(doubted, frame, expectation, memory)


def look_again(memory: Memory) -> Memory:
    """Have the eye read the dice that lie there anew, and tell them."""
    return replace(memory, rest=replace(memory.rest, due=True), first=None, again=True)


def read(image: np.ndarray, profile: Profile | None, library: Library, expectation: Expectation) -> Sighting:
    """What lies in a still picture (h, w, 3) uint8 BGR; what could not be read is only doubted. Raises NoPicture."""
    seen = sighting_of(find_dice(image, profile, expectation, library), expectation)
    dice = tuple(die for die in seen.dice if die.shows is not None)
    cards = find_cards(image, profile, expectation, library)
    doubts = (*seen.doubts, *(doubt_of_card(card) for card in cards if not card.sure))
    if not seen.dice and not cards and (unseen := unseen_in(image)):
        doubts = (unseen, *doubts)
    return replace(seen, dice=dice, cards=cards, doubts=doubts)


def unseen_in(image: np.ndarray) -> str:
    """In words, why nothing could be seen in a picture (h, w, 3) uint8, whatever lies there; empty if it could be."""
    height, width = image.shape[:2]
    if min(height, width) < FEWEST_PX:
        return f"the picture is too small to tell ({width} × {height} pixels): take one of {FEWEST_PX} or more each way"
    step = min(height, width) // FEWEST_PX
    darkest, brightest = np.percentile(image[::step, ::step], (1, 99))
    if brightest < DARK:
        return "the picture is too dark to tell: give it light"
    if brightest - darkest < ONE_TONE:
        return "the picture is all of one tone: look at the lens, and at what covers it"
    return ""


def sighting_of(seen: tuple[Die, ...], expectation: Expectation, at: float = 0.0) -> Sighting:
    """All dice seen, those too that could not be read, and what a person should look at."""
    doubts = (doubt_of(die) for die in seen if not die.sure)
    return Sighting(seen, (), (*doubts, *counted(seen, expectation)), at)


def counted(seen: Sequence[Die], expectation: Expectation) -> tuple[str, ...]:
    """In words, of which dice the rules await another number than lies there."""
    says = []
    for kind in expectation.dice:
        if kind.count is None:
            continue
        here = sum(die.kind in (kind.kind, "unknown") and kind.colour in ("", die.colour) for die in seen)
        if here != kind.count:
            what = " ".join(filter(None, (kind.colour, "" if kind.kind == "pipped" else kind.kind)))
            says.append(f"awaiting {_dice(kind.count, what)}, {_dice(here, what) if here else 'none'} "
                        f"{'lies' if here == 1 else 'lie'} there")
    return tuple(says)


def _dice(count: int, what: str) -> str:
    return " ".join(filter(None, (str(count), what, "die" if count == 1 else "dice")))


def doubt_of(die: Die) -> str:
    """What a person should look at, in words."""
    x, y = round((die.box[0] + die.box[2]) / 2), round((die.box[1] + die.box[3]) / 2)
    what = "something like a die" if die.shows is None else f"a die, perhaps a {die.shows} or a {die.runner_up}"
    return f"{what}, at {x}, {y}: {die.why or 'not sure'}"


def doubt_of_card(card: Card) -> str:
    """What a person should look at, in words."""
    x, y = (round(sum(corner[k] for corner in card.quad) / 4) for k in (0, 1))
    return f"a card at {x}, {y}: {card.why or 'not sure'}"


def _remember(frame: Frame, profile: Profile | None, memory: Memory | None) -> Memory:
    width = frame.image.shape[1]
    rest = watch(shrink(frame), frame.at, profile, memory.rest if memory else None)
    if memory is None:
        return Memory(rest, width=width)
    return replace(memory, rest=rest, table=memory.table.scaled(width / memory.width), width=width)


def _tell(seen: tuple[Die, ...], frame: Frame, expectation: Expectation, memory: Memory,
          ) -> tuple[Sighting | None, Memory]:
    shift = camera_shift(memory.rest) * memory.width
    table, rolled = follow(memory.table, seen, shift, memory.rest.handled, memory.rest.by_hand)
    told = sighting_of(table.lying, expectation, frame.at) if memory.again or (rolled and memory.started) else None
    return told, replace(memory, rest=settle(memory.rest), table=table, first=None, started=True, again=False)
