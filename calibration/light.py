"""The light: what white is, what clips, how evenly the tray is lit, from the strip laid in the empty tray."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.difference import difference, lab_of
from calibration.errors import Unmeasurable
from calibration.profile import Verdict
from calibration.sheets import STRIP_MM, patches, square, strip_markers
from calibration.strangers import explain_absence
from calibration.tray import find_markers
from vision.light import codes_of, even, linear_of
from vision.straight import bent, frame_of, straightened, table_of
from vision.tray import MARKER_DICTIONARY
from vision.types import Profile

CLIPPED, TOO_DARK, WANTED = 0.97, 0.25, 0.8
WELL_LIT = 0.6, 0.92
NEUTRAL = 3.0
# How much better the strip must fit for colours to be mixed: an office printer's inks are off by ten codes or so.
DISTRUST = 0.3
COLOURLESS = 0.004  # of full light between blue, green and red, on any patch: less than one code
FOREIGN = 15.0  # ΔE00 that no lamp leaves: the strip was printed in other colours
PAPER = 5  # which of the patches
# Of the tray's floor: how much may lie in glare, and how unlike its own smooth light it may look.
GLARE_SHARE, ROUGH = 0.03, 0.12
_GRID = (16, 12)
_COARSE_MM = 5.0


def measure(images: Sequence[np.ndarray], profile: Profile) -> tuple[Profile, Verdict]:
    """The profile with `white`, `colour` and `flat` measured from the last picture of the strip; the tray comes first.

    Raises Unmeasurable when no picture shows the strip. `white` are gains in linear light that make the printed greys
    neutral; `colour` then brings the printed colours nearer, as far as one may trust a printer.
    """
    image, strip = _last_strip(images, profile)
    greys = np.array([colour for patch, colour in zip(patches(), strip, strict=True) if patch.grey])
    white = _white_of(greys)
    if np.ptp(strip, axis=1).max() < COLOURLESS:
        raise Unmeasurable("The picture has no colour: let the camera give colours.")
    gains, rough, glare = _flat_of(image, profile)
    lit = replace(profile, white=white, flat=gains, colour=None)
    evened = strip_of(even(image, lit), profile)
    balanced = strip * np.array(white) if evened is None else evened
    balanced = balanced / balanced[PAPER].mean()
    lit = replace(lit, colour=colour_of(balanced))
    return lit, _verdict_of(greys, balanced, rough, glare, lit)


def light_wanted(image: np.ndarray, profile: Profile) -> float:
    """How many times the light would show the strip best; 1.0 where it is well lit already, or not seen."""
    strip = strip_of(image, profile)
    if strip is None:
        return 1.0
    brightest = float(strip.max())
    if brightest >= CLIPPED:
        return 0.5  # nobody knows how far beyond white it is
    return 1.0 if WELL_LIT[0] <= brightest <= WELL_LIT[1] else WANTED / brightest


def strip_of(image: np.ndarray, profile: Profile) -> np.ndarray | None:
    """The strip's patches as linear BGR (12, 3), in the order of `patches()`; None when the strip is not seen whole."""
    markers = find_markers(image)
    centres = strip_markers()
    if not centres.keys() <= markers.keys():
        return None
    pixels = np.concatenate([straightened(profile, markers[key]) for key in centres])
    onto, _ = cv2.findHomography(np.concatenate([square(centre) for centre in centres.values()]), pixels)
    return np.array([_median_light(image, _inner(patch.box_mm), onto, profile) for patch in patches()])


def neutral_error(greys: np.ndarray, white: Sequence[float]) -> float:
    """The greatest ΔE00 between the balanced greys (n, 3), linear BGR, and greys of the same lightness."""
    balanced = np.clip(greys * np.array(white), 0, 1)
    codes = 255 * balanced ** (1 / 2.2)
    grey = np.repeat(codes.mean(1, keepdims=True), 3, 1)
    return float(difference(lab_of(codes), lab_of(grey)).max())


def _last_strip(images: Sequence[np.ndarray], profile: Profile) -> tuple[np.ndarray, np.ndarray]:
    for image in reversed(images):
        strip = strip_of(image, profile)
        if strip is not None:
            return image, strip
    if not images:
        raise Unmeasurable("No picture was given.")
    if find_markers(images[-1]).keys() & strip_markers().keys():
        raise Unmeasurable("Only one end of the light strip is seen: lay it whole into the tray, out of glare.")
    if find_markers(images[-1]):
        raise Unmeasurable("The light strip is not seen: lay it flat into the empty tray.")
    grey = cv2.cvtColor(images[-1], cv2.COLOR_BGR2GRAY)
    raise Unmeasurable(explain_absence(grey, MARKER_DICTIONARY, "the light strip"))


def _inner(box: tuple[float, float, float, float]) -> np.ndarray:
    """A grid of points (81, 2) on the middle of a patch."""
    x0, y0, x1, y1 = box
    across, down = np.linspace(x0 + 3, x1 - 3, 9), np.linspace(y0 + 3, y1 - 3, 9)
    return np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)


def _median_light(image: np.ndarray, points_mm: np.ndarray, onto: np.ndarray, profile: Profile) -> np.ndarray:
    pixels = bent(profile, cv2.perspectiveTransform(points_mm[None], onto)[0])
    x, y = np.round(pixels).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    if not inside.any():
        raise Unmeasurable("The light strip reaches out of the picture: lay it into the middle of the tray.")
    return np.asarray(np.mean(linear_of(image[y[inside], x[inside]]), axis=0))


def _white_of(greys: np.ndarray) -> tuple[float, float, float]:
    """Gains for blue, green and red that bring the unclipped greys to green's light, fitted through black."""
    usable = greys[greys.max(1) < CLIPPED]
    if len(usable) < 2:
        raise Unmeasurable("Even the dark greys of the strip are white: shorten the exposure or dim the light.")
    green = usable[:, 1]
    blue, red = (float(green @ usable[:, c] / max(usable[:, c] @ usable[:, c], 1e-9)) for c in (0, 2))
    return blue, 1.0, red


def colour_of(strip: np.ndarray) -> tuple[float, ...] | None:
    """The 3x3 that brings the balanced strip (12, 3) to its printed colours and keeps greys; None if it is no help.

    Least squares towards no change (Finlayson, Mackiewicz and Hurlbert, "Color correction using root-polynomial
    regression", 2015, compare it with richer models, which six inks of an unknown printer cannot carry).
    """
    print_light = np.array([patch.light for patch in patches()])
    weight = 1 / (0.05 + print_light.mean(1)) ** (2 / 3)  # as lightness is seen
    matrix = np.eye(3)
    for row, others in enumerate(((1, 2), (0, 2), (0, 1))):
        apart = (strip[:, others] - strip[:, [row]]) * weight[:, None]
        off = (print_light[:, row] - strip[:, row]) * weight
        shares = np.linalg.solve(apart.T @ apart + DISTRUST * np.eye(2), apart.T @ off)
        matrix[row, others], matrix[row, row] = shares, 1 - shares.sum()
    before, after = colour_errors(strip), colour_errors(strip @ matrix.T)
    helps = after.mean() < before.mean() and after.max() < FOREIGN
    return tuple(round(float(share), 5) for share in matrix.ravel()) if helps else None


def colour_errors(strip: np.ndarray) -> np.ndarray:
    """ΔE00 of each patch of `strip` (12, 3), linear BGR with paper at 1, from what was printed."""
    truth = np.array([patch.light for patch in patches()])
    return difference(lab_of(codes_of(strip)), lab_of(codes_of(truth)))


def _flat_of(image: np.ndarray, profile: Profile) -> tuple[tuple[tuple[float, ...], ...], float, float]:
    """The grid of gains, how rough the floor looks once evened, and the share of it that lies in glare."""
    places, light = _floor(image, profile)
    usable = np.ones(len(places), bool)
    for _ in range(4):
        shape = np.linalg.lstsq(_terms(places[usable], profile), np.log(light[usable]), rcond=None)[0]
        off = np.log(light) - _terms(places, profile) @ shape
        usable = np.abs(off) < max(0.05, 2.5 * float(np.median(np.abs(off[usable]))) / 0.6745)
    height, width = image.shape[:2]
    across, down = (np.arange(_GRID[0]) + 0.5) * width / _GRID[0], (np.arange(_GRID[1]) + 0.5) * height / _GRID[1]
    mm = table_of(profile, np.stack(np.meshgrid(across, down), -1).reshape(-1, 2))
    smooth = _terms(_within(mm, profile), profile) @ shape
    middle = float(np.median(_terms(places, profile) @ shape))
    gains = np.clip(np.exp(middle - smooth), 0.4, 2.5).reshape(_GRID[::-1])
    rows = tuple(tuple(round(float(gain), 3) for gain in row) for row in gains)
    return rows, float(np.std(off[usable])), float(np.mean(off > 0.35))


def _floor(image: np.ndarray, profile: Profile) -> tuple[np.ndarray, np.ndarray]:
    """Places (n, 2) in mm on the bare floor of the tray, and their green light (n,), averaged over some millimetres."""
    x0, y0, x1, y1 = profile.tray_mm
    grid = np.meshgrid(np.arange(x0 + 6, x1 - 5, _COARSE_MM), np.arange(y0 + 6, y1 - 5, _COARSE_MM))
    places = np.stack(grid, -1).reshape(-1, 2)
    pixels = frame_of(profile, places).astype(np.float32)
    pitch = max(1, round(float(np.linalg.norm(pixels[1] - pixels[0]))) | 1)
    smooth = cv2.blur(linear_of(image), (pitch, pitch))
    light = cv2.remap(smooth, pixels[None, :, 0], pixels[None, :, 1], cv2.INTER_LINEAR)[0, :, 1]
    bare = ~_under_strip(image, places, profile)
    return places[bare], np.maximum(light[bare], 1e-3)


def _under_strip(image: np.ndarray, places: np.ndarray, profile: Profile) -> np.ndarray:
    markers, centres = find_markers(image), strip_markers()
    corners = np.concatenate([table_of(profile, markers[key]) for key in centres if key in markers])
    strip = np.concatenate([square(centres[key]) for key in centres if key in markers])
    back, _ = cv2.findHomography(corners, strip)
    local = cv2.perspectiveTransform(places[None], back)[0]
    return np.asarray(((local > -8) & (local < np.array(STRIP_MM) + 8)).all(1))


def _within(mm: np.ndarray, profile: Profile) -> np.ndarray:
    """Beyond the tray nothing was measured: the nearest place of it stands in."""
    x0, y0, x1, y1 = profile.tray_mm
    return np.clip(mm, (x0, y0), (x1, y1))


def _terms(places: np.ndarray, profile: Profile) -> np.ndarray:
    """Products of powers up to the fourth degree: they follow lens, lamp and ring, and are too stiff for the floor."""
    x0, y0, x1, y1 = profile.tray_mm
    x, y = ((places - (x0, y0)) / (x1 - x0, y1 - y0) * 2 - 1).T
    return np.stack([x**i * y**j for i in range(5) for j in range(5 - i)], -1)


def _verdict_of(greys: np.ndarray, balanced: np.ndarray, rough: float, glare: float, profile: Profile) -> Verdict:
    brightest, error = float(greys.max()), neutral_error(greys[greys.max(1) < CLIPPED], profile.white)
    fall = float(np.max(profile.flat) / np.min(profile.flat))
    words = f"The greys are neutral within ΔE {error:.1f}, {_colour_words(balanced, profile)}; "
    words += f"paper reaches {brightest:.0%} of what the camera can tell; "
    words += f"the tray's light varies {fall:.1f}-fold and is evened."
    faults = [sentence for wrong, sentence in (
        (brightest >= CLIPPED, f"Whites clip: expose at most {WANTED:.0%} as long, or dim the light."),
        (brightest < TOO_DARK, f"It is dark: expose {WANTED / brightest:.1f} times as long, or add light."),
        (error > NEUTRAL, "The greys do not turn grey: is the strip printed in black ink, and under one kind of lamp?"),
        (glare > GLARE_SHARE, f"{glare:.0%} of the tray lies in glare: move or dim the lamp."),
        (rough > ROUGH, "The floor is patterned: lay a sheet of plain paper into the tray under the strip."),
    ) if wrong]
    return Verdict("light", not faults, " ".join([words, *(faults or ["Good."])]))


def _colour_words(balanced: np.ndarray, profile: Profile) -> str:
    if profile.colour is None:
        return "the colours are left as they are"
    after = colour_errors(balanced @ np.reshape(profile.colour, (3, 3)).T)
    return f"the printed colours come within {after.max():.1f}"
