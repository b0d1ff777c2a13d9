"""What docs/packs.md teaches is true: its game loads and is played to its end, its words are the language's."""
from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from app.commands.check import faults_of
from app.game.build import PACK_KEYS
from app.game.chance import legal_events
from app.game.events import Adjusted
from app.game.expect import LOOKS
from app.game.expressions import GIVEN, PURE, QUESTIONS
from app.game.pack import Pack
from app.game.phases import CHOICE_KEYS, PHASE_KEYS, WHEN_KEYS
from app.game.rules import WORDS
from app.game.step import setup, step
from app.game.things import COUNTER_KEYS
from app.game.transcript import KNOWN, parse, play
from app.packs import load_pack
from app.session import Session, Unkept

TEXT = (Path(__file__).parents[1] / "docs" / "packs.md").read_text(encoding="utf-8")


STEPS = [block.split("```")[0] for block in TEXT.split("```yaml\n")[1:]]
STORY = "game" + TEXT.split("```\ngame")[1].split("```")[0]


def pig(folder: Path, steps: int) -> Pack:
    """The small game as it stands after so many steps of the page."""
    path = folder / "pig" / "pack.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(STEPS[:steps]), encoding="utf-8")
    return load_pack(path)


@pytest.mark.parametrize("steps", [2, 3, 4])
def test_each_step_of_the_small_game_plays(tmp_path: Path, steps: int) -> None:
    assert len(STEPS) == 4
    assert faults_of(pig(tmp_path, steps)) == ()


@pytest.mark.parametrize(("short", "goal"), [(0, 100), (1, 50)])
def test_the_small_game_is_a_game(tmp_path: Path, short: int, goal: int) -> None:
    pack, random = pig(tmp_path, 4), Random(1)
    state = step(pack, setup(pack, ("Ann", "Bob", "Cat")), Adjusted("short", short))
    for _ in range(2000):
        if state.ended:
            break
        state = step(pack, state, random.choice(legal_events(pack, state, random)))
    assert state.ended
    assert len(state.winners) == 1
    assert goal <= state.seats[state.winners[0]]["banked"] < goal + 50


def test_the_small_games_story_holds(tmp_path: Path) -> None:
    script = parse(STORY, "packs.md")
    play(script, Session(Unkept(), pig(tmp_path, 4), script.players))


def test_every_word_is_taught() -> None:
    taught = set(re.findall(r"[\w]+", TEXT))
    language = {*PACK_KEYS, *COUNTER_KEYS, *PHASE_KEYS, *CHOICE_KEYS, *WHEN_KEYS, *WORDS, *GIVEN, *QUESTIONS,
                *PURE, *KNOWN, *LOOKS}
    assert language - taught == set()
