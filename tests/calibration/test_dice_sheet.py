"""Faces are cut from the printed sheet, and what is wrong with a cell or a colour is told."""
from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest
from rendered_table import PX_PER_MM, Lens, cut, exposed, look_at, picture_of, printed

from calibration.dice import collect_faces, judge_contrast, missing_sides
from calibration.errors import Unmeasurable
from calibration.sheets import SHEET_MM, cells
from calibration.targets import origin_of
from vision.tray import standard_profile
from vision.types import Die

EYE = Lens(676.0, (412.0, 306.0), (820, 616))
VIEW = look_at((93, 98), 400, slant=12, azimuth=30)
PIPS = ((0, 0), (-4, -4), (4, 4), (-4, 4), (4, -4))


@lru_cache(maxsize=8)
def seen(dice, body=0.3, pip=0.9, shift=0.0):
    """The sheet with a 16 mm face of five pips on each cell of `dice`, (row, column)."""
    sheet = cut(printed()[2], origin_of("dice"), SHEET_MM).copy()
    for row, column in dice:
        x0, y0, x1, y1 = cells()[6 * row + column]
        centre = np.array([(x0 + x1) / 2 + shift, (y0 + y1) / 2])
        cv2.rectangle(sheet, *(_px(centre + side) for side in (-8, 8)), body, -1)
        for place in PIPS:
            cv2.circle(sheet, _px(centre + place), round(1.4 * PX_PER_MM), pip, -1)
    return exposed(picture_of(sheet, (0, 0), EYE, VIEW))


def _px(mm):
    return tuple(np.round(np.asarray(mm) * PX_PER_MM).astype(int).tolist())


def test_the_empty_sheet_is_empty():
    assert collect_faces(seen(())).cuts == {}


@pytest.mark.parametrize(("body", "pip"), [(0.3, 0.9), (0.01, 0.9), (0.95, 0.02), (0.8, 0.02)])
def test_faces_are_cut_out(body, pip):
    places = ((0, 0), (0, 1), (2, 5), (4, 3))
    faces = collect_faces(seen(places, body, pip))
    assert set(faces.cuts) == set(places)
    assert {face.shape for face in faces.cuts.values()} == {(104, 104, 3)}
    assert faces.says == ()
    assert missing_sides(faces) == (3, 4, 5, 6)
    centre = faces.cuts[0, 0][50:54, 50:54].mean()
    assert abs(centre - faces.cuts[0, 0][36:68, 28:30].mean()) > 30


def test_a_die_over_the_line_is_told():
    assert collect_faces(seen(((1, 2),), shift=7.0)).says == (
        "Row 2, side 3: the die reaches over its cell. Move it to the middle.",)


def test_glare_is_told():
    image = seen(((1, 2),)).copy()
    x0, y0, x1, y1 = cells()[8]
    middle = VIEW.see(EYE, np.array([[(x0 + x1) / 2, (y0 + y1) / 2]]))[0]
    cv2.circle(image, tuple(np.round(middle).astype(int).tolist()), 12, (255, 255, 255), -1)
    assert collect_faces(image).says == ("Row 2, side 3: glare on the die. Turn it or dim the lamp.",)


def test_no_sheet():
    with pytest.raises(Unmeasurable, match="No marker is seen: bring the dice sheet"):
        collect_faces(np.full((616, 820, 3), 120, np.uint8))


@pytest.mark.parametrize(("floor", "body", "pip", "ok", "words"), [
    ((30, 30, 30), (40, 40, 200), (240, 240, 240), True, "Red dice stand out well"),
    ((30, 30, 30), (34, 34, 34), (240, 240, 240), False, "Red dice look like the floor"),
    ((30, 30, 30), (60, 60, 60), (240, 240, 240), True, "Red dice stand out weakly"),
    ((30, 30, 30), (40, 40, 200), (45, 45, 185), False, "Red dice have pips that hardly show"),
])
def test_contrast(floor, body, pip, ok, words):
    image = np.full((616, 820, 3), floor, np.uint8)
    image[300:340, 400:440] = body
    for x, y in ((410, 310), (430, 330), (420, 320)):
        cv2.circle(image, (x, y), 4, pip, -1)
    verdict, = judge_contrast(image, [Die((400, 300, 440, 340), value=3, colour="red")], standard_profile((820, 616)))
    assert (verdict.step, verdict.ok) == ("contrast red", ok)
    assert words in verdict.says
