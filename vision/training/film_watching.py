"""Films to measure watching by: other trays, lights, dice and seeds than any that readers learn from.

    python -m vision.training.film_watching --out tests/vision/films
"""
from __future__ import annotations

import argparse
from pathlib import Path

from vision.training.film_make import Film, Painter, make
from vision.training.film_quick import open_easel
from vision.training.film_story import Act, Bump, Hover, Lamp, Put, Shade, Story, Take, Throw, Wait
from vision.training.place import Place, Rgb
from vision.training.scene_eye import Eye
from vision.training.scene_shapes import DieLook

WESTERN = (1, 6, 2, 5, 3, 4)
PAINT: dict[str, tuple[Rgb, Rgb]] = {
    "red": ((0.48, 0.025, 0.02), (0.8, 0.8, 0.78)),
    "white": ((0.74, 0.73, 0.70), (0.02, 0.02, 0.02)),
    "black": ((0.02, 0.02, 0.022), (0.8, 0.8, 0.8)),
    "yellow": ((0.78, 0.53, 0.03), (0.02, 0.02, 0.02)),
    "blue": ((0.02, 0.10, 0.42), (0.8, 0.8, 0.8)),
    "orange": ((0.72, 0.19, 0.015), (0.02, 0.02, 0.02)),
    "green": ((0.03, 0.26, 0.07), (0.8, 0.8, 0.8)),
    "ivory": ((0.66, 0.55, 0.36), (0.05, 0.02, 0.015)),
}


def _dice(counts: dict[str, int]) -> dict[str, DieLook]:
    return {f"{colour} {n}": DieLook(WESTERN, *PAINT[colour], cells=28)
            for colour, count in counts.items() for n in range(1, count + 1)}


def _eye(tray_mm: tuple[float, float], view_mm: float, tilt_mm: float = 0.0, high_mm: float = 420.0) -> Eye:
    """Over the tray's middle, drawn back towards the player by `tilt_mm`."""
    middle = (tray_mm[0] / 2, -tray_mm[1] / 2)
    return Eye((middle[0], middle[1] - tilt_mm, high_mm), middle, view_mm, (320, 240))


def _again(*dice: str) -> list[Act]:
    """Some dice are taken and thrown again, the others held."""
    return [Take(dice), Wait(0.4), Throw(dice), Wait(1.3)]


def _film(name: str, counts: dict[str, int], acts: list[Act], place: Place, seed: int) -> Film:
    story = Story(_dice(counts), (Wait(0.6), *acts), seed, place.tray_mm, clear_mm=7.9, blur=3)
    return Film(name, story, place, crf=22, noise=1.2)


def _all(counts: dict[str, int]) -> tuple[str, ...]:
    return tuple(_dice(counts))


def _holding() -> Film:
    """Five red dice in a black tray, some of them held from throw to throw."""
    tray, counts = (160.0, 120.0), {"red": 5}
    acts = [Throw(_all(counts)), Wait(1.3), *_again("red 1", "red 4"), *_again("red 2"),
            *_again("red 3", "red 5", "red 1"), *_again("red 4", "red 2"), *_again("red 1")]
    place = Place((0.012, 0.012, 0.013), (0.03, 0.03, 0.032), (0.20, 0.20, 0.21), 1.25, 0.5,
                  eye=_eye(tray, 205), tray_mm=tray, seed=101)
    return _film("holding", counts, acts, place, 5001)


def _accidents() -> Film:
    """White dice on wine-red cloth; a bump, lamps, a shadow, a hand that only points, dice that are only taken out."""
    tray, counts = (150.0, 112.0), {"white": 3}
    acts = [Throw(("white 1", "white 2")), Wait(1.3), Hover(1.0), Wait(1.3), Bump(2.5, -1.8), Wait(1.0),
            *_again("white 1"), Lamp(1.35), Wait(1.2), Shade(), Wait(0.8), Throw(("white 3",)), Wait(1.3),
            Take(("white 2",)), Wait(1.5), Lamp(0.75), Wait(1.2), Throw(("white 2",)), Wait(1.3), Shade(), Wait(0.8),
            *_again("white 1", "white 3"), Hover(0.6), Wait(1.3)]
    place = Place((0.11, 0.012, 0.02), (0.14, 0.06, 0.03), (0.32, 0.27, 0.22), 0.8, 1.1, (700.0, 300.0, 800.0),
                  _eye(tray, 195), tray, 102)
    return _film("accidents", counts, acts, place, 5002)


def _outside() -> Film:
    """Black dice on sand; some fall beside the tray, and others are put down by hand."""
    tray, counts = (140.0, 110.0), {"black": 4}
    acts = [Throw(("black 1",), outside=True), Wait(1.3), Throw(("black 2", "black 3")), Wait(1.3),
            *_again("black 2"), Take(("black 3",)), Wait(0.4), Put("black 3", 40, 45), Wait(0.3),
            Put("black 4", 100, 50), Wait(1.6), *_again("black 3", "black 4"), *_again("black 2"), *_again("black 4")]
    place = Place((0.33, 0.25, 0.16), (0.42, 0.42, 0.42), (0.12, 0.09, 0.07), 1.0, 0.9, (-200.0, 900.0, 900.0),
                  _eye(tray, 215), tray, 103)
    return _film("outside", counts, acts, place, 5003)


def _dozen() -> Film:
    """Twelve ivory dice on dark blue, then a few of them again among the others."""
    tray, counts = (230.0, 172.0), {"ivory": 12}
    acts = [Throw(_all(counts)), Wait(1.4), *_again("ivory 3", "ivory 9"), *_again("ivory 1"),
            *_again("ivory 5", "ivory 2"), *_again("ivory 12")]
    place = Place((0.015, 0.03, 0.10), (0.22, 0.13, 0.07), (0.5, 0.48, 0.45), 1.1, 0.8, eye=_eye(tray, 268),
                  tray_mm=tray, seed=104)
    return _film("dozen", counts, acts, place, 5004)


def _dim() -> Film:
    """Ten orange and blue dice by lamplight on grey."""
    tray, counts = (210.0, 157.0), {"orange": 5, "blue": 5}
    acts = [Throw(_all(counts)), Wait(1.4), *_again("orange 1", "blue 2"), *_again("blue 5"),
            *_again("orange 3", "orange 4"), *_again("blue 1")]
    place = Place((0.16, 0.16, 0.15), (0.05, 0.045, 0.04), (0.22, 0.12, 0.07), 0.75, 0.12,
                  eye=_eye(tray, 248, 50), tray_mm=tray, seed=105)
    return _film("dim", counts, acts, place, 5005)


def _slanted() -> Film:
    """Eight dice of four colours, seen at a slant on green."""
    tray, counts = (170.0, 125.0), {"yellow": 2, "red": 2, "white": 2, "green": 2}
    acts = [Throw(_all(counts)), Wait(1.4), *_again("yellow 1", "red 1"), *_again("white 2"),
            *_again("green 1", "green 2"), *_again("red 2"), *_again("yellow 2")]
    place = Place((0.04, 0.12, 0.03), (0.30, 0.22, 0.12), (0.30, 0.22, 0.16), 0.9, 1.0, (-900.0, -300.0, 700.0),
                  _eye(tray, 210, 110, 400), tray, 106)
    return _film("slanted", counts, acts, place, 5006)


def _bright() -> Film:
    """Dice thrown to those that lie there, one to six, under a bright window."""
    tray, counts = (165.0, 122.0), {"blue": 3, "white": 3}
    acts = [Throw(("blue 1",)), Wait(1.3), Throw(("blue 2", "white 1")), Wait(1.3),
            Throw(("white 2", "white 3", "blue 3")), Wait(1.3), *_again("blue 1", "white 2"), *_again("white 3"),
            *_again("blue 2"), *_again("white 1")]
    place = Place((0.36, 0.34, 0.30), (0.36, 0.24, 0.13), (0.10, 0.10, 0.11), 0.5, 1.35, (500.0, 700.0, 900.0),
                  _eye(tray, 205), tray, 107)
    return _film("bright", counts, acts, place, 5007)


def _nine() -> Film:
    """Nine green and yellow dice on brown leather, thrown again by twos."""
    tray, counts = (175.0, 131.0), {"green": 5, "yellow": 4}
    acts = [Throw(_all(counts)), Wait(1.4), *_again("green 1"), *_again("yellow 1", "yellow 2"),
            *_again("green 5", "green 2"), *_again("yellow 4")]
    place = Place((0.10, 0.045, 0.02), (0.07, 0.03, 0.015), (0.36, 0.33, 0.30), 1.1, 0.7, (-800.0, 600.0, 600.0),
                  _eye(tray, 215), tray, 108)
    return _film("nine", counts, acts, place, 5008)


FILMS = (_holding, _accidents, _outside, _dozen, _dim, _slanted, _bright, _nine)


def _set_up(film: Film, kept: Path) -> Painter:
    return open_easel(film.place, film.story.dice, kept.parent).expose


def main() -> None:
    """Make them all, or the named one."""
    parser = argparse.ArgumentParser(description="render the films that watching is measured by")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("build/film"))
    parser.add_argument("--only", help="one film's name")
    args = parser.parse_args()
    for film in (build() for build in FILMS):
        if args.only in (None, film.name):
            make(film, args.out, args.cache, _set_up)


if __name__ == "__main__":
    main()
