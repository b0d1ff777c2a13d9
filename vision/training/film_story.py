"""What happens in a film: throws, rests and the hand, laid out as moments that a camera sees."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.training.film_physics import Flight, Pose, throw
from vision.training.scene_shapes import DieLook, top_face

FPS = 15
SHUTTER_S = 1 / 60
UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])
STRAIGHT = 0.999
AWAY = np.array([0.0, -430.0, 95.0])


@dataclass(frozen=True)
class Turn:
    """One throw: the dice the hand takes away first, the dice thrown, and values that some of them must show.

    Physics decides how they fall; the first seed whose fall shows the wanted values is kept.
    """

    takes: tuple[str, ...]
    throws: tuple[str, ...]
    wanted: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Story:
    """A film's plot: its dice by name, its turns, and seconds of rest before the hand comes."""

    dice: dict[str, DieLook]
    turns: tuple[Turn, ...]
    seed: int = 0
    rest_s: float = 2.6


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
class Happening:
    """Something true about the film, at a frame."""

    kind: str
    frame: int
    about: dict = field(default_factory=dict)


@dataclass
class Reel:
    """A film while it is laid out: moments in order, and what happened in them."""

    story: Story
    lying: dict[str, Pose] = field(default_factory=dict)
    moments: list[Moment] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)

    def note(self, kind: str, **about: object) -> None:
        """Put down that something happens at the next frame."""
        self.happenings.append(Happening(kind, len(self.moments), about))


def lay_out(story: Story) -> Reel:
    """The whole film, frame by frame."""
    reel = Reel(story)
    _hold(reel, 1.0)
    for number, turn in enumerate(story.turns):
        if turn.takes:
            _take(reel, turn.takes)
            _hold(reel, 0.5)
        _throw(reel, number, turn)
        _hold(reel, story.rest_s)
    return reel


def _hold(reel: Reel, seconds: float) -> None:
    still = Moment(dict(reel.lying))
    reel.moments += [still] * round(seconds * FPS)


def _throw(reel: Reel, number: int, turn: Turn) -> None:
    seed, flight, names = _find_fall(reel, number, turn)
    before = dict(reel.lying)
    reel.note("thrown", throw=number, seed=seed, dice=list(turn.throws))
    start = len(reel.moments)
    frames = int(np.ceil(flight.stop_s * FPS)) + 1
    for frame in range(frames):
        reel.moments.append(_fly(flight, names, frame / FPS))
    reel.lying = dict(zip(names, flight.poses(flight.stop_s), strict=True))
    moved = [name for name in names if name not in before or _shifted(before[name], reel.lying[name])]
    reel.happenings.append(Happening("stopped", start + int(np.ceil(flight.stop_s * FPS)), {
        "throw": number, "at": round(start / FPS + flight.stop_s, 4), "moved": moved, "lying": dict(reel.lying)}))


def _find_fall(reel: Reel, number: int, turn: Turn) -> tuple[int, Flight, list[str]]:
    names = list(reel.lying) + list(turn.throws)
    for seed in range(10_000):
        whole = reel.story.seed * 1_000_003 + number * 10_007 + seed
        flight = throw(whole, len(turn.throws), list(reel.lying.values()))
        if _is_fair(dict(zip(names, flight.poses(flight.stop_s), strict=True)), reel.story, turn):
            return whole, flight, names
    raise ValueError(f"no fall in 10000 shows {turn.wanted}")


def _is_fair(lying: dict[str, Pose], story: Story, turn: Turn) -> bool:
    """All dice flat in the tray, and the wanted values up."""
    flat = all(_lies_flat(pose, story.dice[name]) for name, pose in lying.items())
    return flat and all(value_of(story.dice[name], lying[name]) == value for name, value in turn.wanted.items())


def _lies_flat(pose: Pose, look: DieLook) -> bool:
    x, y, z = pose.place
    return 12 < x < 238 and 12 < -y < 238 and z < 8.3 and top_face(look.faces, pose.matrix)[1] > STRAIGHT


def value_of(look: DieLook, pose: Pose) -> int:
    """The value that looks up."""
    return top_face(look.faces, pose.matrix)[0]


def _shifted(before: Pose, after: Pose) -> bool:
    return bool(np.linalg.norm(before.place - after.place) > 0.5 or abs(before.turn @ after.turn) < 0.9998)


def _fly(flight: Flight, names: list[str], at_s: float) -> Moment:
    """A frame of a throw: sub-frames between which no die steps further than 2.5 mm, eight at most."""
    ends = [flight.poses(at_s), flight.poses(at_s + SHUTTER_S)]
    reach = max(np.linalg.norm(a.place - b.place) + 8 * _turn_between(a, b) for a, b in zip(*ends, strict=True))
    count = int(np.clip(np.ceil(reach / 2.5), 1, 8))
    times = at_s + SHUTTER_S * (np.arange(count) + 0.5) / count if count > 1 else [at_s]
    return Moment({}, tuple(Instant(dict(zip(names, flight.poses(t), strict=True))) for t in times))


def _turn_between(a: Pose, b: Pose) -> float:
    return float(2 * np.arccos(np.clip(abs(a.turn @ b.turn), 0, 1)))


def _take(reel: Reel, names: tuple[str, ...]) -> None:
    """The hand comes, takes dice one after the other, and carries them out."""
    held: dict[str, np.ndarray] = {}
    reel.note("hand in")
    here = AWAY + np.array([reel.lying[names[0]].place[0] + 30, 0, 0])
    for nth, name in enumerate(names):
        goal = reel.lying[name].place + np.array([0, 0, -3.0])
        _reach(reel, here, goal, 9 if nth == 0 else 6, held, 0.0 if nth == 0 else 0.7)
        for grip in (0.3, 0.6, 1.0):
            _pose_hand(reel, goal, grip, held)
        reel.note("lifted", die=name)
        held[name] = reel.lying[name].place - goal
        here = goal
    _reach(reel, here, AWAY + np.array([here[0] + 40, 0, 0]), 9, held, 1.0)
    for name in names:
        del reel.lying[name]
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
    reel.moments.append(Moment(still, (Instant(carried, place, grip),), drift))
