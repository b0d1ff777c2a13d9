"""The demo's film: Starship Catan's dice thrown on the standard rig, rendered frame by frame, resumable.

    python -m vision.training.film --out hardware/footage
"""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import drjit
import mitsuba as mi
import numpy as np

mi.set_variant("llvm_ad_rgb")
drjit.set_thread_count(1)  # a long render beside other work

from vision.training.film_encode import add_noise, encode  # noqa: E402  the tracer's variant comes before its users
from vision.training.film_render import Shot, box_of, expose, see_empty  # noqa: E402
from vision.training.film_story import FPS, Happening, Moment, Reel, Story, Turn, lay_out, value_of  # noqa: E402
from vision.training.scene import Place, open_studio  # noqa: E402
from vision.training.scene_shapes import DieLook  # noqa: E402

# Starship Catan's dice: 1 opposite 4, 2 opposite 3, twice
FACES = (1, 4, 2, 3, 2, 3)
DICE = {
    "yellow": DieLook(FACES, (0.80, 0.50, 0.02), (0.02, 0.02, 0.02)),
    "blue": DieLook(FACES, (0.02, 0.09, 0.42), (0.75, 0.75, 0.75)),
}
STARSHIP_CATAN = Story(
    DICE,
    (
        Turn((), ("yellow",), {"yellow": 1}),
        Turn(("yellow",), ("yellow",), {"yellow": 3}),
        Turn(("yellow",), ("yellow", "blue"), {"yellow": 2}),
        Turn(("yellow",), ("yellow",), {"yellow": 4}),
        Turn(("yellow", "blue"), ("yellow",), {"yellow": 1}),
        Turn(("yellow",), ("yellow", "blue"), {"yellow": 2}),
        Turn(("yellow",), ("yellow",), {"yellow": 3}),
        Turn(("blue", "yellow"), ("yellow",), {"yellow": 1}),
    ),
)


def render(reel: Reel, shot: Shot, cache: Path) -> None:
    """Render every frame that is not yet in the cache."""
    for number in _distinct(reel.moments):
        path = cache / f"{number:05d}.png"
        if not path.exists():
            cv2.imwrite(str(path), expose(shot, reel.moments[number], number))
            print(f"{path.name} of {len(reel.moments)}", flush=True)


def _distinct(moments: list[Moment]) -> list[int]:
    """The first frame of every run of one and the same moment."""
    return [i for i, moment in enumerate(moments) if i == 0 or moments[i - 1] is not moment]


def _frames(reel: Reel, cache: Path) -> Iterator[np.ndarray]:
    distinct, clean = set(_distinct(reel.moments)), np.empty(0)
    for number in range(len(reel.moments)):
        if number in distinct:
            clean = cv2.imread(str(cache / f"{number:05d}.png"))
        yield add_noise(clean, number)


def truth_of(reel: Reel, size: tuple[int, int]) -> dict:
    """What the film shows: per throw when it stopped and what lay there, and what else happened."""
    throws = [_throw_of(reel, h, size) for h in reel.happenings if h.kind == "stopped"]
    events = [{"kind": h.kind, "frame": h.frame, "at": round(h.frame / FPS, 4), **h.about}
              for h in reel.happenings if h.kind != "stopped"]
    faces = {name: list(look.faces) for name, look in reel.story.dice.items()}
    return {"fps": FPS, "frames": len(reel.moments), "size": list(size), "seed": reel.story.seed,
            "faces": {"order": ["+z", "-z", "+x", "-x", "+y", "-y"], **faces}, "throws": throws, "events": events}


def _throw_of(reel: Reel, happening: Happening, size: tuple[int, int]) -> dict:
    about = happening.about
    dice = [{"colour": name, "value": value_of(reel.story.dice[name], pose), "moved": name in about["moved"],
             "box": list(box_of(reel.story.dice[name], pose, size))} for name, pose in about["lying"].items()]
    return {"throw": about["throw"], "stopped_at": about["at"], "stopped_frame": happening.frame, "dice": dice}


def open_shot(place: Place, dice: dict[str, DieLook], cache: Path, samples: int) -> Shot:
    """The studio with its empty tray, seen once and kept."""
    studio, kept = open_studio(place), cache / "empty.npy"
    if not kept.exists():
        np.save(kept, see_empty(studio))
    return Shot(studio, dice, np.load(kept), samples)


def main() -> None:
    """Render, encode, and write the truth beside the film."""
    parser = argparse.ArgumentParser(description="render the demo's film")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("build/film"))
    parser.add_argument("--samples", type=int, default=80)
    parser.add_argument("--turns", type=int, default=len(STARSHIP_CATAN.turns), help="only the first so many throws")
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    args.out.mkdir(parents=True, exist_ok=True)
    story = Story(DICE, STARSHIP_CATAN.turns[: args.turns])
    reel, place = lay_out(story), Place()
    (args.out / "starship_catan.json").write_text(json.dumps(truth_of(reel, place.size), indent=1) + "\n")
    render(reel, open_shot(place, DICE, args.cache, args.samples), args.cache)
    encode(_frames(reel, args.cache), args.out / "starship_catan.mp4", place.size, FPS, 18)


if __name__ == "__main__":
    main()
