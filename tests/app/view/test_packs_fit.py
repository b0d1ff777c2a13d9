"""Every moment that play by chance comes to in every pack, on the screen: nothing is cut off or overlaps."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WALK = Path(__file__).with_name("walk_packs.py")
pytestmark = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")


def walk(size: str, language: str) -> dict[str, list[str]]:
    """What is wrong with each moment."""
    shown = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1920x1920x24", sys.executable, str(WALK), size, language, "1.0"],
        capture_output=True, text=True, timeout=280)
    assert shown.returncode == 0, shown.stderr
    found: dict[str, list[str]] = json.loads(shown.stdout)
    return found


def test_moments_fit() -> None:
    assert walk("800x480", "de") == {}


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), [
    ("480x800", "de"), ("1024x600", "en"), ("1280x800", "de"), ("1080x1920", "en")])
def test_moments_fit_at_other_sizes(size: str, language: str) -> None:
    assert walk(size, language) == {}
