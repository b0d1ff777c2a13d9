"""The German catalogue says everything, keeps every blank and stays as short as a glance."""
from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from app.catalogue import messages
from app.game.chance import legal_events
from app.game.events import Adjusted, Chose, Event, Pressed, Rolled, RolledDie
from app.game.phases import LONGEST_PROMPT
from app.game.step import setup, step
from app.language import DOMAIN, FOLDER, translation_of
from app.packs import load_pack
from app.session import Session, Unkept
from app.view.screen import Moment, screen_of

GERMAN = translation_of("de")
# Packs that have their German; another one joins when its catalogue is written.
TRANSLATED = ("starship_catan", "alien_uprising", "emergence_event", "eclipse")
LONG_NAMES = ("Maximilianne", "Bartholomeus", "Wilhelmina W")


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"{[^}]*}", text))


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_message_is_translated(name: str) -> None:
    """Names of cards and people's words such as Pilot may be the same in both."""
    babel = pytest.importorskip("babel.messages.pofile")
    with (FOLDER / "de" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        written = babel.read_po(file)
    said = messages((name,))
    assert [message for message in said if not written.get(message) or not written[message].string] == []
    assert [message for message in said if blanks(GERMAN(message)) != blanks(message)] == []


@pytest.mark.parametrize("translate", [str, GERMAN], ids=["English", "German"])
@pytest.mark.parametrize("name", TRANSLATED)
def test_prompts_are_one_glance_long(name: str, translate: Callable[[str], str]) -> None:
    """With the longest names that people may have, in every phase that random play comes to."""
    pack, random = load_pack(name), Random(3)
    state = setup(pack, LONG_NAMES[: pack.most])
    seen: dict[str, list[str]] = {}
    for _ in range(1500):
        if state.ended:
            state = setup(pack, LONG_NAMES[: pack.most])
        prompts = seen.setdefault(state.phase, [])
        if len(prompts) < 5:
            prompts.append(screen_of(pack, state, Moment(translate=translate)).prompt.text)
        state = step(pack, state, random.choice(legal_events(pack, state, random)))
    assert [text for prompts in seen.values() for text in prompts if len(text) > LONGEST_PROMPT] == []
    assert len(seen) > len(pack.phases) // 3


REFUSALS = (
    (Chose("module:command"), "'module:command' is not a choice of this moment",
     "„module:command“ steht jetzt nicht zur Wahl"),
    (Rolled((RolledDie(6, colour="yellow"),)), "the yellow die has no 6", "der Würfel (gelb) hat keine 6"),
    (Adjusted("carbon", 9, 0), "Carbon goes from 0 to 3", "Kohle: von 0 bis 3"),
)


@pytest.mark.parametrize(("event", "english", "german"), REFUSALS)
def test_a_refusal_is_said_in_german(event: Event, english: str, german: str) -> None:
    session = Session(Unkept(), load_pack("starship_catan"), ("Ann", "Bob"))
    for _ in range(3):
        session.act(Pressed("go_on"), "panel", 0.0)
    assert not session.act(event, "table", 0.0)
    assert session.notice == english
    screen = screen_of(session.pack, session.state, Moment(notice=session.notice_said or "", translate=GERMAN))
    assert screen.notice == german


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
