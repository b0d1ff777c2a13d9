"""The real program in a real window: seen through its outline, touched with a real pointer."""
from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PATIENCE_S = 180.0  # a loaded machine is slow; a broken program never answers


class RealWindow:
    """`./tableside ARGS…` on a display of its own."""

    def __init__(self, folder: Path, *args: str, size: str = "1280x800") -> None:
        self.taps = 0
        self._touched: list[dict[str, Any]] = []
        self._outline = folder / "outline.json"
        self._outline.unlink(missing_ok=True)
        out, inn = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(inn), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
            pass_fds=(inn,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(inn)
        with os.fdopen(out) as number:
            self.display = f":{number.readline().strip()}"
        self._environ = os.environ | {"DISPLAY": self.display, "TABLESIDE_WINDOW": size,
                                      "TABLESIDE_OUTLINE": str(self._outline), "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.process = subprocess.Popen([str(ROOT / "tableside"), "--data", str(folder / "data"), *args], cwd=ROOT,
                                        env=self._environ, stderr=subprocess.PIPE, text=True)

    def __enter__(self) -> RealWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait()
        self._server.terminate()
        self._server.wait()

    def outline(self) -> list[dict[str, Any]]:
        """What is on the screen now; nothing before the first picture."""
        try:
            shown: list[dict[str, Any]] = json.loads(self._outline.read_text(encoding="utf-8"))
            return shown
        except FileNotFoundError:
            return []

    def texts(self) -> list[str]:
        return [item["text"] for item in self.outline()]

    def shows(self, name: str) -> str:
        """The text of the thing with that name, once it is there."""
        return str(self._await(lambda item: item["name"] == name, name)["text"])

    def sees(self, text: str) -> None:
        """Wait until a text that contains these words is on the screen."""
        self._await(lambda item: text in item["text"], text)

    def tap(self, name: str) -> None:
        """Touch the middle of the thing with that name, once it may be touched."""
        left, top, width, height = self._await(lambda item: item["name"] == name and item["tap"], name)["box"]
        touched = self.outline()
        subprocess.run(["xdotool", "mousemove", str(left + width // 2), str(top + height // 2), "click", "1"],
                       env=self._environ, check=True, timeout=PATIENCE_S)
        self.taps += 1
        self._touched = touched

    def first(self, start: str) -> str:
        """The name of the first thing that may be touched and whose name begins so."""
        return str(self._await(lambda item: item["name"].startswith(start) and item["tap"], start)["name"])

    def becomes(self, name: str, text: str) -> None:
        """Wait until the thing with that name says this."""
        self._await(lambda item: item["name"] == name and item["text"] == text, f"{name} to say {text}")

    def moved_on(self) -> None:
        """Wait until the screen is another than at the last touch."""
        self._until(lambda: self.outline() != self._touched, "another screen")

    def gone(self, name: str) -> None:
        """Wait until nothing of that name is on the screen."""
        self._until(lambda: all(item["name"] != name for item in self.outline()), f"{name} to go")

    def _await(self, wanted: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        self._until(lambda: any(map(wanted, self.outline())), what)
        return next(filter(wanted, self.outline()))

    def _until(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if self.process.poll() is not None:
                raise AssertionError(f"the program has ended: {self.process.stderr and self.process.stderr.read()}")
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what!r}; there are {self.outline()}")
            time.sleep(0.05)
