"""What docs/packs.md teaches is true: its game loads and is played to its end, its words are the language's."""
from __future__ import annotations

import re
from pathlib import Path
from random import Random

from app.game.build import PACK_KEYS
from app.game.chance import legal_events
from app.game.expressions import GIVEN, QUESTIONS
from app.game.phases import CHOICE_KEYS, PHASE_KEYS, WHEN_KEYS
from app.game.rules import WORDS
from app.game.step import setup, step
from app.game.things import COUNTER_KEYS
from app.game.transcript import KNOWN
from app.packs import load_pack

TEXT = (Path(__file__).parents[1] / "docs" / "packs.md").read_text(encoding="utf-8")


def test_the_small_game_is_a_game(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(TEXT.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    pack, random = load_pack(tmp_path), Random(1)
    state = setup(pack, ("Ann", "Bob", "Cat"))
    for _ in range(2000):
        if state.ended:
            break
        state = step(pack, state, random.choice(legal_events(pack, state, random)))
    assert state.ended
    assert len(state.winners) == 1
    assert state.seats[state.winners[0]]["banked"] >= 100


def test_every_word_is_taught() -> None:
    taught = set(re.findall(r"[\w]+", TEXT))
    language = {*PACK_KEYS, *COUNTER_KEYS, *PHASE_KEYS, *CHOICE_KEYS, *WHEN_KEYS, *WORDS, *GIVEN, *QUESTIONS, *KNOWN}
    assert language - taught == set()
