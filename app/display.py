"""A display to draw on: the one that is there, or a virtual one for as long as it is needed."""
from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import DisplayError

SIZE = "1280x800x24"


def has_display() -> bool:
    """Whether a desktop runs or a screen is plugged in (the kernel's own list; SDL then draws on it directly)."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(status.read_text().strip() == "connected" for status in Path("/sys/class/drm").glob("card*-*/status"))


@contextmanager
def virtual_display() -> Iterator[str]:
    """Run Xvfb on a free display for the length of the block; raises DisplayError if it cannot start."""
    out, inn = os.pipe()
    try:
        server = subprocess.Popen(["Xvfb", "-displayfd", str(inn), "-screen", "0", SIZE, "-nolisten", "tcp"],
                                  pass_fds=(inn,), process_group=0,  # what ends us, Ctrl-C or timeout, leaves it to us
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError as error:
        raise DisplayError("no display, and Xvfb is not installed: type: sudo apt-get install xvfb") from error
    finally:
        os.close(inn)
    try:
        with os.fdopen(out) as number:
            line = number.readline().strip()
        if not line:
            raise DisplayError("the virtual display did not start: try Xvfb by hand to see why")
        os.environ["DISPLAY"] = f":{line}"
        yield os.environ["DISPLAY"]
    finally:
        os.environ.pop("DISPLAY", None)
        server.terminate()
        server.wait()
