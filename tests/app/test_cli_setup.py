"""The launcher: it sets up what is missing, once, and says in one line what it may not."""
from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "tableside"
SAYS_WHERE = """\
import os, sys

def parse(argv):
    if "nonsense" in argv:
        sys.exit("that is nonsense")

if __name__ == "__main__":
    print(os.getcwd(), sys.prefix, sys.argv[1:], __import__('tiny').VERSION)
"""


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, in a process whose PATH has nothing on it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("launcher", str(SCRIPT))
    spec = importlib.util.spec_from_loader("launcher", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(("args", "command"), [
    ([], ""), (["play"], "play"), (["--data", "test", "read", "x"], "read"), (["--data=test", "games"], "games"),
    (["--data"], ""), (["--help"], ""), (["bench", "--json", "view"], "bench view"), (["bench"], "bench"),
])
def test_which_command_is_meant(launcher: ModuleType, args: list[str], command: str) -> None:
    assert launcher.command_of(args) == command


LIBRARIES = {"libgl1", "libegl1", "libgles2", "libmtdev1", "libgl1-mesa-dri"}
VIRTUAL, CLICKS, BOARD = {"xvfb", "xauth"}, {"xdotool", "x11-utils"}, {"micropython"}


@pytest.mark.parametrize(("command", "environ", "machine", "packages"), [
    ("read", {}, "x86_64", set()),
    ("bench dice", {}, "aarch64", set()),
    ("play", {"DISPLAY": ":0"}, "x86_64", LIBRARIES),
    ("play", {"WAYLAND_DISPLAY": "wayland-0"}, "aarch64", LIBRARIES | BOARD),
    ("play", {}, "x86_64", LIBRARIES | VIRTUAL),
    ("test", {"DISPLAY": ":0"}, "x86_64", LIBRARIES | VIRTUAL | CLICKS),
    ("test", {}, "aarch64", LIBRARIES | VIRTUAL | CLICKS | BOARD),
    ("bench view", {}, "x86_64", LIBRARIES | VIRTUAL | CLICKS),
    ("play", {"screen": "plugged in"}, "x86_64", LIBRARIES),
])
def test_which_system_packages_a_command_needs(
        launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, environ: dict[str, str],
        machine: str, packages: set[str]) -> None:
    (tmp_path / "status").write_text("connected\n" if "screen" in environ else "disconnected\n")
    monkeypatch.setattr("glob.glob", lambda pattern: [str(tmp_path / "status")])
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert set(launcher.needs_of(command, environ)) == packages


# System packages, with an apt-get and a sudo that only write down how they were called

@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put_tool(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {name} $* >> {folder.parent}/calls\n{script}\n")
    (folder / name).chmod(0o755)


def calls(folder: Path) -> list[str]:
    file = folder.parent / "calls"
    return file.read_text().splitlines() if file.exists() else []


NEEDS = {"xvfb": "Xvfb-of-nobody", "libc6": "libc.so.6", "xauth": "xauth-of-nobody"}
INSTALL = "apt-get install -y --no-install-recommends xvfb xauth"


@pytest.mark.parametrize(("uid", "sudo", "expected"), [
    (0, None, [INSTALL]),
    (1000, 'exec "$@"', ["sudo -n true", f"sudo -n {INSTALL}", INSTALL]),
])
def test_missing_packages_are_installed_where_that_is_allowed(
        launcher: ModuleType, tools: Path, monkeypatch: pytest.MonkeyPatch, uid: int, sudo: str | None,
        expected: list[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: uid)
    put_tool(tools, "apt-get", "exit 0")
    (tools / "true").symlink_to("/bin/true")
    if sudo:
        put_tool(tools, "sudo", f"shift\n{sudo}")
    launcher.install_system_packages(NEEDS)
    assert calls(tools) == expected


def test_a_fresh_machine_gets_its_package_lists_first(launcher: ModuleType, tools: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    put_tool(tools, "apt-get", f"[ $1 = update ] && : > {tools}/lists; [ -e {tools}/lists ]")
    launcher.install_system_packages(NEEDS)
    assert calls(tools) == [INSTALL, "apt-get update", INSTALL]


@pytest.mark.parametrize(("uid", "tool", "script", "says"), [
    (1000, "apt-get", "exit 0", f"system packages are missing; type: sudo {INSTALL}"),
    (1000, "sudo", "exit 1", "these Debian packages, or their like on this system, are missing: xvfb xauth"),
    (0, "apt-get", "echo 'E: Unable to locate package xvfb' >&2; exit 100",
     f"system packages could not be installed (E: Unable to locate package xvfb); type: sudo {INSTALL}"),
])
def test_what_may_not_be_installed_is_one_command_to_type(
        launcher: ModuleType, tools: Path, monkeypatch: pytest.MonkeyPatch, uid: int, tool: str, script: str,
        says: str) -> None:
    monkeypatch.setattr("os.geteuid", lambda: uid)
    put_tool(tools, tool, script)
    with pytest.raises(launcher.CannotSetUp) as refusal:
        launcher.install_system_packages(NEEDS)
    assert str(refusal.value) == says


def test_nothing_is_asked_when_all_is_there(launcher: ModuleType, tools: Path) -> None:
    launcher.install_system_packages({"libc6": "libc.so.6"})
    assert calls(tools) == []


class Ticks:
    """An event that is over after so many seconds, none of which passes."""

    def __init__(self, seconds: int) -> None:
        self.left = seconds

    def wait(self, timeout: float) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize(("watched", "says"), [(True, "\rInstalling … 7 s\rInstalling … 7 s"), (False, "")])
def test_somebody_who_waits_sees_the_seconds(
        launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], watched: bool,
        says: str) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched)
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    launcher.count_seconds("Installing …", 0.0, Ticks(2))
    assert capsys.readouterr().err == says


# The virtual environment: a small project with one package, which is a wheel beside it

@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    root = tmp_path / "a project"
    (root / "app").mkdir(parents=True)
    shutil.copy(SCRIPT, root)
    (root / "app" / "__main__.py").write_text(SAYS_WHERE)
    want_version(root, "1.0")
    yield root
    shutil.rmtree(root)


def want_version(root: Path, version: str) -> None:
    """A setup.cfg that asks for this version of the package `tiny`, and its wheel."""
    wheel = root / f"tiny-{version}-py3-none-any.whl"
    info = f"tiny-{version}.dist-info"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tiny.py", f"VERSION = {version!r}\n")
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    (root / "setup.cfg").write_text("[options]\ninstall_requires =\n    # what it is for\n"
                                    f"    tiny @ {wheel.as_uri()}\n[options.extras_require]\ntest =\n")


def start(root: Path, *args: str, **environ: str) -> tuple[int, str, str]:
    done = subprocess.run([str(root / "tableside"), *args], cwd=root.parent, capture_output=True, text=True,
                          env=os.environ | environ)
    return done.returncode, done.stdout, done.stderr


def test_the_first_start_sets_up_and_the_next_ones_start(project: Path) -> None:
    where = f"{project.parent} {project}/.venv ['read', 'a b.jpg'] "
    code, out, err = start(project, "read", "a b.jpg")
    assert (code, out, err.count("\n")) == (0, f"{where}1.0\n", 1)
    assert err.startswith("Setting up: Python packages (first use: a few minutes) … done in ")
    assert start(project, "read", "a b.jpg") == (0, f"{where}1.0\n", "")

    want_version(project, "1.1")
    code, out, err = start(project, "read", "a b.jpg")
    assert (code, out, err.split("done")[0]) == (0, f"{where}1.1\n", "Setting up: Python packages … ")

    moved = project.rename(project.with_name("moved"))
    want_version(moved, "1.1")
    assert start(moved, "read")[:2] == (0, f"{moved.parent} {moved}/.venv ['read'] 1.1\n")
    moved.rename(project)


def test_wrong_arguments_are_refused_before_anything_is_set_up(project: Path) -> None:
    assert start(project, "nonsense") == (1, "", "that is nonsense\n")
    assert not (project / ".venv").exists()


def test_the_tests_packages_may_fail_without_harm_to_the_rest(project: Path) -> None:
    start(project, "read")
    (project / ".venv" / "unfinished-test").touch()
    assert start(project, "read")[0::2] == (0, "")


@pytest.mark.parametrize("harm", [
    lambda environment: (environment / "unfinished").touch(),
    lambda environment: (environment / "bin" / "python").unlink(),
    lambda environment: shutil.rmtree(environment / "lib"),
], ids=["killed while installing", "its Python is gone", "its packages are gone"])
@pytest.mark.long
def test_a_half_made_environment_is_made_anew(project: Path, harm: object) -> None:
    assert start(project)[0] == 0
    harm(project / ".venv")
    assert start(project)[:2] == (0, f"{project.parent} {project}/.venv [] 1.0\n")
    assert start(project)[2] == ""


@pytest.mark.long
def test_two_first_starts_do_not_collide(project: Path) -> None:
    both = [subprocess.Popen([str(project / "tableside")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(2)]
    said = sorted(process.communicate()[1] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert said[0] == "Another start of Tableside is setting up: waiting for it …\n"
    assert said[1].startswith("Setting up: Python packages (first use: a few minutes) … done in ")


@pytest.mark.long
def test_packages_that_cannot_be_had_are_named(project: Path) -> None:
    (project / "tiny-1.0-py3-none-any.whl").unlink()
    code, out, err = start(project)
    assert (code, out, err.splitlines()[0]) == (2, "", "Setting up: Python packages (first use: a few minutes) …")
    assert err.splitlines()[1].startswith("tableside: the Python packages could not be installed (")
    assert len(err.splitlines()) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_project_that_cannot_be_written_gets_its_environment_in_the_cache(project: Path, tmp_path: Path) -> None:
    project.chmod(0o555)
    code, out, _ = start(project, XDG_CACHE_HOME=str(tmp_path / "cache"))
    project.chmod(0o755)
    assert (code, f"{tmp_path}/cache/tableside/" in out) == (0, True)
