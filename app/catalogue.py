"""The catalogues of translation: every message that packs and the screen can say, kept complete for each language.

Development only: `python -m app.catalogue` renews `locale/*.po` and compiles them; the app reads them with gettext.
"""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from app import asked
from app.game.expressions import Text
from app.game.pack import Call, Pack
from app.language import DOMAIN, FOLDER
from app.packs import PACKS, known_packs, load_pack
from app.view.sentences import called_in_log

ROOT = PACKS.parents[1]
# Where the core and the screen say something themselves: the first text given to one of these is a message.
SPEAKERS = ("app/game", "app/view/screen.py", "app/view/sentences.py", "app/session.py", "app/replay.py")
SAYING = ("Said", "NotNow", "Tripped")
WHO = ("the eye", "the panel", "the table", "the rules")
BUTTONS = ("Go on", "Help", "Pause", "Undo")
PAUSED = "Paused: any touch goes on"


def messages(packs: Iterable[str]) -> tuple[str, ...]:
    """Every message of the screen and of these packs once, in the order in which it is found."""
    found: dict[str, None] = dict.fromkeys((*WHO, *BUTTONS, PAUSED, asked.DICE, asked.CARD))
    for path in SPEAKERS:
        found |= dict.fromkeys(_said_in(ROOT / path))
    for name in packs:
        found |= dict.fromkeys(_messages_of(load_pack(name)))
        found |= dict.fromkeys(_said_in(PACKS / name))
    return tuple(message for message in found if any(letter.isalpha() for letter in _without_braces(message)))


def _messages_of(pack: Pack) -> Iterator[str]:
    yield from (pack.title, *pack.parts)
    yield from (rule.label for rules in (pack.counters, pack.table) for rule in rules.values())
    yield from (rule.label for rule in pack.piles.values())
    yield from pack.seen.values()
    yield from (timer.label for timer in pack.timers.values())
    for die in pack.dice.values():
        yield from (die.name, die.colour, *(face for face in die.faces if isinstance(face, str)))
    for card in pack.cards.values():
        yield card.name
        yield from (text for name, text in card.fields.items() if name in ("text", "veil") and isinstance(text, str))
    for options in (pack.anytime, *(phase.options for phase in pack.phases.values())):
        yield from (called_in_log(pack, option.id) for option in options)
    yield from _texts_in((pack.checklist, pack.anytime, tuple(pack.phases.values()), pack.start, pack.always,
                          tuple(pack.rules.values()), tuple(pack.counters.values()), tuple(pack.table.values())))


def _texts_in(value: Any) -> Iterator[str]:
    """The messages in any part of a pack."""
    if isinstance(value, Text):
        yield value.message
    elif isinstance(value, Call):
        yield from _texts_in(value.arguments)
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts_in(item)
    elif isinstance(value, dict):
        yield from _texts_in(tuple(value.values()))
    elif hasattr(value, "__dataclass_fields__"):
        yield from _texts_in(tuple(getattr(value, name) for name in value.__dataclass_fields__))


def _said_in(path: Path) -> Iterator[str]:
    """The messages of a file, or of every file of a folder."""
    for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING and node.args:
                yield from _texts_of(node.args[0])


def _texts_of(node: ast.expr) -> Iterator[str]:
    """The text that an argument is, or the two that `this if so else that` may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts_of(node.body), *_texts_of(node.orelse))


def _without_braces(message: str) -> str:
    return "".join(part.partition("}")[2] if index else part for index, part in enumerate(message.split("{")))


def renew(language: str) -> tuple[str, ...]:
    """Bring a language's catalogue up to date and compile it; returns the messages that still want a translation."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po

    folder = FOLDER / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{DOMAIN}.po"
    old = read_po(source.open("rb"), locale=language) if source.exists() else Catalog(locale=language)
    fresh = Catalog(locale=language, project="Tableside", copyright_holder="the Tableside authors", fuzzy=False)
    for message in messages(known_packs()):
        known = old.get(message)
        fresh.add(message, known.string if known else "")
    with source.open("wb") as file:
        write_po(file, fresh, width=120, omit_header=False, sort_output=False)
    with (folder / f"{DOMAIN}.mo").open("wb") as file:
        write_mo(file, fresh)
    return tuple(str(entry.id) for entry in fresh if entry.id and not entry.string)


if __name__ == "__main__":
    for missing in renew("de"):
        print(missing)
