"""What watching and leaning are measured on shares no seed, tray, light or painter with what networks learned from."""
from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
VISION = HERE.parents[1] / "vision"
TRAINING = VISION / "training"
FILMS = {path.stem: json.loads(path.read_text()) for path in sorted((HERE / "films").glob("*.json"))}
LEARNER = ("dice", "learn", "looks", "networks", "sources", "tables", "render", "grounds")
FILMED = ("film", "scene", "place", "leaning")


def imports_of(path: Path) -> set[str]:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("module", LEARNER)
def test_the_learner_knows_no_painter_of_films(module: str) -> None:
    names = {name.rpartition(".")[2] for name in imports_of(TRAINING / f"{module}.py")}
    assert [name for name in names if name.startswith(FILMED)] == []


def test_films_have_seeds_of_their_own() -> None:
    seeds = [film["seed"] for film in FILMS.values()]
    learned = {int(seed) for seed in re.findall(r"seeds? (\d+)", (VISION / "models" / "dice.md").read_text())}
    assert len(set(seeds)) == len(seeds)
    assert learned
    assert learned.isdisjoint(seeds)


def test_each_film_has_its_own_tray_and_light() -> None:
    trays = {name: tuple(film["tray_mm"][2:]) for name, film in FILMS.items()}
    calls = [node for node in ast.walk(ast.parse((TRAINING / "film_watching.py").read_text(encoding="utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Place"]
    lights = [tuple(ast.unparse(argument) for argument in call.args[:5]) for call in calls]
    assert len(set(trays.values())) == len(trays)
    assert len(set(lights)) == len(lights) >= len(FILMS)
