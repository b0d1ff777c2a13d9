"""The printed sheets, rasterised, are of the size that they claim, on both papers."""
from __future__ import annotations

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest

from calibration import sheets
from calibration.targets import PAPERS, origin_of, pieces_of, write_targets

DPI = 254
PX_PER_MM = DPI / 25.4
LENS, TABLE, DICE = range(3)


@pytest.fixture(scope="module", params=PAPERS)
def paper(request):
    return request.param


@pytest.fixture(scope="module")
def pages(paper, tmp_path_factory):
    path = tmp_path_factory.mktemp("targets") / "targets.pdf"
    write_targets(path, paper)
    return [page.render(scale=DPI / 72, grayscale=True).to_numpy().copy() for page in pdfium.PdfDocument(str(path))]


def test_papers(paper, pages):
    expected = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[paper]
    assert len(pages) == 3
    for page in pages:
        assert np.allclose(np.array(page.shape[::-1]) / PX_PER_MM, expected, atol=0.11)


def test_printable(pages):
    """Printers leave about 5 mm blank at each edge."""
    for page in pages:
        rows, columns = np.nonzero(page < 250)
        edges = columns.min(), rows.min(), page.shape[1] - columns.max(), page.shape[0] - rows.max()
        assert min(edges) >= 8 * PX_PER_MM


def test_every_page_has_a_true_ruler(pages):
    for page in pages:
        band = page[-int(20 * PX_PER_MM):-int(10 * PX_PER_MM)]
        line = band[np.argmin(band.astype(int).sum(1))] < 128
        dark = np.nonzero(line)[0]
        assert (dark[-1] - dark[0]) / PX_PER_MM == pytest.approx(150, abs=0.3)


def test_tray_corners(paper, pages):
    found = _markers(pages[TABLE])
    for (key, x, y), (corner_x, corner_y), tray in zip(sheets.tray_markers(), pieces_of(paper), _TRAY, strict=True):
        centre = (corner_x + x - tray[0], corner_y + y - tray[1])
        assert np.allclose(found[key], sheets.square(centre), atol=0.1)


def test_strip(paper, pages):
    found = _markers(pages[TABLE])
    assert set(found) == {0, 1, 2, 3, *sheets.STRIP_IDS}
    for key, centre in sheets.strip_markers().items():
        assert np.allclose(found[key], sheets.square(np.add(centre, origin_of("light", paper))), atol=0.1)
    for patch in (patch for patch in sheets.patches() if patch.grey):
        x, y = np.add(origin_of("light", paper), np.add(patch.box_mm[:2], 7.0))
        assert abs(int(pages[TABLE][round(y * PX_PER_MM), round(x * PX_PER_MM)]) - patch.srgb[0]) <= 2


def test_dice_sheet(paper, pages):
    found = _markers(pages[DICE])
    assert set(found) == set(sheets.SHEET_IDS)
    for key, centre in sheets.sheet_markers().items():
        assert np.allclose(found[key], sheets.square(np.add(centre, origin_of("dice", paper))), atol=0.1)


def test_lens_board(paper, pages):
    board = sheets.board()
    corners, ids, _, markers = cv2.aruco.CharucoDetector(board).detectBoard(pages[LENS])
    assert len(ids) == len(board.getChessboardCorners())
    assert len(markers) == len(board.getIds())
    expected = board.getChessboardCorners()[ids.ravel(), :2] + np.array(origin_of("lens", paper))
    assert np.allclose((corners.reshape(-1, 2) + 0.5) / PX_PER_MM, expected, atol=0.1)


_TRAY = ((0, 0), (250, 0), (250, 250), (0, 250))


def _markers(page):
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(sheets.dictionary(), parameters).detectMarkers(page)
    return {int(key): (quad.reshape(4, 2) + 0.5) / PX_PER_MM for key, quad in zip(ids.ravel(), corners, strict=True)}
