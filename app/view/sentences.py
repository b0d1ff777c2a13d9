"""Facts in plain words, ready for translation."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.game.dice import shown
from app.game.events import (
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    Shuffled,
    Skipped,
    TimeUp,
    Voided,
)
from app.game.pack import Pack
from app.game.piles import label_of
from app.game.state import Layer, Said, State, said_plainly, unseen


def sentence_of(pack: Pack, state: State, event: Event, offered: Said | None = None) -> Said:
    """What happened, as a message of the catalogue and what fills it; nothing that is still hidden.

    `offered` are the words on what was tapped: they are told where they say more than a number.
    """
    veil = veil_over(pack, state, event)
    if veil is not None:
        return veil
    if offered is not None and _tells(pack, event, offered):
        return offered
    return _SENTENCES[type(event)](pack, event)


def veil_over(pack: Pack, state: State, event: Event) -> Said | None:
    """What is said instead of what is still hidden; None where nothing is."""
    if isinstance(event, Chose) and _face_down(pack, state, event):
        return Said("Chosen, face down")
    if isinstance(event, CardSeen | Chose | Moved) and is_secret(pack, state, _card_of(event)):
        return Said("A card that only its player sees")
    return None


def _tells(pack: Pack, event: Event, offered: Said) -> bool:
    """Cards go by what the log calls them."""
    is_card = isinstance(event, Chose) and _card_of(event) in pack.cards
    return not is_card and any(letter.isalpha() for letter in said_plainly(offered))


def is_secret(pack: Pack, state: State, card: str) -> bool:
    """Whether a card lies where only one seat may look, or has gone back from there face down."""
    secret = {name for name, rule in pack.piles.items() if rule.secret}
    if not secret or card not in pack.cards:
        return False
    places = [name.partition("@")[0] for name, pile in state.piles.items() for layer in pile if card in layer]
    back = unseen(pack.cards[card].deck)
    return bool(secret.intersection(places)) or (not places and any(back in layer for layer in _layers(state)))


def _layers(state: State) -> Iterator[Layer]:
    return (layer for pile in state.piles.values() for layer in pile)


def _face_down(pack: Pack, state: State, event: Chose) -> bool:
    phase = pack.phases[state.phase]
    choice = event.choice.partition(":")[0]
    return phase.together and any(option.id == choice for option in phase.options)


def _card_of(event: CardSeen | Chose | Moved) -> str:
    if isinstance(event, Chose):
        return event.choice.partition("@")[0].partition(":")[2]
    return event.card if isinstance(event, Moved) else event.name


def veiled(pack: Pack, card: str) -> str:
    """What the log and the ledger call a card: a pirate's strength is nobody's business before the fight."""
    known = pack.cards.get(card)
    return str(known.fields.get("veil", card)) if known else card


def _chosen(pack: Pack, event: Chose) -> Said:
    name, _, item = event.choice.partition("@")[0].partition(":")
    rule = pack.counters.get(item)
    text = called_in_log(pack, name)
    label = rule.label if rule else veiled(pack, item)
    return Said("{choice}: {item}", (("choice", text), ("item", label))) if item else Said(text)


def called_in_log(pack: Pack, name: str) -> str:
    """A choice by its label; by its id where the label says what has passed since, or is another in another phase."""
    options = (*pack.anytime, *(option for phase in pack.phases.values() for option in phase.options))
    labels = {option.label.message for option in options if option.id == name}
    label = labels.pop() if len(labels) == 1 else "{"
    return name.replace("_", " ").capitalize() if "{" in label else label


def _part_of(pack: Pack, phase: str) -> str:
    rule = pack.phases.get(phase)
    return rule.part if rule and rule.part else phase.replace("_", " ")


def _adjusted(pack: Pack, event: Adjusted) -> Said:
    rule = (pack.table if event.seat is None else pack.counters).get(event.path)
    label = rule.label if rule else event.path
    return Said("{counter} set to {value}", (("counter", label), ("value", event.value)))


def _shuffled(pack: Pack, event: Shuffled) -> Said:
    pile = ("pile", label_of(pack, event.pile))
    if event.into:
        return Said("{pile} shuffled into {other}", (pile, ("other", label_of(pack, event.into))))
    return Said("{pile} shuffled", (pile,))


_SENTENCES: dict[type, Callable[[Pack, Any], Said]] = {
    Rolled: lambda pack, event: Said("Rolled {dice}", (("dice", shown(event.dice)),)),
    CardSeen: lambda pack, event: Said("Saw {card}", (("card", veiled(pack, event.name)),)),
    Pressed: lambda pack, event: Said(event.button.replace("_", " ").capitalize()),
    Chose: _chosen,
    Adjusted: _adjusted,
    Moved: lambda pack, event: Said("{card} moved", (("card", event.card),)),
    Shuffled: _shuffled,
    TimeUp: lambda pack, event: Said("Time is up: {timer}", (("timer", event.timer),)),
    Skipped: lambda pack, event: Said("Skipped"),
    Jumped: lambda pack, event: Said("Jumped to {phase}", (("phase", _part_of(pack, event.phase)),)),
    Voided: lambda pack, event: Said("Throw taken back"),
}
