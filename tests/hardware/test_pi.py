"""What makes a Pi a Tableside: the script in a throw-away root, the units by systemd's own check, backup, watchdog."""
from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
from pathlib import Path

import pytest

from hardware.pi.backup import back_up
from hardware.watchdog import Watchdog

PI = Path(__file__).parents[2] / "hardware" / "pi"
PLACED = {
    "etc/udev/rules.d/70-tableside.rules",
    "etc/systemd/system/tableside.service",
    "etc/systemd/system/tableside-backup@.service",
    "etc/tableside/labwc/rc.xml",
    "etc/tableside/labwc/autostart",
}
CONFIG = "boot/firmware/config.txt"
SETTINGS = "arm_64bit=1\n[pi4]\ndtparam=audio=on\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / CONFIG).parent.mkdir(parents=True)
    (tmp_path / CONFIG).write_text(SETTINGS)
    return tmp_path


def install(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(PI / "install.sh"), "--root", str(root), "--user", "pi", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def tree(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="needs shellcheck: apt install shellcheck")
def test_shellcheck_finds_nothing() -> None:
    assert subprocess.run(["shellcheck", PI / "install.sh"], capture_output=True, text=True).stdout == ""


def test_a_second_run_changes_nothing(root: Path) -> None:
    assert install(root).returncode == 0
    first = tree(root)
    assert set(first) == PLACED | {CONFIG}
    assert not any("@USER@" in text or "@PROJECT@" in text for text in first.values())
    assert install(root).returncode == 0
    assert tree(root) == first
    assert "dtoverlay=gpio-shutdown,gpio_pin=3" in first[CONFIG]
    assert first[CONFIG].startswith(SETTINGS)


def test_a_dry_run_does_nothing(root: Path) -> None:
    done = install(root, "--dry-run")
    assert done.returncode == 0
    assert "place: /etc/systemd/system/tableside.service" in done.stdout
    assert tree(root) == {CONFIG: SETTINGS}


def test_it_is_taken_away_whole(root: Path) -> None:
    install(root)
    assert install(root, "--uninstall").returncode == 0
    assert tree(root) == {CONFIG: SETTINGS}
    assert not (root / "etc" / "tableside").exists()


def test_it_runs_where_there_is_no_pi(tmp_path: Path) -> None:
    done = install(tmp_path)
    assert done.returncode == 0
    assert "leave: no /boot/config.txt, so this is no Raspberry Pi" in done.stdout


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--faster"], "install.sh: no option --faster (see --help)\n"),
        (["--user"], "install.sh: --user needs a name\n"),
        (["--root"], "install.sh: --root needs a folder\n"),
    ],
)
def test_a_wrong_word_is_refused(words: list[str], refusal: str) -> None:
    done = subprocess.run([PI / "install.sh", *words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, refusal)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze: apt install systemd")
@pytest.mark.parametrize("unit", ["tableside.service", "tableside-backup@sda1.service"])
def test_systemd_finds_nothing_wrong(root: Path, unit: str) -> None:
    install(root)
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    for program in ("labwc", "mount", "umount", "python3"):  # only that they are there is looked at
        (root / "usr/bin").mkdir(exist_ok=True)
        (root / "usr/bin" / program).touch(0o755)
    command = ["systemd-analyze", "verify", "--root", str(root), "--man=no", unit]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    ours = [line for line in done.stderr.splitlines() if "tableside" in line]
    assert (ours, done.returncode) == ([], 0), done.stderr


def test_a_backup_is_whole_while_the_store_is_written(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    data.mkdir()
    stick.mkdir()
    (data / "profile.json").write_text("{}")
    store = sqlite3.connect(data / "tableside.sqlite")
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("CREATE TABLE facts (seq INTEGER)")
    for seq in range(100):
        store.execute("INSERT INTO facts VALUES (?)", (seq,))
        store.commit()  # the newest lie in the log beside the file
        if seq == 50:
            back_up(data, stick)
    folder = back_up(data, stick)
    store.close()
    copy = sqlite3.connect(folder / "tableside.sqlite")
    assert copy.execute("SELECT count(*) FROM facts").fetchone() == (100,)
    copy.close()
    assert {path.name for path in folder.iterdir()} == {"tableside.sqlite", "profile.json"}


def test_the_watchdog_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    now = 0.0
    watchdog = Watchdog(clock=lambda: now)
    told = []
    for step in range(12):
        now = float(step)
        watchdog.alive()
        while True:
            try:
                told.append((step, line.recv(100)))
            except BlockingIOError:
                break
    line.close()
    assert told == [(0, b"READY=1\nSTATUS=playing"), (0, b"WATCHDOG=1"), (5, b"WATCHDOG=1"), (10, b"WATCHDOG=1")]


def test_where_nobody_watches_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    Watchdog().alive()
    monkeypatch.setenv("NOTIFY_SOCKET", os.devnull)
    Watchdog().alive()
