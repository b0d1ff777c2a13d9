"""The command line: what it takes, and the one line with which it refuses the rest."""
from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import COMMANDS, main, parse
from app.commands.read import expectation_of, json_of, text_of
from app.errors import UsageError
from vision.types import Card, DiceKind, Die, Expectation, Library, Sighting

ROOT = Path(__file__).parents[2]
THERE_ARE = f"there are {', '.join(COMMANDS)} (see tableside --help)"


def tableside(*argv: str, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-P", "-m", "app", *argv], capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": str(ROOT)}, **how)


@pytest.mark.parametrize(("argv", "says"), [
    ([], "tableside: the following arguments are required: COMMAND (see tableside --help)"),
    (["--data", "d"], "tableside: the following arguments are required: COMMAND (see tableside --help)"),
    (["juggle"], f"tableside: no command 'juggle'; {THERE_ARE}"),
    (["--data", "d", "raed"], f"tableside: no command 'raed'; did you mean read? {THERE_ARE}"),
    (["--data"], "tableside: argument --data: expected one argument (see tableside --help)"),
    (["--data", "/dev/null", "games"],
     "tableside: /dev/null is not a folder: name another --data (see tableside --help)"),
    (["--data", f"{__file__}/deep/er", "games"],
     f"tableside: {__file__} is not a folder: name another --data (see tableside --help)"),
    (["read"], "tableside read: the following arguments are required: PHOTO (see tableside read --help)"),
    (["read", "--jso", "x"], "tableside: unrecognized arguments: --jso (see tableside --help)"),
    (["test", "all"], "tableside: unrecognized arguments: all (see tableside --help)"),
])
def test_usage_errors_are_one_line(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(argv)
    assert (stop.value.code, capsys.readouterr()) == (2, ("", says + "\n"))


@pytest.mark.parametrize(("argv", "says"), [
    (["bench", "patience"], "no bench 'patience'; there are "),
    (["check", "nowhere"], "there is no pack 'nowhere'; known: "),
    (["read", "--dice", "pipped,runes", "x.jpg"], "no kind of dice is called 'runes'; known: pipped"),
    (["read", "--deck", "tarot", "x.jpg"], "no deck is called 'tarot'; known: none, for none is enrolled yet"),
    (["read", "--profile", "/nowhere.json", "x.jpg"], "/nowhere.json: no profile can be read there"),
    (["read", "--profile", __file__, "x.jpg"], f"{__file__}: this profile is damaged ("),
    (["story", "/nowhere.txt"], "/nowhere.txt: there is no such file: check the name"),
    (["story", "/"], "/: is a folder: name the transcript in it"),
    (["story", sys.executable], f"{sys.executable}: is no text that can be read: write it in UTF-8"),
])
def test_refusals_are_one_line(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(argv)
    err = capsys.readouterr().err
    assert (code, err[:len("tableside: " + says)], err.count("\n")) == (2, "tableside: " + says, 1)


@pytest.mark.parametrize(("argv", "environ", "data"), [
    (["games"], {"TABLESIDE_DATA": "/somewhere"}, "/somewhere"),
    (["--data", "/there", "games"], {"TABLESIDE_DATA": "/somewhere"}, "/there"),
    (["--data=here", "games"], {}, str(Path.cwd() / "here")),
    (["games"], {"XDG_DATA_HOME": "/home/ann/data"}, "/home/ann/data/tableside"),
])
def test_where_the_data_lives(argv: list[str], environ: dict[str, str], data: str,
                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLESIDE_DATA", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert parse(argv).data == Path(data)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_there(command: str) -> None:
    assert importlib.util.find_spec(COMMANDS[command].module)


def test_the_small_commands_start_without_the_large_libraries(tmp_path: Path) -> None:
    script = ("import sys; from app.__main__ import main; code = main(['games'])\n"
              "sys.exit(code or ' '.join({'cv2', 'numpy', 'kivy', 'PIL'} & set(sys.modules)) or 0)")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"TABLESIDE_DATA": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    done = subprocess.run(f"{sys.executable} -m app games | true", shell=True, cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"TABLESIDE_DATA": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    pipe = tmp_path / "story"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-m", "app", "story", str(pipe)], cwd=ROOT, stderr=subprocess.PIPE,
                          text=True) as waiting:
        end = opened_once_read(pipe, waiting)
        waiting.send_signal(signal.SIGINT)
        assert waiting.communicate() == (None, "")
        assert waiting.returncode == 130
    os.close(end)


def opened_once_read(pipe: Path, reader: subprocess.Popen[str]) -> int:
    """The pipe's writing end, once the reader has opened its own."""
    while reader.poll() is None:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)
    raise AssertionError("the reader has left")


# The read command

DICE = (Die((1.04, 2, 3, 4), 5, colour="red", confidence=0.98765, sure=True),
        Die((5, 6, 7, 8), 3, confidence=0.5, runner_up=5, sure=False))
SIGHTING = Sighting((*DICE, Die((0, 0, 9, 9), face="skull", kind="terror", sure=True)),
                    (Card(((0, 0), (1, 0), (1, 2), (0, 2.25)), "Folk", "adventure", 0.9, sure=True),), ("a 3 or a 5",))


def test_a_reading_in_words() -> None:
    assert text_of("tray.jpg", SIGHTING) == "tray.jpg: 5 3? skull Folk\n    a 3 or a 5"
    assert text_of("tray.jpg", Sighting()) == "tray.jpg: nothing"


@pytest.mark.parametrize(("photo", "says"), [
    ("Küche 1.jpg", "Küche 1.jpg"), ("two\nlines\t.jpg", "two\\nlines\\t.jpg"), ("a\udcff.jpg", "a\\udcff.jpg"),
])
def test_a_photo_of_any_name_is_one_line(photo: str, says: str) -> None:
    assert text_of(photo, Sighting((), (), ())) == f"{says}: nothing"


def test_a_reading_as_json() -> None:
    assert json.loads(json.dumps(json_of("a/tray.jpg", SIGHTING, 12.345))) == {
        "image": "a/tray.jpg",
        "dice": [
            {"value": 5, "kind": "pipped", "colour": "red", "box": [1.0, 2, 3, 4], "confidence": 0.9877, "sure": True},
            {"value": 3, "kind": "pipped", "colour": "", "box": [5, 6, 7, 8], "confidence": 0.5, "sure": False},
            {"face": "skull", "kind": "terror", "colour": "", "box": [0, 0, 9, 9], "confidence": 0, "sure": True}],
        "cards": [{"name": "Folk", "deck": "adventure", "quad": [[0, 0], [1, 0], [1, 2], [0, 2.2]], "confidence": 0.9,
                   "sure": True}],
        "doubts": ["a 3 or a 5"], "ms": 12.35}


@pytest.mark.parametrize(("kinds", "deck", "expected"), [
    (None, None, Expectation()),
    (("pipped", "terror"), None, Expectation((DiceKind("pipped"), DiceKind("terror")))),
    (None, "rooms", Expectation((), ("rooms",))),
    (("pips",), None, "no kind of dice is called 'pips'; known: pipped, terror"),
    (None, "room", "no deck is called 'room'; known: rooms"),
])
def test_what_to_look_for(kinds: tuple[str, ...] | None, deck: str | None, expected: Expectation | str) -> None:
    library = Library(faces={"terror": {}}, decks={"rooms": {}})
    if isinstance(expected, Expectation):
        assert expectation_of(kinds, deck, library) == expected
    else:
        with pytest.raises(UsageError) as refusal:
            expectation_of(kinds, deck, library)
        assert str(refusal.value) == expected


def test_bad_photos_are_named_and_the_others_read(tmp_path: Path) -> None:
    """In a process of its own, so that nothing a library says goes unheard."""
    import numpy as np
    from PIL import Image

    felt = np.random.default_rng(0).normal((40, 90, 60), 4, (240, 320, 3)).clip(0, 255).astype(np.uint8)
    Image.fromarray(felt).save(tmp_path / "felt one.jpg")
    (tmp_path / "cut.jpg").write_bytes((tmp_path / "felt one.jpg").read_bytes()[:-40])
    (tmp_path / "empty.jpg").touch()
    done = tableside("read", "--json", "cut.jpg", "felt one.jpg", "empty.jpg", "none.jpg", "felt one.jpg", cwd=tmp_path)
    read = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["image"], line["dice"], line["cards"]) for line in read] == [("felt one.jpg", [], [])] * 2
    assert all(line["ms"] > 0 for line in read)
    assert (done.returncode, done.stderr.splitlines()) == (2, [
        "cut.jpg: the picture is cut off or damaged: copy the file again, or take the photo again",
        "empty.jpg: is empty (0 bytes): copy the file again, or take the photo again",
        "none.jpg: there is no such file: check the name"])
