"""Calibration at a terminal: opens the camera or the pictures, goes through the steps, keeps the place."""
from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError, OtherCamera, ProfileDamaged, ProfileUnkept, Unmeasurable
from calibration.profile import Place, load_place, profile_for, save_place
from calibration.tray import with_tray
from calibration.wizard import Outcome, Terminal, View, run_step
from hardware.camera import Camera, open_camera
from hardware.errors import PhotoError
from hardware.held import Held
from hardware.photos import load_photo
from hardware.stills import pictures_in
from vision.tray import standard_profile
from vision.types import Frame

PICTURE_STEPS = ("lens", "tray", "light")
LIVE_STEPS = ("lens", "tray", "flicker", "light", "dice", "trial")
PHOTOS_NOT_TAKEN = (".heic", ".heif", ".gif", ".avif", ".dng")
_WAIT_S = 5.0
_HOLD_S, _PIPELINE_S = 2.0, 0.4  # until a camera says that it holds; until the last picture from before has come


class LiveView:
    """Frames of a camera as they come."""

    live = True

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    @property
    def held(self) -> Held | None:
        return self._camera.held

    def hold(self, wanted: Held | None) -> None:
        """Have the camera hold that, and wait until its pictures show it; one that cannot be told is not waited for."""
        self._camera.hold(wanted)
        end = time.monotonic() + _HOLD_S
        while not _is_held(self._camera.held, wanted) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(_PIPELINE_S)

    def take(self, count: int, every_s: float = 0.0) -> Sequence[Frame]:
        """The next `count` frames; fewer when the camera stops giving them."""
        frames: list[Frame] = []
        for frame in self.watch(every_s):
            frames.append(frame)
            if len(frames) >= count:
                break
        return frames

    def watch(self, every_s: float) -> Iterator[Frame]:
        """New frames, at least `every_s` apart, until the camera gives none for five seconds."""
        seen, since = self._camera.read(), time.monotonic()
        while time.monotonic() - since < _WAIT_S:
            frame = self._camera.read()
            if frame is None or frame is seen:
                time.sleep(0.005)
                continue
            yield frame
            seen, since = frame, time.monotonic()
            time.sleep(every_s)


def _is_held(held: Held | None, wanted: Held | None) -> bool:
    return held is not None and (wanted is None or abs(held.exposure_s / wanted.exposure_s - 1) < 0.05)


class PictureView:
    """Pictures taken before: every step looks at all of them and takes those that show its target."""

    live = False
    held: Held | None = None

    def __init__(self, folder: Path) -> None:
        paths = pictures_in(folder)
        if not paths:
            raise Unmeasurable(f"{folder} holds no picture that can be read: keep them there as JPEG or PNG.")
        self._frames = [Frame(_load(path), 0.0, seq) for seq, path in enumerate(paths)]
        for path, frame in zip(paths, self._frames, strict=True):
            if frame.image.shape != self._frames[0].image.shape:
                raise Unmeasurable(f"{path.name} has another size than {paths[0].name}: "
                                   "take all with one camera, in one setting.")

    def hold(self, wanted: Held | None) -> None:
        """Pictures are as they are."""

    def take(self, count: int, every_s: float = 0.0) -> Sequence[Frame]:
        return self._frames

    def watch(self, every_s: float) -> Iterator[Frame]:
        return iter(self._frames)


class Console:
    """The person at the terminal."""

    def say(self, words: str) -> None:
        print(words, flush=True)

    def ask(self, words: str) -> str:
        """Their answer; raises CalibrationError where nobody can give one."""
        try:
            return input(words)
        except EOFError:
            raise CalibrationError("Nobody answers here: run this in a terminal, or give --camera a folder of pictures."
                                   ) from None


def calibrate(source: str, path: Path, steps: Sequence[str], tray_mm: tuple[float, float] | None,
              terminal: Terminal) -> int:
    """Go through `steps` (all that `source` can serve, if none is named) and keep the place in `path` after each.

    0: every verdict is good; 1: some are not. Raises CalibrationError or HardwareError.
    """
    cv2.setNumThreads(1)
    _must_be_writable(path)
    folder = Path(source).expanduser()
    if folder.is_dir():
        left_out = [path.name for path in sorted(folder.iterdir()) if path.suffix.lower() in PHOTOS_NOT_TAKEN]
        if left_out:
            terminal.say(f"Left out: {', '.join(left_out)}. Save them as JPEG or PNG.")
        return _go_through(PictureView(folder), source, path, steps or PICTURE_STEPS, tray_mm, terminal)
    camera = open_camera(source)
    try:
        return _go_through(LiveView(camera), source, path, steps or LIVE_STEPS, tray_mm, terminal)
    finally:
        camera.close()


def _must_be_writable(path: Path) -> None:
    """Said before anybody has measured for ten minutes."""
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.open("a").close()
        fresh.unlink()
    except OSError as error:
        raise ProfileUnkept(f"{path} cannot be written ({error.strerror}): give another --profile FILE.") from error


def calibrate_live(camera: Camera, source: str, path: Path, terminal: Terminal) -> int:
    """The same for a camera that is open already, and stays so: all the steps of a live one."""
    return _go_through(LiveView(camera), source, path, LIVE_STEPS, None, terminal)


def _go_through(view: View, source: str, path: Path, steps: Sequence[str], tray_mm: tuple[float, float] | None,
                terminal: Terminal) -> int:
    place = _begun(view, source, path, tray_mm, terminal)
    if place.held is not None:
        view.hold(place.held)
    good = True
    for number, name in enumerate(steps, 1):
        terminal.say(f"\n{name.capitalize()} ({number} of {len(steps)})")
        place, outcome = run_step(name, place, view, terminal)
        place = replace(_dated(place, name, outcome, path), made=_today(), held=view.held or place.held)
        _keep_cuts(outcome, path, terminal)
        save_place(place, path)
        good = good and outcome is not None and all(verdict.ok for verdict in outcome.verdicts)
    kept = "Kept" if good else "Not all is good yet: do again what failed; what is good is kept"
    terminal.say(f"\n{kept} in {path}.")
    return 0 if good else 1


def _begun(view: View, source: str, path: Path, tray_mm: tuple[float, float] | None, terminal: Terminal) -> Place:
    """The place so far, fitted to the camera's frames; a new one where there is none, or none that still holds."""
    frames = view.take(1)
    if not frames:
        raise Unmeasurable(f"{source} gives no picture: look at its cable, or at ./tableside doctor.")
    size = (frames[-1].image.shape[1], frames[-1].image.shape[0])
    camera = source if view.live else ""
    name = "this table" if path.stem == "profile" else path.stem
    place = _kept_place(path, size, camera, terminal) or Place(replace(standard_profile(size), name=name), camera)
    return place if tray_mm is None else replace(place, profile=with_tray(place.profile, tray_mm))


def _kept_place(path: Path, size: tuple[int, int], camera: str, terminal: Terminal) -> Place | None:
    if not path.exists():
        return None
    try:
        kept = load_place(path)
    except ProfileDamaged as refusal:
        aside = path.replace(path.with_name(path.name + ".damaged"))
        terminal.say(f"{refusal} It is now {aside.name}; begun anew.")
        return None
    if camera and kept.camera and kept.camera != camera:
        raise OtherCamera(f"{path} is of another camera ({kept.camera}): give this one its own --profile FILE.")
    return replace(kept, profile=profile_for(kept.profile, size), camera=camera or kept.camera)


def _dated(place: Place, step: str, outcome: Outcome | None, path: Path) -> Place:
    """The step's verdicts with today's date and the picture behind them, which is laid beside the profile."""
    mine = {step} if outcome is None else {verdict.step for verdict in outcome.verdicts}
    picture = "" if outcome is None else _kept_picture(outcome.image, path, step)
    verdicts = tuple(replace(verdict, on=_today(), picture=picture) if verdict.step in mine else verdict
                     for verdict in place.verdicts)
    return replace(place, verdicts=verdicts)


def _keep_cuts(outcome: Outcome | None, path: Path, terminal: Terminal) -> None:
    """Cut-outs of dice lie beside the profile, ready to be enrolled."""
    if outcome is None or not outcome.cuts:
        return
    folder = path.with_name(f"{path.stem}-faces")
    folder.mkdir(parents=True, exist_ok=True)
    for name, cut in outcome.cuts.items():
        cv2.imwrite(str(folder / f"{name}.png"), cut)
    terminal.say(f"{len(outcome.cuts)} faces are kept in {folder}.")


def _kept_picture(image: np.ndarray, path: Path, step: str) -> str:
    picture = path.with_name(f"{path.stem}-{step}.jpg")
    picture.parent.mkdir(parents=True, exist_ok=True)
    smaller = min(1.0, 820 / image.shape[1])
    cv2.imwrite(str(picture), cv2.resize(image, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA))
    return picture.name


def _load(path: Path) -> np.ndarray:
    try:
        return load_photo(path)
    except PhotoError as refusal:
        raise Unmeasurable(f"{path}: {refusal}") from None


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
