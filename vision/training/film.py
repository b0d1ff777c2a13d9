"""The demo's film: Starship Catan's dice thrown on the standard rig.

    python -m vision.training.film --out hardware/footage
"""
from __future__ import annotations

import argparse
from pathlib import Path

import drjit
import mitsuba as mi
import numpy as np

mi.set_variant("llvm_ad_rgb")
drjit.set_thread_count(1)  # a long render beside other work

from vision.training.film_make import Film, Painter, make  # noqa: E402  the tracer's variant comes first
from vision.training.film_render import Shot, expose, see_empty  # noqa: E402
from vision.training.film_story import Act, Story, Take, Throw, Wait  # noqa: E402
from vision.training.place import Place  # noqa: E402
from vision.training.scene import open_studio  # noqa: E402
from vision.training.scene_shapes import DieLook  # noqa: E402

# Starship Catan's dice: 1 opposite 4, 2 opposite 3, twice
FACES = (1, 4, 2, 3, 2, 3)
DICE = {
    "yellow": DieLook(FACES, (0.80, 0.50, 0.02), (0.02, 0.02, 0.02)),
    "blue": DieLook(FACES, (0.02, 0.09, 0.42), (0.75, 0.75, 0.75)),
}
REST, PAUSE = Wait(2.6), Wait(0.5)
ACTS: tuple[Act, ...] = (
    Wait(1.0),
    Throw(("yellow",), {"yellow": 1}), REST, Take(("yellow",)), PAUSE,
    Throw(("yellow",), {"yellow": 3}), REST, Take(("yellow",)), PAUSE,
    Throw(("yellow", "blue"), {"yellow": 2}), REST, Take(("yellow",)), PAUSE,
    Throw(("yellow",), {"yellow": 4}), REST, Take(("yellow", "blue")), PAUSE,
    Throw(("yellow",), {"yellow": 1}), REST, Take(("yellow",)), PAUSE,
    Throw(("yellow", "blue"), {"yellow": 2}), REST, Take(("yellow",)), PAUSE,
    Throw(("yellow",), {"yellow": 3}), REST, Take(("blue", "yellow")), PAUSE,
    Throw(("yellow",), {"yellow": 1}), REST,
)
STARSHIP_CATAN = Film("starship_catan", Story(DICE, ACTS), Place())


def open_shot(film: Film, kept: Path) -> Painter:
    """The path tracer's studio; the empty tray is seen once and kept."""
    studio, empty = open_studio(film.place), kept / "empty.npy"
    if not empty.exists():
        np.save(empty, see_empty(studio))
    shot = Shot(studio, film.story.dice, np.load(empty))
    return lambda moment, seed: expose(shot, moment, seed)


def main() -> None:
    """Make the film."""
    parser = argparse.ArgumentParser(description="render the demo's film")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("build/film"))
    args = parser.parse_args()
    make(STARSHIP_CATAN, args.out, args.cache, open_shot)


if __name__ == "__main__":
    main()
