"""How the owner wants the screen: a readable file of a few words, every one with a sane default."""
from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from app.errors import SettingsError

# What may be chosen, the default first; 0 inches means: what is usually sold with so many pixels.
CHOICES: dict[str, tuple[Any, ...]] = {
    "language": ("en", "de"), "text": (1.0, 1.15), "hand": ("right", "left"), "dim_after_s": (300, 120, 30, 0),
    "inches": (0, 5, 7, 10.1, 13.3, 15.6), "seats": ("side", "around"),
    "brightness": ("day", "evening", "night"), "photos_of": (10, 3, 50),
    "sound": ("off", "tones", "voice"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """Language, enlargement of text, the hand that undoes, seconds until it dims (0: never), the panel's diagonal.

    `seats`: all at one side of the panel, or around it. `photos_of`: how many games keep their photos.
    `sound`: nothing, short tones, or the prompts spoken.
    """

    language: str = "en"
    text: float = 1.0
    hand: str = "right"
    dim_after_s: int = 300
    inches: float = 0
    seats: str = "side"
    brightness: str = "day"
    photos_of: int = 10
    sound: str = "off"


def load_preferences(path: Path) -> Preferences:
    """What the file says, or the defaults where there is none; SettingsError names what is wrong in it."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Preferences()
    except (ValueError, OSError) as error:
        raise SettingsError(f"{path}: cannot be read ({error}); mend or remove it") from error
    return _checked(told, path)


def save_preferences(preferences: Preferences, path: Path) -> None:
    """Write the file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(preferences), indent=2) + "\n", encoding="utf-8")
    os.replace(fresh, path)


def _checked(told: Any, path: Path) -> Preferences:
    if not isinstance(told, dict):
        raise SettingsError(f"{path}: expected names with values in braces")
    known = [field.name for field in fields(Preferences)]
    for name, value in told.items():
        if name not in known:
            raise SettingsError(f"{path}: unknown setting {name!r}; there are {', '.join(known)}")
        if value not in CHOICES[name] or isinstance(value, bool):
            raise SettingsError(f"{path}: {name} cannot be {value!r}; it may be {', '.join(map(str, CHOICES[name]))}")
    return Preferences(**told)
