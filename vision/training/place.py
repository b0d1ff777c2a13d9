"""A place to film in: tray, table, light and camera."""
from __future__ import annotations

from dataclasses import dataclass, field

from vision.training.scene_eye import Eye

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Place:
    """A table as it may be built: colours are linear RGB, `ring` and `day` scale the two lights."""

    cloth: Rgb = (0.018, 0.075, 0.045)
    walls: Rgb = (0.30, 0.155, 0.075)
    top: Rgb = (0.36, 0.225, 0.125)
    ring: float = 1.0
    day: float = 1.0
    day_from: tuple[float, float, float] = (-900.0, 500.0, 900.0)
    eye: Eye = field(default_factory=Eye)
    tray_mm: tuple[float, float] = (250.0, 250.0)
    seed: int = 1
