"""Calibration on the screen speaks the language of the moment, sentence by sentence; no question is left out."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.interpreter import interpreted
from app.locale.calibration_de import SENTENCES
from app.measuring import question_of
from app.view.words import Tongue

CALIBRATION = Path(__file__).parents[2] / "calibration"


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tongue, "language", "de")


@pytest.mark.parametrize(("said", "heard"), [
    ("4 markers agree within 0.1 mm; a pixel is 0.28 mm. The top left marker is covered. Good.",
     "4 Marken stimmen auf 0.1 mm; ein Bildpunkt ist 0.28 mm. Die Marke oben links ist verdeckt. Gut."),
    ("10 throws: 20 dice read for sure, 0 of them wrong; 1 asked about, 0 not seen, 0 seen where none lay. So at most "
     "14% of sure readings are wrong, 95 % certain.",
     "10 Würfe: 20 Würfel sicher gelesen, 0 davon falsch; 1 erfragt, 0 nicht gesehen, 0 gesehen, wo keiner lag. Also "
     "sind zu 95 % höchstens 14% der sicheren Lesungen falsch."),
    ("Only the bottom left and top right markers are seen; three are needed. Bring all four into the picture, "
     "uncovered and sharp.",
     "Nur unten links und oben rechts sind zu sehen; drei sind nötig. Alle vier ins Bild bringen, frei und scharf."),
    ("View 3 of 15. Not seen yet: top, far left.", "Ansicht 3 von 15. Noch nicht gesehen: oben, ganz links."),
    ("Good. What nobody has translated. Good.", "Gut. What nobody has translated. Good."),
    ("", ""),
])
def test_sentences_are_found_again(said: str, heard: str) -> None:
    assert interpreted(said) == heard


def test_english_stays_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tongue, "language", "en")
    assert interpreted("Good.") == "Good."


@pytest.mark.parametrize(("sentence", "german"), SENTENCES.items())
def test_each_says_as_many_numbers_and_names(sentence: str, german: str) -> None:
    assert sentence.count("{}") == german.count("{}")


def test_whatever_is_asked_is_known() -> None:
    asked = [question_of(words) for words in _asked_in(CALIBRATION / "wizard.py") if "tries again" not in words]
    assert [words for words in asked if interpreted(words) == words] == []
    assert len(asked) >= 7


def _asked_in(path: Path) -> Iterator[str]:
    """The first text of every call that asks a person something."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("terminal.ask", "_shown"):
            for part in node.args:
                if isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str)):
                    yield _text_of(part)


@pytest.mark.parametrize("room", ["lens", "tray", "light", "flicker", "trial", "strangers"])
def test_whatever_is_refused_or_judged_is_known(room: str) -> None:
    said = [sentence for sentence in _told_in(CALIBRATION / f"{room}.py") if interpreted(sentence) == sentence]
    assert said == []


def _told_in(path: Path) -> Iterator[str]:
    """The text of every refusal that is one text, with a number where it has a field."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        refuses = isinstance(node, ast.Call) and ast.unparse(node.func) == "Unmeasurable"
        if refuses and node.args and isinstance(node.args[0], ast.Constant | ast.JoinedStr):
            yield _text_of(node.args[0])


def _text_of(text: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in text.values)
