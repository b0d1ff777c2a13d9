"""The lens: how it magnifies and bends, from a dozen views of the printed board."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from calibration.sheets import BOARD_DICTIONARY, board
from calibration.strangers import explain_absence
from vision.straight import frame_of, straightened
from vision.tray import CAMERA_MM, VIEW_MM, resize
from vision.types import Profile

WANTED_VIEWS = 15
FEWEST_VIEWS = 8
GRID = (4, 3)
_COLUMNS, _ROWS = ("far left", "left", "right", "far right"), ("top", "middle", "bottom")
# On rendered views 0.12 is sharp, 0.075 a motion of 8 px; with a blur of 2 px (0.064) corners begin to be missed.
SHARP = 0.07
GOOD_PX, USABLE_PX = 0.5, 1.0
KNOWN_VIEW = "This view is known"
# Flat-on, breadth and distance trade places: without tilted views the focal length is a guess, however well all fits.
TILTED_DEG, FEWEST_TILTED = 15, 5
_FEWEST_CORNERS = 12
_SAME_VIEW = 0.04
# Every fourth view is kept out of the fit and judges it.
_HELD_OUT = 4


@dataclass(frozen=True, eq=False, slots=True)
class BoardView:
    """The board in one picture: `ids` (n,) of inner corners, `corners` (n, 2) float32 pixels, the frame's (w, h)."""

    ids: np.ndarray
    corners: np.ndarray
    size: tuple[int, int]


def guessed_camera(size: tuple[int, int]) -> tuple[float, ...]:
    """The standard rig's camera matrix, row by row, for frames of `size`: serves until the lens is measured."""
    focal = CAMERA_MM * size[0] / VIEW_MM
    return (focal, 0.0, (size[0] - 1) / 2, 0.0, focal, (size[1] - 1) / 2, 0.0, 0.0, 1.0)


def see_board(image: np.ndarray) -> BoardView:
    """The board in `image` (h, w, 3) uint8 BGR; raises Unmeasurable when there is none, another, or a blurred one."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _, markers = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if ids is None or len(ids) < _FEWEST_CORNERS:
        raise Unmeasurable(_why_no_board(grey, 0 if markers is None else len(markers)))
    view = BoardView(ids.ravel(), corners.reshape(-1, 2), (grey.shape[1], grey.shape[0]))
    if not _lies_flat(view):
        raise Unmeasurable("This is another board, or it is bent: use the flat “Lens board” of ./tableside targets.")
    if _sharpness(grey, view) < SHARP:
        raise Unmeasurable("The picture is blurred: hold the board still, or focus the lens.")
    return view


def shows_board(image: np.ndarray) -> bool:
    """Whether there is a usable view in `image` (h, w, 3) uint8 BGR."""
    try:
        see_board(image)
    except Unmeasurable:
        return False
    return True


def collect(kept: tuple[BoardView, ...], image: np.ndarray) -> tuple[tuple[BoardView, ...], str]:
    """Add the view in `image` unless it is no use; the sentence says what was done and what to show next."""
    try:
        view = see_board(image)
    except Unmeasurable as refusal:
        return kept, str(refusal)
    if kept and view.size != kept[0].size:
        return kept, "This picture has another size than the others: take all with one camera, in one setting."
    if any(_is_same(view, other) for other in kept):
        return kept, f"{KNOWN_VIEW}: move or tilt the board. {hint_of(kept)}"
    kept = (*kept, view)
    return kept, f"View {len(kept)} of {WANTED_VIEWS}. " + hint_of(kept)


def coverage_of(kept: Sequence[BoardView]) -> np.ndarray:
    """(3, 4) bool: in which cells of the picture the board's corners have been seen."""
    seen = np.zeros(GRID[::-1], bool)
    for view in kept:
        cells = (view.corners / view.size * GRID).astype(int)
        seen[np.clip(cells[:, 1], 0, GRID[1] - 1), np.clip(cells[:, 0], 0, GRID[0] - 1)] = True
    return seen


def hint_of(kept: Sequence[BoardView]) -> str:
    """What to show next, in words; "" when there is enough."""
    if _tilted(kept) < min(FEWEST_TILTED, len(kept)):
        return "Tilt it more."
    blank = np.argwhere(~coverage_of(kept))
    if len(blank):
        row, column = blank[0]
        return f"Not seen yet: {_ROWS[row]}, {_COLUMNS[column]}."
    return "" if len(kept) >= WANTED_VIEWS else "Go on, from other sides and distances."


def _tilted(kept: Sequence[BoardView]) -> int:
    return sum(slant_of(view) > TILTED_DEG for view in kept)


def slant_of(view: BoardView) -> float:
    """How far the board is tilted away from facing the camera, in degrees, as a guessed lens sees it."""
    camera = np.reshape(guessed_camera(view.size), (3, 3))
    _, turn, _ = cv2.solvePnP(_points(view), view.corners, camera, np.zeros(5))
    return float(np.degrees(np.arccos(min(1.0, abs(cv2.Rodrigues(turn)[0][2, 2])))))


def measure(images: Sequence[np.ndarray], profile: Profile) -> tuple[Profile, Verdict]:
    """The profile with its `camera` and `distortion` measured, and how well; raises Unmeasurable.

    Pictures without a usable view are passed over. Method: Z. Zhang, "A flexible new technique for camera calibration",
    2000, on the corners of a ChArUco board; the error told is that of the views kept out of the fit.
    """
    kept: tuple[BoardView, ...] = ()
    refused: Counter[str] = Counter()
    for image in images:
        more, said = collect(kept, image)
        if len(more) == len(kept):
            refused[said] += 1
        kept = more
    if len(kept) < FEWEST_VIEWS:
        raise Unmeasurable(f"{len(kept)} usable views of the lens board, at least {FEWEST_VIEWS} are needed. "
                           f"{_what_to_show(kept, refused)}")
    return fit(kept, profile)


def _what_to_show(kept: Sequence[BoardView], refused: Counter[str]) -> str:
    """After too few views: what most of the other pictures want for, or where to go on."""
    if not kept:
        return max(refused, key=lambda said: refused[said], default="No picture was given.")
    alike = sum(number for said, number in refused.items() if said.startswith(KNOWN_VIEW))
    return f"{alike} more show a view that is known. {hint_of(kept)}" if alike else hint_of(kept)


def fit(kept: Sequence[BoardView], profile: Profile) -> tuple[Profile, Verdict]:
    """As `measure`, of views already collected. The tray stays where the picture shows it."""
    judges = kept[_HELD_OUT - 1::_HELD_OUT]
    camera, bend = _solve([view for view in kept if all(view is not judge for judge in judges)])
    errors = [_error(view, camera, bend) for view in judges]
    camera, bend = _solve(kept)
    old = resize(profile, kept[0].size)
    new = replace(old, camera=tuple(camera.ravel().tolist()), distortion=tuple(bend.ravel()[:5].tolist()))
    return _with_tray_of(old, new), _verdict_of(errors, kept)


def errors_of(kept: Sequence[BoardView], profile: Profile) -> tuple[float, ...]:
    """Each view's reprojection error, RMS a coordinate in pixels."""
    camera, bend = np.reshape(profile.camera or guessed_camera(profile.size), (3, 3)), np.array(profile.distortion)
    return tuple(_error(view, camera, bend) for view in kept)


def _with_tray_of(old: Profile, new: Profile) -> Profile:
    """The plane refitted, so that every place of the tray is met at the same pixel as with the old lens."""
    x0, y0, x1, y1 = old.tray_mm
    places = np.stack(np.meshgrid(np.linspace(x0, x1, 11), np.linspace(y0, y1, 11)), -1).reshape(-1, 2)
    to_mm, _ = cv2.findHomography(straightened(new, frame_of(old, places)), places)
    return replace(new, to_mm=tuple(to_mm.ravel().tolist()))


def _solve(views: Sequence[BoardView]) -> tuple[np.ndarray, np.ndarray]:
    """Camera matrix and distortion k1 k2 p1 p2 k3, from the guessed lens on."""
    points, corners = [_points(view) for view in views], [view.corners for view in views]
    start, straight = np.reshape(guessed_camera(views[0].size), (3, 3)), np.zeros(5)
    solved = cv2.calibrateCamera(points, corners, views[0].size, start, straight, flags=cv2.CALIB_USE_INTRINSIC_GUESS)
    return solved[1], solved[2]


def _points(view: BoardView) -> np.ndarray:
    return np.asarray(board().getChessboardCorners())[view.ids]


def _error(view: BoardView, camera: np.ndarray, bend: np.ndarray) -> float:
    _, turn, shift = cv2.solvePnP(_points(view), view.corners, camera, bend)
    again = cv2.projectPoints(_points(view), turn, shift, camera, bend)[0].reshape(-1, 2)
    return float(np.sqrt(np.mean((again - view.corners) ** 2)))


def _verdict_of(errors: Sequence[float], kept: Sequence[BoardView]) -> Verdict:
    error, share = float(np.sqrt(np.mean(np.square(errors)))), coverage_of(kept).mean()
    words = f"{len(kept)} views cover {share:.0%} of the picture; "
    words += f"those not fitted are met within {error:.2f} px, the worst of them within {max(errors):.2f}."
    if error > USABLE_PX:
        return Verdict("lens", False, words + " That is too much: print the board anew, keep it flat, and begin again.")
    if _tilted(kept) < FEWEST_TILTED:
        return Verdict("lens", False, words + f" But fewer than {FEWEST_TILTED} of them are tilted, so how far away "
                                              "all lay is a guess: tilt the board, each time another way.")
    if error > GOOD_PX or share < 0.8:
        return Verdict("lens", True, words + " Usable; more views near the edges would make it better.")
    return Verdict("lens", True, words + " Good.")


def _is_same(view: BoardView, other: BoardView) -> bool:
    _, mine, theirs = np.intersect1d(view.ids, other.ids, return_indices=True)
    if len(mine) < _FEWEST_CORNERS:
        return False
    moved = np.linalg.norm(view.corners[mine] - other.corners[theirs], axis=1)
    return bool(moved.mean() < _SAME_VIEW * view.size[0])


def _lies_flat(view: BoardView) -> bool:
    """Whether one plane explains the corners but for what a lens may bend: 2 % of the board's breadth."""
    flat, _ = cv2.findHomography(_points(view)[:, :2], view.corners, cv2.RANSAC, 0.02 * float(np.ptp(view.corners)))
    if flat is None:
        return False
    again = cv2.perspectiveTransform(_points(view)[None, :, :2], flat)[0]
    return bool(np.abs(again - view.corners).max() < 0.02 * np.ptp(view.corners))


def _sharpness(grey: np.ndarray, view: BoardView) -> float:
    """How steep the corners' edges are in their blurrier direction: 0 (flat) to about 0.15, whatever the contrast."""
    steep = []
    for x, y in view.corners.astype(int):
        patch = grey[max(0, y - 6):y + 7, max(0, x - 6):x + 7].astype(np.float32)
        if patch.shape == (13, 13):
            down, across = np.gradient(patch / (np.ptp(patch) + 20))
            sums = [[(across * across).mean(), (across * down).mean()], [(across * down).mean(), (down * down).mean()]]
            steep.append(np.linalg.eigvalsh(sums)[0] ** 0.5)
    return float(np.median(steep)) if steep else 0.0


def _why_no_board(grey: np.ndarray, markers: int) -> str:
    if markers >= 3:
        return "Too little of the lens board is seen, or it is another board: show the whole sheet, without glare."
    return explain_absence(grey, BOARD_DICTIONARY, "the lens board")
