"""Card outlines: every quadrilateral in a picture that could be the edge of a card."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.quads import area_of, corner_angles, crossing, farthest_corner, line_through, sides_of, upright

WORK_PX = 640
MIN_AREA = 0.003
MAX_ASPECT = 2.3
SAME, TWINS = 0.06, 2
"""Outlines nearer than this share of their mean side are one; so many raw ones of each are looked at closely."""
EDGE = 30
LEVELS = (25, 40, 55, 70, 80, 88, 94, 97)
SLOPES = ((24, 3), (48, 3), (96, 3), (48, 5))


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """A possible card: `quad` (4, 2) float32 pixels, clockwise, a long side between corners 1 and 2.

    `support` is the share of it that lies on an edge, `strength` the slope that three quarters of it exceed, `fill` the
    share of it that the shape it was fitted to covers.
    """

    quad: np.ndarray
    support: float = 0.0
    strength: float = 0.0
    fill: float = 0.0


def find_outlines(image: np.ndarray, most: int = 40) -> list[Outline]:
    """Outlines in `image` (h, w, 3) uint8 BGR, best supported first, in its own pixels; the picture itself is none."""
    scale = min(1.0, WORK_PX / max(image.shape[:2]))
    small = shrink(image, scale)
    slope = _slope_of(small)
    found = [o for c, quad in _fresh(_shapes_of(small, slope)) if (o := _outline_of(c, quad, slope)) is not None]
    kept = _distinct(sorted(found, key=lambda o: -o.support), most)
    return [replace(o, quad=((o.quad + 0.5) / scale - 0.5).astype(np.float32)) for o in kept]


def whole_picture(image: np.ndarray) -> Outline:
    """The hypothesis that a picture shows nothing but one card."""
    h, w = image.shape[:2]
    return Outline(upright(np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float32)))


def shrink(image: np.ndarray, scale: float) -> np.ndarray:
    """The picture at `scale` of its size, without aliasing."""
    while scale <= 0.5:
        image, scale = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LINEAR), scale * 2
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image


def snapped(image: np.ndarray, outline: Outline) -> Outline:
    """The outline again, each side laid along the steepest edge near it, as learning a card needs it."""
    scale = min(1.0, WORK_PX / max(image.shape[:2]))
    slope = _slope_of(shrink(image, scale)).astype(np.float32)
    quad = (outline.quad + 0.5) * scale - 0.5
    for _ in range(2):
        lines = [_edge_along(slope, a, b) for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True)]
        quad = np.array([crossing(p, q) for p, q in zip([lines[-1], *lines[:-1]], lines, strict=True)], np.float32)
    moved = float(farthest_corner(outline.quad, ((quad + 0.5) / scale - 0.5)[None])[0])
    if moved > 0.15 * float(sides_of(outline.quad).min()):
        return outline
    return replace(outline, quad=((quad + 0.5) / scale - 0.5).astype(np.float32))


def _edge_along(slope: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The line along the steepest edge near the side from a to b, its ends left out."""
    length = max(1.0, float(np.hypot(*(b - a))))
    reach = max(3.0, 0.05 * length)
    normal = np.array([a[1] - b[1], b[0] - a[0]]) / length
    t, off = np.linspace(0.12, 0.88, 48), np.linspace(-reach, reach, 25)
    on = (a + t[:, None] * (b - a))[:, None] + off[None, :, None] * normal
    seen = cv2.remap(slope, on[..., 0].astype(np.float32), on[..., 1].astype(np.float32), cv2.INTER_LINEAR)
    best = off[np.argmax(seen * (1 - 0.4 * np.abs(off) / reach), axis=1)]
    return line_through(a + t[:, None] * (b - a) + best[:, None] * normal)


def _slope_of(small: np.ndarray) -> np.ndarray:
    """The steepest of the three channels' slopes, (h, w) int16."""
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    dx, dy = (np.abs(d) for d in (cv2.Sobel(soft, cv2.CV_16S, 1, 0), cv2.Sobel(soft, cv2.CV_16S, 0, 1)))
    blue, green, red = cv2.split(cv2.max(dx, dy) + np.right_shift(cv2.min(dx, dy), 1))
    return cv2.max(cv2.max(blue, green), red)


def _shapes_of(small: np.ndarray, slope: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Contours (n, 2) that are nearly quadrilaterals, with the quadrilateral about each."""
    smallest = max(120.0, MIN_AREA * slope.size)
    for mask in _masks_of(small, slope):
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(contour) > 50 and (area := cv2.contourArea(contour)) > smallest:
                hull = cv2.convexHull(contour)
                hull_area = cv2.contourArea(hull)
                quad = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
                if area > 0.6 * hull_area and len(quad) == 4 and hull_area > 0.86 * area_of(quad):
                    yield contour[:, 0], quad


def _masks_of(small: np.ndarray, slope: np.ndarray) -> Iterator[np.ndarray]:
    """Pictures in black and white, each right for some cards: by brightness, whiteness, colour, and by closed edges."""
    blue, green, red = cv2.split(small)
    white, grey = cv2.min(cv2.min(blue, green), red), cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    for plane in (grey, white):
        soft = cv2.GaussianBlur(plane, (5, 5), 0)
        for level in np.unique(np.percentile(soft[::4, ::4], LEVELS).astype(int)):
            yield cv2.threshold(soft, int(level), 1, cv2.THRESH_BINARY)[1]
        yield cv2.adaptiveThreshold(soft, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, -6)
    spread = cv2.GaussianBlur(cv2.max(cv2.max(blue, green), red) - white, (5, 5), 0)
    yield cv2.threshold(spread, max(24, int(np.percentile(spread[::4, ::4], 60))), 1, cv2.THRESH_BINARY)[1]
    ridges = _ridges_of(slope)
    for level, size in SLOPES:
        thick = cv2.dilate(ridges, np.ones((size, size)))
        yield (thick <= level).astype(np.uint8)


def _ridges_of(slope: np.ndarray) -> np.ndarray:
    """The slope where it is highest along x or y, else 0; (h, w) int16."""
    along_x, along_y = cv2.dilate(slope, np.ones((1, 3))), cv2.dilate(slope, np.ones((3, 1)))
    return np.where((slope >= along_x) | (slope >= along_y), slope, 0).astype(np.int16)


def _fresh(shapes: Iterator[tuple[np.ndarray, np.ndarray]]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Only the first few of shapes that different masks show alike."""
    seen = np.full((0, 4, 2), 1e6, np.float32)
    for contour, quad in shapes:
        reach = 0.025 * float(sides_of(quad).mean())
        if (np.abs(seen - quad).max((1, 2)) < reach).sum() < TWINS:
            seen = np.concatenate([seen, quad[None]])
            yield contour, quad


def _outline_of(contour: np.ndarray, quad: np.ndarray, slope: np.ndarray) -> Outline | None:
    fitted = _fit_sides(contour.astype(np.float32), quad)
    if fitted is None or not _is_card_shaped(fitted, slope.shape):
        return None
    fitted = upright(fitted)
    fill = cv2.contourArea(cv2.convexHull(contour)) / max(1.0, area_of(fitted))
    return Outline(fitted, *_support_of(fitted, slope), fill)


def _fit_sides(points: np.ndarray, quad: np.ndarray) -> np.ndarray | None:
    """The quad again, each side a line fitted to the contour's points along its middle."""
    lines = []
    for a, b, length in zip(quad, np.roll(quad, -1, axis=0), sides_of(quad), strict=True):
        along = (b - a) / max(1.0, length)
        from_a = points - a
        t, off = from_a @ along, np.abs(from_a @ np.array([-along[1], along[0]], np.float32))
        near = points[(off < 0.04 * length + 3) & (t > 0.12 * length) & (t < 0.88 * length)]
        if len(near) < 0.4 * length or len(near) < 8:
            return None
        lines.append(line_through(near))
    return np.array([crossing(p, q) for p, q in zip([lines[-1], *lines[:-1]], lines, strict=True)], np.float32)


def _is_card_shaped(quad: np.ndarray, shape: tuple[int, ...]) -> bool:
    h, w = shape[:2]
    sides, rim = sides_of(quad), 0.02 * max(h, w)
    if sides.min() < 24 or not cv2.isContourConvex(quad.reshape(-1, 1, 2)):
        return False
    inside = quad.min() > -rim and bool((quad < (w + rim, h + rim)).all())
    opposite = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    wide, high = sides[0] + sides[2], sides[1] + sides[3]
    lean = np.abs(corner_angles(quad) - 90).max()
    return bool(inside and opposite < 1.7 and lean < 45 and max(wide / high, high / wide) < MAX_ASPECT
                and area_of(quad) < 0.97 * h * w)


def _support_of(quad: np.ndarray, slope: np.ndarray) -> tuple[float, float]:
    """How much of the outline lies on a steep edge, its weakest side counted twice, and how steep most of it is."""
    t = np.linspace(0.1, 0.9, 24)[:, None, None]
    ends = np.roll(quad, -1, axis=0)
    normals = np.stack([quad[:, 1] - ends[:, 1], ends[:, 0] - quad[:, 0]], 1) / sides_of(quad)[:, None]
    on = (quad + t * (ends - quad))[:, None] + np.arange(-2, 3)[None, :, None, None] * normals
    x, y = (np.clip(np.rint(on[..., k]).astype(int), 0, slope.shape[1 - k] - 1) for k in (0, 1))
    best = slope[y, x].max(1)
    shares = (best > EDGE).mean(0)
    return float((shares.sum() + shares.min()) / 5), float(np.percentile(best, 25))


def _distinct(outlines: list[Outline], most: int) -> list[Outline]:
    kept: list[Outline] = []
    for o in outlines:
        others = np.array([k.quad for k in kept]).reshape(-1, 4, 2)
        if not (farthest_corner(o.quad, others) < SAME * float(sides_of(o.quad).mean())).any():
            kept.append(o)
    return kept[:most]
