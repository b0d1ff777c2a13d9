"""The enrol command: learning, keeping house, and what it refuses in one line."""
from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.__main__ import main
from app.commands import enrol_live
from app.errors import UsageError
from app.packs import load_pack
from hardware.health import Health
from vision.card_drawings import draw_art_card, draw_table, lay_card
from vision.types import Frame

HERE = (600, 500)


def photo(folder: Path, *seeds: int, name: str = "") -> Path:
    """A picture of drawn cards beside each other, named after the first."""
    table = draw_table(np.random.default_rng(seeds[0] if seeds else 0), HERE)
    for i, seed in enumerate(seeds):
        x = 60 + 260 * i
        table = lay_card(table, draw_art_card(seed), np.array([[x, 90], [x + 200, 95], [x + 198, 375], [x - 2, 370]]))
    path = folder / f"{name or seeds[0]}.png"
    cv2.imwrite(str(path), table)
    return path


def tableside(data: Path, *words: object) -> int:
    try:
        return main(["--data", str(data), *(str(word) for word in words)])
    except SystemExit as end:
        return int(str(end.code))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which two cards are enrolled, one a photo."""
    folder = tmp_path_factory.mktemp("enrolled")
    assert tableside(folder / "data", "enrol", "cards", "--deck", "drawn", photo(folder, 1), photo(folder, 2)) == 0
    return folder / "data"


def test_what_was_learned_is_read(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tableside(data, "read", photo(tmp_path, 2, name="seen"), "--deck", "drawn", "--json") == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert [(card["name"], card["deck"], card["sure"]) for card in cards] == [("2", "drawn", True)]


class Shower:
    """A camera before which somebody lays one drawn card after the other; 0 is an empty table."""

    health = Health(True, "fine")

    def __init__(self, folder: Path, *seeds: int) -> None:
        self._photos = [photo(folder, *([seed] if seed else []), name=f"shown{i}") for i, seed in enumerate(seeds)]

    def read(self) -> Frame:
        return Frame(np.asarray(cv2.imread(str(self._photos.pop(0)))))

    def close(self) -> None:
        self._photos = []


def test_the_camera_is_shown_one_card_after_the_other(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", asked.append)
    monkeypatch.setattr(enrol_live, "open_camera", lambda _: Shower(tmp_path, 5, 0, 6))
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", "--camera", "0", "--cards", "five,six") == 0
    assert [line.split("'")[1] for line in asked] == ["five", "six", "six"]
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", "--list") == 0
    said = capsys.readouterr().out.splitlines()
    assert (said[0][:25], said[-2:]) == ("no card's edge is in sigh", ["five", "six"])


def test_a_packs_deck_leads_through_what_is_missing() -> None:
    names = tuple(card.name for card in load_pack("starship_catan").cards.values() if card.deck == "space")
    assert enrol_live.names_to_show("starship_catan/space", (), names[:3]) == names[3:]


@pytest.mark.parametrize(("deck", "enrolled", "said"), [
    ("mine", (), "which cards?"), ("starship_catan/nothing", (), "starship_catan/space"),
    ("starship_catan/start", tuple(load_pack("starship_catan").cards), "are enrolled")])
def test_no_cards_to_show(deck: str, enrolled: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        enrol_live.names_to_show(deck, (), enrolled)


def test_cut_outs_are_saved(data: Path) -> None:
    cut_outs = sorted(path.name for path in (data / "enrolled" / "drawn").iterdir())
    assert cut_outs == ["1.png", "2.png"]


def test_several_cards_a_photo_by_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = photo(tmp_path, 3, 4, name="pair")
    labels = tmp_path / "labels.json"
    labels.write_text(json.dumps([{"file": f"{tmp_path.name}/pair.png", "role": "enrol", "cards": ["three", "four"]}]))
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", shown, "--labels", labels) == 0
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", "--list") == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["three", "four"]


def test_renamed_exported_imported_forgotten(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = tmp_path / "drawn.deck", tmp_path / "other"
    assert tableside(data, "enrol", "cards", "--deck", "drawn", "--export", file) == 0
    assert tableside(other, "enrol", "cards", "--import", file) == 0
    assert tableside(other, "enrol", "cards", "--deck", "drawn", "--rename", "1", "one") == 0
    capsys.readouterr()
    assert tableside(other, "enrol", "cards", "--deck", "drawn", "--list") == 0
    assert capsys.readouterr().out.split() == ["one", "2"]
    assert tableside(other, "enrol", "cards", "--deck", "drawn", "--forget") == 0
    assert tableside(other, "enrol", "cards", "--list") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no deck is enrolled yet"


def test_too_alike_is_said_with_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = photo(tmp_path, 5), photo(tmp_path, 5, name="twin")
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", *photos) == 0
    said = capsys.readouterr().out.splitlines()[0]
    assert said.startswith("'5' and 'twin' are too alike to be told apart: see ")
    assert Path(said.split(": see ")[1]).is_file()


@pytest.mark.parametrize(("words", "said"), [
    (("--deck", "nowhere", "--list"), "no deck is called 'nowhere'"),
    (("--deck", "nowhere", "--export", "x.deck"), "no deck is called 'nowhere'"),
    (("--deck", "drawn", "--rename", "9", "8"), "has no card '9'"),
    (("--deck", "drawn", "--rename", "1", "2"), "has a card '2' already"),
    (("--deck", "drawn", "a/one.png", "b/one.png"), "two cards are called 'one'"),
    (("--deck", "drawn"), "no photo to learn from"),
    (("--deck", "drawn", "missing.png"), "missing.png: "),
    (("photo.png",), "which deck?"),
    (("--import", "missing.deck"), "cannot read missing.deck"),
    (("--deck", "drawn", "p.png", "--labels", "missing.json"), "cannot read missing.json"),
])
def test_one_clear_line(data: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tableside(data, "enrol", "cards", *words) == 2
    heard = capsys.readouterr().err.splitlines()
    assert len(heard) == 1
    assert said in heard[0]


def test_a_deck_file_cut_short_changes_nothing(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "drawn.deck"
    assert tableside(data, "enrol", "cards", "--deck", "drawn", "--export", file) == 0
    file.write_bytes(file.read_bytes()[:-99])
    assert tableside(tmp_path / "d", "enrol", "cards", "--import", file) == 2
    assert "no whole deck file" in capsys.readouterr().err
    assert tableside(tmp_path / "d", "enrol", "cards", "--list") == 0


def test_a_photo_without_so_many_cards_is_refused_and_the_rest_learned(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = tmp_path / "labels.json"
    photo(tmp_path, 6, name="one")
    photo(tmp_path, 7, name="good")
    here = tmp_path.name
    labels.write_text(json.dumps([{"file": f"{here}/one.png", "role": "enrol", "cards": ["a", "b", "c"]},
                                  {"file": f"{here}/good.png", "role": "enrol", "cards": ["good"]},
                                  {"file": f"{here}/other.png", "role": "test", "cards": ["z"]}]))
    photos = tmp_path / "one.png", tmp_path / "good.png"
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", *photos, "--labels", labels) == 2
    assert "not 3" in capsys.readouterr().err
    assert tableside(tmp_path / "d", "enrol", "cards", "--deck", "x", "--list") == 0
    assert capsys.readouterr().out.split() == ["good"]
