"""Names the face of an icon die, at any turn, among those that its owner has enrolled."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.reader import DIE_PX, Reading, crop_of

FACE_PX = 48
"""A face is kept straightened, its edges this long."""
EDGE_PX, REACH_PX = 20, 9
"""In the search a face is so wide, and compared within so far of its middle."""
TURNS = 24
STEPS_PX = tuple(range(-6, 7, 2))
"""Where the top face's middle may lie off the die's."""
EDGES = (0.7, 0.83, 1.0)
"""Shares of a die's size that its face's edge may be: seen from a corner it is smaller."""
FINE_PX, INNER_PX = 40, 30
"""For the last comparison a face is so wide, and so much of it is compared."""
FINALISTS = 3
STRANGE, STEEP, APART = 0.83, 50.0, 0.02
"""Where likeness means an even chance, how fast it tells, and how near the next face may be."""
TWINS = 0.93
"""Two faces that are more alike cannot be told apart."""
_STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 25, 1e-3)

Faces = Mapping[str, Mapping[str, np.ndarray]]
"""Kinds, their faces, and of each the looks: (k, FACE_PX, FACE_PX, 3) uint8 BGR."""


@dataclass(frozen=True, slots=True)
class NamedFace:
    """The likeliest face and how alike it is (-1..1); the face of whichever kind comes next, and how alike that is."""

    kind: str
    face: str
    likeness: float
    runner_up: str = ""
    next_likeness: float = -1.0

    @property
    def confidence(self) -> float:
        """The chance, 0..1, that it is right: strangers are alike up to 0.85, enrolled faces seldom below 0.9."""
        if not np.isfinite(self.likeness):
            return 0.0
        apart = 1 - np.exp(-max(self.likeness - self.next_likeness, 0.0) / APART)
        return float(apart / (1 + np.exp(STEEP * (STRANGE - self.likeness))))


@dataclass(frozen=True, eq=False, slots=True)
class Templates:
    """All faces at all turns: `rows` (n, d) float32 of zero mean and unit length, and which look each row turns."""

    rows: np.ndarray
    looks: tuple[tuple[str, str, np.ndarray], ...]


def name_face(reading: Reading, faces: Faces, edges: Sequence[float] = EDGES) -> NamedFace | None:
    """The face that the die shows, or None where no faces are enrolled."""
    templates = templates_of(faces)
    if not templates.looks:
        return None
    likeness, poses = _search(reading, templates, edges)
    best: dict[tuple[str, str], float] = {}
    for index in _finalists(likeness, templates):
        kind, face, look = templates.looks[index]
        best[kind, face] = _refined(reading, look, *poses[index])
    (kind, face), (_, other) = sorted(best, key=lambda name: -best[name])[:2] if len(best) > 1 else [*best, ("", "")]
    rest = [alike for name, alike in best.items() if name != (kind, face)]
    return NamedFace(kind, face, best[kind, face], other, max(rest, default=-1.0))


def alike_to(look: np.ndarray, faces: Mapping[str, np.ndarray]) -> str | None:
    """Which of a die's other faces is too like this `look` (FACE_PX, FACE_PX, 3) to be told from it, if any."""
    others = templates_of({"": faces})
    if not others.looks:
        return None
    alike = (others.rows @ _turned(look.tobytes())[0]).reshape(len(others.looks), TURNS).max(1)
    nearest = int(alike.argmax())
    return others.looks[nearest][1] if alike[nearest] > TWINS else None


def _finalists(likeness: np.ndarray, templates: Templates) -> list[int]:
    """The likeliest looks, one of a face."""
    chosen: dict[tuple[str, str], int] = {}
    for index in np.argsort(-likeness):
        chosen.setdefault(templates.looks[index][:2], int(index))
        if len(chosen) == FINALISTS:
            break
    return list(chosen.values())


def templates_of(faces: Faces) -> Templates:
    """Every enrolled look, turned all the way round."""
    looks = tuple((kind, face, look) for kind, named in faces.items() for face, kept in named.items() for look in kept)
    return Templates(np.concatenate([_turned(look.tobytes()) for _, _, look in looks]) if looks else
                     np.zeros((0, 1), np.float32), looks)


@lru_cache(maxsize=512)
def _turned(pixels: bytes) -> np.ndarray:
    look = np.frombuffer(pixels, np.uint8).reshape(FACE_PX, FACE_PX, 3)
    side = 2 * REACH_PX + 1
    rows = []
    for turn in range(TURNS):
        matrix = cv2.getRotationMatrix2D(((FACE_PX - 1) / 2,) * 2, 360 * turn / TURNS, EDGE_PX / FACE_PX)
        matrix = matrix + [[0, 0, REACH_PX - (FACE_PX - 1) / 2]] * 2
        small = cv2.GaussianBlur(look, (0, 0), 0.4 * FACE_PX / EDGE_PX)
        rows.append(_normed(_lab(cv2.warpAffine(small, matrix, (side, side)))[_disc()][None])[0])
    return np.array(rows, np.float32)


def _search(reading: Reading, templates: Templates, edges: Sequence[float],
            ) -> tuple[np.ndarray, list[tuple[int, int, int, float]]]:
    """For each look its greatest likeness, and where: turn, dx, dy in search pixels, and edge in picture pixels."""
    reach = STEPS_PX[-1] + REACH_PX
    out = 2 * reach + 1
    windows, where = [], []
    for share in edges:
        edge = share * reading.size
        crop = _lab(_seen(reading, edge, EDGE_PX, out))
        for dy in STEPS_PX:
            for dx in STEPS_PX:
                y, x = reach + dy - REACH_PX, reach + dx - REACH_PX
                windows.append(crop[y:y + 2 * REACH_PX + 1, x:x + 2 * REACH_PX + 1][_disc()])
                where.append((dx, dy, edge))
    alike = (templates.rows @ _normed(np.array(windows)).T).reshape(len(templates.looks), TURNS, len(windows))
    flat = alike.reshape(len(templates.looks), -1)
    best = flat.argmax(1)
    turns, places = np.divmod(best, len(windows))
    return flat.max(1), [(int(turn), *where[place]) for turn, place in zip(turns, places, strict=True)]


def _refined(reading: Reading, look: np.ndarray, turn: int, dx: int, dy: int, edge: float) -> float:
    """The likeness after the look has been bent to fit, slant and all."""
    face, seen, bend = _pair(reading, look, turn, dx, dy, edge)
    axis = _contrast(face)
    flat = [np.asarray(picture @ axis, np.float32, order="C") for picture in (face, seen)]
    with suppress(cv2.error):  # where it does not converge it is no better than it was
        _, bend = cv2.findTransformECC(*flat, bend, cv2.MOTION_AFFINE, _STOP, None, 3)  # type: ignore[call-overload]
    if not 0.5 < abs(np.linalg.det(bend[:, :2])) < 1.6:
        return -1.0
    size = face.shape[:2]
    fitted = cv2.warpAffine(seen, bend, size[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return float(_normed(face.reshape(1, -1, 3))[0] @ _normed(fitted.reshape(1, -1, 3))[0])


def _pair(reading: Reading, look: np.ndarray, turn: int, dx: int, dy: int, edge: float,
          ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The look's inner part and the die seen, both Lab, and how the one's pixels lie in the other."""
    ratio = FINE_PX / EDGE_PX
    out = 2 * FINE_PX + 1
    seen = _lab(_seen(reading, edge, FINE_PX, out))
    small = cv2.resize(look, (FINE_PX, FINE_PX), interpolation=cv2.INTER_AREA)
    edge_px = (FINE_PX - INNER_PX) // 2
    face = _lab(small[edge_px:-edge_px, edge_px:-edge_px])
    angle = np.deg2rad(360 * turn / TURNS)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    centre = np.array([FINE_PX + dx * ratio, FINE_PX + dy * ratio])
    shift = centre - turned @ np.full(2, (INNER_PX - 1) / 2)
    return face, seen, np.column_stack([turned, shift]).astype(np.float32)


def _seen(reading: Reading, edge: float, edge_px: int, out: int) -> np.ndarray:
    """A look (out, out, 3) at the die, its face's edge `edge_px` wide."""
    zoom = edge_px / edge * reading.size / DIE_PX
    return crop_of(reading.close, reading.x, reading.y, reading.size, zoom=zoom, out=out)


def _contrast(face: np.ndarray) -> np.ndarray:
    """The direction in Lab in which a face's pixels differ most, (3,) float32."""
    flat = face.reshape(-1, 3)
    _, _, axes = np.linalg.svd(flat - flat.mean(0), full_matrices=False)
    return np.asarray(axes[0], np.float32)


def _normed(windows: np.ndarray) -> np.ndarray:
    """Windows (n, d, 3) as rows (n, 3 d) float32, each channel of zero mean, the whole of unit length."""
    rows = (windows - windows.mean(1, keepdims=True)).reshape(len(windows), -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 4.0 * rows.shape[1] ** 0.5),
                      np.float32)


def _lab(picture: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab))


@lru_cache(maxsize=1)
def _disc() -> np.ndarray:
    y, x = np.mgrid[-REACH_PX:REACH_PX + 1, -REACH_PX:REACH_PX + 1]
    return x * x + y * y <= (REACH_PX + 0.3) ** 2
