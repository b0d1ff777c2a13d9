"""Colours by name, and the colour and the shape of each seat, first seat first: never one without the other."""
from __future__ import annotations

SEAT_MARKS = (("blue", "circle"), ("orange", "square"), ("green", "triangle"), ("purple", "diamond"),
              ("yellow", "hexagon"), ("red", "star"))
SEAT_COLOURS = {
    "red": "#f0625d", "orange": "#f5924e", "yellow": "#f2cf4a", "green": "#63c46a", "blue": "#5b9df5",
    "purple": "#b184f0", "violet": "#b184f0", "white": "#e8ebee", "black": "#8d97a3", "pink": "#f08bc0",
    "teal": "#4cc3c7", "brown": "#c49a6c", "grey": "#9aa4af",
}
DIE_COLOURS = {
    "yellow": "#f2c431", "blue": "#2f6fd6", "white": "#f1efe8", "black": "#2b2e33", "red": "#cf3a36",
    "green": "#2f9a51", "orange": "#ec7f2d", "purple": "#7b4bc4", "violet": "#7b4bc4", "pink": "#e783b4",
    "brown": "#7a5230", "grey": "#8b949e", "teal": "#1e9ba0", "": "#f1efe8",
}
