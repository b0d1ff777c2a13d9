"""The second screen in a real browser: the page draws the game that the stream tells."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.share import Share
from app.view.fake import FakeActs, fake_screen, rolled

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE_S = 90.0

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Debian's chromium")


class Browser:
    """Chromium without a window, asked over its debugging pipe: JSON ended by a zero byte, on descriptors 3 and 4."""

    def __init__(self, folder: Path) -> None:
        to_browser, self._ask = os.pipe()
        self._told, from_browser = os.pipe()
        command = (f"exec {BROWSER} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
                   f"--remote-debugging-pipe --user-data-dir={folder} 3<&{to_browser} 4>&{from_browser}")
        self._process = subprocess.Popen(["bash", "-c", command], pass_fds=(to_browser, from_browser),
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._answers = self._read()
        self._number = 0

    def ask(self, method: str, session: str = "", **params: object) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._ask, json.dumps(message).encode() + b"\0")
        answer = next(answer for answer in self._answers if answer.get("id") == self._number)
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, url: str) -> str:
        """A page of that address; what to ask it by."""
        target = self.ask("Target.createTarget", url=url)["targetId"]
        return str(self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def evaluate(self, page: str, script: str) -> Any:
        return self.ask("Runtime.evaluate", page, expression=script, returnByValue=True)["result"].get("value")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ask)
        os.close(self._told)

    def _read(self) -> Iterator[dict[str, Any]]:
        rest = b""
        while more := os.read(self._told, 65536):
            *whole, rest = (rest + more).split(b"\0")
            yield from map(json.loads, whole)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path / "browser")
    yield browser
    browser.close()


def test_a_browser_follows_the_game(browser: Browser) -> None:
    share, acts = Share(host="127.0.0.1"), FakeActs()
    link = urlsplit(share.url)
    page = browser.open(f"http://127.0.0.1:{link.port}{link.path}")
    try:
        for texts in (("3", "2"), ("4", "1")):
            share.show(rolled(fake_screen(("Ann", "Ben")), texts), acts.photo)
            dice = "[...document.querySelectorAll('.die')].map(die => die.textContent)"
            end = time.monotonic() + PATIENCE_S
            while browser.evaluate(page, dice) != list(texts):
                assert time.monotonic() < end
                time.sleep(0.1)
        shown = browser.evaluate(page, "document.body.innerText")
        assert "Ann: choose a sector to fly to" in shown
        assert "Ada gets 1 fuel, Ben gets 1 ore" in shown
        assert browser.evaluate(page, "[...document.querySelectorAll('.seat h2 span:last-of-type')]"
                                      ".map(name => name.textContent)") == ["Ann", "Ben"]
        assert browser.evaluate(page, "document.querySelectorAll('input, button, form').length") == 0
    finally:
        share.close()
