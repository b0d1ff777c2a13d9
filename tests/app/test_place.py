"""The measured place as the app takes it up: fitted to the camera's frames, its camera told, its troubles shown."""
from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from app.__main__ import main
from app.config import Places
from app.main import _place
from app.store import Store
from app.table import Table
from calibration.profile import Place, save_place
from hardware.health import Health
from hardware.held import Held
from hardware.pins import BUTTONS, Pins
from vision.tray import STANDARD_RIG, standard_profile
from vision.types import Frame

WIDE = standard_profile((1280, 720))
HELD = Held(0.01, 4.0)


class Camera:
    """Shows grey and holds what it is told."""

    health = Health(True, "grey")
    held: Held | None = None

    def __init__(self, size: tuple[int, int]) -> None:
        self._frame = Frame(np.full((size[1], size[0], 3), 90, np.uint8))

    def read(self) -> Frame:
        return self._frame

    def hold(self, wanted: Held | None) -> None:
        self.held = wanted

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(
    ("kept", "source", "held", "words"),
    [
        (None, "picamera", None, ""),
        (Place(WIDE, "/dev/video0", held=HELD), "/dev/video0", HELD, ""),
        (Place(standard_profile((640, 360)), "/dev/video0", held=HELD), "/dev/video0", HELD, ""),
        (Place(WIDE, "/dev/video0", held=HELD), "/dev/video2", None, "The profile is of another camera"),
        (Place(STANDARD_RIG, "/dev/video0", held=HELD), "/dev/video0", None, "another shape: calibrate again."),
        ("torn", "/dev/video0", None, "this profile is damaged"),
    ],
    ids=["none yet", "this camera's", "smaller frames", "another camera's", "another shape", "damaged"],
)
def test_the_place_is_taken_up(
    tmp_path: Path, kept: Place | str | None, source: str, held: Held | None, words: str
) -> None:
    path = Places(tmp_path).profile
    if isinstance(kept, Place):
        save_place(kept, path)
    elif kept:
        path.write_text(kept, "utf-8")
    camera = Camera((1280, 720))
    place, said = _place(Namespace(demo=False, camera=source), Places(tmp_path), camera)
    assert place is not None
    assert np.allclose(place.profile.to_mm, WIDE.to_mm)
    assert (place.profile.size, camera.held) == ((1280, 720), held)
    assert (words in said) if words else said == ""


def test_an_unmeasured_webcam_has_no_place(tmp_path: Path) -> None:
    assert _place(Namespace(demo=False, camera="/dev/video0"), Places(tmp_path), Camera((640, 480))) == (None, "")


def test_words_are_handed_to_the_window_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    table = Table(store, None, None)
    table.tell("this profile is damaged")
    assert (table.refusal(), table.refusal()) == ("this profile is damaged", "")
    store.close()


def test_buttons_on_the_pis_own_header_serve_the_table(tmp_path: Path) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pins, store = Pins(factory), Store(tmp_path / "store")
    table = Table(store, None, None, pins)
    table.start("starship_catan", ("Ann", "Ben"))
    session = table.session
    assert session is not None
    before = len(session.facts)
    factory.pin(BUTTONS["go_on"]).drive_low()
    table.tick()
    assert len(session.facts) > before or session.notice
    pins.close()
    store.close()
    factory.reset()


def test_a_photo_of_another_shape_is_not_read_by_this_profile(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_place(Place(standard_profile((1920, 1080))), tmp_path / "p.json")
    photo = Path(__file__).parents[1] / "vision" / "leaning" / "00.jpg"
    assert main(["read", "--profile", str(tmp_path / "p.json"), str(photo)]) == 2
    said = capsys.readouterr()
    assert (said.out, "is of 1920×1080 frames and the camera gives 640×480, another shape" in said.err) == ("", True)
