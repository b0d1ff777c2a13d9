"""The steps as a person meets them on a terminal: asked, looked at, judged, kept."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from calibration import lens, light, tray
from calibration.dice import collect_faces, judge_contrast, sheet_verdict
from calibration.errors import Unmeasurable
from calibration.exposing import avoid_flicker, expose_strip
from calibration.flicker import judge_flicker
from calibration.profile import Place, Verdict
from calibration.trial import THROWS, Trial, count, verdict_of
from hardware.held import Held
from vision.look import read
from vision.types import Die, Expectation, Frame, Library, Profile


class View(Protocol):
    """Where frames come from: a `live` camera, or pictures taken before, which nobody can be asked about."""

    live: bool

    @property
    def held(self) -> Held | None: ...
    def hold(self, wanted: Held | None) -> None: ...
    def take(self, count: int, every_s: float = 0.0) -> Sequence[Frame]: ...
    def watch(self, every_s: float) -> Iterator[Frame]: ...


class Terminal(Protocol):
    """Where a person reads and answers."""

    def say(self, words: str) -> None: ...
    def ask(self, words: str) -> str: ...


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """What a step made: the profile, its verdicts, the picture behind them, and cut-outs by name to keep."""

    profile: Profile
    verdicts: tuple[Verdict, ...]
    image: np.ndarray
    cuts: dict[str, np.ndarray] = field(default_factory=dict)


Step = Callable[[Profile, View, Terminal], Outcome]
# With so many looks in a row that showed nothing new, the collecting ends with what there is.
_PATIENCE = 120
_LOOK_S = 0.5


def run_step(name: str, place: Place, view: View, terminal: Terminal) -> tuple[Place, Outcome | None]:
    """One step, tried again while the person wishes: the place then, and what the step made (None: skipped)."""
    while True:
        try:
            outcome = STEPS[name](place.profile, view, terminal)
        except Unmeasurable as refusal:
            terminal.say(str(refusal))
            if not view.live or terminal.ask("Enter tries again, s skips this step: ").strip().lower().startswith("s"):
                return place.judged(Verdict(name, False, str(refusal))), None
            continue
        for verdict in outcome.verdicts:
            terminal.say(verdict.says)
            place = place.judged(verdict)
        return replace(place, profile=outcome.profile), outcome


def coverage_words(kept: Sequence[lens.BoardView]) -> str:
    """The picture as 3 rows of 4 signs: where the board has been seen."""
    return "\n".join("  " + " ".join("■" if seen else "·" for seen in row) for row in lens.coverage_of(kept))


def _lens(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    if not view.live:
        images = _images(view.take(0))
        measured, verdict = lens.measure(images, profile)
        return Outcome(measured, (verdict,), _last_of(images, lens.shows_board))
    terminal.ask("Hold the lens board into the picture, then press Enter: views are taken by themselves. ")
    kept, image = _collect(view, terminal)
    if len(kept) < lens.FEWEST_VIEWS:
        raise Unmeasurable(f"Only {len(kept)} usable views; at least {lens.FEWEST_VIEWS} are needed.")
    measured, verdict = lens.fit(kept, replace(profile, size=kept[0].size))
    return Outcome(measured, (verdict,), image)


def _last_of(images: Sequence[np.ndarray], shows: Callable[[np.ndarray], bool]) -> np.ndarray:
    """The last picture that shows what a step measured."""
    return next((image for image in reversed(images) if shows(image)), images[-1])


def _collect(view: View, terminal: Terminal) -> tuple[tuple[lens.BoardView, ...], np.ndarray]:
    kept: tuple[lens.BoardView, ...] = ()
    last, idle, image = "", 0, np.zeros((1, 1, 3), np.uint8)
    for frame in view.watch(_LOOK_S):
        more, said = lens.collect(kept, frame.image)
        idle, image = (0, frame.image) if len(more) > len(kept) else (idle + 1, image)
        if said != last:
            terminal.say(said if len(more) == len(kept) else f"{said}\n{coverage_words(more)}")
        kept, last = more, said
        if idle >= _PATIENCE or (len(kept) >= lens.WANTED_VIEWS and not lens.hint_of(kept)):
            break
    return kept, image


def _tray(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    images = _shown(view, terminal, "Lay the four markers at the empty tray's corners and press Enter. ", 5)
    measured, verdict = tray.measure(images, profile)
    return Outcome(measured, (verdict,), _last_of(images, lambda image: tray.shows_tray(image, measured)))


def _light(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    if not profile.markers:
        raise Unmeasurable("Measure the tray first: the light is judged on its floor.")
    images = _shown(view, terminal, "Lay the light strip into the empty tray and press Enter. ", 3)
    if view.live:
        images = list(expose_strip(view, images, profile))
    measured, verdict = light.measure(images, profile)
    return Outcome(measured, (replace(verdict, says=f"{verdict.says}{_held_words(view.held)}"),), images[-1])


def _held_words(held: Held | None) -> str:
    return "" if held is None else f" The camera holds {held.exposure_s * 1000:.1f} ms from now on."


def _flicker(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    if not view.live:
        raise Unmeasurable("Flicker shows only in a live camera's frames: pictures cannot tell.")
    found, frames, exposure_s = avoid_flicker(view, profile)
    verdict = judge_flicker(found)
    if exposure_s and verdict.ok:
        verdict = replace(verdict, says=f"The lamps flicker; exposed for {exposure_s * 1000:.1f} ms, nothing shows it.")
    return Outcome(profile, (verdict,), frames[-1].image)


def _dice(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    images = _shown(view, terminal, "Put one die of each colour you own into the tray, apart, and press Enter. ", 1)
    dice = _read(images[-1], profile)
    if not dice:
        raise Unmeasurable("No dice are seen in the tray: lay them apart, away from the walls.")
    return Outcome(profile, judge_contrast(images[-1], dice, profile), images[-1])


def _sheet(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    images = _shown(view, terminal, "Lay the dice sheet into the picture, dice on its cells, and press Enter. ", 1)
    faces = collect_faces(images[-1])
    if not faces.cuts:
        raise Unmeasurable("No die lies on the sheet: put one on each cell that you want to show.")
    cuts = {f"row{row + 1}-side{column + 1}": cut for (row, column), cut in faces.cuts.items()}
    return Outcome(profile, (sheet_verdict(faces),), images[-1], cuts)


def _trial(profile: Profile, view: View, terminal: Terminal) -> Outcome:
    if not view.live:
        raise Unmeasurable("The trial needs a live camera and somebody who throws.")
    trial, image = Trial(), _images(view.take(1))[-1]
    while trial.throws < THROWS:
        if terminal.ask(f"Throw {trial.throws + 1} of {THROWS}: throw, then press Enter (q ends). ") == "q":
            break
        image = _images(view.take(1))[-1]
        trial = _confirmed(trial, _read(image, profile), terminal)
    return Outcome(profile, (verdict_of(trial),), image)


def _confirmed(trial: Trial, dice: Sequence[Die], terminal: Terminal) -> Trial:
    words = ", ".join(f"{die.value}{'' if die.sure else ' (not sure)'}" for die in dice)
    terminal.say(f"I read: {words or 'nothing'}")
    while True:
        answer = terminal.ask("Right? Enter, or what really lies there, such as 3 5 5: ").replace(",", " ").split()
        if all(word in "123456" and len(word) == 1 for word in answer):
            truth = [int(word) for word in answer] or [die.value for die in dice if die.value is not None]
            return count(trial, dice, truth)
        terminal.say("Numbers from 1 to 6, with blanks between them.")


def _read(image: np.ndarray, profile: Profile) -> tuple[Die, ...]:
    return read(image, profile, Library(), Expectation()).dice


def _shown(view: View, terminal: Terminal, words: str, frames: int) -> list[np.ndarray]:
    if view.live:
        terminal.ask(words)
    return _images(view.take(frames))


def _images(frames: Sequence[Frame]) -> list[np.ndarray]:
    if not frames:
        raise Unmeasurable("The camera gives no picture: look at its cable, or at ./tableside doctor.")
    return [frame.image for frame in frames]


STEPS: dict[str, Step] = {"lens": _lens, "tray": _tray, "light": _light, "flicker": _flicker, "dice": _dice,
                          "sheet": _sheet, "trial": _trial}
