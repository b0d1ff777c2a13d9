"""The ring says what is owed, the seat light whose turn it is."""
from __future__ import annotations

import pytest

from app.game.events import Pressed
from app.game.step import setup, step
from app.lights import DARK, PAUSED, SEAT_LIGHTS, WHITE, lights_of
from app.packs import load_pack
from hardware.panel import Lights

PACK = load_pack("starship_catan")
FIRST, SECOND = (SEAT_LIGHTS["blue"], DARK), (DARK, SEAT_LIGHTS["orange"])


@pytest.mark.parametrize(("presses", "paused", "lights"), [
    (0, False, Lights("breathe", FIRST, (40, 70, 160))),
    (1, False, Lights("breathe", FIRST, (40, 70, 160))),
    (2, False, Lights("breathe", SECOND, (40, 70, 160))),
    (3, False, Lights((WHITE,), FIRST)),
    (3, True, PAUSED),
])
def test_lights_of_a_moment(presses: int, paused: bool, lights: Lights) -> None:
    state = setup(PACK, ("Ann", "Ben"))
    for _ in range(presses):
        state = step(PACK, state, Pressed("go_on"))
    assert lights_of(PACK, state, paused) == lights
