"""The values that the eye takes and gives: frozen, and the same in a film, a photo and the app."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.card_deck import CardDeck

Box = tuple[float, float, float, float]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture: `image` (h, w, 3) uint8 BGR, taken `at` seconds of the camera's monotonic clock.

    `small` is the camera's own small stream of the same moment, if it has one.
    """

    image: np.ndarray
    at: float = 0.0
    seq: int = 0
    small: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """One die as read: a pipped die has a `value`, an icon die a `face`; `box` is (x0, y0, x1, y1) in pixels.

    `colour` is its body's, `pips` theirs ("" where they hardly stand out).
    `confidence` is the calibrated chance that the reading is right, `runner_up` the next likeliest value or face.
    `sure` is what may be acted on without asking. `id` follows a die from roll to roll while it is watched (0: none).
    """

    box: Box
    value: int | None = None
    face: str | None = None
    kind: str = "pipped"
    colour: str = ""
    confidence: float = 0.0
    runner_up: int | str | None = None
    sure: bool = False
    id: int = 0
    moved: bool = True
    why: str = ""
    pips: str = ""

    @property
    def shows(self) -> int | str | None:
        """The value or the face; None for what could not be read."""
        return self.face if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Card:
    """One card as read: `quad` its corners in pixels, clockwise from the card's own top left; `quad_mm` on the table.

    `confidence`, `runner_up` and `sure` as a die's; `why` says in words what speaks against it.
    """

    quad: Quad
    name: str
    deck: str = ""
    confidence: float = 0.0
    runner_up: str | None = None
    sure: bool = False
    quad_mm: Quad | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What lies there, said once: dice and cards, and in `doubts` what a person should look at, in words.

    `doubted` are the cards that watching found and could not name for sure.
    """

    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()
    doubts: tuple[str, ...] = ()
    at: float = 0.0
    doubted: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceKind:
    """Dice that could appear: `kind` is "pipped" or an enrolled icon kind, `colour` one that the rules name.

    `values` are a pipped die's, `faces` an icon die's (none named: any that is enrolled).
    """

    kind: str = "pipped"
    colour: str = ""
    values: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    count: int | None = None
    faces: tuple[str, ...] = ()

    @property
    def shows(self) -> tuple[int, ...] | tuple[str, ...]:
        return self.values if self.kind == "pipped" else self.faces


@dataclass(frozen=True, slots=True)
class Expectation:
    """Which dice and cards could appear now; without dice any pipped die, without decks no cards."""

    dice: tuple[DiceKind, ...] = ()
    decks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A place, measured once: how pixels of a `size` (w, h) frame lie on the table, in millimetres.

    `to_mm` is the row-major 3x3 homography from undistorted pixels to table millimetres, the tray's inside corner
    at (0, 0). `tray_mm` and `spot_mm` are (x0, y0, x1, y1). `camera` is the row-major 3x3 intrinsic matrix,
    `distortion` k1 k2 p1 p2 k3; undistorted pixels keep `camera` as their matrix
    (`cv2.undistortPoints(..., P=camera)`). `white` gains blue, green and red in linear light. `markers` are (id, x, y):
    upright squares of `marker_mm` about their centres on the table. `flat` is a coarse grid of gains, rows from the
    top of the frame, that evens the light out (empty: even). `colour` is a row-major 3x3 on linear blue, green and red
    after `white`: what the lamp does to colours beyond white (None: nothing is known).
    """

    size: tuple[int, int]
    to_mm: tuple[float, ...]
    tray_mm: tuple[float, float, float, float] = (0.0, 0.0, 250.0, 250.0)
    spot_mm: tuple[float, float, float, float] | None = None
    die_mm: float = 16.0
    camera: tuple[float, ...] | None = None
    distortion: tuple[float, ...] = ()
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    name: str = "standard rig"
    markers: tuple[tuple[int, float, float], ...] = ()
    marker_mm: float = 22.0
    flat: tuple[tuple[float, ...], ...] = ()
    colour: tuple[float, ...] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Library:
    """The owner's enrolled dice faces and cards, as vision made them and the store keeps them.

    `faces` are kinds of icon dice, their faces, and of each its looks: (k, 48, 48, 3) uint8 BGR, straightened.
    """

    faces: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    decks: dict[str, CardDeck] = field(default_factory=dict)
