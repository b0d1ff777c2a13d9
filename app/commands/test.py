"""The test command: every check of the project, one after the other, in one readable report."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from app.display import virtual_display

ROOT = Path(__file__).parents[2]
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
# Two workers, for two cores; the tests that click in a window share one of them (see tests/conftest.py).
PYTEST = ["-m", "pytest", "-n", "2", "--dist", "loadgroup"]


def run(args: Namespace) -> int:
    """Run the checks in turn, all of them even if one fails; 1 if any failed. --long runs the slow tests instead."""
    checks = {"slow tests": [*PYTEST, "--long"]} if args.long else {
        "style": ["-m", "ruff", "check", "--quiet", "."],
        "types": ["-m", "mypy", "--no-error-summary"],
        "rooms": ["-c", LINT_IMPORTS],
        "tests": PYTEST,
    }
    with ExitStack() as stack:
        stack.enter_context(virtual_display())  # not the desktop's, where clicks would move the user's own mouse
        failed = [name for name, command in checks.items() if not _passes(name, command)]
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


def _passes(name: str, command: list[str]) -> bool:
    print(f"── {name} " + "─" * (60 - len(name)), flush=True)
    began = time.monotonic()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1"})
    verdict = "passed" if done.returncode == 0 else "FAILED"
    print(f"   {name} {verdict} in {time.monotonic() - began:.0f} s", flush=True)
    return done.returncode == 0
