"""The colour and the shape of each seat, first seat first: never one without the other."""
from __future__ import annotations

SEAT_MARKS = (("blue", "circle"), ("orange", "square"), ("green", "triangle"), ("purple", "diamond"),
              ("yellow", "hexagon"), ("red", "star"))
