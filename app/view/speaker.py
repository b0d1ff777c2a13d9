"""Makes what happens heard: short tones, or the prompt by the voice that is installed; off until somebody wants it."""
from __future__ import annotations

import shutil
import struct
import subprocess
import wave
from math import exp, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.view.heard import tone_of, words_of
from app.view.screen import Screen
from app.view.words import Tongue

VOICES = ("espeak-ng", "espeak")
RATE, LONG_S = 22050, 0.16
# Each tone's notes, in Hz, one after the other.
NOTES = {"read": (880.0,), "ask": (660.0, 495.0), "turn": (587.0, 784.0)}


def voice() -> str | None:
    """The program that speaks, if one is installed."""
    return next(filter(None, map(shutil.which, VOICES)), None)


class Speaker:
    """`kind` is off, tones or voice."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._sounds: dict[str, Any] = {}
        self._saying: subprocess.Popen[bytes] | None = None

    def hear(self, before: Screen | None, after: Screen | None) -> None:
        """One screen has followed another."""
        if self.kind == "tones" and (tone := tone_of(before, after)):
            self._play(tone)
        elif self.kind == "voice" and (words := words_of(before, after)):
            self._say(words)

    def _play(self, tone: str) -> None:
        if not self._sounds:
            from kivy.core.audio import SoundLoader  # opens the loudspeaker, which most tables never want

            with TemporaryDirectory(prefix="tableside-tones-") as folder:  # once loaded, the files are not needed
                self._sounds = {name: SoundLoader.load(str(write_tone(Path(folder) / f"{name}.wav", notes)))
                                for name, notes in NOTES.items()}
        sound = self._sounds[tone]
        if sound is not None:  # a machine without a loudspeaker
            sound.play()

    def _say(self, words: str) -> None:
        program = voice()
        if program is None:
            return
        if self._saying is not None and self._saying.poll() is None:
            self._saying.kill()
            self._saying.wait()
        self._saying = subprocess.Popen([program, "-v", Tongue.language, "--", words],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write_tone(path: Path, notes: tuple[float, ...]) -> Path:
    """A WAV of these notes, 16 bit mono, each fading out."""
    samples = [0.5 * sin(2 * pi * note * at / RATE) * exp(-18 * at / RATE)
               for note in notes for at in range(int(RATE * LONG_S))]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", int(32767 * sample)) for sample in samples))
    return path
