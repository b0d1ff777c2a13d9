"""Where a scene's camera hangs, and how its picture lies on the table."""
from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.film_physics import Pose
from vision.training.scene_shapes import DieLook, die_shapes
from vision.tray import CAMERA_MM, CENTRE_MM, VIEW_MM
from vision.types import Profile


@dataclass(frozen=True)
class Eye:
    """A pinhole camera: world mm of its lens and of the table's point it looks at, the width it sees there, pixels."""

    lens: tuple[float, float, float] = (CENTRE_MM[0], -CENTRE_MM[1], CAMERA_MM)
    aim: tuple[float, float] = (CENTRE_MM[0], -CENTRE_MM[1])
    view_mm: float = VIEW_MM
    size: tuple[int, int] = (820, 616)

    @property
    def distance_mm(self) -> float:
        """From the lens to the point it looks at."""
        return float(np.linalg.norm(np.array(self.lens) - (*self.aim, 0.0)))

    @property
    def px_per_mm(self) -> float:
        """On the table, in the picture's middle."""
        return self.size[0] / self.view_mm

    def pixels_of(self, points: np.ndarray) -> np.ndarray:
        """World mm (n, 3) as pixels (n, 2); what is nearly at the lens is held off."""
        seen = (points - np.array(self.lens)) @ self._axes().T
        return seen[:, :2] / np.maximum(seen[:, 2:], 30.0) * self._focal + (np.array(self.size) - 1) / 2

    def rays(self, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The lens (3,), and the unit ways (…, 3) in which it looks at pixels."""
        middle = (np.array(self.size) - 1) / 2
        flat = np.stack([(u - middle[0]) / self._focal, (v - middle[1]) / self._focal, np.ones_like(u)], -1)
        ways = flat @ self._axes()
        return np.array(self.lens), ways / np.linalg.norm(ways, axis=-1, keepdims=True)

    @property
    def _focal(self) -> float:
        return self.px_per_mm * self.distance_mm

    def _axes(self) -> np.ndarray:
        """Rows: right, down and ahead in the world."""
        ahead = np.array((*self.aim, 0.0)) - self.lens
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(ahead, right), ahead])

    def profile(self, tray_mm: tuple[float, float]) -> Profile:
        """What a calibration of this camera would find, for a tray of this inside (width, height)."""
        w, h = tray_mm
        mm = np.array([[0, 0], [w, 0], [w, h], [0, h]], float)
        pixels = self.pixels_of(np.c_[mm[:, 0], -mm[:, 1], np.zeros(4)])
        to_mm = cv2.getPerspectiveTransform(pixels.astype(np.float32), mm.astype(np.float32))
        return Profile(self.size, tuple(to_mm.ravel().tolist()), (0.0, 0.0, w, h), name="film")


def box_of(look: DieLook, pose: Pose, eye: Eye) -> tuple[float, ...]:
    """The box of a whole die in the eye's pixels."""
    points = eye.pixels_of(die_shapes(look)[0].vertices @ pose.matrix.T + pose.place)
    return tuple(round(float(v), 1) for v in (*points.min(axis=0), *points.max(axis=0)))
