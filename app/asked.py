"""What a person is asked to look at while a reading is in doubt."""
from __future__ import annotations

from app.game.dice import text_of
from app.game.events import CardSeen, Fact, Rolled
from app.view.screen import UNREAD, ReadDie, Reading

DICE, CARD = "Please look: is this what lies there?", "Please look: which card is it?"


def reading_of(doubt: Fact | None) -> Reading | None:
    """The open doubt as it is asked about."""
    if doubt is not None and isinstance(doubt.event, CardSeen):
        return Reading(CARD, (), doubt.photo, doubt.seq, doubt.event)
    if doubt is None or not isinstance(doubt.event, Rolled):
        return None
    dice = tuple(ReadDie(UNREAD if die.value is None and die.face is None else text_of(die), die.colour, die.sure,
                         die.runner_up or None) for die in doubt.event.dice)
    return Reading(DICE, dice, doubt.photo)
