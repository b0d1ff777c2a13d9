"""Which dice a moment awaits, and which of the dice seen they are."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from app.game.errors import NotNow
from app.game.events import RolledDie
from app.game.now import Now
from app.game.pack import Awaited, Die, Phase
from app.game.state import Said, State


def awaited_at(now: Now, phase: Phase) -> tuple[Awaited, ...]:
    """The dice that the phase waits for, faces as the owner's box prints them."""
    if not phase.dice:
        return ()
    counted = [(now.pack.dice[name], int(ask(now))) for name, ask in phase.dice.items()]
    return tuple(
        Awaited(die.name, die.colour, die.kind, tuple(sorted(set(faces_of(die, now.state)), key=str)), count)
        for die, count in counted
        if count > 0
    )


def faces_of(die: Die, state: State) -> tuple[int | str, ...]:
    """The faces of a die's sides, with those that were put right for the owner's box."""
    if not state.fixes:
        return die.faces
    return tuple(state.fixes.get(f"{die.name}.{side}", face) for side, face in enumerate(die.faces, 1))


def dice_that_fit(awaited: Sequence[Awaited], dice: Sequence[RolledDie]) -> tuple[RolledDie, ...]:
    """The awaited dice among those seen; others may lie in the tray. Raises NotNow if they are not there."""
    if not awaited:
        raise NotNow("saw {seen}: nothing awaits it", seen=shown(dice))
    chosen: list[RolledDie] = []
    for wanted in awaited:
        chosen += _pick(wanted, [die for die in dice if die not in chosen])
    if not any(die.moved for die in chosen):
        raise NotNow("the dice have not been thrown")
    return tuple(chosen)


def must_hold(locked: Sequence[RolledDie], dice: Sequence[RolledDie]) -> None:
    """Raises NotNow if a die that is locked was thrown again, going by colour and face."""
    held = Counter((die.colour, text_of(die)) for die in dice if not die.moved)
    for colour, text in (Counter((die.colour, text_of(die)) for die in locked) - held).elements():
        raise NotNow("hold the {colour} {face}: only the other dice may be thrown", colour=colour, face=text)


def shown(dice: Sequence[RolledDie]) -> Said:
    """What the dice show, in one line."""
    texts = [Said(text_of(die)) for die in dice] or [Said("no dice")]
    return reduce(lambda said, text: Said("{dice}, {die}", (("dice", said), ("die", text))), texts)


def text_of(die: RolledDie) -> str:
    """What a die shows, as it is typed and touched."""
    return str(die.face if die.value is None else die.value)


def _pick(wanted: Awaited, dice: Sequence[RolledDie]) -> list[RolledDie]:
    of_colour = [die for die in dice if die.colour in (wanted.colour, "") and _may_be(wanted, die)]
    if len(of_colour) != wanted.count:
        raise NotNow("awaiting {number} {colour}, saw {seen}", number=wanted.count, colour=wanted.colour or wanted.name,
                     seen=len(of_colour))
    for die in of_colour:
        if (die.face if die.value is None else die.value) not in wanted.values:
            raise NotNow("the {die} die has no {face}", die=wanted.name, face=text_of(die))
    return of_colour


def _may_be(wanted: Awaited, die: RolledDie) -> bool:
    """Pips and icons of one colour are two kinds of dice; one that is not yet read may be either."""
    return (die.value is None and die.face is None) or (die.face is None) == (wanted.kind == "pipped")
