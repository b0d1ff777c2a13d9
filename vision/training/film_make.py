"""From a story to a film file with its truth beside it; frames already rendered are kept, so that it can be resumed."""
from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.film_encode import add_noise, encode, through_air
from vision.training.film_physics import Pose
from vision.training.film_story import FPS, Happening, Moment, Reel, Story, lay_out, value_of
from vision.training.place import Place
from vision.training.scene_eye import box_of

Painter = Callable[[Moment, int], np.ndarray]


@dataclass(frozen=True)
class Film:
    """A film to be made: its file's name, story and place, H.264's crf, the sensor's noise."""

    name: str
    story: Story
    place: Place
    crf: int = 18
    noise: float = 1.0


def make(film: Film, out: Path, cache: Path, set_up: Callable[[Film, Path], Painter]) -> None:
    """Paint what is missing in the cache, encode, and write the truth; `set_up` gives who paints moments."""
    kept = cache / film.name
    kept.mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    reel = lay_out(film.story)
    (out / f"{film.name}.json").write_text(json.dumps(truth_of(reel, film.place), indent=1) + "\n")
    _paint(reel, film, kept, set_up)
    encode(_frames(reel, film, kept), out / f"{film.name}.mp4", film.place.eye.size, FPS, film.crf)


def truth_of(reel: Reel, place: Place) -> dict:
    """What the film shows: its place, per throw when it stopped and what lay there, and what else happened."""
    throws = [_throw_of(reel, h, place) for h in reel.happenings if h.kind == "stopped"]
    events = [_event_of(reel, h, place) for h in reel.happenings if h.kind != "stopped"]
    faces = {name: list(look.faces) for name, look in reel.story.dice.items()}
    profile = place.eye.profile(place.tray_mm)
    return {"fps": FPS, "frames": len(reel.moments), "size": list(place.eye.size), "seed": reel.story.seed,
            "to_mm": list(profile.to_mm), "tray_mm": list(profile.tray_mm),
            "faces": {"order": ["+z", "-z", "+x", "-x", "+y", "-y"], **faces}, "throws": throws, "events": events}


def _throw_of(reel: Reel, happening: Happening, place: Place) -> dict:
    about = happening.about
    dice = [die | _moved(about["shifts"][die["die"]]) for die in _dice_of(reel, about["lying"], place)]
    return {"throw": about["throw"], "stopped_at": about["at"], "stopped_frame": happening.frame, "dice": dice}


def _moved(shift_mm: float | None) -> dict:
    """`shift_mm` is null for a die that was not there before."""
    return {"moved": shift_mm is None or shift_mm > 0.5, "shift_mm": shift_mm}


def _event_of(reel: Reel, happening: Happening, place: Place) -> dict:
    about = dict(happening.about)
    if "lying" in about:
        about["dice"] = _dice_of(reel, about.pop("lying"), place)
    return {"kind": happening.kind, "frame": happening.frame, "at": round(happening.frame / FPS, 4), **about}


def _dice_of(reel: Reel, lying: dict[str, Pose], place: Place) -> list[dict]:
    looks = reel.story.dice
    return [{"die": name, "colour": name.split()[0], "value": value_of(looks[name], pose),
             "box": list(box_of(looks[name], pose, place.eye))} for name, pose in lying.items()]


def _paint(reel: Reel, film: Film, kept: Path, set_up: Callable[[Film, Path], Painter]) -> None:
    missing = [n for n in _distinct(reel.moments) if not (kept / f"{n:05d}.png").exists()]
    expose = set_up(film, kept) if missing else None
    for number in missing if expose else ():
        cv2.imwrite(str(kept / f"{number:05d}.png"), expose(reel.moments[number], number))
        print(f"{film.name}: frame {number} of {len(reel.moments)}", flush=True)


def _distinct(moments: list[Moment]) -> list[int]:
    """The first frame of every run of one and the same moment."""
    return [i for i, moment in enumerate(moments) if i == 0 or moments[i - 1] is not moment]


def _frames(reel: Reel, film: Film, kept: Path) -> Iterator[np.ndarray]:
    distinct, clean = set(_distinct(reel.moments)), np.empty(0)
    for number, air in enumerate(reel.airs):
        if number in distinct:
            clean = cv2.imread(str(kept / f"{number:05d}.png"))
        yield add_noise(through_air(clean, air.shift, air.gain, air.shadow), number, film.noise)
