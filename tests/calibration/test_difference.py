"""CIEDE2000 against the pairs published with it."""
from __future__ import annotations

import numpy as np
import pytest

from calibration.difference import difference, lab_of


@pytest.mark.parametrize(("one", "other", "expected"), [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ((30, 0, 0), (30, 0, 0), 0.0),
])
def test_published_pairs(one, other, expected):
    assert difference(np.array([one]), np.array([other]))[0] == pytest.approx(expected, abs=5e-5)


def test_lab():
    assert np.allclose(lab_of([[255, 255, 255], [0, 0, 255]]), [[100, 0, 0], [53.24, 80.09, 67.20]], atol=0.1)
