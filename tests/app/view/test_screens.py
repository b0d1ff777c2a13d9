"""Every screen at every size, in each language: nothing is cut off, overlaps, or is too small for a finger."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WALK = Path(__file__).with_name("walk_screens.py")
pytestmark = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")


def walk(size: str, language: str, text: str = "1.0") -> dict[str, list[str]]:
    """What is wrong on each screen."""
    shown = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1920x1920x24", sys.executable, str(WALK), size, language, text],
        capture_output=True, text=True, timeout=280)
    assert shown.returncode == 0, shown.stderr
    found: dict[str, list[str]] = json.loads(shown.stdout)
    return found


@pytest.mark.parametrize(("size", "language"), [("800x480", "en"), ("1280x800", "de")])
def test_screens_fit(size: str, language: str) -> None:
    assert walk(size, language) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", ["800x480", "480x800", "1024x600", "600x1024", "1280x800", "800x1280", "1920x1080",
                                  "1080x1920"])
def test_screens_fit_at_every_size(size: str, language: str) -> None:
    assert walk(size, language) == {}
