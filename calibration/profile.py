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
_LENGTHS = {"size": 2, "tray_mm": 4, "spot_mm": 4, "white": 3}
_MAY_BE_UNKNOWN = ("spot_mm", "camera", "colour")
# Between what the numbers of a field lie, far beyond any table; else a slip of the pen is read as if it were measured.
_BOUNDS = {"size": (1, 20_000), "to_mm": (-1e6, 1e6), "tray_mm": (-5000, 5000), "spot_mm": (-5000, 5000),
           "die_mm": (3, 60), "camera": (-1e6, 1e6), "distortion": (-100, 100), "white": (0.01, 100),
           "markers": (-5000, 5000), "marker_mm": (3, 300), "flat": (0.01, 100), "colour": (-20, 20)}


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
    if type(version) is not int or version < 1:
        raise _damaged(path, "its version is missing")
    if version > VERSION:
        raise ProfileNewer(f"{path}: made by a newer Tableside (version {version}, this one reads {VERSION}). "
                           "Update, or calibrate again.")
    return found


def _place_of(found: dict[str, Any], path: str | Path) -> Place:
    try:
        verdicts = tuple(_verdict_of(kept) for kept in _list("verdicts", found["verdicts"]))
        held = _held_of(found.get("held"))
        return Place(_profile_of(found["profile"]), _word(found["camera"]), _word(found["made"]), verdicts, held)
    except KeyError as error:
        raise _damaged(path, f"{error.args[0]} is missing") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _damaged(path, str(error)) from None


def _held_of(kept: dict[str, Any] | None) -> Held | None:
    if kept is None:
        return None
    true_gain = _named("held", kept).get("true_gain", False)
    unknown = set(kept) - {known.name for known in fields(Held)}
    if unknown or not isinstance(true_gain, bool):
        raise ValueError(f"“{min(unknown, default='true_gain')}” makes no sense in held")
    numbers: dict[str, Any] = {
        name: value if value is None else _number(name, value) for name, value in kept.items() if name != "true_gain"}
    held = Held(**numbers, true_gain=true_gain)
    if held.exposure_s <= 0:
        raise ValueError("held needs an exposure_s above 0")
    return held


def _profile_of(kept: Any) -> Profile:
    unknown = set(_named("profile", kept)) - {known.name for known in fields(Profile)}
    if unknown:
        raise ValueError(f"“{min(unknown)}” is unknown here")
    values = {name: _value_of(name, value) for name, value in kept.items()}
    profile = Profile(**{"size": values["size"], "to_mm": values["to_mm"]} | values)
    _check(profile)
    return profile


def _value_of(name: str, value: Any) -> Any:
    if name == "name":
        return _word(value)
    if value is None and name in _MAY_BE_UNKNOWN:
        return None
    low, high = _BOUNDS[name]
    if name in _LENGTHS:
        return _row_of(name, value, _LENGTHS[name], low, high)
    if name in _MATRICES:
        rows = [_row_of(name, row, 3, low, high) for row in _list(name, value)]
        if len(rows) != 3:
            raise ValueError(f"{name} is not 3 rows of 3 numbers")
        return tuple(item for row in rows for item in row)
    if name in ("flat", "markers"):
        return tuple(_row_of(name, row, len(_list(name, value[0])), low, high) for row in _list(name, value))
    if name == "distortion":
        return () if value == [] else _row_of(name, value, 5, low, high)
    return _number(name, value, low, high)


def _row_of(name: str, row: Any, length: int, low: float, high: float) -> tuple[Any, ...]:
    if len(_list(name, row)) != length or not length:
        raise ValueError(f"{name} needs {length} numbers in a row and has {len(row)}")
    return tuple(_number(name, item, low, high) for item in row)


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name} holds {value!r}, not a list")
    return value


def _named(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} is not a set of named fields")
    return value


def _number(name: str, value: Any, low: float = -1e6, high: float = 1e6) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise ValueError(f"{name} holds {value!r}, not a number")
    if not low <= value <= high:
        raise ValueError(f"{name} holds a number that cannot be, {float(min(max(value, -1e9), 1e9)):g}")
    return value


def _check(profile: Profile) -> None:
    if not all(isinstance(side, int) for side in profile.size):
        raise ValueError("size must be whole")
    if any(len(marker) != 3 for marker in profile.markers):
        raise ValueError("markers need 3 numbers in a row")
    for name in ("tray_mm", "spot_mm"):
        box = getattr(profile, name)
        if box is not None and (box[0] >= box[2] or box[1] >= box[3]):
            raise ValueError(f"{name} needs left, top, right and bottom in this order")
    for name in _MATRICES:
        matrix = getattr(profile, name)
        if matrix is not None and np.linalg.matrix_rank(np.reshape(matrix, (3, 3))) < 3:
            raise ValueError(f"{name} cannot be inverted")
    if profile.colour is not None and min(profile.colour[::4]) <= 0:
        raise ValueError("colour turns colours round")
    if profile.camera is not None and min(profile.camera[0], profile.camera[4]) <= 0:
        raise ValueError("camera needs focal lengths above 0")
    if not _sees_tray(profile):
        raise ValueError("to_mm shows the tray mirrored, or reaching behind the camera")


def _sees_tray(profile: Profile) -> bool:
    """Whether the tray lies before the camera, the right way round."""
    to_mm = np.reshape(np.array(profile.to_mm, float), (3, 3))
    left, top, right, bottom = profile.tray_mm
    corners = np.array([[left, top, 1], [right, top, 1], [right, bottom, 1], [left, bottom, 1.0]])
    seen = corners @ np.linalg.inv(to_mm).T
    (x0, y0), (x1, y1), _, (x3, y3) = seen[:, :2] / seen[:, 2:]
    return bool((seen[:, 2] * seen[0, 2] > 0).all() and (x1 - x0) * (y3 - y0) - (y1 - y0) * (x3 - x0) > 0)


def _verdict_of(kept: dict[str, Any]) -> Verdict:
    if set(_named("verdicts", kept)) != {known.name for known in fields(Verdict)} or not isinstance(kept["ok"], bool):
        raise ValueError("a verdict does not have its five fields")
    return Verdict(_word(kept["step"]), kept["ok"], *(_word(kept[name]) for name in ("says", "on", "picture")))


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _damaged(path: str | Path, why: str) -> ProfileDamaged:
    return ProfileDamaged(f"{path}: this profile is damaged ({why}). Calibrate again with ./tableside calibrate.")
