"""The dice owned: their faces collected from the printed sheet, and how well each colour stands out in this tray."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.difference import difference, lab_of
from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from calibration.sheets import CELL_MM, CELLS, cells, sheet_markers, square
from calibration.strangers import explain_absence
from calibration.tray import find_markers
from vision.light import even
from vision.tray import MARKER_DICTIONARY
from vision.types import Die, Profile

CELL_PX = 104
# ΔE00 of die against floor, and of pip against die, below which readings get doubtful, and below which they fail.
CLEAR, FAINT = 15.0, 8.0
_SHEET_PX_PER_MM = CELL_PX / CELL_MM
_CLIPPED_SHARE = 0.25


@dataclass(frozen=True, eq=False, slots=True)
class Faces:
    """Cut-outs (104, 104, 3) uint8 BGR by (row, column) of the sheet, and a sentence for each cell to mend."""

    cuts: dict[tuple[int, int], np.ndarray]
    says: tuple[str, ...]


def collect_faces(image: np.ndarray) -> Faces:
    """The dice on the enrolment sheet in `image` (h, w, 3) BGR; raises Unmeasurable unless three corners are seen.

    The sheet lies flat; dice rise above it, so a cut-out is centred on the cell, not on the die.
    """
    sheet = _straight_sheet(image)
    paper = float(np.median(cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY)))
    cuts = {place: cut for place, cut in _cells_of(sheet) if _is_taken(cut, paper)}
    says = (_trouble(place, cut, paper) for place, cut in cuts.items())
    return Faces(cuts, tuple(sentence for sentence in says if sentence))


def judge_contrast(image: np.ndarray, dice: Iterable[Die], profile: Profile) -> tuple[Verdict, ...]:
    """A verdict for each colour among `dice`, as they lie in `image`: do they stand out, do their pips?"""
    fair = even(image, profile)
    by_colour: dict[str, list[tuple[float, float]]] = {}
    for die in dice:
        by_colour.setdefault(die.colour or "plain", []).append(_contrasts(fair, die))
    return tuple(_contrast_verdict(colour, *np.median(found, axis=0)) for colour, found in sorted(by_colour.items()))


def _straight_sheet(image: np.ndarray) -> np.ndarray:
    markers, centres = find_markers(image), sheet_markers()
    seen = [key for key in centres if key in markers]
    if not seen:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        raise Unmeasurable(explain_absence(grey, MARKER_DICTIONARY, "the dice sheet"))
    if len(seen) < 3:
        raise Unmeasurable("Too few corners of the dice sheet are seen: lay it whole into the picture.")
    onto = np.concatenate([square(centres[key]) for key in seen]) * _SHEET_PX_PER_MM - 0.5
    flat, _ = cv2.findHomography(np.concatenate([markers[key] for key in seen]), onto)
    (_, _, right, below) = cells()[-1]
    size = (round(right * _SHEET_PX_PER_MM), round(below * _SHEET_PX_PER_MM))
    return np.asarray(cv2.warpPerspective(image, flat, size, flags=cv2.INTER_LINEAR))


def _cells_of(sheet: np.ndarray) -> list[tuple[tuple[int, int], np.ndarray]]:
    corners = [(round(x * _SHEET_PX_PER_MM), round(y * _SHEET_PX_PER_MM)) for x, y, _, _ in cells()]
    places = [divmod(i, CELLS[0]) for i in range(len(corners))]
    cuts = [sheet[y:y + CELL_PX, x:x + CELL_PX] for x, y in corners]
    return list(zip(places, cuts, strict=True))


def _is_taken(cut: np.ndarray, paper: float) -> bool:
    """A die breaks the paper's evenness: by its body, or, white on white, by its edges and shadow."""
    middle = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)[8:-8, 8:-8].astype(float)
    return bool(np.mean(np.abs(middle - paper) > 0.12 * paper) > 0.04)


def _trouble(place: tuple[int, int], cut: np.ndarray, paper: float) -> str:
    name = f"Row {place[0] + 1}, side {place[1] + 1}"
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    if np.mean(grey[20:-20, 20:-20] > 250) > _CLIPPED_SHARE:
        return f"{name}: glare on the die. Turn it or dim the lamp."
    rim = np.concatenate([grey[5], grey[-6], grey[:, 5], grey[:, -6]]).astype(float)
    if np.mean(np.abs(rim - paper) > 0.3 * paper) > 0.08:
        return f"{name}: the die reaches over its cell. Move it to the middle."
    if cv2.Laplacian(grey[8:-8, 8:-8].astype(np.float32), cv2.CV_32F).std() < 2.0:
        return f"{name}: blurred. Hold the camera still, or focus it."
    return ""


def _contrasts(image: np.ndarray, die: Die) -> tuple[float, float]:
    """ΔE00 of the die's body against the floor about it, and of its pips against the body."""
    body = np.median(_pixels(image, die, 0.8), axis=0)
    inner = lab_of(_pixels(image, die, 0.7))
    rising, few = inner[inner[:, 0].argsort()], max(1, len(inner) // 25)
    tones = [np.median(part, axis=0) for part in (rising[:few], rising[-few:])]
    outer = _ring(image, die)
    floor = np.median(outer, axis=0) if len(outer) else body
    pips = max(float(difference(lab_of(body), tone[None])[0]) for tone in tones)
    return float(difference(lab_of(body), lab_of(floor))[0]), pips


def _pixels(image: np.ndarray, die: Die, share: float) -> np.ndarray:
    x0, y0, x1, y1 = _scaled(die, share, image)
    return image[y0:y1, x0:x1].reshape(-1, 3)


def _ring(image: np.ndarray, die: Die) -> np.ndarray:
    x0, y0, x1, y1 = _scaled(die, 1.7, image)
    inner = _scaled(die, 1.3, image)
    keep = np.ones((y1 - y0, x1 - x0), bool)
    keep[inner[1] - y0:inner[3] - y0, inner[0] - x0:inner[2] - x0] = False
    return np.asarray(image[y0:y1, x0:x1][keep])


def _scaled(die: Die, share: float, image: np.ndarray) -> tuple[int, int, int, int]:
    (x0, y0, x1, y1), (height, width) = die.box, image.shape[:2]
    x, y, half_w, half_h = (x0 + x1) / 2, (y0 + y1) / 2, share * (x1 - x0) / 2, share * (y1 - y0) / 2
    return (max(0, round(x - half_w)), max(0, round(y - half_h)),
            min(width, round(x + half_w) + 1), min(height, round(y + half_h) + 1))


def _contrast_verdict(colour: str, floor: float, pips: float) -> Verdict:
    step, name = f"contrast {colour}", f"{colour.capitalize()} dice"
    if floor < FAINT:
        return Verdict(step, False, f"{name} look like the floor (ΔE {floor:.0f}): put another cloth into the tray.")
    if pips < FAINT:
        return Verdict(step, False, f"{name} have pips that hardly show (ΔE {pips:.0f}): more light, or other dice.")
    figures = f"(ΔE {floor:.0f}, pips {pips:.0f})"
    if min(floor, pips) < CLEAR:
        return Verdict(step, True, f"{name} stand out weakly {figures}: expect to be asked at times.")
    return Verdict(step, True, f"{name} stand out well {figures}.")


def sheet_verdict(faces: Faces) -> Verdict:
    """What lies on the sheet, row by row: which sides are still to be shown, and which cells to mend."""
    rows = sorted({row for row, _ in faces.cuts})
    missing = {row: ", ".join(map(str, missing_sides(faces, row))) for row in rows}
    words = [f"Row {row + 1}: sides {missing[row]} are missing." if missing[row] else f"Row {row + 1}: all six sides."
             for row in rows]
    return Verdict("sheet", not faces.says and not any(missing.values()), " ".join([*words, *faces.says]))


def missing_sides(faces: Faces, row: int = 0, sides: Sequence[int] = range(1, 7)) -> tuple[int, ...]:
    """Which sides of the die in `row` of the sheet are still to be shown."""
    return tuple(side for side in sides if (row, side - 1) not in faces.cuts)
