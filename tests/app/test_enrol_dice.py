"""The enrol dice command: learning from photos and from a camera, keeping house, and what it refuses in one line."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.__main__ import main
from app.commands import enrol_dice
from hardware.health import Health
from vision.types import Frame

sys.path.append(str(Path(__file__).parents[1] / "vision"))
from icon_dice import SIGNS, Place, table_of  # the eye's own drawings serve here too

SHOWN = SIGNS[:3]


def photo(folder: Path, face: str, turn: float = 0.5) -> Path:
    path = folder / f"{face}.png"
    cv2.imwrite(str(path), table_of(SIGNS, "red", [Place(face, 200, 150, turn)], (400, 300), 70, 0.08))
    return path


def tableside(data: Path, *words: object) -> int:
    try:
        return main(["--data", str(data), *(str(word) for word in words)])
    except SystemExit as end:
        return int(str(end.code))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which three faces of one kind are enrolled."""
    folder = tmp_path_factory.mktemp("dice")
    photos = [photo(folder, face) for face in SHOWN]
    assert tableside(folder / "data", "enrol", "dice", "--name", "action", *photos) == 0
    return folder / "data"


def test_what_was_learned_is_read(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tableside(data, "read", photo(tmp_path, "bolt", 2.2), "--dice", "action", "--json") == 0
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert [(die["face"], die["kind"], die["colour"], die["sure"]) for die in dice] == [("bolt", "action", "red", True)]


def test_listed_exported_imported_forgotten(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = tmp_path / "action.dice", tmp_path / "other"
    assert sorted(path.stem for path in (data / "enrolled" / "action").iterdir()) == sorted(SHOWN)
    assert tableside(data, "enrol", "dice", "--name", "action", "--export", file) == 0
    assert tableside(other, "enrol", "dice", "--import", file) == 0
    capsys.readouterr()
    assert tableside(other, "enrol", "dice", "--list") == 0
    assert capsys.readouterr().out == f"action: {', '.join(SHOWN)}\n"
    assert tableside(other, "enrol", "dice", "--name", "action", "--forget") == 0
    assert tableside(other, "enrol", "dice", "--list") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no dice are enrolled yet"


class Shower:
    """A camera before which somebody lays one die after the other."""

    health = Health(True, "fine")

    def __init__(self, *faces: str) -> None:
        self._pictures = [table_of(SIGNS, "red", [Place(face, 200, 150)] if face else [], (400, 300), 70, 0.08)
                          for face in faces]

    def read(self) -> Frame:
        return Frame(self._pictures.pop(0))

    def close(self) -> None:
        self._pictures = []


def test_the_camera_is_shown_one_face_after_the_other(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", asked.append)
    monkeypatch.setattr(enrol_dice, "open_camera", lambda _: Shower("star", "", "claw"))
    assert tableside(tmp_path, "enrol", "dice", "--name", "x", "--camera", "0", "--faces", "star,claw") == 0
    assert [line.split("'")[1] for line in asked] == ["star", "claw", "claw"]
    assert tableside(tmp_path, "enrol", "dice", "--name", "x", "--list") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("the picture shows no die")
    assert said[-2:] == ["star", "claw"]


def test_twins_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twin = photo(tmp_path, "star").rename(tmp_path / "twin.png")
    assert tableside(tmp_path / "d", "enrol", "dice", "--name", "x", photo(tmp_path, "star", 1.5), twin) == 0
    assert "'star' and 'twin' are too alike to be told apart" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "said"), [
    (("--list", "--name", "nowhere"), "no dice are called 'nowhere'; known: action"),
    (("--forget", "--name", "nowhere"), "no dice are called 'nowhere'"),
    (("photo.png",), "which dice?"),
    (("photo.png", "--name", "pipped"), "which dice?"),
    (("--name", "action"), "no photo to learn from"),
    (("--name", "action", "a/one.png", "b/one.png"), "two faces are called 'one'"),
    (("--name", "action", "missing.png"), "missing.png: "),
    (("--name", "action", "--camera", "0"), "which faces?"),
    (("--import", "missing.dice"), "cannot read missing.dice"),
    (("--import", __file__), "is no whole file of dice"),
])
def test_one_clear_line(data: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tableside(data, "enrol", "dice", *words) == 2
    heard = capsys.readouterr().err.splitlines()
    assert len(heard) == 1
    assert said in heard[0]


def test_a_photo_without_a_die_is_said_and_the_others_are_learned(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((300, 400, 3), 90, np.uint8))
    assert tableside(tmp_path / "d", "enrol", "dice", "--name", "x", empty, photo(tmp_path, "star")) == 2
    heard = capsys.readouterr()
    assert heard.err.splitlines() == [
        f"{empty}: shows no die that can be told from the table: come nearer, on a plain ground of another colour"]
    assert "1 faces learned" in heard.out
