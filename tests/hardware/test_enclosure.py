"""The printed parts: watertight, in one piece, and of the measures that the rig wants."""
from __future__ import annotations

import struct
from collections import Counter

import numpy as np
import pytest

from hardware.enclosure.parts import FOLDER, FOOT, LENS_HEIGHT, PARTS, PLUG, SECTION, UPRIGHT
from hardware.enclosure.solid import Box, box, hole, skin_of, stl_of, volume_of

PRINTER_MM = 180.0  # the beds of the smallest usual printers


def edges_of(triangles: np.ndarray) -> Counter[tuple[tuple[float, ...], tuple[float, ...]]]:
    """How often each edge is walked, by direction."""
    points = [[tuple(point) for point in triangle] for triangle in triangles.round(6).tolist()]
    return Counter((one[k], one[(k + 1) % 3]) for one in points for k in range(3))


def is_watertight(triangles: np.ndarray) -> bool:
    """Whether each edge is walked once in each direction."""
    edges = edges_of(triangles)
    return all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())


def pieces_of(triangles: np.ndarray) -> int:
    """How many separate skins there are."""
    owner: dict[tuple[float, ...], tuple[float, ...]] = {}

    def root(point: tuple[float, ...]) -> tuple[float, ...]:
        while owner.setdefault(point, point) != point:
            point = owner[point]
        return point

    for start, end in edges_of(triangles):
        owner[root(start)] = root(end)
    return len({root(point) for point in owner})


@pytest.mark.parametrize(
    ("boxes", "volume", "pieces"),
    [
        ((box(0, 0, 0, 2, 3, 4),), 24, 1),
        ((box(0, 0, 0, 2, 2, 2), box(1, 0, 0, 2, 2, 2)), 12, 1),
        ((box(0, 0, 0, 3, 3, 3), hole(1, 1, 0, 1, 1, 3)), 24, 1),
        ((box(0, 0, 0, 3, 3, 3), hole(1, 1, 1, 1, 1, 1)), 26, 2),
        ((box(0, 0, 0, 1, 1, 1), box(5, 0, 0, 1, 1, 1)), 2, 2),
    ],
    ids=["one", "overlapping", "a tunnel", "a bubble", "apart"],
)
def test_solids(boxes: tuple[Box, ...], volume: float, pieces: int) -> None:
    skin = skin_of(boxes)
    assert is_watertight(skin)
    assert volume_of(skin) == pytest.approx(volume)
    assert pieces_of(skin) == pieces


def test_a_missing_triangle_is_found() -> None:
    assert not is_watertight(skin_of((box(0, 0, 0, 1, 1, 1),))[1:])


@pytest.mark.parametrize("name", PARTS)
def test_a_part_can_be_printed(name: str) -> None:
    skin = skin_of(PARTS[name]())
    assert is_watertight(skin)
    assert pieces_of(skin) == 1
    assert volume_of(skin) > 0
    assert np.ptp(skin.reshape(-1, 3), axis=0).max() < PRINTER_MM
    assert (FOLDER / f"{name}.stl").read_bytes() == stl_of(skin), "make it again: python -m hardware.enclosure.parts"


def test_an_stl_holds_the_skin() -> None:
    skin = skin_of((box(0, 0, 0, 1, 2, 3),))
    data = stl_of(skin)
    (count,) = struct.unpack_from("<I", data, 80)
    assert (count, len(data)) == (len(skin), 84 + 50 * len(skin))
    first = np.frombuffer(data, "<f4", 12, 84)
    assert np.allclose(first[3:], skin[0].ravel())
    assert np.linalg.norm(first[:3]) == pytest.approx(1)


def test_the_lens_is_where_the_rig_wants_it() -> None:
    assert pytest.approx(LENS_HEIGHT) == FOOT + UPRIGHT * SECTION + PLUG
