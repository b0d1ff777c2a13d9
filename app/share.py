"""The second screen: a read-only page of the game on the local network, live, for whoever has the link."""
from __future__ import annotations

import json
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from app.view.marks import DIE_COLOURS, SEAT_COLOURS
from app.view.screen import Screen

PAGE = Path(__file__).with_name("share.html")
LOOK_EVERY_S, BREATHE_EVERY_S = 0.15, 10.0
ROWS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Shared:
    """One state of the page: JSON, and the photo of the roll."""

    number: int = 0
    text: str = "null"
    photo: bytes | None = None


class Share:
    """Serves the page until closed; `show` hands over what the table's screen shows, without anybody's secrets."""

    def __init__(self, port: int = 0, host: str = "") -> None:
        self._slot = Shared()
        self._seen: Screen | None = None
        token = secrets.token_urlsafe(9)
        self._server = Server((host, port), token, lambda: self._slot)
        self.url = f"http://{address_of_this_machine()}:{self._server.server_port}/{token}/"
        threading.Thread(target=self._server.serve_forever, name="share", daemon=True).start()

    def show(self, screen: Screen | None, photo: Callable[[str], bytes | None]) -> None:
        """Take the screen of the moment; the same object again costs nothing."""
        if screen is self._seen:
            return
        self._seen = screen
        key = screen.roll.photo if screen and screen.roll else None
        self._slot = Shared(self._slot.number + 1, json.dumps(shared_of(screen)), photo(key) if key else None)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def shared_of(screen: Screen | None) -> dict[str, Any] | None:
    """What everybody may see of a screen, as plain values: no whisper, no hand, no choices."""
    if screen is None:
        return None
    seats = tuple(replace(seat, whisper="", hand=(), choices=()) for seat in screen.seats)
    piles = tuple(replace(pile, cards=(), targets=()) for pile in screen.piles)
    doubt = screen.doubt and replace(screen.doubt, card="")
    open_part = asdict(replace(screen, doubt=doubt, seats=seats, log=screen.log[-ROWS_SHOWN:], piles=piles))
    open_part["seat_colours"], open_part["die_colours"] = SEAT_COLOURS, DIE_COLOURS
    return open_part


def address_of_this_machine() -> str:
    """The address by which others on the network reach this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class Server(ThreadingHTTPServer):
    """Knows the link's secret part, and where the newest state lies."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], token: str, newest: Callable[[], Shared]) -> None:
        super().__init__(address, Reader)
        self.token, self.newest = token, newest


class Reader(BaseHTTPRequestHandler):
    """Answers GET for the page, its stream and its photo below the token, and nothing else."""

    server: Server

    def do_GET(self) -> None:
        base = f"/{self.server.token}/"
        answers = {base: self._page, f"{base}live": self._live, f"{base}photo": self._photo}
        answers.get(self.path.partition("?")[0], self._refuse)()

    def log_message(self, *_: Any) -> None:
        """The console is for the people at the table."""

    def _refuse(self) -> None:
        self.send_error(404)

    def _page(self) -> None:
        self._send("text/html; charset=utf-8", PAGE.read_bytes())

    def _photo(self) -> None:
        photo = self.server.newest().photo
        if photo is None:
            self._refuse()
        else:
            self._send("image/jpeg", photo)

    def _live(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        with suppress(OSError):  # the phone has gone
            self._follow()

    def _follow(self) -> None:
        sent, spoken = -1, time.monotonic()
        while True:
            shared = self.server.newest()
            if shared.number != sent:
                self.wfile.write(f"id: {shared.number}\ndata: {shared.text}\n\n".encode())
                sent, spoken = shared.number, time.monotonic()
            elif time.monotonic() - spoken > BREATHE_EVERY_S:
                self.wfile.write(b": still here\n\n")
                spoken = time.monotonic()
            time.sleep(LOOK_EVERY_S)

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)
