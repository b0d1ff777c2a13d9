"""The doctor as a command: a line a part, and 1 only if something is broken."""
from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from argparse import Namespace
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.commands import doctor
from app.commands.doctor import line_of
from hardware.checks import check_board
from hardware.health import ABSENT, ADVICE, BROKEN, WORKS, Finding

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system without room for a picture."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", disk], capture_output=True)
    if made.returncode:
        pytest.skip("a small file system may only be mounted by root")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk(full_disk: Path) -> None:
    found = doctor.check_disk(full_disk)
    words = f"nothing can be written in {full_disk} (No space left on device): make room or give --data"
    assert found == Finding("disk", BROKEN, words)
    assert not list(full_disk.iterdir())


@pytest.mark.parametrize(("free", "state"), [(0, BROKEN), (100_000_000, ADVICE), (9_000_000_000, WORKS)])
def test_room_on_the_disk(tmp_path: Path, free: int, state: str) -> None:
    assert doctor.check_disk(tmp_path, lambda _: Usage(0, 0, free)).state == state  # type: ignore[arg-type, return-value]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert doctor.check_disk(tmp_path / "data").state == BROKEN


@pytest.mark.parametrize(
    ("renderer", "state"),
    [("V3D 7.1", WORKS), ("llvmpipe (LLVM 15.0.6, 256 bits)", ADVICE), ("softpipe", ADVICE), ("", BROKEN)],
)
def test_who_draws(renderer: str, state: str) -> None:
    assert doctor.display_of(renderer).state == state


FOUND = (Finding("camera", ABSENT, "no camera"), Finding("board", ADVICE, "old"), Finding("disk", WORKS, "room"))
BAD = (*FOUND, Finding("power", BROKEN, "low"))


@pytest.mark.parametrize(("found", "code"), [(FOUND, 0), (BAD, 1)])
@pytest.mark.parametrize("as_json", [False, True])
def test_what_it_says(
    found: tuple[Finding, ...], code: int, as_json: bool, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda data: iter(found))
    assert doctor.run(Namespace(data=tmp_path, json=as_json)) == code
    said = capsys.readouterr().out
    if as_json:
        assert [Finding(**words) for words in json.loads(said)] == list(found)
    else:
        assert said.splitlines()[:2] == ["– camera  no camera", "! board   old"]
        assert len(said.splitlines()) == len(found)


def test_on_this_machine_it_says_a_line_a_part(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "app", "--data", str(tmp_path), "doctor", "--json"],
                          capture_output=True, text=True, timeout=120)
    parts = [words["part"] for words in json.loads(done.stdout)]
    assert {"camera", "board", "display", "pins", "disk", "clock"} <= set(parts)
    assert done.stderr == ""
    assert done.returncode in (0, 1)


def as_nobody(says: Callable[[], str]) -> str:
    """What `says` tells in a process that has no rights; its modules are loaded already."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(into, says().encode())
        finally:
            os._exit(0)
    os.close(into)
    os.waitpid(child, 0)
    with open(out) as told:
        return told.read()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_port_without_rights() -> None:
    """A real pseudo-terminal that this user may not open."""
    master, slave = pty.openpty()
    os.fchmod(slave, 0o600)
    port = os.ttyname(slave)
    found = as_nobody(lambda: line_of(check_board(port)))
    os.close(master)
    os.close(slave)
    assert found == f"✗ board   {port} may not be opened: add yourself to the group dialout and log in again"
