"""Dice thrown into the tray by MuJoCo: their poses over time, in world millimetres (x right, y away, z up)."""
from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

WALL_MM, WALL_HIGH_MM = 6.0, 20.0
STEP_S = 0.0005
QUIET_MM_S, QUIET_RAD_S, QUIET_FOR_S = 2.0, 0.1, 0.15
LONGEST_S = 4.0


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a die is: centre in world mm (3,), and its turn as a quaternion w, x, y, z."""

    place: np.ndarray
    turn: np.ndarray

    @property
    def matrix(self) -> np.ndarray:
        """(3, 3) rotation from the die to the world."""
        out = np.empty(9)
        mujoco.mju_quat2Mat(out, self.turn)
        return out.reshape(3, 3)


@dataclass(frozen=True, eq=False)
class Flight:
    """A simulated throw: `track` (steps, dice, 7) places and turns each STEP_S; all lie still from `stop_s` on."""

    track: np.ndarray
    stop_s: float

    def poses(self, at_s: float) -> list[Pose]:
        """Every die's pose `at_s` seconds after the throw began."""
        step = int(np.clip(round(at_s / STEP_S), 0, len(self.track) - 1))
        return [Pose(row[:3], row[3:]) for row in self.track[step]]


def throw(seed: int, count: int, lying: list[Pose], tray_mm: tuple[float, float], astray_mm: float = 0.0) -> Flight:
    """Throw `count` dice, so far to the right, among those already `lying`, which come first in the flight's order."""
    rng = np.random.default_rng(seed)
    model = mujoco.MjModel.from_xml_string(_world(len(lying) + count, tray_mm))
    data = mujoco.MjData(model)
    for i, pose in enumerate(lying):
        data.qpos[7 * i : 7 * i + 7] = np.r_[pose.place / 1000, pose.turn]
    for i in range(len(lying), len(lying) + count):
        _aim(data, i, i - len(lying), rng, tray_mm)
        data.qpos[7 * i] += astray_mm / 1000
    return _run(model, data)


def _aim(data: mujoco.MjData, die: int, nth: int, rng: np.random.Generator, tray_mm: tuple[float, float]) -> None:
    turn = rng.normal(size=4)
    layer, row, column = nth // 6, nth // 3 % 2, nth % 3
    place = [tray_mm[0] / 2 + (column - 1) * 30 + rng.uniform(-3, 3),
             -tray_mm[1] - 75 - 30 * row, 75 + 30 * layer + rng.uniform(-8, 8)]
    data.qpos[7 * die : 7 * die + 7] = np.r_[np.array(place) / 1000, turn / np.linalg.norm(turn)]
    speed = rng.uniform(1.0, 1.5)
    aim = np.radians(rng.uniform(-14, 14))
    data.qvel[6 * die : 6 * die + 3] = [np.sin(aim) * speed, np.cos(aim) * speed, rng.uniform(-0.1, 0.3)]
    data.qvel[6 * die + 3 : 6 * die + 6] = rng.normal(scale=25, size=3)


def _run(model: mujoco.MjModel, data: mujoco.MjData) -> Flight:
    """Simulate until all has been quiet for a while; lying dice then stay exactly where they are."""
    track, quiet, dice = [], 0, model.nbody - 1
    while len(track) * STEP_S < LONGEST_S and quiet * STEP_S < QUIET_FOR_S:
        mujoco.mj_step(model, data)
        track.append(data.qpos.reshape(dice, 7).copy())
        quiet = quiet + 1 if _is_quiet(data.qvel.reshape(dice, 6)) else 0
    tracks = np.array(track)
    tracks[..., :3] *= 1000
    stop = max(len(tracks) - quiet, 1)
    return Flight(np.concatenate([tracks[:stop], tracks[stop - 1 : stop]]), stop * STEP_S)


def _is_quiet(speeds: np.ndarray) -> bool:
    moving = np.linalg.norm(speeds[:, :3], axis=1) * 1000 > QUIET_MM_S
    return not bool(np.any(moving | (np.linalg.norm(speeds[:, 3:], axis=1) > QUIET_RAD_S)))


def _world(dice: int, tray_mm: tuple[float, float]) -> str:
    body = '<body><freejoint/><geom type="mesh" mesh="die" mass="0.0049" condim="6"/></body>'
    return f"""<mujoco>
<option timestep="{STEP_S}" cone="elliptic" impratio="4" iterations="60" gravity="0 0 -9.81"/>
<default><geom friction="0.33 0.0004 0.0001" solref="0.004 0.4" solimp="0.9 0.97 0.0005"/></default>
<asset><mesh name="die" vertex="{_rounded_corners()}"/></asset>
<worldbody><geom type="plane" size="2 2 0.1" condim="6"/>{_walls(tray_mm)}{body * dice}</worldbody></mujoco>"""


def _rounded_corners() -> str:
    """A cube of 16 mm whose corners and edges are cut to 2.2 mm: it rolls on as real dice do."""
    near, cut = 0.008 - 0.0022, 0.0022 * 0.7071
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    offsets = [(0.0022, 0, 0), (0, 0.0022, 0), (0, 0, 0.0022), (cut, cut, 0), (cut, 0, cut), (0, cut, cut)]
    return " ".join(f"{v:.6f}" for o in offsets for v in (signs * (near + np.array(o))).ravel())


def _walls(tray_mm: tuple[float, float]) -> str:
    """Four boxes around the inside; world y is the table's y turned up, so the tray reaches from 0 to -height."""
    w, h = (side / 1000 for side in tray_mm)
    t, high = WALL_MM / 2000, WALL_HIGH_MM / 2000
    long = h / 2 + 2 * t
    sides = [(-t, -h / 2, t, long), (w + t, -h / 2, t, long), (w / 2, t, w / 2, t), (w / 2, -h - t, w / 2, t)]
    return "".join(f'<geom type="box" pos="{x} {y} {high}" size="{a} {b} {high}"/>' for x, y, a, b in sides)
