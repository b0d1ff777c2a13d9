"""Where things live: every path below the one data directory."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The data directory's rooms; `root` is made when first needed."""

    root: Path

    @property
    def store(self) -> Path:
        return self.root / "tableside.sqlite"

    @property
    def profile(self) -> Path:
        return self.root / "profile.json"

    @property
    def exports(self) -> Path:
        return self.root / "exports"

    @property
    def brought_back(self) -> Path:
        """Where a backup waits for the next start."""
        return self.root / "brought_back"

    @property
    def screenshots(self) -> Path:
        return self.root / "screenshots"

    @property
    def settings(self) -> Path:
        return self.root / "settings.json"

    @property
    def kivy_home(self) -> Path:
        return self.root / "kivy"
