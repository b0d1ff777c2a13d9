"""What is said in which language: the messages of packs and screen, by gettext."""
from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

DOMAIN = "tableside"
FOLDER = Path(__file__).parent / "locale"


@lru_cache(maxsize=8)
def translation_of(language: str) -> Callable[[str], str]:
    """The translator for a language such as "de"; English, and whatever has no translation, stays as it is written."""
    catalogue = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
    return lambda message: catalogue.gettext(message) if message else ""
