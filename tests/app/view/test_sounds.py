"""What is heard follows from what is shown: a doubt, a reading, another's turn; or the prompt is spoken."""
from __future__ import annotations

import wave
from dataclasses import replace
from pathlib import Path

import pytest

from app.view.fake import doubted, fake_screen, rolled
from app.view.heard import tone_of, words_of
from app.view.screen import LogRow, Screen
from app.view.speaker import NOTES, RATE, Speaker, write_tone

SCREEN = fake_screen(("Ada", "Ben"))
NEXT = replace(SCREEN, seats=tuple(replace(seat, active=not seat.active) for seat in SCREEN.seats))
READ = replace(SCREEN, log=(*SCREEN.log, LogRow(99, "Rolled 3", "Ada", by="eye")))
ASIDE = replace(SCREEN, log=(*SCREEN.log, LogRow(99, "Rolled 3", "Ada", by="eye", aside=True)))


@pytest.mark.parametrize(("before", "after", "tone"), [
    (SCREEN, SCREEN, ""), (None, SCREEN, ""), (SCREEN, None, ""), (SCREEN, doubted(SCREEN), "ask"),
    (doubted(SCREEN), doubted(SCREEN), ""), (SCREEN, READ, "read"), (READ, READ, ""), (SCREEN, ASIDE, ""),
    (SCREEN, NEXT, "turn"),
])
def test_what_is_heard(before: Screen | None, after: Screen | None, tone: str) -> None:
    assert tone_of(before, after) == tone


@pytest.mark.parametrize(("before", "after", "words"), [
    (None, SCREEN, SCREEN.prompt.text), (SCREEN, SCREEN, ""), (SCREEN, NEXT, ""), (SCREEN, None, ""),
    (SCREEN, doubted(rolled(SCREEN, ("3", "5"))), doubted(rolled(SCREEN, ("3", "5"))).doubt.text),
])
def test_what_is_said(before: Screen | None, after: Screen | None, words: str) -> None:
    assert words_of(before, after) == words


@pytest.mark.parametrize("tone", NOTES)
def test_tones_are_short_and_fade(tone: str, tmp_path: Path) -> None:
    with wave.open(str(write_tone(tmp_path / "tone.wav", NOTES[tone]))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        assert 0.1 < file.getnframes() / RATE < 0.4


def test_the_voice_says_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "said"
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@" > {said}\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("app.view.speaker.voice", lambda: str(program))
    speaker = Speaker("voice")
    speaker.hear(None, SCREEN)
    assert speaker._saying is not None
    assert speaker._saying.wait(20) == 0
    assert said.read_text("utf-8") == f"-v en -- {SCREEN.prompt.text}\n"


def test_off_is_silent() -> None:
    speaker = Speaker("off")
    speaker.hear(SCREEN, READ)
    assert (speaker._sounds, speaker._saying) == ({}, None)
