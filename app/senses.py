"""What the table's senses say, as facts; and what the game awaits, as the eye's expectation."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.game.events import CardSeen, Rolled, RolledDie
from app.game.pack import Pack
from app.game.state import State
from app.game.step import awaited_cards, awaited_dice
from vision.types import Card, DiceKind, Die, Expectation, Sighting


def rolled_of(sighting: Sighting) -> Rolled:
    """The sighting's dice as a roll; a die that the eye is not sure of stays marked as such."""
    return Rolled(tuple(_rolled_die(die) for die in sighting.dice))


def expectation_of(pack: Pack, state: State) -> Expectation:
    """The dice and decks that the moment awaits, then the game's other dice, which may lie there too.

    Where no card is awaited any deck of the game is looked for, so that a card laid out of turn is seen for what it is.
    """
    awaited = awaited_dice(pack, state)
    names = {dice.name for dice in awaited}
    now = tuple(_dice_kind(dice.name, dice.kind, dice.colour, dice.values, dice.count) for dice in awaited)
    later = tuple(_dice_kind(name, die.kind, die.colour, tuple(sorted(set(die.faces), key=str)), None)
                  for name, die in pack.dice.items() if name not in names)
    awaited_decks = dict.fromkeys(pack.cards[name].deck for name in awaited_cards(pack, state) if name in pack.cards)
    decks = awaited_decks or dict.fromkeys(card.deck for card in pack.cards.values())
    return Expectation(dice=now + later, decks=tuple(library_deck(pack.name, deck) for deck in decks))


def library_deck(game: str, deck: str) -> str:
    """What an owner's cards of a game's deck are enrolled under."""
    return f"{game}/{deck}"


def seen_of(card: Card) -> CardSeen:
    """A card that lies on the spot, as the game knows it."""
    return CardSeen(card.name, card.deck.rpartition("/")[2], sure=card.sure, runner_up=card.runner_up or "")


def _rolled_die(die: Die) -> RolledDie:
    other = "" if die.runner_up is None else str(die.runner_up)
    sure = die.sure and (die.value is not None or die.face is not None)
    return RolledDie(die.value, die.face, die.colour, die.kind, die.id, die.moved, sure, other)


def _dice_kind(name: str, kind: str, colour: str, shows: tuple[int | str, ...], count: int | None) -> DiceKind:
    """What the eye looks for: icon dice are enrolled under their name in the pack, unless it says another kind."""
    values = tuple(face for face in shows if isinstance(face, int))
    faces = tuple(face for face in shows if isinstance(face, str))
    return DiceKind(name if kind == "icon" else kind, colour, values, count, faces)


def put_right(rolled: Rolled, index: int, text: str) -> Rolled:
    """The roll with die number `index` showing `text`, as a person says; an empty text says that it is no die."""
    die = rolled.dice[index]
    value, face = (int(text), None) if text.isdigit() else (None, text)
    shown = (replace(die, value=value, face=face, sure=True, runner_up=""),) if text else ()
    return replace(rolled, dice=(*rolled.dice[:index], *shown, *rolled.dice[index + 1:]))


def thrown_by_hand(pack: Pack, state: State, texts: Sequence[str]) -> Rolled:
    """A roll told by touch: one text for each die that the moment awaits, in its order."""
    awaited = [dice for dice in awaited_dice(pack, state) for _ in range(dice.count)]
    blank = Rolled(tuple(RolledDie(colour=dice.colour, kind=dice.kind) for dice in awaited))
    for index, text in enumerate(texts):
        blank = put_right(blank, index, text)
    return blank
