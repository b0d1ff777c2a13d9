"""Calibration speaks English to a terminal; for the screen each of its sentences is found again, and said in German."""
from __future__ import annotations

import re
from functools import lru_cache

from app.locale.calibration_de import SENTENCES
from app.view.words import Tongue

FIELD = r"((?:(?![.:;] ).)+?)"  # a number or a name, no end of a sentence in it


def interpreted(words: str) -> str:
    """The words in the language of the moment; what is not known stays as it is."""
    return _german(words) if Tongue.language == "de" else words


@lru_cache(maxsize=256)
def _german(words: str) -> str:
    said: list[str] = []
    rest = words.strip()
    while rest:
        found = next(((match, german) for pattern, german in _patterns() if (match := pattern.match(rest))), None)
        if found is None:
            return " ".join([*said, rest])
        match, german = found
        said.append(german.format(*map(_named, match.groups())))
        rest = rest[match.end():].strip()
    return " ".join(said)


def _named(field: str) -> str:
    """A name, or several of them."""
    return " und ".join(SENTENCES.get(name, name) for name in field.split(" and "))


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What each sentence looks like, those with the most words of their own first."""
    order = sorted(SENTENCES, key=lambda sentence: -len(sentence.replace("{}", "")))
    return tuple((re.compile(FIELD.join(map(re.escape, sentence.split("{}"))) + r"(?=\s|$)", re.DOTALL),
                  SENTENCES[sentence]) for sentence in order)
