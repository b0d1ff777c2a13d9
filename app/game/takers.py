"""What each kind of event does to a moment, or why it does not fit."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.game.dice import awaited_at, dice_that_fit, must_hold
from app.game.errors import NotNow
from app.game.events import (
    Adjusted,
    CardSeen,
    Chose,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    Shuffled,
    Skipped,
    TimeUp,
    Voided,
)
from app.game.now import Now
from app.game.offers import REVEAL
from app.game.options import pressed, take
from app.game.pack import Counter, Pack, Phase
from app.game.piles import drawn, forced, moved, reshuffled
from app.game.state import Said, State
from app.game.together import commit, reveal


def _must_run(state: State) -> None:
    if state.ended:
        raise NotNow("the game has ended")


def _rolled(now: Now, phase: Phase, event: Rolled) -> Now:
    _must_run(now.state)
    dice = dice_that_fit(awaited_at(now, phase), event.dice)
    if phase.holds is not None:
        must_hold(phase.holds(now), dice)
    return _by_rule(now._replace(state=now.state._replace(roll=dice)), phase, "Rolled")


def _card_seen(now: Now, phase: Phase, event: CardSeen) -> Now:
    _must_run(now.state)
    if event.name not in now.pack.cards:
        raise NotNow("{card} is not a card of {game}", card=event.name, game=now.pack.title)
    if not _is_awaited(now, phase, event):
        raise NotNow("saw {seen}: nothing awaits it", seen=event.name)
    if phase.draws is not None:
        source, target = (now.pile_name(ask(now)) for ask in phase.draws)
        lay = forced if event.certain else drawn
        now = now.with_state(lay(now.pack, now.state, event.name, source, target))
    return _by_rule(now.with_it(event.name), phase, "CardSeen")


def _is_awaited(now: Now, phase: Phase, event: CardSeen) -> bool:
    """Whether the phase names the card, or draws any; of cards that it draws a person may insist on another."""
    if phase.cards is None or (event.certain and phase.draws is not None):
        return phase.draws is not None
    return event.name in phase.cards(now)


def _time_up(now: Now, phase: Phase, event: TimeUp) -> Now:
    _must_run(now.state)
    if "TimeUp" not in phase.when:
        raise NotNow("nothing awaits the end of {timer}", timer=event.timer)
    return _by_rule(now._replace(it=event.timer), phase, "TimeUp")


def _by_rule(now: Now, phase: Phase, event: str) -> Now:
    now = now.run(phase.when.get(event, ()))
    return now.go(phase.next) if phase.next and not now.goto else now


def _chose(now: Now, phase: Phase, event: Chose) -> Now:
    _must_run(now.state)
    name, _, seat = event.choice.rpartition("@")
    if name:
        return take(now.at_seat(int(seat)), now.pack.anytime, name)
    if event.choice == REVEAL and phase.together:
        return reveal(now, phase)
    return commit(now, phase, event.choice) if phase.together else take(now, phase.options, event.choice)


def _pressed(now: Now, phase: Phase, event: Pressed) -> Now:
    _must_run(now.state)
    if phase.together and event.button == "go_on":
        return reveal(now, phase)
    return pressed(now, phase.options, event.button)


def _adjusted(now: Now, phase: Phase, event: Adjusted) -> Now:
    known = now.pack.table if event.seat is None else now.pack.counters
    if event.seat is not None and not 0 <= event.seat < len(now.state.players):
        raise NotNow("there is no seat {seat}", seat=event.seat)
    if event.path in known:
        _must_be_open(now.pack, known[event.path], phase)
        return _put_right(now._replace(seat=now.seat if event.seat is None else event.seat), known[event.path], event)
    if event.seat is None and _is_printed(now.pack, event.path):
        return now.fix(event.path, event.value)
    raise NotNow("there is no counter '{counter}'", counter=event.path)


def _is_printed(pack: Pack, path: str) -> bool:
    """Whether the path names a number on a card, `card.field`, or on a side of a die, `die.side`."""
    owner, _, part = path.rpartition(".")
    if owner in pack.dice:
        return part.isdigit() and 1 <= int(part) <= len(pack.dice[owner].faces)
    return owner in pack.cards and isinstance(pack.cards[owner].fields.get(part), int)


def _must_be_open(pack: Pack, rule: Counter, phase: Phase) -> None:
    if not rule.in_play and phase.part != pack.parts[0]:
        raise NotNow("{counter} is settled at set-up", counter=rule.label)


def _put_right(now: Now, rule: Counter, event: Adjusted) -> Now:
    high = None if rule.high is None else rule.high(now)
    if (rule.low is not None and event.value < rule.low) or (high is not None and event.value > high):
        raise NotNow("{counter} goes from {low} to {high}", counter=rule.label, low=rule.low or 0,
                     high=Said("any number") if high is None else high)
    return now.set(rule.name, event.value)


def _moved(now: Now, phase: Phase, event: Moved) -> Now:
    return now.with_state(moved(now.pack, now.state, event.card, event.source, event.target))


def _shuffled(now: Now, phase: Phase, event: Shuffled) -> Now:
    return now.with_state(reshuffled(now.state, event.pile, event.into))


def _skipped(now: Now, phase: Phase, event: Skipped) -> Now:
    _must_run(now.state)
    if not phase.next:
        raise NotNow("this phase leads to more than one; choose or jump")
    return now.go(phase.next)


def _jumped(now: Now, phase: Phase, event: Jumped) -> Now:
    if event.phase not in now.pack.phases:
        raise NotNow("there is no phase '{phase}'", phase=event.phase)
    seat = now.state.active if event.seat is None else event.seat
    if not 0 <= seat < len(now.state.players):
        raise NotNow("there is no seat {seat}", seat=seat)
    state = now.state._replace(active=seat, back=(), ended=False, winners=(), outcome=None)
    return now.with_state(state).go(event.phase)


def _voided(now: Now, phase: Phase, event: Voided) -> Now:
    return now


TAKERS: dict[type, Callable[[Now, Phase, Any], Now]] = {
    Rolled: _rolled, CardSeen: _card_seen, TimeUp: _time_up, Chose: _chose, Pressed: _pressed, Adjusted: _adjusted,
    Moved: _moved, Shuffled: _shuffled, Skipped: _skipped, Jumped: _jumped, Voided: _voided,
}  # fmt: skip
