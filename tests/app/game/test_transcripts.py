"""Every transcript in tests/transcripts holds."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.game.errors import ExpectationFailed, GameError, TranscriptError
from app.game.transcript import parse, play
from app.packs import load_pack
from app.session import Session, Unkept

FOLDER = Path(__file__).parents[2] / "transcripts"


def played(text: str, file: str) -> Session:
    script = parse(text, file)
    session = Session(Unkept(), load_pack(script.game), script.players)
    play(script, session)
    return session


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript_holds(path: Path) -> None:
    played(path.read_text(encoding="utf-8"), path.name)


HEAD = "game starship_catan\npress go_on\npress go_on\npress go_on\n"


@pytest.mark.parametrize(("line", "error", "says"), [
    ("expect seat 0 carbon 3", ExpectationFailed, "story.txt:5: expected 'seat 0 carbon 3', found '0'"),
    ("expect phase flight", ExpectationFailed, "story.txt:5: expected 'phase flight', found 'production'"),
    ("expect charbon 3", TranscriptError, "story.txt:5: unknown expectation 'charbon'; did you mean 'carbon'?"),
    ("rol yellow 3", TranscriptError, "story.txt:5: unknown line 'rol'; did you mean 'roll'?"),
    ("roll yellow", TranscriptError, "story.txt:5: roll yellow: refused: "),
    ("roll yellow 6", TranscriptError, "story.txt:5: roll yellow 6: refused: the yellow die has no 6"),
    ("refuse roll yellow 3", ExpectationFailed, "story.txt:5: 'roll yellow 3' was taken, not refused"),
    ("refuse roll yellow 6 because no 7", ExpectationFailed, "story.txt:5: expected a refusal that says 'no 7'"),
    ("correct 9 yellow 2", TranscriptError, "story.txt:5: there is no fact 9 in the log"),
    ("adjust seat 0 carbon", TranscriptError, "story.txt:5: cannot read adjust 'seat 0 carbon'"),
])
def test_a_wrong_line_is_named(line: str, error: type[GameError], says: str) -> None:
    with pytest.raises(error) as refusal:
        played(HEAD + line, "story.txt")
    assert str(refusal.value).startswith(says)
