"""Lays dice flat, leaning and stacked into trays: pictures with truth, to measure by what is doubted.

    python -m vision.training.leaning --out tests/vision/leaning
"""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import mujoco
import numpy as np

from vision.training.film_encode import add_noise
from vision.training.film_physics import Pose
from vision.training.film_quick import develop, open_easel
from vision.training.film_story import Instant
from vision.training.film_watching import PAINT
from vision.training.place import Place
from vision.training.scene_eye import Eye, box_of
from vision.training.scene_shapes import DIE_MM, DieLook

HALF = DIE_MM / 2
ROUND_MM = 1.4
"""What a rounded edge lacks of a sharp one's length."""
FACES = (1, 6, 2, 5, 3, 4)
Laid = list[tuple[str, Pose]]


def flat(rng: np.random.Generator, at: np.ndarray, high: float = HALF) -> Pose:
    return Pose(np.array([*at, high]), _turn(_upright(rng), (0, 0, 1), rng.uniform(0, 2 * np.pi)))


def tipped(rng: np.random.Generator, at: np.ndarray, way: float, lean: float) -> Pose:
    """Standing on an edge, tipped by `lean` towards the compass `way`, both in radians."""
    upright = _turn(_upright(rng), (0, 0, 1), way)
    high = HALF * (np.cos(lean) + np.sin(lean)) - ROUND_MM * np.sin(2 * lean)
    return Pose(np.array([*at, high]), _turn(upright, (-np.sin(way), np.cos(way), 0), lean))


def _upright(rng: np.random.Generator) -> np.ndarray:
    """A turn that puts one of the six faces up."""
    quat = np.array([1.0, 0, 0, 0])
    for axis, quarters in (((1, 0, 0), rng.integers(4)), ((0, 1, 0), rng.integers(4))):
        quat = _turn(quat, axis, quarters * np.pi / 2)
    return quat


def _turn(quat: np.ndarray, axis: tuple[float, ...], angle: float) -> np.ndarray:
    step, out = np.empty(4), np.empty(4)
    mujoco.mju_axisAngle2Quat(step, np.array(axis, float), angle)
    mujoco.mju_mulQuat(out, step, quat)
    return out


def lay(rng: np.random.Generator, tray: tuple[float, float]) -> Laid:
    """Some flat dice, one on the wall, one on another die, one stacked, one across the wall's edge."""
    w, h = tray
    cells = [np.array([(i + 0.5) * w / 3, -(j + 0.5) * h / 3]) for i in range(3) for j in range(3)]
    spots = [cell + rng.uniform(-8, 8, 2) for cell in (cells[i] for i in rng.permutation(9))]
    laid = [("flat", flat(rng, spot)) for spot in spots[:4]]
    lean, wall = np.radians(rng.uniform(15, 55)), rng.integers(4)
    out = HALF * (np.cos(lean) + np.sin(lean))
    along = rng.uniform(0.3, 0.7)
    edge = [(w - out, -along * h), (along * w, -out), (out, -along * h), (along * w, -h + out)][wall]
    laid += [("leaning", tipped(rng, np.array(edge), (wall + 2) * np.pi / 2, lean))]
    way, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(15, 50))
    under, apart = spots[4], HALF + HALF * (np.cos(lean) + np.sin(lean)) * 0.92
    laid += [("flat", Pose(np.array([*under, HALF]), _turn(_upright(rng), (0, 0, 1), way))),
             ("leaning", tipped(rng, under + apart * np.array([np.cos(way), np.sin(way)]), way, lean))]
    base = flat(rng, spots[5])
    laid += [("under", base), ("stacked", flat(rng, spots[5] + rng.uniform(-5, 5, 2), 3 * HALF))]
    return laid


def lean_of(pose: Pose) -> float:
    """By how many degrees the die's upmost face is off the level."""
    return round(float(np.degrees(np.arccos(min(1.0, np.abs(pose.matrix[2]).max())))), 1)


def places() -> Iterator[Place]:
    """Rigs and lights of their own, none that a reader learned from."""
    for cloth, ring, day in (((0.02, 0.09, 0.05), 1.0, 0.6), ((0.013, 0.013, 0.014), 1.2, 0.4),
                             ((0.10, 0.02, 0.025), 0.5, 1.2), ((0.20, 0.16, 0.11), 0.8, 0.8)):
        yield Place(cloth, ring=ring, day=day, tray_mm=(180.0, 150.0),
                    eye=Eye((90.0, -75.0, 370.0), (90.0, -75.0), 260.0, (640, 480)))


def main() -> None:
    """Make the pictures and their truth."""
    parser = argparse.ArgumentParser(description="render leaning and stacked dice")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=5, help="pictures a place")
    parser.add_argument("--seed", type=int, default=8000)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rng, truth = np.random.default_rng(given.seed), []
    colours = ("red", "white", "black", "yellow", "blue", "ivory")
    for number, place in enumerate(places()):
        looks = {colour: DieLook(FACES, *PAINT[colour]) for colour in colours}
        easel = open_easel(replace(place, seed=given.seed + number), {}, given.out)
        for shot in range(given.each):
            laid = lay(rng, place.tray_mm)
            named = {f"{rng.choice(colours)} {i}": pose for i, (_, pose) in enumerate(laid)}
            easel.dice.update({name: looks[name.split()[0]] for name in named})
            light = easel._paint(easel.empty.copy(), Instant(named), (0.0, 0.0))
            file = f"{number}{shot}.jpg"
            picture = add_noise(develop(light), given.seed + 10 * number + shot, 2.0)
            cv2.imwrite(str(given.out / file), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
            profile = place.eye.profile(place.tray_mm)
            dice = [{"stance": stance, "colour": name.split()[0], "lean_deg": lean_of(pose),
                     "box": list(box_of(looks[name.split()[0]], pose, place.eye))}
                    for (stance, pose), name in zip(laid, named, strict=True)]
            truth.append({"file": file, "to_mm": list(profile.to_mm), "tray_mm": list(profile.tray_mm), "dice": dice})
    (given.out / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
