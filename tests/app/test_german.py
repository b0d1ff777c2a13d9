"""The German catalogue says everything, keeps every blank and stays as short as a glance."""
from __future__ import annotations

import re

import pytest

from app.catalogue import messages
from app.game.events import Pressed
from app.game.phases import LONGEST_PROMPT
from app.language import DOMAIN, FOLDER, translation_of
from app.packs import load_pack
from app.session import Session, Unkept
from app.view.screen import Moment, screen_of

GERMAN = translation_of("de")
# Packs that have their German; another one joins when its catalogue is written.
TRANSLATED = ("starship_catan",)
SAME_IN_BOTH = {"Astro", "Reserve"}


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"{[^}]*}", text))


@pytest.mark.parametrize("message", messages(TRANSLATED))
def test_every_message_is_translated(message: str) -> None:
    german = GERMAN(message)
    assert (german != message) or message in SAME_IN_BOTH
    assert blanks(german) == blanks(message)


@pytest.mark.parametrize("name", TRANSLATED)
def test_prompts_stay_short(name: str) -> None:
    prompts = [phase.prompt.message for phase in load_pack(name).phases.values()]
    assert [prompt for prompt in prompts if len(GERMAN(prompt)) > LONGEST_PROMPT] == []


def test_the_compiled_catalogue_is_the_written_one() -> None:
    babel = pytest.importorskip("babel.messages.pofile")
    source = FOLDER / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
    with source.open("rb") as file:
        written = {entry.id: entry.string for entry in babel.read_po(file) if entry.id and entry.string}
    assert {message: GERMAN(message) for message in written} == written


def test_other_languages_stay_english() -> None:
    assert translation_of("xx")("Carbon") == "Carbon"


def test_a_game_in_german() -> None:
    session = Session(Unkept(), load_pack("starship_catan"), ("Ann", "Bob"))
    for _ in range(3):
        session.act(Pressed("go_on"), "panel", 0.0)
    screen = screen_of(session.pack, session.state, Moment(facts=session.facts, translate=GERMAN))
    assert screen.prompt.text == "Ann: Gelben Würfel werfen"
    assert [step.label for step in screen.ribbon] == ["Aufbau", "Produktion", "Flug", "Handel", "Bau"]
    assert screen.seats[0].counters[1].label == "Kohle"
