"""The test command: every check of the project, one after the other, in one readable report."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path

from app.display import virtual_display

ROOT = Path(__file__).parents[2]
# Two workers, for two cores; the tests that click in a window share one of them (see tests/conftest.py).
PYTEST = ("-m", "pytest", "-n", "2", "--dist", "loadgroup")
CHECKS: dict[str, tuple[str, ...]] = {
    "style": ("-m", "ruff", "check", "--quiet", "."),
    "types": ("-m", "mypy", "--no-error-summary"),
    "rooms": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    "tests": PYTEST,
}
LONG_CHECKS = {"slow tests": (*PYTEST, "--long")}


def run(args: Namespace) -> int:
    """Run the checks in turn, all of them even if one fails; 1 if any failed. --long runs the slow tests instead."""
    checks = LONG_CHECKS if args.long else CHECKS
    # A display of its own: on the desktop's, clicks would move the user's own mouse.
    with virtual_display(), tempfile.TemporaryDirectory(prefix="tableside-test-") as folder:
        environ = os.environ | environ_of(Path(folder))
        failed = [name for name, command in checks.items() if not _passes(name, command, environ)]
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


def environ_of(folder: Path) -> dict[str, str]:
    """No test touches the user's own games; the checkers' caches stay out of a project that cannot be written."""
    environ = {"TABLESIDE_DATA": str(folder / "data"), "LIBGL_ALWAYS_SOFTWARE": "1"}
    if os.access(ROOT, os.W_OK):
        return environ
    return environ | {f"{tool}_CACHE_DIR": str(folder / tool) for tool in ("MYPY", "RUFF")}


def _passes(name: str, command: tuple[str, ...], environ: dict[str, str]) -> bool:
    """Pytest shows its dots as they come; the others speak only when something is wrong."""
    print(f"{name} …", flush=True)
    began = time.monotonic()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environ, text=True, stderr=subprocess.STDOUT,
                          stdout=None if "pytest" in command else subprocess.PIPE)
    if done.returncode and done.stdout:
        print(done.stdout)
    print(f"{name} {'FAILED' if done.returncode else 'passed'} in {time.monotonic() - began:.0f} s", flush=True)
    return done.returncode == 0
