"""Touches do what they say, on a panel that sleeps too."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FACES = ["value 1", "value 2", "value 3", "value 4"]
WALK = Path(__file__).with_name("walk_touches.py")


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs Xvfb")
def test_touches_do_what_they_say() -> None:
    shown = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", sys.executable, str(WALK)],
                           capture_output=True, text=True, timeout=120)
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout) == {
        "asleep": True, "woken": True, "asked": 1,
        "offered, camera": [*FACES, "no die", "take back", "look again"],
        "offered, no camera": [*FACES, "no die", "take back"],
        "names": ["Zoe", "Ada"], "refused": "Zoe sits here already: take another name",
        "typed": "McDö2b", "erased": "McDö2",
        "in the middle": True,
    }
