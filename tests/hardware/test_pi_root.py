"""install.sh run for real, as root of a throw-away Debian: `TABLESIDE_DEBIAN` names a folder that debootstrap has made.

    debootstrap --variant=minbase --include=systemd,systemd-sysv,udev,labwc,xwayland,wlr-randr,python3-venv,\
libgl1,libegl1,libgles2,libmtdev1t64,libgl1-mesa-dri,micropython trixie FOLDER

The folder itself is not changed: the script runs on a layer above it.
"""
from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PI = Path(__file__).parents[2] / "hardware" / "pi"
DEBIAN = os.environ.get("TABLESIDE_DEBIAN", "")
WANTED = "etc/systemd/system/multi-user.target.wants/tableside.service"
CONSOLE = "etc/systemd/system/getty.target.wants/getty@tty1.service"
PREPARE = "useradd -m pi; mkdir -p /boot/firmware; echo arm_64bit=1 > /boot/firmware/config.txt"

pytestmark = [
    pytest.mark.skipif(not DEBIAN, reason="TABLESIDE_DEBIAN names no Debian root (this file says how to make one)"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may enter another root"),
]
Run = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture
def layer(tmp_path: Path) -> Iterator[Path]:
    for name in ("upper", "work", "root"):
        (tmp_path / name).mkdir()
    layers = f"lowerdir={DEBIAN},upperdir={tmp_path / 'upper'},workdir={tmp_path / 'work'}"
    root = tmp_path / "root"
    mounted = subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, root], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no layer can be mounted here: {mounted.stderr.strip()}")
    try:
        subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
        shutil.copytree(PI, root / "opt/tableside/hardware/pi")
        yield root
    finally:
        subprocess.run(["umount", "--recursive", root], check=True)


@pytest.fixture
def run(layer: Path) -> Run:
    def run(words: str) -> subprocess.CompletedProcess[str]:
        command = ["chroot", str(layer), "env", "-i", "PATH=/usr/sbin:/usr/bin", "sh", "-c", words]
        return subprocess.run(command, capture_output=True, text=True, timeout=240)

    assert run(PREPARE).returncode == 0
    return run


def files_of(layer: Path) -> dict[str, str]:
    """What the script places or changes, as it lies there."""
    found = [layer / "boot/firmware/config.txt", layer / "etc/group", *(layer / "etc/tableside").rglob("*"),
             *(layer / "etc/systemd/system").glob("tableside*"), *(layer / "etc/udev/rules.d").glob("*tableside*")]
    return {str(path.relative_to(layer)): path.read_text() for path in found if path.is_file()}


def test_it_is_put_in_twice_and_taken_away(layer: Path, run: Run) -> None:
    before = files_of(layer)
    install = "cd /opt/tableside && hardware/pi/install.sh --user pi"
    assert run(f"{install} --dry-run").returncode == 0
    assert files_of(layer) == before

    first = run(install)
    assert first.returncode == 0, first.stdout + first.stderr
    placed = files_of(layer)
    assert (layer / WANTED).is_symlink()
    assert not (layer / CONSOLE).is_symlink()
    assert set(run("id -nG pi").stdout.split()) >= {"pi", "video", "input", "render", "dialout"}
    checked = run("systemd-analyze verify --man=no tableside.service tableside-backup@sda1.service")
    assert not [line for line in checked.stderr.splitlines() if "tableside" in line and "opt/tableside" not in line]

    assert run(install).returncode == 0
    assert files_of(layer) == placed

    assert run(f"{install} --uninstall").returncode == 0
    kept = {"etc/group": placed["etc/group"]}
    assert files_of(layer) == before | kept
    assert not (layer / WANTED).is_symlink()
    assert (layer / CONSOLE).is_symlink()


@pytest.mark.parametrize(("words", "refusal"), [
    ("hardware/pi/install.sh --user nobody-here", "install.sh: no user nobody-here on this machine"),
    ("dpkg --purge --force-all labwc; rm -rf /var/lib/apt/lists; hardware/pi/install.sh --user pi",
     "install.sh: this system has no labwc: use Raspberry Pi OS or Debian 13"),
])
def test_it_refuses_before_anything_is_placed(layer: Path, run: Run, words: str, refusal: str) -> None:
    before = files_of(layer)
    done = run(f"cd /opt/tableside; {words}")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, refusal)
    assert files_of(layer) == before
