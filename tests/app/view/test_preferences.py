"""Settings come back as they were kept; a file that says what cannot be is refused in one line."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import SettingsError
from app.view.preferences import CHOICES, Preferences, load_preferences, save_preferences
from app.view.words import LANGUAGES, WORDS


@pytest.mark.parametrize("kept", [Preferences(), Preferences("de", 1.15, "left", 0, 10.1)])
def test_round_trip(tmp_path: Path, kept: Preferences) -> None:
    save_preferences(kept, tmp_path / "data" / "settings.json")
    assert load_preferences(tmp_path / "data" / "settings.json") == kept


def test_no_file_means_the_defaults_which_come_first(tmp_path: Path) -> None:
    assert load_preferences(tmp_path / "none") == Preferences(*(choices[0] for choices in CHOICES.values()))


@pytest.mark.parametrize(("text", "said"), [
    ("{", "cannot be read"), ("[]", "in braces"),
    ('{"langage": "de"}', "unknown setting 'langage'; there are language"),
    ('{"language": "fr"}', "language cannot be 'fr'; it may be en, de"), ('{"dim_after_s": true}', "cannot be True"),
    ("\x00", "cannot be read"),
])
def test_wrong_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match=said):
        load_preferences(path)
    assert path.read_text() == text


def test_every_word_is_in_every_language() -> None:
    assert {word for word, said in WORDS.items() if len(said) != len(LANGUAGES) or not all(said)} == set()
