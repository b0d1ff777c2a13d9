"""`./tableside calibrate`: the table measured, step by step, at the terminal."""
from __future__ import annotations

import argparse

from app.config import Places
from app.errors import UsageError
from calibration.__main__ import Console, calibrate
from calibration.wizard import STEPS


def run(args: argparse.Namespace) -> int:
    """0 when every step's verdict is good, 1 when one is not."""
    unknown = [step for step in args.steps if step not in STEPS]
    if unknown:
        raise UsageError(f"no step {unknown[0]!r}; there are {', '.join(STEPS)}")
    path = args.profile or Places(args.data).profile
    return calibrate(args.camera, path, args.steps, _size_of(args.tray), Console())


def _size_of(text: str | None) -> tuple[float, float] | None:
    """A tray's inside such as 250x250, in millimetres."""
    if text is None:
        return None
    try:
        across, down = (float(part) for part in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise UsageError(f"--tray {text!r}: give its inside in millimetres, such as 250x250") from None
    if not (60 <= across <= 1000 and 60 <= down <= 1000):
        raise UsageError(f"--tray {text}: a tray is 60 to 1000 mm wide and deep")
    return across, down
