"""What all tests share: slow ones wait for --long, and those with a window share one worker."""
from __future__ import annotations

import os
from tempfile import TemporaryDirectory

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the slow tests, and only those")


def pytest_configure(config: pytest.Config) -> None:
    """Each worker has a Kivy home of its own: on a new machine two would make the same folder at once, and one fail."""
    home = TemporaryDirectory(prefix="tableside-kivy-")
    config.add_cleanup(home.cleanup)
    os.environ["KIVY_HOME"] = home.name


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = [item for item in items if bool(item.get_closest_marker("long")) == config.getoption("--long")]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted
    for item in items:
        if item.get_closest_marker("window"):  # there is one mouse, and one window has the focus
            item.add_marker(pytest.mark.xdist_group("window"))
