"""Plays films with truth to the eye, and compares what it told with what happened."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.look import look
from vision.types import DiceKind, Die, Expectation, Frame, Library, Profile, Sighting

LATEST_S, PUT_S = 0.3, 1.0
# truth notes a hand as out up to so long after its fingertips have left the picture
LEAVING_S = 0.3
HELD_MM, MOVED_MM = 0.5, 8.0


@dataclass
class Tally:
    """Throws of a film, and what the eye made of them; `told` counts those told once and in time."""

    throws: int = 0
    told: int = 0
    false: list[float] = field(default_factory=list)
    late_s: list[float] = field(default_factory=list)
    dice: int = 0
    right: int = 0
    asked: int = 0
    silent: list[str] = field(default_factory=list)
    held: int = 0
    kept: int = 0
    taken_for_held: int = 0


def frames_of(path: Path) -> Iterator[np.ndarray]:
    video = cv2.VideoCapture(str(path))
    while True:
        ok, image = video.read()
        if not ok:
            return
        yield image


def profile_of(truth: dict[str, Any]) -> Profile:
    w, h = truth["size"]
    return Profile((w, h), tuple(truth["to_mm"]), tuple(truth["tray_mm"]), name="film")


def watch(frames: Iterable[np.ndarray], fps: float, profile: Profile | None, colours: Iterable[str]) -> list[Sighting]:
    """All that the eye tells of a film, each with its film time in `at`."""
    memory, told, library = None, [], Library()
    expected = Expectation(tuple(DiceKind(colour=colour) for colour in sorted(set(colours))))
    for number, image in enumerate(frames):
        seen, memory = look(Frame(image, number / fps, number), profile, library, expected, memory)
        told += [seen] if seen else []
    return told


def compare(told: list[Sighting], truth: dict[str, Any]) -> Tally:
    """Match what was told to what came to rest, by time; then dice by place."""
    tally, ids, left = Tally(), {}, list(told)
    for happened in _rests(truth):
        tally.throws += 1
        inside = [s for s in left if happened["from"] - 1e-6 < s.at <= happened["to"] + 1e-6]
        if not inside:
            continue
        seen = inside[0]
        left.remove(seen)
        tally.told += 1
        tally.late_s.append(round(seen.at - happened["at"], 3))
        ids = _compare_dice(tally, seen, happened, ids)
    tally.false = [round(s.at, 2) for s in left]
    return tally


def _rests(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """Throws by when their dice stopped; dice put down by hand by when the last hand had gone for a second."""
    thrown = [{"at": t["stopped_at"], "from": t["stopped_at"], "to": t["stopped_at"] + LATEST_S, "dice": t["dice"]}
              for t in truth["throws"]]
    ins = [e["at"] for e in truth["events"] if e["kind"] == "hand in"]
    put = [{"at": e["at"], "from": e["at"] + PUT_S - LEAVING_S, "to": e["at"] + PUT_S + LATEST_S, "dice": e["dice"]}
           for e in truth["events"] if "dice" in e and e["kind"] == "hand out"
           and not any(e["at"] <= at < e["at"] + PUT_S for at in ins)]
    return sorted(thrown + put, key=lambda rest: rest["at"])


def _compare_dice(tally: Tally, seen: Sighting, happened: dict[str, Any], before: dict[str, int]) -> dict[str, int]:
    now: dict[str, int] = {}
    for true in happened["dice"]:
        tally.dice += 1
        die = _at(seen.dice, true["box"])
        if die is None:
            tally.silent += [] if seen.doubts else [f"{seen.at:.2f} s: {true['value']} unseen"]
            tally.asked += bool(seen.doubts)
            continue
        tally.right += die.value == true["value"]
        tally.asked += not die.sure
        if die.sure and die.value != true["value"]:
            tally.silent.append(f"{seen.at:.2f} s: {true['value']} told as {die.value}")
        now[true.get("die", "")] = die.id
        shift = true.get("shift_mm", HELD_MM)  # of dice put down it is not said
        if shift is not None and shift < HELD_MM and true["die"] in before:
            tally.held += 1
            tally.kept += die.id == before[true["die"]] and not die.moved
        elif shift is None or shift > MOVED_MM:
            tally.taken_for_held += not die.moved
    return now


def _at(dice: Iterable[Die], box: list[float]) -> Die | None:
    """The die whose centre lies in a true box, the nearest to its middle."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    reach = max(box[2] - box[0], box[3] - box[1]) / 2
    off = [(np.hypot((d.box[0] + d.box[2]) / 2 - x, (d.box[1] + d.box[3]) / 2 - y), i) for i, d in enumerate(dice)]
    near = min(off, default=(np.inf, 0))
    return tuple(dice)[near[1]] if near[0] < reach else None
