"""The tray: where its plane lies under the camera, from the four printed markers in any single frame."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.edges import sharpen
from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from calibration.sheets import CORNER_NAMES, detector, square, tray_markers
from calibration.strangers import explain_absence
from vision.straight import frame_of, straightened, table_of
from vision.tray import MARKER_DICTIONARY, MARKER_MM
from vision.types import Profile

FEWEST = 3
# A marker taped down by hand sits within 1 mm of its place; a wrong print or a phone's screen is off by far more.
AGREE_MM = 1.0
SIZE_TOLERANCE = 0.06
_STILL_PX = 1.5
_GLARE = 240

Markers = Mapping[int, np.ndarray]


@dataclass(frozen=True, eq=False, slots=True)
class Pose:
    """How undistorted pixels lie on the table: `to_mm` (3, 3), and by how many millimetres each marker disagrees."""

    to_mm: np.ndarray
    off_mm: dict[int, float]


def find_markers(image: np.ndarray) -> dict[int, np.ndarray]:
    """The markers of the tray's dictionary in `image` (BGR or grey): id to corners (4, 2), clockwise from top left."""
    grey = _grey(image)
    corners, ids, _ = detector().detectMarkers(grey)
    pairs = () if ids is None else zip(ids.ravel(), corners, strict=True)
    # Where a marker is found twice, along the outside of its black border and along the inside, the larger is it.
    found = sorted(((int(key), quad.reshape(4, 2)) for key, quad in pairs), key=lambda pair: cv2.contourArea(pair[1]))
    return {key: sharpen(grey, quad) for key, quad in dict(found).items()}


def shows_tray(image: np.ndarray, profile: Profile) -> bool:
    """Whether any of the tray's own markers is in `image` (BGR or grey)."""
    return bool(find_markers(image).keys() & {key for key, _, _ in profile.markers})


def track_markers(image: np.ndarray, profile: Profile) -> dict[int, np.ndarray]:
    """The tray's markers, looked for only about their known places: a few milliseconds instead of a whole frame's."""
    found: dict[int, np.ndarray] = {}
    for key, x, y in profile.markers:
        left, top, right, bottom = _around(profile, (x, y), image.shape)
        if right - left > 16 and bottom - top > 16:
            near = find_markers(image[top:bottom, left:right])
            found |= {key: near[key] + (left, top)} if key in near else {}
    return found


def pose_of(markers: Markers, profile: Profile) -> Pose:
    """The table's plane from at least three of the profile's markers; raises Unmeasurable."""
    known = {key: square((x, y), profile.marker_mm) for key, x, y in profile.markers if key in markers}
    if len(known) < FEWEST:
        raise Unmeasurable(_too_few(sorted(known), profile))
    straight = {key: straightened(profile, markers[key]) for key in known}
    to_mm = _plane(np.concatenate(list(straight.values())), np.concatenate(list(known.values())), profile.camera)
    off = {key: float(np.linalg.norm(_project(to_mm, straight[key]) - known[key], axis=1).mean()) for key in known}
    return Pose(to_mm, off)


def measure(images: Sequence[np.ndarray], profile: Profile) -> tuple[Profile, Verdict]:
    """The profile with its `to_mm` and `markers` measured for a tray of its `tray_mm`; raises Unmeasurable.

    Still pictures of one place are averaged, from the last backwards; the camera's lens is taken as known.
    """
    profile = _prepared(profile, images[-1].shape) if images else profile
    wanted = {key for key, _, _ in profile.markers}
    shown = [(image, found) for image in images if wanted & (found := find_markers(image)).keys()]
    if not shown:
        raise Unmeasurable(_why_nothing(images))
    markers = _last_still([found for _, found in shown])
    pose = pose_of(markers, profile)
    stranger = _stranger(pose, markers, profile)
    if stranger is not None:
        says = _what_is_wrong(stranger, markers, profile)
        markers = {key: quad for key, quad in markers.items() if key != stranger}
        pose = pose_of(markers, profile)
        return _posed(profile, pose), Verdict("tray", False, says)
    return _posed(profile, pose), _verdict_of(pose, _posed(profile, pose), markers, shown[-1][0])


def with_tray(profile: Profile, inside_mm: tuple[float, float]) -> Profile:
    """The profile of a tray of another inside width and depth; the card spot keeps its distance from the right wall."""
    spot, wider = profile.spot_mm, inside_mm[0] - profile.tray_mm[2]
    moved = spot and (spot[0] + wider, spot[1], spot[2] + wider, spot[3])
    return replace(profile, tray_mm=(0.0, 0.0, *inside_mm), spot_mm=moved)


def agree_mm(profile: Profile) -> float:
    """How far markers may disagree: a millimetre, or a pixel where that is more, from a camera far away."""
    return max(AGREE_MM, _pitch_mm(profile))


def missing_of(markers: Markers, profile: Profile, image: np.ndarray) -> tuple[str, ...]:
    """A sentence for each marker that is not seen: out of the picture, in glare, or covered."""
    return tuple(_why_missing(key, (x, y), profile, image) for key, x, y in profile.markers if key not in markers)


def still_px(one: Markers, other: Markers) -> float:
    """How far, in pixels, any marker seen in both has moved: infinite when there is none."""
    return max((float(np.abs(one[key] - other[key]).max()) for key in one.keys() & other.keys()), default=np.inf)


def _plane(pixels: np.ndarray, mm: np.ndarray, camera: tuple[float, ...] | None) -> np.ndarray:
    """The homography from undistorted pixels to the table: with a known lens a pose's six freedoms, not eight."""
    if camera is None:
        return np.asarray(cv2.findHomography(pixels, mm)[0])
    lens, points = np.reshape(np.array(camera, float), (3, 3)), np.c_[mm, np.zeros(len(mm))]
    _, turn, shift = cv2.solvePnP(points, pixels, lens, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    turn, shift = cv2.solvePnPRefineLM(points, pixels, lens, np.zeros(5), turn, shift)
    to_mm = np.linalg.inv(lens @ np.c_[cv2.Rodrigues(turn)[0][:, :2], shift])
    return np.asarray(to_mm / to_mm[2, 2])


def _grey(image: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(image) if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def _around(profile: Profile, centre: tuple[float, float], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The marker's box in the picture with 12 mm of table around it: a bump that leaves the rig standing is less."""
    corners = frame_of(profile, square(centre, profile.marker_mm + 24))
    left, top = np.clip(np.floor(corners.min(0)).astype(int), 0, (shape[1], shape[0]))
    right, bottom = np.clip(np.ceil(corners.max(0)).astype(int), 0, (shape[1], shape[0]))
    return int(left), int(top), int(right), int(bottom)


def _prepared(profile: Profile, shape: tuple[int, ...]) -> Profile:
    x0, y0, x1, y1 = profile.tray_mm
    return replace(profile, size=(shape[1], shape[0]), markers=tray_markers((x1 - x0, y1 - y0)), marker_mm=MARKER_MM)


def _last_still(seen: Sequence[Markers]) -> dict[int, np.ndarray]:
    """Each marker's corners averaged over the last pictures between which nothing moved."""
    still: list[Markers] = []
    for markers in reversed([markers for markers in seen if markers]):
        if still and still_px(still[0], markers) > _STILL_PX:
            break
        still.append(markers)
    keys = {key for markers in still for key in markers}
    return {key: np.mean([markers[key] for markers in still if key in markers], axis=0) for key in keys}


def _posed(profile: Profile, pose: Pose) -> Profile:
    return replace(profile, to_mm=tuple(pose.to_mm.ravel().tolist()))


def _stranger(pose: Pose, markers: Markers, profile: Profile) -> int | None:
    """The one marker whose absence makes the others agree, if they do not agree now."""
    limit = agree_mm(_posed(profile, pose))
    if max(pose.off_mm.values()) <= limit:
        return None
    worst = {key: _disagreement({k: quad for k, quad in markers.items() if k != key}, profile) for key in pose.off_mm}
    key = min(worst, key=lambda key: worst[key])
    if worst[key] > limit:
        raise Unmeasurable("The markers do not agree with one another: check that all were printed at 100 %, lie flat, "
                           f"and that the tray is {_tray_words(profile)} inside.")
    return key


def _disagreement(markers: Markers, profile: Profile) -> float:
    try:
        return max(pose_of(markers, profile).off_mm.values())
    except Unmeasurable:
        return np.inf


def _what_is_wrong(key: int, markers: Markers, profile: Profile) -> str:
    others = _posed(profile, pose_of({k: quad for k, quad in markers.items() if k != key}, profile))
    corners = table_of(others, markers[key])
    side = _side_mm(corners)
    if abs(side / profile.marker_mm - 1) > SIZE_TOLERANCE:
        return (f"The {_name(key)} marker measures {side:.0f} mm where {profile.marker_mm:.0f} were printed: it is "
                "from another print, or on a screen. The other three serve; put the paper one there.")
    place = next((x, y) for k, x, y in profile.markers if k == key)
    off = float(np.linalg.norm(corners.mean(0) - place))
    return (f"The {_name(key)} marker lies {off:.0f} mm off its place. The other three serve; put it back and go on, "
            f"or tell the tray's size (--tray) if it is not {_tray_words(profile)}.")


def _verdict_of(pose: Pose, profile: Profile, markers: Markers, image: np.ndarray) -> Verdict:
    side = float(np.mean([_side_mm(table_of(profile, markers[key])) for key in pose.off_mm]))
    worst = max(pose.off_mm.values())
    words = f"{len(pose.off_mm)} markers agree within {worst:.1f} mm; a pixel is {_pitch_mm(profile):.2f} mm. "
    words += "".join(f"{sentence} " for sentence in missing_of(markers, profile, image))
    if abs(side / profile.marker_mm - 1) > 0.02:
        lens = "measure the lens first, " if profile.camera is None else ""
        words += f"But they measure {side:.1f} mm, not {profile.marker_mm:.0f}: {lens}print at 100 %, "
        return Verdict("tray", False, words + f"or tell the tray's size if it is not {_tray_words(profile)}.")
    return Verdict("tray", True, words + ("Good." if len(pose.off_mm) > FEWEST else "Three are enough."))


def _side_mm(corners: np.ndarray) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _pitch_mm(profile: Profile) -> float:
    x0, y0, x1, y1 = profile.tray_mm
    middle = np.array([[(x0 + x1) / 2, (y0 + y1) / 2], [(x0 + x1) / 2 + 10, (y0 + y1) / 2]])
    return float(10 / np.linalg.norm(np.diff(frame_of(profile, middle), axis=0)))


def _why_missing(key: int, centre: tuple[float, float], profile: Profile, image: np.ndarray) -> str:
    corners = frame_of(profile, square(centre, profile.marker_mm))
    if (corners < 0).any() or (corners > np.array(image.shape[1::-1]) - 1).any():
        return f"The {_name(key)} marker lies outside of the picture."
    area = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), np.round(corners).astype(np.int32), 1)
    if np.mean(_grey(image)[area > 0] >= _GLARE) > 0.15:
        return f"The {_name(key)} marker lies in glare: turn or dim the lamp."
    return f"The {_name(key)} marker is covered."


def _too_few(known: Sequence[int], profile: Profile) -> str:
    names = " and ".join(_name(key) for key in known)
    return (f"Only the {names} marker{'s are' if len(known) > 1 else ' is'} seen; three are needed. "
            "Bring all four into the picture, uncovered and sharp.")


def _why_nothing(images: Sequence[np.ndarray]) -> str:
    if not images:
        return "No picture was given."
    return explain_absence(_grey(images[-1]), MARKER_DICTIONARY, "the tray's markers")


def _name(key: int) -> str:
    return CORNER_NAMES[key]


def _tray_words(profile: Profile) -> str:
    x0, y0, x1, y1 = profile.tray_mm
    return f"{x1 - x0:.0f} × {y1 - y0:.0f} mm"


def _project(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.perspectiveTransform(points[None], matrix)[0])
