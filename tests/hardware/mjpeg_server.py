"""A phone's camera app, as far as the wire goes: MJPEG over HTTP on loopback that can stall, vanish and return."""
from __future__ import annotations

import contextlib
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

FPS = 20


def picture(number: int) -> bytes:
    """A JPEG whose lightness tells its number."""
    found, data = cv2.imencode(".jpg", np.full((48, 64, 3), 60 + number % 100, np.uint8))
    assert found
    return data.tobytes()


class MjpegServer:
    """Serves pictures from its start on; `stalled` stops them with the line left open."""

    def __init__(self, port: int = 0) -> None:
        server = self

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with contextlib.suppress(OSError):
                    server.pour(self.wfile.write)

            def log_message(self, *_: object) -> None:
                """Nothing: a test is no place for an access log."""

        self.stalled = threading.Event()
        self._closing = False
        self._number = 0
        self._http = ThreadingHTTPServer(("127.0.0.1", port), Stream)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/video.mjpg"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,))
        self._thread.start()

    def pour(self, write) -> None:  # type: ignore[no-untyped-def]
        while not self._closing:
            if not self.stalled.is_set():
                self._number += 1
                data = picture(self._number)
                write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n")
            time.sleep(1 / FPS)

    def close(self) -> None:
        self._closing = True
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()
