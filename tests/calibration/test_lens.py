"""The lens is found from views of the board, judged on views that it was not fitted to, or refused in a sentence."""
from __future__ import annotations

import cv2
import numpy as np
import pytest
from rendered_table import Lens, board_pictures, board_surface, board_views, exposed, look_at, picture_of

from calibration import lens
from calibration.errors import Unmeasurable
from calibration.sheets import BOARD_DICTIONARY, board, dictionary
from vision.tray import standard_profile

LENSES = (Lens(), Lens(k1=0.17, k2=-0.36, k3=0.2, p1=-0.001, p2=0.0005, focal=1290), Lens(k1=-0.1, k2=0.05, k3=-0.03),
          # and two that the solver's model can only come near: rational with a prism, and a fisheye's rim
          Lens(k1=0.31, k2=-0.1, k3=0.0, k4=0.25, s1=-0.0008, s2=0.0012), Lens(k1=0.02, k2=0.0, k3=0.0, eye=0.6))
SMALL = Lens(focal=676.0, centre=(412.0, 306.0), size=(820, 616))
POINTS = np.asarray(board().getChessboardCorners())[:, :2]


@pytest.fixture(scope="module")
def rendered():
    return board_pictures(SMALL, 1)


@pytest.mark.parametrize("truth", LENSES)
@pytest.mark.parametrize("seed", range(3))
def test_bars_on_views_not_fitted(truth, seed):
    """With 0.3 px noise on each coordinate: 0.35 px on unseen views, the focal length within 0.5 %."""
    profile, verdict = lens.fit(_noisy(truth, board_views(seed), seed), standard_profile(truth.size))
    unseen = lens.errors_of(_noisy(truth, board_views(seed + 100), seed + 100), profile)
    assert np.sqrt(np.mean(np.square(unseen))) <= 0.35
    assert abs(profile.camera[0] / truth.focal - 1) <= 0.005
    assert verdict.ok
    assert verdict.says.endswith("Good.")


def test_from_pictures(rendered):
    profile, verdict = lens.measure([*rendered, np.full_like(rendered[0], 90)], standard_profile(SMALL.size))
    assert abs(profile.camera[0] / SMALL.focal - 1) <= 0.005
    assert verdict.ok
    assert "100% of the picture" in verdict.says


@pytest.mark.long
@pytest.mark.parametrize("truth", LENSES[:3])
def test_from_full_pictures(truth):
    profile, verdict = lens.measure(board_pictures(truth, 4), standard_profile(truth.size))
    unseen = lens.errors_of(_noisy(truth, board_views(104), 104), profile)
    print(verdict.says, "unseen:", np.sqrt(np.mean(np.square(unseen))), "focal:", profile.camera[0] / truth.focal - 1)
    assert np.sqrt(np.mean(np.square(unseen))) <= 0.35
    assert abs(profile.camera[0] / truth.focal - 1) <= 0.005


def test_collecting_says_what_it_does(rendered):
    kept, said = lens.collect((), rendered[0])
    assert (len(kept), said[:9]) == (1, "View 1 of")
    again, said = lens.collect(kept, rendered[0])
    assert again is kept
    assert said.startswith("This view is known")
    for image in rendered[1:]:
        kept, said = lens.collect(kept, image)
    assert (len(kept), lens.coverage_of(kept).all(), said) == (15, True, "View 15 of 15. ")


def test_coverage_is_asked_for():
    middle = [look_at((84, 108), distance=600, slant=25, azimuth=40 * turn) for turn in range(5)]
    assert lens.hint_of(_noisy(Lens(), middle, 0)) == "Not seen yet: top, far left."
    assert lens.hint_of(_noisy(Lens(), [look_at((84, 108))], 0)) == "Tilt it more."


def test_views_that_all_face_the_camera_prove_nothing():
    """However well they are met: how far away the board lay trades with the focal length."""
    flat = [look_at((84 + 60 * across, 108 + 60 * down), distance, slant=1)
            for across in (-1, 0, 1) for down in (-1, 0, 1) for distance in (370, 500)]
    _, verdict = lens.fit(_noisy(Lens(), flat, 0), standard_profile(Lens().size))
    assert not verdict.ok
    assert "fewer than 5 of them are tilted" in verdict.says


@pytest.mark.parametrize(("shown", "words"), [
    (lambda views: [views[0]] * 9, "1 usable views of the lens board, at least 8 are needed. 8 more show a view that"),
    (lambda views: [np.full_like(views[0], 90), *views[:3]], "3 usable views of the lens board, at least 8 are needed. "
                                                             "Not seen yet"),
    (lambda views: [*(view[:, ::-1].copy() for view in views[:3]), np.full_like(views[0], 90)], "mirrored"),
])
def test_the_reason_is_that_of_most_pictures(rendered, shown, words):
    with pytest.raises(Unmeasurable, match=words):
        lens.measure(shown(rendered), standard_profile(SMALL.size))


def test_too_few_views(rendered):
    with pytest.raises(Unmeasurable, match="3 usable views of the lens board, at least 8"):
        lens.measure(rendered[:3], standard_profile(SMALL.size))
    with pytest.raises(Unmeasurable, match="No picture was given"):
        lens.measure([], standard_profile(SMALL.size))


def test_slant():
    for slant in (0, 20, 40):
        view = _noisy(Lens(), [look_at((84, 108), slant=slant, azimuth=70)], 0, noise=0)[0]
        assert lens.slant_of(view) == pytest.approx(slant, abs=2)


@pytest.mark.parametrize(("spoil", "sentence"), [
    (lambda image: image[:, ::-1].copy(), "This is the lens board mirrored"),
    (lambda image: image // 25, "The picture is too dark to see the lens board"),
    (lambda image: np.full_like(image, 250), "The picture is too bright to see the lens board"),
    (lambda image: np.full_like(image, 120), "No marker is seen: bring the lens board"),
])
def test_spoilt_pictures(rendered, spoil, sentence):
    with pytest.raises(Unmeasurable, match=sentence):
        lens.see_board(spoil(rendered[4]))


def test_blur_is_refused():
    surface, corner = board_surface()
    light = picture_of(surface, corner, Lens(), look_at((84, 108), 420, slant=20))
    assert len(lens.see_board(exposed(light)).ids) == len(POINTS)
    with pytest.raises(Unmeasurable, match="The picture is blurred"):
        lens.see_board(exposed(light, blur_px=1.9))


@pytest.mark.parametrize(("squares", "markers", "sentence"), [
    ((7, 9), cv2.aruco.DICT_6X6_250, "This shows 6×6 markers, not the lens board"),
    ((7, 9), cv2.aruco.DICT_APRILTAG_36h11, "This shows AprilTags"),
    ((7, 9), cv2.aruco.DICT_4X4_50, "This shows our tray markers"),
    ((5, 7), BOARD_DICTIONARY, "another board"),
    ((8, 10), BOARD_DICTIONARY, "another board"),
])
def test_wrong_boards(squares, markers, sentence):
    other = cv2.aruco.CharucoBoard(squares, 168 / squares[0], 126 / squares[0], dictionary(markers))
    size = (168 * 8, 168 * 8 * squares[1] // squares[0])
    printed = cv2.copyMakeBorder(other.generateImage(size), 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=255)
    surface = (0.02 + 0.83 * printed / 255).astype(np.float32)
    image = exposed(picture_of(surface, (-10, -10), SMALL, look_at((84, 108), 400, slant=20, roll=10)))
    with pytest.raises(Unmeasurable, match=sentence):
        lens.see_board(image)


def _noisy(truth, views, seed, noise=0.3):
    rng = np.random.default_rng(seed)
    return [_view(truth, view.see(truth, POINTS), rng, noise) for view in views]


def _view(truth, pixels, rng, noise):
    inside = ((pixels > 4) & (pixels < np.array(truth.size) - 5)).all(1)
    corners = (pixels[inside] + rng.normal(0, noise, (inside.sum(), 2))).astype(np.float32)
    return lens.BoardView(np.nonzero(inside)[0].astype(np.int32), corners, truth.size)
