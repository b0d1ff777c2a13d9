"""How fast the window is on the demo's game screen, beside a window with nothing in it but one rectangle."""
from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from app.commands.bench import Rows
from app.display import virtual_display
from app.errors import DisplayError

ROOT = Path(__file__).parents[2]
STARTS, PATIENCE_S, WATCHED_S = 3, 120.0, 25.0
Seen = tuple[float, list[float], list[float]]  # s from start to the first picture; frames and touches in ms
FEWEST_FRAMES, FEWEST_TOUCHES = 60, 10


def run() -> Rows:
    """Seconds to the first picture, ms of work a frame, ms from touch to changed pixels; 1280×800, the film playing."""
    with virtual_display():
        game = _row(("-m", "app", "play", "--demo"))
        bare = _row(("-m", "app.view.bare"))
    ratio = {name: float(game[name]) / float(bare[name]) for name in game if name.endswith((" s", " ms"))}
    return {"game screen": game, "bare window": bare, "ratio": dict(ratio)}


def _row(command: tuple[str, ...]) -> dict[str, float | int | str]:
    starts = [_seen(command, 1, 0, 0.0)[0] for _ in range(STARTS)]
    _, frames, touches = _seen(command, FEWEST_FRAMES, FEWEST_TOUCHES, WATCHED_S)
    return {
        "first picture s": statistics.median(starts),
        "frame median ms": statistics.median(frames), "frame p99 ms": statistics.quantiles(frames, n=100)[-1],
        "touch median ms": statistics.median(touches), "touch p95 ms": statistics.quantiles(touches, n=20)[-1],
        "frames": len(frames),
    }


def _seen(command: tuple[str, ...], frames: int, touches: int, watched_s: float) -> Seen:
    """Run for that long, and until so much was gauged."""
    with tempfile.TemporaryDirectory(prefix="tableside-bench-") as folder:
        path = Path(folder) / "gauge.json"
        environ = os.environ | {"TABLESIDE_GAUGE": str(path), "TABLESIDE_DATA": folder, "TABLESIDE_WINDOW": "1280x800"}
        began = time.monotonic()
        window = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environ)
        try:
            seen = _await(window, path, began + watched_s, frames, touches)
        finally:
            window.kill()
            window.wait()
    # The first frame loads the fonts: it counts as the start, not as a frame.
    return seen["first"] - began, seen["frames"][1:], seen["touches"]


def _await(window: subprocess.Popen[bytes], path: Path, soonest: float, frames: int, touches: int) -> dict[str, Any]:
    while time.monotonic() < soonest + PATIENCE_S and window.poll() is None:
        time.sleep(0.1)
        if path.exists() and time.monotonic() >= soonest:
            seen: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if len(seen["frames"]) >= frames and len(seen["touches"]) >= touches:
                return seen
    raise DisplayError("the window ended, or drew too little in two minutes: try ./tableside play --demo to see why")
