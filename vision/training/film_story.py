"""What happens in a film: throws, rests, the hand and the room's accidents, laid out as moments that a camera sees."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from vision.training.film_physics import Flight, Pose, throw
from vision.training.scene_shapes import DieLook, top_face

FPS = 15
SHUTTER_S = 1 / 60
UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])
STRAIGHT = 0.999


@dataclass(frozen=True)
class Throw:
    """Dice thrown, and values that some of them must show.

    Physics decides how they fall; the first seed whose fall shows the wanted values is kept. `outside`: it must end
    beside the tray.
    """

    dice: tuple[str, ...]
    wanted: dict[str, int] = field(default_factory=dict)
    outside: bool = False


@dataclass(frozen=True)
class Take:
    """The hand lifts dice out."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class Put:
    """The hand lays a die down at millimetres (x, y) of the tray."""

    die: str
    x: float
    y: float


@dataclass(frozen=True)
class Hover:
    """The hand stays over the tray for some seconds, and goes."""

    seconds: float


@dataclass(frozen=True)
class Wait:
    """Nothing happens for some seconds."""

    seconds: float


@dataclass(frozen=True)
class Bump:
    """The camera is knocked, and comes to rest this far off, in pixels."""

    dx: float
    dy: float


@dataclass(frozen=True)
class Lamp:
    """A light is switched: from here on the picture is so much brighter."""

    gain: float


@dataclass(frozen=True)
class Shade:
    """Somebody's shadow passes over the table."""


Act = Throw | Take | Put | Hover | Wait | Bump | Lamp | Shade


@dataclass(frozen=True)
class Story:
    """A film's plot: its dice by name, its acts, and the tray's inside (width, height) in mm.

    Dice come to lie no nearer to a wall than `clear_mm`, by their centres; a shutter sees at most `blur` sub-frames.
    """

    dice: dict[str, DieLook]
    acts: tuple[Act, ...]
    seed: int = 0
    tray_mm: tuple[float, float] = (250.0, 250.0)
    clear_mm: float = 12.0
    blur: int = 8


@dataclass(frozen=True, eq=False)
class Instant:
    """Where everything is at one point of time; `hand` is the place of its fingertips, None when it is away."""

    dice: dict[str, Pose]
    hand: np.ndarray | None = None
    grip: float = 0.0


@dataclass(frozen=True, eq=False)
class Moment:
    """One frame: dice that lie `still`, and the instants of what moves as the shutter saw them.

    A hand with the dice in it does not turn: one instant, smeared by `drift` world mm (x, y), says it as well.
    """

    still: dict[str, Pose]
    instants: tuple[Instant, ...] = ()
    drift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Air:
    """What is between tray and picture: the camera's shift in pixels, the light's gain, a shadow's place (0–1)."""

    shift: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0
    shadow: float | None = None


@dataclass(frozen=True)
class Happening:
    """Something true about the film, at a frame."""

    kind: str
    frame: int
    about: dict = field(default_factory=dict)


@dataclass
class Reel:
    """A film while it is laid out: moments and the air before them in order, and what happened."""

    story: Story
    lying: dict[str, Pose] = field(default_factory=dict)
    moments: list[Moment] = field(default_factory=list)
    airs: list[Air] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    air: Air = field(default_factory=Air)
    throws: int = 0

    def show(self, moment: Moment) -> None:
        """The next frame."""
        self.moments.append(moment)
        self.airs.append(self.air)

    def note(self, kind: str, **about: object) -> None:
        """Put down that something happens at the next frame."""
        self.happenings.append(Happening(kind, len(self.moments), about))

    @property
    def away(self) -> np.ndarray:
        """Where the hand is when it is not in the picture, but for its x."""
        return np.array([0.0, -self.story.tray_mm[1] - 180.0, 95.0])


def lay_out(story: Story) -> Reel:
    """The whole film, frame by frame."""
    reel = Reel(story)
    for act in story.acts:
        ACTS[type(act)](reel, act)
    return reel


def value_of(look: DieLook, pose: Pose) -> int:
    """The value that looks up."""
    return top_face(look.faces, pose.matrix)[0]


def _wait(reel: Reel, act: Wait) -> None:
    still = Moment(dict(reel.lying))
    for _ in range(round(act.seconds * FPS)):
        reel.show(still)


def _throw(reel: Reel, act: Throw) -> None:
    seed, flight, names = _find_fall(reel, act)
    before, start = dict(reel.lying), len(reel.moments)
    reel.note("missed" if act.outside else "thrown", throw=reel.throws, seed=seed, dice=list(act.dice))
    for frame in range(int(np.ceil(flight.stop_s * FPS)) + 1):
        reel.show(_fly(flight, names, frame / FPS, reel.story.blur))
    reel.lying = dict(zip(names, flight.poses(flight.stop_s), strict=True))
    reel.throws += 1
    if not act.outside:
        _note_stop(reel, before, start, flight.stop_s)


def _note_stop(reel: Reel, before: dict[str, Pose], start: int, after_s: float) -> None:
    lying = _inside(reel)
    shifts = {name: _shift_mm(before.get(name), pose) for name, pose in lying.items()}
    frame, at = start + int(np.ceil(after_s * FPS)), round(start / FPS + after_s, 4)
    about = {"throw": reel.throws - 1, "at": at, "shifts": shifts, "lying": lying}
    reel.happenings.append(Happening("stopped", frame, about))


def _inside(reel: Reel) -> dict[str, Pose]:
    return {name: pose for name, pose in reel.lying.items() if not _is_beside(pose, reel.story)}


def _find_fall(reel: Reel, act: Throw) -> tuple[int, Flight, list[str]]:
    names, story = list(reel.lying) + list(act.dice), reel.story
    astray = story.tray_mm[0] / 2 + 65 if act.outside else 0.0
    for seed in range(10_000):
        whole = story.seed * 1_000_003 + reel.throws * 10_007 + seed
        flight = throw(whole, len(act.dice), list(reel.lying.values()), story.tray_mm, astray)
        if _is_wanted(dict(zip(names, flight.poses(flight.stop_s), strict=True)), reel, act):
            return whole, flight, names
    raise ValueError(f"no fall in 10000 shows {act}")


def _is_wanted(lying: dict[str, Pose], reel: Reel, act: Throw) -> bool:
    """Dice flat in the tray with the wanted values up; or beside it, the others untouched."""
    if act.outside:
        others = all(_shift_mm(reel.lying[name], lying[name]) < 0.5 for name in reel.lying)
        return others and all(_is_beside(lying[name], reel.story) for name in act.dice)
    astray = {name for name, pose in reel.lying.items() if _is_beside(pose, reel.story)}
    flat = all(_lies_flat(lying[name], reel.story, name) for name in lying.keys() - astray)
    return flat and all(value_of(reel.story.dice[name], lying[name]) == value for name, value in act.wanted.items())


def _lies_flat(pose: Pose, story: Story, name: str) -> bool:
    x, y, z = pose.place
    (w, h), clear = story.tray_mm, story.clear_mm
    inside = clear < x < w - clear and clear < -y < h - clear
    return inside and z < 8.3 and top_face(story.dice[name].faces, pose.matrix)[1] > STRAIGHT


def _is_beside(pose: Pose, story: Story) -> bool:
    """On the table, within a hand's breadth of the tray."""
    x, y, z = pose.place
    off = max(-x, x - story.tray_mm[0], y, -y - story.tray_mm[1])
    return bool(18 < off < 45 and z < 8.3)


def _shift_mm(before: Pose | None, after: Pose) -> float | None:
    """How far a die's centre moved; None for one that was not there."""
    return None if before is None else round(float(np.linalg.norm(before.place - after.place)), 2)


def _fly(flight: Flight, names: list[str], at_s: float, most: int) -> Moment:
    """A frame of a throw: sub-frames between which no die steps further than 2.5 mm, unless there are too many."""
    ends = [flight.poses(at_s), flight.poses(at_s + SHUTTER_S)]
    reach = max(np.linalg.norm(a.place - b.place) + 8 * _turn_between(a, b) for a, b in zip(*ends, strict=True))
    count = int(np.clip(np.ceil(reach / 2.5), 1, most))
    times = at_s + SHUTTER_S * (np.arange(count) + 0.5) / count if count > 1 else [at_s]
    return Moment({}, tuple(Instant(dict(zip(names, flight.poses(t), strict=True))) for t in times))


def _turn_between(a: Pose, b: Pose) -> float:
    return float(2 * np.arccos(np.clip(abs(a.turn @ b.turn), 0, 1)))


def _take(reel: Reel, act: Take) -> None:
    """The hand comes, takes dice one after the other, and carries them out."""
    held: dict[str, np.ndarray] = {}
    reel.note("hand in")
    here = reel.away + np.array([reel.lying[act.dice[0]].place[0] + 30, 0, 0])
    for nth, name in enumerate(act.dice):
        goal = reel.lying[name].place + np.array([0, 0, -3.0])
        _reach(reel, here, goal, 9 if nth == 0 else 6, held, 0.0 if nth == 0 else 0.7)
        for grip in (0.3, 0.6, 1.0):
            _pose_hand(reel, goal, grip, held)
        reel.note("lifted", die=name)
        held[name] = reel.lying[name].place - goal
        here = goal
    _reach(reel, here, reel.away + np.array([here[0] + 40, 0, 0]), 9, held, 1.0)
    for name in act.dice:
        del reel.lying[name]
    reel.note("hand out")


def _put(reel: Reel, act: Put) -> None:
    """The hand brings a die, lays it down, and goes."""
    goal = np.array([act.x, -act.y, 5.0])
    aside = reel.away + np.array([act.x + 30, 0, 0])
    turn = np.array([np.cos(act.x), 0.0, 0.0, np.sin(act.x)])
    reel.note("hand in")
    reel.lying[act.die] = Pose(goal + np.array([0, 0, 3.0]), turn)
    _reach(reel, aside, goal, 7, {act.die: np.array([0, 0, 3.0])}, 1.0)
    reel.note("put", die=act.die)
    _pose_hand(reel, goal, 0.6, {})
    _reach(reel, goal, aside, 7, {}, 0.3)
    reel.note("hand out", lying=_inside(reel))


def _hover(reel: Reel, act: Hover) -> None:
    over = np.array([reel.story.tray_mm[0] / 2, -reel.story.tray_mm[1] / 2, 30.0])
    aside = reel.away + np.array([over[0], 0, 0])
    reel.note("hand in")
    _reach(reel, aside, over, 8, {}, 0.3)
    held = Moment(dict(reel.lying), (Instant({}, over, 0.3),))
    for _ in range(round(act.seconds * FPS)):
        reel.show(held)
    _reach(reel, over, aside, 8, {}, 0.3)
    reel.note("hand out")


def _reach(reel: Reel, start: np.ndarray, end: np.ndarray, frames: int, held: dict, grip: float) -> None:
    """Move the hand along a low arch, slow at both ends."""
    for frame in range(1, frames + 1):
        place, later = (_arch(start, end, (frame - 1 + sub) / frames) for sub in (0.5, 0.5 + SHUTTER_S * FPS))
        _pose_hand(reel, place, grip, held, (later[0] - place[0], later[1] - place[1]))


def _arch(start: np.ndarray, end: np.ndarray, t: float) -> np.ndarray:
    ease = t * t * (3 - 2 * t)
    return start + (end - start) * ease + np.array([0, 0, 30.0]) * np.sin(np.pi * ease)


def _pose_hand(reel: Reel, place: np.ndarray, grip: float, held: dict[str, np.ndarray],
               drift: tuple[float, float] = (0.0, 0.0)) -> None:
    carried = {name: Pose(place + offset, reel.lying[name].turn) for name, offset in held.items()}
    still = {name: pose for name, pose in reel.lying.items() if name not in held}
    reel.show(Moment(still, (Instant(carried, place, grip),), drift))


def _bump(reel: Reel, act: Bump) -> None:
    reel.note("bumped")
    still, (x, y) = Moment(dict(reel.lying)), reel.air.shift
    for swing in (2.2, -1.4, 1.7, 0.6, 1.0):
        reel.air = replace(reel.air, shift=(x + act.dx * swing, y + act.dy * swing))
        reel.show(still)


def _lamp(reel: Reel, act: Lamp) -> None:
    reel.note("lamp", gain=act.gain)
    reel.air = replace(reel.air, gain=act.gain)


def _shade(reel: Reel, act: Shade) -> None:
    reel.note("shadow")
    still, air = Moment(dict(reel.lying)), reel.air
    for place in np.linspace(-0.4, 1.4, 22):
        reel.air = replace(air, shadow=float(place))
        reel.show(still)
    reel.air = air


ACTS: dict[type, Callable] = {
    Throw: _throw, Take: _take, Put: _put, Hover: _hover, Wait: _wait, Bump: _bump, Lamp: _lamp, Shade: _shade,
}
