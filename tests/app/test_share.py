"""The second screen over real HTTP: live, read-only, only for who has the link, and without anybody's secrets."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.share import Share
from app.view.fake import FakeActs, fake_screen, rolled

ACTS = FakeActs()
GAME = rolled(fake_screen(("Ann", "Ben")), ("3", "2"))
SECRET = replace(GAME, seats=tuple(replace(seat, whisper="traitor", hand=("sabotage",)) for seat in GAME.seats))


@pytest.fixture
def share() -> Iterator[Share]:
    share = Share(host="127.0.0.1")
    yield share
    share.close()


def ask(share: Share, path: str, method: str = "GET") -> HTTPResponse:
    """The answer to one request below the link, or to `path` itself if it begins with a slash."""
    link = urlsplit(share.url)
    connection = HTTPConnection("127.0.0.1", link.port, timeout=20)
    connection.request(method, path if path.startswith("/") else link.path + path)
    return connection.getresponse()


def next_screen(stream: HTTPResponse) -> dict[str, Any] | None:
    while True:
        line = stream.readline().decode()
        if line.startswith("data: "):
            shown: dict[str, Any] | None = json.loads(line.removeprefix("data: "))
            return shown


def test_the_stream_follows_the_game(share: Share) -> None:
    stream = ask(share, "live")
    assert next_screen(stream) is None
    share.show(GAME, ACTS.photo)
    shown = next_screen(stream)
    assert shown is not None
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Ben"]
    assert [die["text"] for die in shown["roll"]["dice"]] == ["3", "2"]
    share.show(replace(GAME, title="Another"), ACTS.photo)
    assert (next_screen(stream) or {})["title"] == "Another"


def test_the_photo_is_the_rolls(share: Share) -> None:
    assert ask(share, "photo").status == 404
    share.show(GAME, ACTS.photo)
    assert ask(share, "photo").read() == ACTS.photo("roll 32")


@pytest.mark.parametrize(("path", "method", "status"), [
    ("", "GET", 200), ("/", "GET", 404), ("/wrong/", "GET", 404), ("/live", "GET", 404), ("../live", "GET", 404),
    ("", "POST", 501), ("live", "PUT", 501), ("photo", "DELETE", 501),
])
def test_only_reading_and_only_with_the_link(share: Share, path: str, method: str, status: int) -> None:
    assert ask(share, path, method).status == status


def test_secrets_stay_at_the_table(share: Share) -> None:
    share.show(SECRET, ACTS.photo)
    shown = json.dumps(next_screen(ask(share, "live")))
    assert "traitor" not in shown
    assert "sabotage" not in shown


def test_each_evening_has_a_link_of_its_own() -> None:
    first, second = Share(host="127.0.0.1"), Share(host="127.0.0.1")
    first.close()
    second.close()
    assert urlsplit(first.url).path != urlsplit(second.url).path
