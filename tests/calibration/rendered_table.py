"""A small camera of known truth: the printed sheets on a table, seen through a lens that the solver does not share."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pypdfium2 as pdfium

from calibration.sheets import BOARD_SQUARE_MM, BOARD_SQUARES, CORNER_PIECE_MM, STRIP_MM
from calibration.targets import origin_of, pieces_of, write_targets

PX_PER_MM = 8
TABLE_MM = (-160.0, -160.0, 520.0, 410.0)


@dataclass(frozen=True)
class Lens:
    """Brown's model with k3 and tangential terms and, beyond the solver's five, a thin prism (s1, s2), a rational term
    (k4) and a rim that bends as a fisheye's does (`eye`: the share of the angle in the tangent)."""

    focal: float = 1352.0
    centre: tuple[float, float] = (826.0, 609.0)
    size: tuple[int, int] = (1640, 1232)
    k1: float = 0.06
    k2: float = -0.24
    k3: float = 0.16
    p1: float = 0.0012
    p2: float = -0.0009
    s1: float = 0.0006
    s2: float = 0.0
    k4: float = 0.0
    eye: float = 0.0

    def bent(self, x, y):
        r2 = x * x + y * y
        radial = (1 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3))) / (1 + self.k4 * r2)
        if self.eye:
            r = np.sqrt(r2) + 1e-12
            radial = radial * (1 - self.eye + self.eye * np.arctan(r) / r)
        return (x * radial + 2 * self.p1 * x * y + self.p2 * (r2 + 2 * x * x) + self.s1 * r2,
                y * radial + self.p1 * (r2 + 2 * y * y) + 2 * self.p2 * x * y + self.s2 * r2)

    def pixels(self, x, y):
        bx, by = self.bent(x, y)
        return np.stack([self.focal * bx + self.centre[0], self.focal * by + self.centre[1]], -1)


@dataclass(frozen=True, eq=False)
class View:
    """Where the camera stands: `matrix` takes table millimetres (x, y, 1) to the camera's normalised plane."""

    matrix: np.ndarray

    def see(self, lens, mm):
        """Table millimetres (n, 2) as true pixels (n, 2)."""
        ray = np.c_[mm, np.ones(len(mm))] @ self.matrix.T
        return lens.pixels(ray[:, 0] / ray[:, 2], ray[:, 1] / ray[:, 2])


def look_at(target_mm, distance=370.0, slant=0.0, azimuth=0.0, roll=0.0):
    """A camera `distance` mm from a point of the table, tilted `slant` degrees about `azimuth`, turned by `roll`."""
    slant, azimuth, roll = np.radians([slant, azimuth, roll])
    tilt, _ = cv2.Rodrigues(slant * np.array([np.cos(azimuth), np.sin(azimuth), 0.0]))
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll]))
    rotation = turn @ tilt
    shift = np.array([0, 0, distance]) - rotation @ np.array([*target_mm, 0.0])
    return View(np.c_[rotation[:, 0], rotation[:, 1], shift])


def board_views(seed):
    """Fifteen views of the lens board as a person would show it: every part of the picture, tilted, turned."""
    rng = np.random.default_rng(seed)
    spots = ((-110, -70), (110, -70), (110, 70), (-110, 70), (0, 0), (0, -60), (0, 60), (-120, 0), (120, 0), (-60, -60),
             (60, 60), (60, -60), (-60, 60), (0, 0), (20, 10))
    slants = (20, 25, 30, 25, 0, 30, 35, 15, 20, 35, 30, 25, 20, 40, 10)
    return [_shown_at(rng, spot, slant) for spot, slant in zip(spots, slants, strict=True)]


def _shown_at(rng, spot, slant):
    roll = rng.choice([0, 90, 180, 270]) + rng.uniform(-15, 15)
    cos, sin = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    middle = np.array(BOARD_SQUARES) * BOARD_SQUARE_MM / 2
    target = middle - np.array([[cos, sin], [-sin, cos]]) @ np.array(spot)
    return look_at(target, rng.uniform(330, 420), slant, rng.uniform(0, 360), roll)


@lru_cache(maxsize=4)
def _rays(lens, finer):
    """The straight ray (x, y) behind every subpixel: the lens inverted by fixed-point steps, then checked."""
    width, height = lens.size
    u, v = np.meshgrid((np.arange(width * finer) + 0.5) / finer - 0.5, (np.arange(height * finer) + 0.5) / finer - 0.5)
    goal_x = ((u - lens.centre[0]) / lens.focal).astype(np.float32)
    goal_y = ((v - lens.centre[1]) / lens.focal).astype(np.float32)
    x, y = goal_x.copy(), goal_y.copy()
    for _ in range(8):
        bx, by = lens.bent(x, y)
        x, y = x + goal_x - bx, y + goal_y - by
    bx, by = lens.bent(x, y)
    assert max(np.abs(bx - goal_x).max(), np.abs(by - goal_y).max()) * lens.focal < 0.01
    return x, y


def picture_of(surface, corner_mm, lens, view, finer=2, beyond=0.25, px_per_mm=PX_PER_MM):
    """Linear light (h, w[, 3]) float32 on the sensor of a flat linear `surface` whose corner lies at `corner_mm`."""
    x, y = _rays(lens, finer)
    back = np.diag([px_per_mm, px_per_mm, 1.0]) @ np.array([[1, 0, -corner_mm[0]], [0, 1, -corner_mm[1]], [0, 0, 1]])
    m = (back @ np.linalg.inv(view.matrix)).astype(np.float32)
    w = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    across, down = (m[0, 0] * x + m[0, 1] * y + m[0, 2]) / w - 0.5, (m[1, 0] * x + m[1, 1] * y + m[1, 2]) / w - 0.5
    seen = cv2.remap(surface, across, down, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, (beyond, beyond, beyond, 0))
    return cv2.resize(seen, lens.size, interpolation=cv2.INTER_AREA)


def exposed(light, seed=0, gain=0.8, blur_px=0.6, vignette=0.25, noise=0.012, cast=(1.0, 1.0, 1.0), glare=()):
    """Linear light as an 8-bit BGR frame: blur, vignetting, glare (x, y, radius in pixels), shot noise, sRGB."""
    rng = np.random.default_rng(seed)
    height, width = light.shape[:2]
    across, down = (np.arange(width) - width / 2) / width * 2, (np.arange(height) - height / 2) / width * 2
    shade = (gain * (1 - vignette * (across[None] ** 2 + down[:, None] ** 2))).astype(np.float32)
    for x, y, radius in glare:
        near = np.exp(-(((np.arange(width) - x)[None] ** 2 + (np.arange(height) - y)[:, None] ** 2) / radius ** 2))
        light = light + (3 * near if light.ndim == 2 else 3 * near[..., None]).astype(np.float32)
    lit = light * shade if light.ndim == 2 else light * (shade[..., None] * np.array(cast, np.float32))
    lit = cv2.GaussianBlur(lit, (0, 0), blur_px)
    lit += rng.standard_normal(lit.shape, np.float32) * noise * np.sqrt(np.clip(lit, 0.01, 1))
    frame = encoded(lit)
    return frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)


def encoded(linear):
    """Linear 0 to 1 as sRGB uint8."""
    return _CURVE[np.round(np.clip(linear, 0, 1) * 65535).astype(np.uint16)]


_STEPS = np.arange(65536) / 65535
_SRGB = np.where(_STEPS <= 0.0031308, 12.92 * _STEPS, 1.055 * _STEPS ** (1 / 2.4) - 0.055)
_CURVE = np.round(255 * _SRGB).astype(np.uint8)


def decoded(srgb):
    """sRGB 0 to 255 as linear 0 to 1."""
    value = np.asarray(srgb, np.float32) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=1)
def printed():
    """The A4 sheets as linear grey (h, w) float32, on paper of 0.85 reflectance with ink of 0.02."""
    with TemporaryDirectory() as folder:
        write_targets(f"{folder}/t.pdf", "a4")
        pages = [page.render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[..., 1].copy()
                 for page in pdfium.PdfDocument(f"{folder}/t.pdf")]
    # The rasteriser rounds a page up to whole pixels by stretching it, a tenth of a millimetre at its end: undone here.
    size = (round(210 * PX_PER_MM), round(297 * PX_PER_MM))
    whole = [cv2.resize(page, size, interpolation=cv2.INTER_AREA) for page in pages]
    return [(0.02 + 0.83 * decoded(page)).astype(np.float32) for page in whole]


def cut(page, corner_mm, size_mm):
    x0, y0 = (round(value * PX_PER_MM) for value in corner_mm)
    return page[y0:y0 + round(size_mm[1] * PX_PER_MM), x0:x0 + round(size_mm[0] * PX_PER_MM)]


def board_surface():
    """The lens board with 10 mm of paper around it; the board's own corner is at (0, 0)."""
    left, top = origin_of("lens")
    size = [squares * BOARD_SQUARE_MM + 20 for squares in BOARD_SQUARES]
    return cut(printed()[0], (left - 10, top - 10), size), (-10.0, -10.0)


@lru_cache(maxsize=2)
def board_pictures(lens, seed):
    """What the camera gives of `board_views(seed)`."""
    surface, corner = board_surface()
    return [exposed(picture_of(surface, corner, lens, view), nth) for nth, view in enumerate(board_views(seed))]


@lru_cache(maxsize=4)
def table_surface(hidden=(), strip_at=None, tray=True, felt=0.06):
    """The standard rig's table in linear grey, the four corner pieces cut from the print, those `hidden` missing."""
    x0, y0, x1, y1 = TABLE_MM
    rng = np.random.default_rng(7)
    size = (round((y1 - y0) * PX_PER_MM), round((x1 - x0) * PX_PER_MM))
    grain = cv2.GaussianBlur(rng.standard_normal((size[0], size[1] // 16)).astype(np.float32), (0, 0), 3)
    table = 0.21 + 0.11 * cv2.resize(grain, size[::-1])
    for key, (corner, inside) in enumerate(zip(pieces_of(), ((0, 0), (250, 0), (250, 250), (0, 250)), strict=True)):
        outer = (46 if key in (0, 3) else 20, 46 if key in (0, 1) else 20)
        if key not in hidden:
            piece = cut(printed()[1], np.subtract(corner, outer), (CORNER_PIECE_MM, CORNER_PIECE_MM))
            _lay(table, piece, np.subtract(inside, outer))
    if tray:
        _lay(table, np.full((266 * PX_PER_MM, 266 * PX_PER_MM), 0.02, np.float32), (-8, -8))
        cloth = felt * (1 + 0.3 * rng.standard_normal((250 * PX_PER_MM, 250 * PX_PER_MM), np.float32))
        _lay(table, np.clip(cloth, 0.005, 1), (0, 0))
    if strip_at:
        _lay(table, cut(printed()[1], origin_of("light"), STRIP_MM), strip_at)
    return table


def _lay(table, piece, corner_mm):
    x, y = (round((value - start) * PX_PER_MM) for value, start in zip(corner_mm, TABLE_MM[:2], strict=True))
    table[y:y + piece.shape[0], x:x + piece.shape[1]] = piece
