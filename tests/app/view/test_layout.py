"""The plan of the game screen: every part on the panel, none over another, whatever the panel and the seats."""
from __future__ import annotations

from dataclasses import astuple, replace
from itertools import combinations, pairwise

import pytest

from app.view.layout import Box, Plan, columns_for, enlargement_of, plan_of
from app.view.strip import Strip

PANELS = {"7 inch": (152.4, 91.5), "7 inch wide": (151.0, 88.6), "10 inch": (217.6, 136.0), "16 inch": (345.0, 194.0)}


STRIPS = {
    "none": Strip(), "numbers": Strip(("Cards left", "Actions left")),
    "tracks": Strip(("Rescue ship", "Eggs", *(f"Shields {sector}" for sector in "1234"), "Hull plates mounted"), 3),
}


def boxes_of(plan: Plan) -> list[Box]:
    """Every part, where it is on the panel."""
    parts = (plan.rail, plan.ribbon, plan.prompt, plan.table, plan.eye, plan.roll, plan.log)
    return [*(replace(part, x=part.x + plan.centre.x, y=part.y + plan.centre.y) for part in parts if part is not None),
            *plan.seats]


def overlap(one: Box, other: Box) -> bool:
    return (one.x < other.x + other.width - 1e-6 and other.x < one.x + one.width - 1e-6 and
            one.y < other.y + other.height - 1e-6 and other.y < one.y + one.height - 1e-6)


@pytest.mark.parametrize("around", [False, True])
@pytest.mark.parametrize("strip", sorted(STRIPS))
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("panel", sorted(PANELS))
def test_parts_are_disjoint_and_on_the_panel(
        panel: str, turned: bool, seats: int, strip: str, around: bool) -> None:
    width, height = PANELS[panel][::-1] if turned else PANELS[panel]
    scale = enlargement_of(width, height)
    plan = plan_of(width / scale, height / scale, seats, STRIPS[strip], around=around)
    boxes = boxes_of(plan)
    assert len(plan.seats) == seats
    assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []
    assert all(box.x >= 0 and box.y >= 0 and box.x + box.width <= width / scale + 1e-6 and
               box.y + box.height <= height / scale + 1e-6 for box in boxes)
    assert min(min(astuple(box)[2:]) for box in boxes) >= 10


def test_left_handed_puts_the_rail_on_the_right() -> None:
    assert plan_of(217, 136, 2, left_handed=True).rail.x > plan_of(217, 136, 2).prompt.x


def test_seats_go_round_the_panel_clockwise() -> None:
    plan = plan_of(217, 136, 5, around=True)
    assert plan.upright == 3
    middle = [(seat.x + seat.width / 2 - 108.5, seat.y + seat.height / 2 - 68) for seat in plan.seats]
    turns = [x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*middle, middle[0]])]
    assert all(turn < 0 for turn in turns)


@pytest.mark.parametrize(("count", "width", "columns"), [(6, 100, 6), (13, 100, 7), (1, 5, 1), (20, 21, 2)])
def test_tiles_stand_in_even_rows(count: int, width: float, columns: int) -> None:
    assert columns_for(count, width, 10, 1) == columns


@pytest.mark.parametrize(("panel", "enlargement"), [((152, 91), 1.0), ((217, 136), 1.0), ((345, 194), 1.437)])
def test_larger_panels_are_read_from_further_away(panel: tuple[float, float], enlargement: float) -> None:
    assert enlargement_of(*panel) == pytest.approx(enlargement, abs=0.01)
