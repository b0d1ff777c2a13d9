"""A place on disk: one readable file with its profile, its camera and what each step found."""
from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.errors import CalibrationError, ProfileDamaged, ProfileMissing, ProfileNewer, WrongShape
from hardware.held import Held
from vision.types import Profile

VERSION = 1
_MATRICES = ("to_mm", "camera", "colour")
_LENGTHS = (("size", 2), ("tray_mm", 4), ("spot_mm", 4), ("white", 3))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one step found: `says` is a sentence for a person, `on` its date (ISO), `picture` the file behind it."""

    step: str
    ok: bool
    says: str
    on: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A measured place: its profile, the camera that saw it, when it was made (ISO date), a verdict a step.

    `held` is what the camera held when it was measured, and shall hold again; None if it cannot be told.
    """

    profile: Profile
    camera: str = ""
    made: str = ""
    verdicts: tuple[Verdict, ...] = ()
    held: Held | None = None

    def judged(self, verdict: Verdict) -> Place:
        """This place with `verdict` in the stead of an earlier one on the same step."""
        kept = tuple(v for v in self.verdicts if v.step != verdict.step)
        return replace(self, verdicts=(*kept, verdict))


def load_profile(path: str | Path) -> Profile:
    """The profile kept in `path`; raises a `CalibrationError` whose text is one line for the user."""
    return load_place(path).profile


def load_place(path: str | Path) -> Place:
    """The place kept in `path`; raises ProfileMissing, ProfileDamaged or ProfileNewer."""
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise _damaged(path, "it is not text") from None
    except OSError as error:
        raise ProfileMissing(f"{path}: no profile can be read there ({error.strerror}). "
                             "Make one with ./tableside calibrate.") from None
    return _place_of(_fields_of(text, path), path)


def load_or_default(path: str | Path, default: Profile, camera: str = "") -> tuple[Profile, str]:
    """The profile of `path` for frames of the default's size and for `camera`, or else the default.

    The text says in words what should be known about it ("" when all is well, or when there is no such file yet).
    """
    place, words = place_or_default(path, default, camera)
    return place.profile, words


def place_or_default(path: str | Path, default: Profile, camera: str = "") -> tuple[Place, str]:
    """As `load_or_default`, with what the camera held; of another camera that is left out."""
    if not Path(path).exists():
        return Place(default), ""
    try:
        place = load_place(path)
        profile = profile_for(place.profile, default.size)
    except CalibrationError as error:
        return Place(default), f"{error} Until then the standard rig is assumed."
    warning = _camera_warning(place, camera)
    return replace(place, profile=profile, held=None if warning else place.held), warning


def profile_for(profile: Profile, size: tuple[int, int]) -> Profile:
    """`profile` carried over to frames of `size` (w, h); raises WrongShape when they have another aspect ratio."""
    if profile.size == size:
        return profile
    across, down = size[0] / profile.size[0], size[1] / profile.size[1]
    if abs(across / down - 1) > 0.005:
        raise WrongShape(f"The profile “{profile.name}” is of {_times(profile.size)} frames and the camera gives "
                         f"{_times(size)}, another shape: calibrate again.")
    stretch = _stretch(across, down)
    camera = profile.camera and _row(stretch @ np.reshape(profile.camera, (3, 3)))
    to_mm = _row(np.reshape(profile.to_mm, (3, 3)) @ np.linalg.inv(stretch))
    return replace(profile, size=size, camera=camera, to_mm=to_mm)


def save_place(place: Place, path: str | Path) -> None:
    """Write `place` whole or not at all: a pulled plug leaves the old file or the new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(_pretty(_document_of(place)) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _stretch(across: float, down: float) -> np.ndarray:
    """From pixel centres of one frame size to those of another (pixel 0 is centred on 0, its edge lies at -0.5)."""
    return np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1.0]])


def _row(matrix: np.ndarray) -> tuple[float, ...]:
    return tuple(float(number) for number in matrix.ravel())


def _times(size: tuple[int, int]) -> str:
    return f"{size[0]}×{size[1]}"


def _camera_warning(place: Place, camera: str) -> str:
    if not camera or not place.camera or camera == place.camera:
        return ""
    return f"The profile is of another camera ({place.camera}, now {camera}): calibrate again if dice are misread."


def _document_of(place: Place) -> dict[str, Any]:
    profile = asdict(place.profile)
    for name in _MATRICES:
        profile[name] = profile[name] and np.reshape(profile[name], (3, 3)).tolist()
    head = {"tableside": "place", "version": VERSION, "made": place.made, "camera": place.camera}
    head |= {"held": place.held and asdict(place.held)}
    return head | {"profile": profile, "verdicts": [asdict(verdict) for verdict in place.verdicts]}


def _pretty(value: Any, indent: str = "") -> str:
    """JSON with one line a field and one line a row of numbers."""
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {_pretty(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        return "[\n" + ",\n".join(inner + _pretty(item, inner) for item in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def _fields_of(text: str, path: str | Path) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, str(error)) from None
    if not isinstance(found, dict) or found.get("tableside") != "place":
        raise _damaged(path, "it is not a Tableside place")
    version = found.get("version")
    if not isinstance(version, int):
        raise _damaged(path, "its version is missing")
    if version > VERSION:
        raise ProfileNewer(f"{path}: made by a newer Tableside (version {version}, this one reads {VERSION}). "
                           "Update, or calibrate again.")
    return found


def _place_of(found: dict[str, Any], path: str | Path) -> Place:
    try:
        verdicts = tuple(_verdict_of(kept) for kept in found["verdicts"])
        held = _held_of(found.get("held"))
        return Place(_profile_of(found["profile"]), _word(found["camera"]), _word(found["made"]), verdicts, held)
    except KeyError as error:
        raise _damaged(path, f"{error.args[0]} is missing") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _damaged(path, str(error)) from None


def _held_of(kept: dict[str, Any] | None) -> Held | None:
    if kept is None:
        return None
    true_gain = kept.get("true_gain", False)
    unknown = set(kept) - {known.name for known in fields(Held)}
    if unknown or not isinstance(true_gain, bool):
        raise ValueError(f"“{min(unknown, default='true_gain')}” makes no sense in held")
    numbers: dict[str, Any] = {
        name: value if value is None else _number(name, value) for name, value in kept.items() if name != "true_gain"}
    held = Held(**numbers, true_gain=true_gain)
    if held.exposure_s <= 0:
        raise ValueError("held needs an exposure_s above 0")
    return held


def _profile_of(kept: dict[str, Any]) -> Profile:
    unknown = set(kept) - {known.name for known in fields(Profile)}
    if unknown:
        raise ValueError(f"“{min(unknown)}” is unknown here")
    values = {name: _value_of(name, value) for name, value in kept.items()}
    profile = Profile(**{"size": values["size"], "to_mm": values["to_mm"]} | values)
    _check(profile)
    return profile


def _value_of(name: str, value: Any) -> Any:
    if name in _MATRICES:
        return value and tuple(_number(name, item) for row in _rows(name, value, 3) for item in row)
    if name in ("flat", "markers"):
        return tuple(tuple(_number(name, item) for item in row) for row in value)
    if isinstance(value, list):
        return tuple(_number(name, item) for item in value)
    return value if name == "name" or value is None else _number(name, value)


def _rows(name: str, rows: list[list[float]], count: int) -> list[list[float]]:
    if [len(row) for row in rows] != [count] * count:
        raise ValueError(f"{name} is not {count} rows of {count} numbers")
    return rows


def _number(name: str, value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError(f"{name} holds {value!r}, not a number")
    return value


def _check(profile: Profile) -> None:
    for name, length in _LENGTHS:
        value = getattr(profile, name)
        if value is not None and len(value) != length:
            raise ValueError(f"{name} needs {length} numbers and has {len(value)}")
    if any(not isinstance(side, int) or side < 1 for side in profile.size) or min(profile.white) <= 0:
        raise ValueError("size must be whole, size and white above 0")
    for name in _MATRICES:
        matrix = getattr(profile, name)
        if matrix is not None and np.linalg.matrix_rank(np.reshape(matrix, (3, 3))) < 3:
            raise ValueError(f"{name} cannot be inverted")
    if len({len(row) for row in profile.flat}) > 1 or any(len(marker) != 3 for marker in profile.markers):
        raise ValueError("flat and markers need rows of one length")


def _verdict_of(kept: dict[str, Any]) -> Verdict:
    if set(kept) != {known.name for known in fields(Verdict)} or not isinstance(kept["ok"], bool):
        raise ValueError("a verdict does not have its five fields")
    return Verdict(_word(kept["step"]), kept["ok"], *(_word(kept[name]) for name in ("says", "on", "picture")))


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _damaged(path: str | Path, why: str) -> ProfileDamaged:
    return ProfileDamaged(f"{path}: this profile is damaged ({why}). Calibrate again with ./tableside calibrate.")
