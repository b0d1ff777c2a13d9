"""What the lens bends, made straight, and the way back: pixels of the frame and undistorted pixels."""
from __future__ import annotations

import cv2
import numpy as np

from vision.types import Profile


def straightened(profile: Profile, pixels: np.ndarray) -> np.ndarray:
    """Frame pixels (n, 2) as undistorted pixels (n, 2) float64, which `profile.to_mm` takes to the table."""
    points = np.asarray(pixels, float).reshape(-1, 2)
    if _bends_nothing(profile, points):
        return points
    camera, bend = _lens(profile)
    done = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-6)
    straight = cv2.undistortPointsIter(points.reshape(-1, 1, 2), camera, bend, np.eye(3), camera, done)
    return np.asarray(straight.reshape(-1, 2))


def bent(profile: Profile, pixels: np.ndarray) -> np.ndarray:
    """Undistorted pixels (n, 2) as the frame's own pixels (n, 2) float64."""
    points = np.asarray(pixels, float).reshape(-1, 2)
    if _bends_nothing(profile, points):
        return points
    camera, bend = _lens(profile)
    rays = np.c_[points, np.ones(len(points))] @ np.linalg.inv(camera).T
    return np.asarray(cv2.projectPoints(rays, np.zeros(3), np.zeros(3), camera, bend)[0].reshape(-1, 2))


def table_of(profile: Profile, pixels: np.ndarray) -> np.ndarray:
    """Frame pixels (n, 2) as table millimetres (n, 2), the lens undone."""
    return _through(np.reshape(profile.to_mm, (3, 3)), straightened(profile, pixels))


def frame_of(profile: Profile, mm: np.ndarray) -> np.ndarray:
    """Table millimetres (n, 2) as pixels (n, 2) of the frame, lens and all."""
    return bent(profile, _through(np.linalg.inv(np.reshape(profile.to_mm, (3, 3))), mm))


def _bends_nothing(profile: Profile, points: np.ndarray) -> bool:
    """Where there is no lens to undo, or no point: OpenCV gives no array for none."""
    return profile.camera is None or not any(profile.distortion) or not len(points)


def _lens(profile: Profile) -> tuple[np.ndarray, np.ndarray]:
    return np.reshape(np.array(profile.camera, float), (3, 3)), np.array(profile.distortion, float)


def _through(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    mapped = np.c_[np.asarray(points, float).reshape(-1, 2), np.ones(np.asarray(points).size // 2)] @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
