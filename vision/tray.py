"""The tray in the picture: where its pixels lie on the table, and what of the picture is its inside."""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.straight import frame_of, table_of
from vision.types import Box, Profile

VIEW_MM = 450.0
CENTRE_MM = (181.0, 125.0)
CAMERA_MM = 370.0
SPOT_MM: Box = (296.0, 55.0, 396.0, 195.0)
MARKER_MM = 22.0
# the outer corners of the tray, clockwise from the top left, as ids 0 to 3 of OpenCV's 4x4 dictionary
MARKERS_MM: dict[int, Box] = {
    0: (-40.0, -40.0, -18.0, -18.0),
    1: (268.0, -40.0, 290.0, -18.0),
    2: (268.0, 268.0, 290.0, 290.0),
    3: (-40.0, 268.0, -18.0, 290.0),
}
MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50


def standard_profile(size: tuple[int, int] = (1640, 1232)) -> Profile:
    """The standard rig's geometry, written by hand, for frames of `size` (w, h): square pixels, 450 mm across."""
    pitch = VIEW_MM / size[0]
    left, top = CENTRE_MM[0] - size[0] * pitch / 2, CENTRE_MM[1] - size[1] * pitch / 2
    to_mm = (pitch, 0.0, left + pitch / 2, 0.0, pitch, top + pitch / 2, 0.0, 0.0, 1.0)
    return Profile(size=size, to_mm=to_mm, spot_mm=SPOT_MM)


STANDARD_RIG = standard_profile()


def resize(profile: Profile, size: tuple[int, int]) -> Profile:
    """The same place seen in frames of another `size` (w, h)."""
    if profile.size == size:
        return profile
    sx, sy = profile.size[0] / size[0], profile.size[1] / size[1]
    scale = np.array([[sx, 0, sx / 2 - 0.5], [0, sy, sy / 2 - 0.5], [0, 0, 1]])
    camera = _rescale_camera(profile.camera, scale) if profile.camera else None
    return replace(profile, size=size, to_mm=tuple((homography(profile) @ scale).ravel().tolist()), camera=camera)


def homography(profile: Profile) -> np.ndarray:
    """(3, 3) float64, from pixels to table millimetres."""
    return np.array(profile.to_mm, float).reshape(3, 3)


def mm_of(profile: Profile, pixels: np.ndarray) -> np.ndarray:
    """Pixels (n, 2) as table millimetres (n, 2), the lens undone."""
    return table_of(profile, pixels)


def pixels_of(profile: Profile, mm: np.ndarray) -> np.ndarray:
    """Table millimetres (n, 2) as pixels (n, 2), lens and all."""
    return frame_of(profile, mm)


def outline(profile: Profile, area_mm: Box | None = None) -> np.ndarray:
    """The corners (4, 2) float64 in pixels of a rectangle on the table, the tray's inside by default."""
    x0, y0, x1, y1 = area_mm or profile.tray_mm
    return pixels_of(profile, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))


def inside(profile: Profile, points: np.ndarray) -> np.ndarray:
    """Which pixels (n, 2) lie over the tray's inside, as (n,) bool."""
    x0, y0, x1, y1 = profile.tray_mm
    mm = mm_of(profile, points)
    return np.asarray((mm[:, 0] >= x0) & (mm[:, 0] <= x1) & (mm[:, 1] >= y0) & (mm[:, 1] <= y1))


def mask(profile: Profile, size: tuple[int, int]) -> np.ndarray:
    """(h, w) uint8, 255 over the tray's inside in a picture of `size` (w, h)."""
    picture = np.zeros((size[1], size[0]), np.uint8)
    corners = np.round(outline(resize(profile, size))).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(picture, corners, 255))


def rectify(image: np.ndarray, profile: Profile, area_mm: Box, px_per_mm: float) -> np.ndarray:
    """The rectangle `area_mm` of the table seen straight from above, (h, w, 3) uint8 BGR."""
    x0, y0, x1, y1 = area_mm
    seen = resize(profile, (image.shape[1], image.shape[0]))
    if any(seen.distortion):
        return np.asarray(cv2.remap(image, *_unbending(seen, area_mm, px_per_mm), cv2.INTER_LINEAR))
    to_area = np.array([[px_per_mm, 0, -x0 * px_per_mm - 0.5], [0, px_per_mm, -y0 * px_per_mm - 0.5], [0, 0, 1]])
    size = (round((x1 - x0) * px_per_mm), round((y1 - y0) * px_per_mm))
    return np.asarray(cv2.warpPerspective(image, to_area @ homography(seen), size, flags=cv2.INTER_LINEAR))


@lru_cache(maxsize=4)
def _unbending(profile: Profile, area_mm: Box, px_per_mm: float) -> tuple[np.ndarray, np.ndarray]:
    """Where each pixel of the rectified area lies in the frame, (h, w) float32 across and down."""
    x0, y0, x1, y1 = area_mm
    across = x0 + (np.arange(round((x1 - x0) * px_per_mm)) + 0.5) / px_per_mm
    down = y0 + (np.arange(round((y1 - y0) * px_per_mm)) + 0.5) / px_per_mm
    places = frame_of(profile, np.stack(np.meshgrid(across, down), -1)).astype(np.float32)
    return places[:, 0].reshape(len(down), -1), places[:, 1].reshape(len(down), -1)


def _rescale_camera(camera: tuple[float, ...], scale: np.ndarray) -> tuple[float, ...]:
    return tuple((np.linalg.inv(scale) @ np.array(camera, float).reshape(3, 3)).ravel().tolist())
