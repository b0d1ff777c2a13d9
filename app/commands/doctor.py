"""The doctor command: every part found and tried, in a line each."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from app.display import has_display
from hardware.checks import check_board, check_cameras, check_clock, check_pins, check_power
from hardware.health import ABSENT, ADVICE, BROKEN, WORKS, Finding

SIGNS = {WORKS: "✓", ABSENT: "–", ADVICE: "!", BROKEN: "✗"}
NEEDED_BYTES, WISE_BYTES = 20_000_000, 500_000_000  # an evening's photos, and a season's
RENDERER_S = 20
RENDERER = "from app.view.renderer import renderer; print(renderer())"
NO_WINDOW = "no window opens: see that this user may use the screen (groups video, render)"
SOFTWARE = ("llvmpipe", "softpipe", "swrast")


def run(args: Namespace) -> int:
    """Say what was found; 1 if something that is there or needed is broken."""
    found = []
    for finding in examine(args.data):
        found.append(finding)
        if not args.json:
            print(line_of(finding), flush=True)
    if args.json:
        print(json.dumps([asdict(finding) for finding in found]))
    return int(any(finding.state == BROKEN for finding in found))


def examine(data: Path) -> Iterable[Finding]:
    """Each part in turn, as soon as it is known."""
    yield from check_cameras()
    yield check_board()
    yield check_display()
    yield check_pins()
    yield check_disk(data)
    yield check_clock()
    power = check_power()
    if power is not None:
        yield power


def line_of(finding: Finding) -> str:
    return f"{SIGNS[finding.state]} {finding.part:8}{finding.text}"


def check_disk(data: Path, usage: Callable[[Path], shutil._ntuple_diskusage] = shutil.disk_usage) -> Finding:
    """Whether games can be kept in `data`, tried by writing there."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=data, prefix=".doctor-") as file:
            file.write(bytes(100_000))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding("disk", BROKEN, f"nothing can be written in {data} ({error.strerror}): make room or give --data")
    free = usage(data).free
    room = f"{free / 1e9:.1f} GB free in {data}"
    if free < NEEDED_BYTES:
        return Finding("disk", BROKEN, f"the disk is as good as full ({room}): delete something, or give --data")
    if free < WISE_BYTES:
        return Finding("disk", ADVICE, f"{room}: make room before the next game")
    return Finding("disk", WORKS, room)


def check_display() -> Finding:
    """Whether there is a screen, and who draws on it; asked in a process of its own, as a window cannot be unmade."""
    if not has_display():
        return Finding("display", ABSENT, "no screen: the app opens a virtual one and saves pictures")
    asked = [sys.executable, "-c", RENDERER]
    try:
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "KIVY_HOME": home}
            done = subprocess.run(asked, capture_output=True, text=True, timeout=RENDERER_S, env=env)
    except subprocess.TimeoutExpired:
        return Finding("display", BROKEN, NO_WINDOW)
    return display_of(done.stdout.strip().splitlines()[-1] if done.returncode == 0 and done.stdout.strip() else "")


def display_of(renderer: str) -> Finding:
    """What it means that `renderer` draws; "" if nothing could."""
    if not renderer:
        return Finding("display", BROKEN, NO_WINDOW)
    if any(name in renderer for name in SOFTWARE):
        return Finding("display", ADVICE, f"drawn without a graphics card ({renderer}): it works, but slowly")
    return Finding("display", WORKS, f"drawn by {renderer}")
