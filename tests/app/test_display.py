"""The virtual display: it lives for exactly the length of its block."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from app.display import virtual_display


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
def test_what_ends_the_program_does_not_end_its_display_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    before = children()
    with virtual_display() as name:
        (server,) = children() - before
        assert (os.environ["DISPLAY"], os.getpgid(server)) == (name, server)
    assert (children() - before, "DISPLAY" in os.environ) == (set(), False)


def children() -> set[int]:
    """The processes that this thread started and that still run."""
    return set(map(int, Path("/proc/thread-self/children").read_text().split()))
