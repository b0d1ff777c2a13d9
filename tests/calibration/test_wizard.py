"""The steps as a person meets them: asked, answered, kept; and from a folder of pictures without a word."""
from __future__ import annotations

import itertools
import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendered_table import (
    PX_PER_MM,
    TABLE_MM,
    Lens,
    board_pictures,
    cut,
    exposed,
    look_at,
    picture_of,
    printed,
    table_surface,
)

from app.__main__ import main
from calibration.__main__ import Console, LiveView, calibrate
from calibration.errors import CalibrationError, OtherCamera, ProfileNewer
from calibration.profile import Place, load_place, save_place
from calibration.sheets import SHEET_MM, cells
from calibration.targets import origin_of
from calibration.trial import Trial
from calibration.wizard import _confirmed, run_step
from hardware.held import Held
from vision.straight import frame_of
from vision.tray import standard_profile
from vision.types import Die, Frame

EYE = Lens(676.0, (412.0, 306.0), (820, 616))
VIEW = look_at((181, 125), 378, slant=2, azimuth=30)
PLACE = Place(standard_profile(EYE.size), "usb")


class Script:
    """A person who gives these answers, and what was said to them."""

    def __init__(self, *answers):
        self.answers, self.said = list(answers), []

    def say(self, words):
        self.said.append(words)

    def ask(self, words):
        self.said.append(words)
        return self.answers.pop(0)


class Shown:
    """A camera before which these pictures are held, one look each, the last one for ever."""

    live = True
    held = None

    def __init__(self, *images):
        self._frames = (Frame(image, 0.1 * seq, seq) for seq, image in enumerate(_and_so_on(images)))

    def take(self, count, every_s=0.0):
        return list(itertools.islice(self._frames, count))

    def watch(self, every_s):
        return self._frames

    def hold(self, wanted):
        """It cannot be told."""


def _and_so_on(images):
    yield from images
    while True:
        yield images[-1]


@pytest.fixture(scope="module")
def boards():
    return board_pictures(EYE, 1)


@pytest.fixture(scope="module")
def table():
    grey = picture_of(table_surface(strip_at=(47.0, 105.0)), TABLE_MM[:2], EYE, VIEW)
    return exposed(np.repeat(grey[..., None], 3, axis=2), cast=(0.9, 1.0, 1.0))


@pytest.fixture
def sheet_of():
    """A picture of the dice sheet with plain dark dice on the given cells."""
    def seen(places):
        sheet = cut(printed()[2], origin_of("dice"), SHEET_MM).copy()
        for row, column in places:
            middle = np.reshape(cells()[6 * row + column], (2, 2)).mean(0)
            (x0, y0), (x1, y1) = np.round(np.add(middle, [[-8], [8]]) * PX_PER_MM).astype(int)
            sheet[y0:y1, x0:x1] = 0.1
            sheet[(y0 + y1) // 2 - 9:(y0 + y1) // 2 + 9, (x0 + x1) // 2 - 9:(x0 + x1) // 2 + 9] = 0.9
        return exposed(picture_of(sheet, (0, 0), EYE, look_at((93, 98), 400, slant=5)))
    return seen


@pytest.fixture
def folder(tmp_path, boards, table):
    for number, image in enumerate([*boards, table]):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), image)
    return tmp_path


def test_the_lens_live(boards):
    person = Script("")
    place, outcome = run_step("lens", PLACE, Shown(*boards), person)
    assert abs(place.profile.camera[0] / EYE.focal - 1) < 0.005
    assert place.verdicts == outcome.verdicts
    assert person.said[1].startswith("View 1 of 15")
    assert person.said[-2].endswith("■ ■ ■ ■\n  ■ ■ ■ ■\n  ■ ■ ■ ■")
    assert person.said[-1].endswith("Good.")


def test_a_new_lens_leaves_the_tray_where_it_is(boards, table):
    tray, _ = run_step("tray", PLACE, Shown(table), Script(""))
    both, _ = run_step("lens", tray, Shown(*boards), Script(""))
    corners = np.array([[0, 0], [250, 0], [250, 250], [0, 250.0]])
    assert np.abs(frame_of(tray.profile, corners) - frame_of(both.profile, corners)).max() < 3
    assert both.profile.markers == tray.profile.markers


def test_it_is_tried_again_until_it_works(table):
    person = Script("", "", "")
    place, _ = run_step("tray", PLACE, Shown(*[np.full_like(table, 120)] * 5, table), person)
    assert [said.split(":")[0] for said in person.said[:4]] == [
        "Lay the four markers at the empty tray's corners and press Enter. ", "No marker is seen",
        "Enter tries again, s skips this step", "Lay the four markers at the empty tray's corners and press Enter. "]
    assert place.verdicts[0].ok


def test_a_step_may_be_skipped(table):
    place, outcome = run_step("light", PLACE, Shown(np.full_like(table, 120)), Script("", "s"))
    assert outcome is None
    assert place.profile == PLACE.profile
    assert [(verdict.step, verdict.ok) for verdict in place.verdicts] == [("light", False)]


def test_no_dice_is_said(table):
    person = Script("", "s")
    place, _ = run_step("tray", PLACE, Shown(table), Script(""))
    run_step("dice", place, Shown(np.full_like(table, 60)), person)
    assert person.said[1].startswith("No dice are seen in the tray")


def test_the_dice_sheet_from_a_picture(tmp_path, sheet_of):
    cv2.imwrite(str(tmp_path / "s.png"), sheet_of([(0, side) for side in range(6)]))
    person = Script()
    assert calibrate(str(tmp_path), tmp_path / "out" / "p.json", ["sheet"], None, person) == 0
    assert "Row 1: all six sides." in person.said
    assert sorted(path.name for path in (tmp_path / "out" / "p-faces").iterdir()) == [
        f"row1-side{side}.png" for side in range(1, 7)]


def test_an_unfinished_dice_sheet(sheet_of):
    place, outcome = run_step("sheet", PLACE, Shown(sheet_of([(1, 0), (1, 4)])), Script(""))
    assert [verdict.says for verdict in place.verdicts] == ["Row 2: sides 2, 3, 4, 6 are missing."]
    assert set(outcome.cuts) == {"row2-side1", "row2-side5"}


@pytest.mark.parametrize(("answers", "expected"), [
    ([""], Trial(1, sure=1, asked=1)),
    (["3 5"], Trial(1, sure=1, asked=1)),
    (["2, 5"], Trial(1, sure=1, wrong=1, asked=1)),
    (["seven", "3 5 6"], Trial(1, sure=1, asked=1, missed=1)),
])
def test_a_throw_is_confirmed_or_put_right(answers, expected):
    dice = (Die((0, 0, 1, 1), value=3, sure=True), Die((0, 0, 1, 1), value=5))
    person = Script(*answers)
    assert _confirmed(Trial(), dice, person) == expected
    assert person.said[0] == "I read: 3, 5 (not sure)"


def test_a_folder_of_pictures(folder, capsys):
    path = folder / "places" / "kitchen.json"
    assert main(["calibrate", "--camera", str(folder), "--profile", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Lens (1 of 3)" in said
    assert f"Kept in {path}." in said
    place = load_place(path)
    assert {verdict.step: verdict.ok for verdict in place.verdicts} == {"lens": True, "tray": True, "light": True}
    assert place.profile.name == "kitchen"
    inside = np.array([[0, 0], [250, 0], [125, 125], [250, 250], [0, 250.0]])
    assert np.abs(frame_of(place.profile, inside) - VIEW.see(EYE, inside)).max() < 1.0
    assert all(path.with_name(verdict.picture).exists() for verdict in place.verdicts)


def test_pictures_of_two_sizes_are_refused(tmp_path, table, capsys):
    cv2.imwrite(str(tmp_path / "a.png"), table)
    cv2.imwrite(str(tmp_path / "b.png"), table[:600])
    assert main(["calibrate", "--camera", str(tmp_path), "--profile", str(tmp_path / "p.json")]) == 2
    assert "b.png has another size than a.png: take all with one camera, in one setting." in capsys.readouterr().err


def test_pictures_left_out_are_named(tmp_path, table, capsys):
    cv2.imwrite(str(tmp_path / "a.png"), table)
    (tmp_path / "b.HEIC").write_bytes(b"ftypheic")
    main(["calibrate", "tray", "--camera", str(tmp_path), "--profile", str(tmp_path / "p.json")])
    assert capsys.readouterr().out.startswith("Left out: b.HEIC. Save them as JPEG or PNG.\n")


def test_a_place_that_cannot_be_kept_is_said_before_anything_is_measured(folder, tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["calibrate", "--camera", str(folder), "--profile", str(tmp_path / "file" / "p.json")]) == 2
    said = capsys.readouterr()
    assert "p.json cannot be written (" in said.err
    assert said.out == ""


def test_the_light_wants_the_tray_first(tmp_path, table, capsys):
    cv2.imwrite(str(tmp_path / "t.png"), table)
    assert main(["calibrate", "light", "--camera", str(tmp_path), "--profile", str(tmp_path / "p.json")]) == 1
    assert "Measure the tray first: the light is judged on its floor." in capsys.readouterr().out


def test_one_step_alone_says_what_failed(tmp_path, table, capsys):
    cv2.imwrite(str(tmp_path / "t.png"), np.full_like(table, 120))
    assert main(["calibrate", "tray", "--camera", str(tmp_path), "--profile", str(tmp_path / "p.json")]) == 1
    said = capsys.readouterr().out
    assert "No marker is seen: bring the tray's markers into the picture" in said
    assert said.endswith(f"\nNot all is good yet: do again what failed; what is good is kept in {tmp_path}/p.json.\n")
    assert json.loads((tmp_path / "p.json").read_text("utf-8"))["verdicts"][0]["ok"] is False


@pytest.mark.parametrize(("arguments", "words"), [
    (["sun"], "no step 'sun'; there are lens, tray, light, flicker, dice, sheet, trial"),
    (["--tray", "wide"], "--tray 'wide': give its inside in millimetres, such as 250x250"),
    (["--tray", "2x2"], "a tray is 60 to 1000 mm"),
    (["--camera", "/nowhere/at/all"], "/nowhere/at/all"),
    (["tray", "--camera", "EMPTY"], "EMPTY holds no picture that can be read: keep them there as JPEG or PNG."),
])
def test_bad_arguments(tmp_path, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").mkdir()
    assert main(["--data", str(tmp_path), "calibrate", *arguments]) == 2
    refusal = capsys.readouterr().err
    assert words in refusal
    assert refusal.count("\n") == 1


def test_what_was_there_is_not_lost(tmp_path, table):
    cv2.imwrite(str(tmp_path / "t.png"), table)
    path = tmp_path / "p.json"
    path.write_text('{"tableside": "place", "version": 99}', "utf-8")
    with pytest.raises(ProfileNewer):
        calibrate(str(tmp_path), path, ["tray"], None, Script())
    path.write_text("torn", "utf-8")
    person = Script()
    assert calibrate(str(tmp_path), path, ["tray"], None, person) == 0
    assert path.with_name("p.json.damaged").read_text("utf-8") == "torn"
    assert "begun anew" in person.said[0]


def test_another_cameras_place_is_not_written_over(tmp_path, table):
    save_place(replace(PLACE, camera="picamera"), tmp_path / "p.json")
    film = tmp_path / "still.png"
    cv2.imwrite(str(film), table)
    with pytest.raises(OtherCamera, match="is of another camera"):
        calibrate(str(film), tmp_path / "p.json", ["tray"], None, Script(""))


def test_a_tray_of_another_size(tmp_path, table):
    cv2.imwrite(str(tmp_path / "t.png"), table)
    assert calibrate(str(tmp_path), tmp_path / "p.json", ["tray"], (200.0, 220.0), Script()) == 1
    assert load_place(tmp_path / "p.json").profile.tray_mm == (0, 0, 200, 220)


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda words: (_ for _ in ()).throw(EOFError))
    with pytest.raises(CalibrationError, match="Nobody answers here"):
        Console().ask("?")


class Counting:
    """A camera with a new frame at every third look, which holds what it is told."""

    held = None

    def hold(self, wanted):
        self.held = wanted

    frames = tuple(Frame(np.zeros((1, 1, 3), np.uint8), 0.1 * seq, seq) for seq in range(10))
    looks = 0

    def read(self):
        self.looks += 1
        return self.frames[min(self.looks // 3, 9)]


def test_live_frames_are_new_ones():
    assert [frame.seq for frame in LiveView(Counting()).take(4)] == [1, 2, 3, 4]


def test_a_live_camera_is_told():
    view = LiveView(Counting())
    view.hold(Held(0.01))
    assert view.held == Held(0.01)
