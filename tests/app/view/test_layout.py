"""The plan of the game screen: every part on the panel, none over another, whatever the panel and the seats."""
from __future__ import annotations

from dataclasses import astuple
from itertools import combinations

import pytest

from app.view.layout import Box, Plan, enlargement_of, plan_of

PANELS = {"7 inch": (152.4, 91.5), "7 inch wide": (151.0, 88.6), "10 inch": (217.6, 136.0), "16 inch": (345.0, 194.0)}


def boxes_of(plan: Plan) -> list[Box]:
    parts = (plan.rail, plan.ribbon, plan.prompt, plan.table, plan.eye, plan.roll, plan.log, *plan.seats)
    return [part for part in parts if part is not None]


def overlap(one: Box, other: Box) -> bool:
    return (one.x < other.x + other.width - 1e-6 and other.x < one.x + one.width - 1e-6 and
            one.y < other.y + other.height - 1e-6 and other.y < one.y + one.height - 1e-6)


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("panel", sorted(PANELS))
def test_parts_are_disjoint_and_on_the_panel(panel: str, turned: bool, seats: int, table: bool) -> None:
    width, height = PANELS[panel][::-1] if turned else PANELS[panel]
    scale = enlargement_of(width, height)
    plan = plan_of(width / scale, height / scale, seats, table)
    boxes = boxes_of(plan)
    assert len(plan.seats) == seats
    assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []
    assert all(box.x >= 0 and box.y >= 0 and box.x + box.width <= width / scale + 1e-6 and
               box.y + box.height <= height / scale + 1e-6 for box in boxes)
    assert min(min(astuple(box)[2:]) for box in boxes) >= 10


def test_left_handed_puts_the_rail_on_the_right() -> None:
    assert plan_of(217, 136, 2, False, left_handed=True).rail.x > plan_of(217, 136, 2, False).prompt.x


@pytest.mark.parametrize(("panel", "enlargement"), [((152, 91), 1.0), ((217, 136), 1.0), ((345, 194), 1.437)])
def test_larger_panels_are_read_from_further_away(panel: tuple[float, float], enlargement: float) -> None:
    assert enlargement_of(*panel) == pytest.approx(enlargement, abs=0.01)
