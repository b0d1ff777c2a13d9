"""Which light burns: the ring says what is owed, the seats whose turn it is."""
from __future__ import annotations

from app.game.pack import Pack
from app.game.state import State
from app.game.step import here, owed_of
from app.view.marks import SEAT_MARKS
from hardware.panel import Colour, Lights

DARK: Colour = (0, 0, 0)
WHITE: Colour = (90, 90, 90)  # steady and neutral while the eye measures
RINGS: dict[str, Lights] = {
    "roll": Lights((WHITE,)),
    "draw": Lights((WHITE,)),
    "go_on": Lights("breathe", colour=(0, 120, 90)),
    "pay": Lights("breathe", colour=(150, 90, 0)),
    "decide": Lights("breathe", colour=(40, 70, 160)),
}
SEAT_LIGHTS: dict[str, Colour] = {
    "red": (200, 20, 20), "blue": (20, 60, 220), "green": (20, 170, 40), "yellow": (190, 140, 0),
    "purple": (130, 20, 190), "orange": (220, 80, 0), "white": (150, 150, 150),
}
PAUSED = Lights(((8, 8, 8),))


def lights_of(pack: Pack, state: State, paused: bool = False) -> Lights:
    """The lights of a moment: in a pause a dim ring and dark seats."""
    if paused:
        return PAUSED
    ring = RINGS.get(owed_of(pack, state), RINGS["decide"])
    turn = here(pack, state)[0].seat
    seats = tuple(SEAT_LIGHTS.get(SEAT_MARKS[seat][0], WHITE) if seat == turn else DARK
                  for seat in range(len(state.players)))
    return Lights(ring.ring, seats, ring.colour)
