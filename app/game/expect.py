"""What a transcript may expect of a state, one word for each kind."""
from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.game.errors import ExpectationFailed, TranscriptError, unknown
from app.game.now import Now, filled
from app.game.offers import anytime, offered
from app.game.pack import Pack
from app.game.state import State, said_plainly
from app.game.step import here, owed_of, scores_of


class Watched(Protocol):
    """A game that can be looked at."""

    @property
    def notice(self) -> str: ...
    @property
    def state(self) -> State: ...
    @property
    def pack(self) -> Pack: ...


def check(game: Watched, text: str, place: str) -> None:
    """Compare `WHAT … VALUE` with the game. Raises ExpectationFailed, saying what was there instead."""
    word, _, rest = text.partition(" ")
    if word == "notice":
        found, wanted = game.notice, rest
    elif word == "card":
        found, wanted = _printed(game.pack, game.state, rest, place)
    elif word == "word":
        name, _, wanted = rest.partition(" ")
        found = game.state.words.get(name, "")
    elif word == "label":
        name, _, wanted = rest.partition(": ")
        found = _label(game.pack, game.state, name)
    elif word in LOOKS:
        found, wanted = LOOKS[word](game.pack, game.state), rest
    else:
        name, _, wanted = text.rpartition(" ")
        found = _number(game.pack, game.state, name, place)
    if found != wanted.strip():
        raise ExpectationFailed(f"{place}: expected {text!r}, found {found!r}")


def _printed(pack: Pack, state: State, text: str, place: str) -> tuple[str, str]:
    """What a card says, and what is expected of it: `NAME FIELD VALUE`."""
    known = [card for card in pack.cards if text.startswith(f"{card} ")]
    if not known:
        raise TranscriptError(str(unknown(place, "card", text, pack.cards)))
    name = max(known, key=len)
    field, _, wanted = text.removeprefix(f"{name} ").partition(" ")
    return str(Now(pack, state, state.active).card_field(name, field)), wanted


def _number(pack: Pack, state: State, name: str, place: str) -> str:
    seat = state.active
    if name.startswith("seat "):
        _, number, name = name.split(" ", 2)
        seat = int(number)
    if name in state.piles or f"{name}@{seat}" in state.piles:
        return str(Now(pack, state, seat).size(name))
    if name not in (*pack.counters, *pack.table, *pack.values):
        known = ("notice", "card", "word", "label", *LOOKS, *pack.counters, *pack.table, *pack.values, *pack.piles)
        raise TranscriptError(str(unknown(place, "expectation", name, known)))
    return str(int(Now(pack, state, seat).value(name)))


def _prompt(pack: Pack, state: State) -> str:
    now, phase = here(pack, state)
    return said_plainly(filled(phase.prompt, now))


def _hint(pack: Pack, state: State) -> str:
    now, phase = here(pack, state)
    return said_plainly(filled(phase.hint, now)) if phase.hint else ""


def _label(pack: Pack, state: State, choice: str) -> str:
    now, phase = here(pack, state)
    labels = {offer.id: said_plainly(offer.label) for offer in (*offered(now, phase), *anytime(now))}
    return labels.get(choice.replace(" ", ":", 1), "")


def _choices(pack: Pack, state: State) -> str:
    now, phase = here(pack, state)
    return ", ".join(offer.id for offer in (*offered(now, phase), *anytime(now)) if not offer.why)


def _said(pack: Pack, state: State) -> str:
    return "; ".join(said_plainly(said) for said in state.said)


LOOKS: dict[str, Callable[[Pack, State], str]] = {
    "phase": lambda pack, state: state.phase,
    "active": lambda pack, state: str(state.active),
    "turn": lambda pack, state: str(state.turn),
    "owed": owed_of,
    "prompt": _prompt,
    "hint": _hint,
    "choices": _choices,
    "said": _said,
    "scores": lambda pack, state: " ".join(str(score) for score in scores_of(pack, state)),
    "ended": lambda pack, state: "yes" if state.ended else "no",
    "outcome": lambda pack, state: said_plainly(state.outcome) if state.outcome else "",
    "winners": lambda pack, state: " ".join(str(seat) for seat in state.winners),
}
