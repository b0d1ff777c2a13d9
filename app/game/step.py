"""The fold: a pack, a state and an event give the next state, or the event does not fit now."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType as Frozen
from typing import Any

from app.game.dice import awaited_at, dice_that_fit
from app.game.errors import NotNow
from app.game.events import (
    Adjusted,
    CardSeen,
    Chose,
    Event,
    Jumped,
    Moved,
    Pressed,
    Rolled,
    Skipped,
    TimeUp,
    Voided,
)
from app.game.now import Now
from app.game.options import offered, pressed, take
from app.game.pack import Awaited, Counter, Pack, Phase
from app.game.piles import move
from app.game.state import Pile, State, frozen, with_entry

# Phases that pass by themselves, one after another; more than this is a circle.
LONGEST_CHAIN = 60


def setup(pack: Pack, players: Sequence[str]) -> State:
    """The state before the first fact. Raises NotNow for a number of players that the game does not take."""
    if not pack.fewest <= len(players) <= pack.most:
        wanted = str(pack.fewest) if pack.fewest == pack.most else f"{pack.fewest} to {pack.most}"
        raise NotNow(f"{pack.title} is for {wanted} players, not {len(players)}")
    state = State(
        players=tuple(players),
        seats=tuple(_starting(pack.counters) for _ in players),
        table=_starting(pack.table),
        words=frozen(pack.words),
        piles=frozen(_starting_piles(pack, len(players))),
        phase=pack.first,
    )
    now = Now(pack, state, 0).run(pack.start)
    return _settle(now.go(pack.first), None)


def step(pack: Pack, state: State, event: Event, by: str = "table") -> State:
    """The state after the event. Raises NotNow, with a reason for people to read, if the event does not fit."""
    phase = pack.phases[state.phase]
    if state.said:
        state = state._replace(said=())
    now = Now(pack, state, state.active, event)
    seat = actor(now, phase)
    if by.startswith("seat ") and by != f"seat {seat}" and not isinstance(event, Adjusted):
        raise NotNow(f"it is {state.players[seat]}'s moment")
    return _settle(_TAKERS[type(event)](now if seat == now.seat else now.at_seat(seat), phase, event), state)


def actor(now: Now, phase: Phase) -> int:
    """The seat that the phase waits for."""
    return phase.who(now) if phase.who else now.state.active


def awaited_dice(pack: Pack, state: State) -> tuple[Awaited, ...]:
    """Which dice could appear now, so that the eye may match among those first."""
    if state.ended:
        return ()
    now, phase = here(pack, state)
    return awaited_at(now, phase)


def here(pack: Pack, state: State) -> tuple[Now, Phase]:
    """The moment as the phase's own seat sees it."""
    phase = pack.phases[state.phase]
    now = Now(pack, state, state.active)
    return now._replace(seat=actor(now, phase)), phase


def owed_of(pack: Pack, state: State) -> str:
    """What the table owes the game: "roll", "draw", "decide", "go_on", another word of the pack's, or "" at the end."""
    if state.ended:
        return ""
    now, phase = here(pack, state)
    if phase.owes:
        return phase.owes
    if awaited_at(now, phase):
        return "roll"
    if phase.cards is not None:
        return "draw"
    allowed = [offer for offer in offered(now, phase) if not offer.why]
    return "go_on" if all(offer.option.button for offer in allowed) else "decide"


def _starting(counters: Mapping[str, Counter]) -> Frozen[str, int]:
    return frozen({name: counter.start for name, counter in counters.items()})


def _starting_piles(pack: Pack, seats: int) -> dict[str, Pile]:
    shared = {name: rule.start for name, rule in pack.piles.items() if not rule.own}
    own = {f"{name}@{seat}": rule.start for name, rule in pack.piles.items() if rule.own for seat in range(seats)}
    return shared | own


def _must_run(state: State) -> None:
    if state.ended:
        raise NotNow("the game has ended")


def _rolled(now: Now, phase: Phase, event: Rolled) -> Now:
    _must_run(now.state)
    dice = dice_that_fit(awaited_at(now, phase), event.dice)
    return _by_rule(now._replace(state=now.state._replace(roll=dice)), phase, "Rolled")


def _card_seen(now: Now, phase: Phase, event: CardSeen) -> Now:
    _must_run(now.state)
    if phase.cards is None or "CardSeen" not in phase.when:
        raise NotNow(f"saw {event.name}: nothing awaits it")
    if event.name not in now.pack.cards:
        raise NotNow(f"{event.name} is not a card of {now.pack.title}")
    return _by_rule(now._replace(it=event.name), phase, "CardSeen")


def _time_up(now: Now, phase: Phase, event: TimeUp) -> Now:
    _must_run(now.state)
    if "TimeUp" not in phase.when:
        raise NotNow(f"nothing awaits the end of {event.timer}")
    return _by_rule(now._replace(it=event.timer), phase, "TimeUp")


def _by_rule(now: Now, phase: Phase, event: str) -> Now:
    now = now.run(phase.when.get(event, ()))
    return now.go(phase.next) if phase.next and not now.goto else now


def _chose(now: Now, phase: Phase, event: Chose) -> Now:
    _must_run(now.state)
    return take(now, phase, event)


def _pressed(now: Now, phase: Phase, event: Pressed) -> Now:
    _must_run(now.state)
    return pressed(now, phase, event.button)


def _adjusted(now: Now, phase: Phase, event: Adjusted) -> Now:
    known = now.pack.table if event.seat is None else now.pack.counters
    if event.seat is not None and not 0 <= event.seat < len(now.state.players):
        raise NotNow(f"there is no seat {event.seat}")
    if event.path in known:
        return _put_right(now._replace(seat=now.seat if event.seat is None else event.seat), known[event.path], event)
    card, _, field = event.path.rpartition(".")
    if event.seat is None and field in getattr(now.pack.cards.get(card), "fields", ()):
        return now._replace(state=now.state._replace(fixes=with_entry(now.state.fixes, event.path, event.value)))
    raise NotNow(f"there is no counter {event.path!r}")


def _put_right(now: Now, rule: Counter, event: Adjusted) -> Now:
    high = None if rule.high is None else rule.high(now)
    if (rule.low is not None and event.value < rule.low) or (high is not None and event.value > high):
        raise NotNow(f"{rule.label} goes from {rule.low} to {'any number' if high is None else high}")
    return now.set(rule.name, event.value)


def _moved(now: Now, phase: Phase, event: Moved) -> Now:
    return move(now, event.card, event.source, event.target)


def _skipped(now: Now, phase: Phase, event: Skipped) -> Now:
    _must_run(now.state)
    if not phase.next:
        raise NotNow("this phase leads to more than one; choose or jump")
    return now.go(phase.next)


def _jumped(now: Now, phase: Phase, event: Jumped) -> Now:
    if event.phase not in now.pack.phases:
        raise NotNow(f"there is no phase {event.phase!r}")
    seat = now.state.active if event.seat is None else event.seat
    if not 0 <= seat < len(now.state.players):
        raise NotNow(f"there is no seat {seat}")
    return now._replace(state=now.state._replace(active=seat, back=(), ended=False, winners=())).go(event.phase)


def _voided(now: Now, phase: Phase, event: Voided) -> Now:
    return now


_TAKERS: dict[type, Callable[[Now, Phase, Any], Now]] = {
    Rolled: _rolled, CardSeen: _card_seen, TimeUp: _time_up, Chose: _chose, Pressed: _pressed, Adjusted: _adjusted,
    Moved: _moved, Skipped: _skipped, Jumped: _jumped, Voided: _voided,
}  # fmt: skip


def _settle(now: Now, checked: State | None) -> State:
    """Run what the rules owe by themselves until the game waits for someone, or has ended.

    `checked` is a state that owes nothing: what holds always is looked at only where a number or a card has changed.
    """
    for _ in range(LONGEST_CHAIN):
        if checked is None or _differ(now.state, checked):
            now = _checked(now)
            checked = now.state
        if now.state.ended or not now.goto:
            return now.state
        now = _entered(now)
    raise NotNow(f"phase {now.state.phase!r} goes round in a circle")


def _differ(one: State, other: State) -> bool:
    return one.seats is not other.seats or one.table is not other.table or one.piles is not other.piles


def _checked(now: Now) -> Now:
    pack, active = now.pack, now.state.active
    now = now.at_seat(active).run(pack.always)
    if pack.ends is None or now.state.ended or not pack.ends(now):
        return now
    return now._replace(state=now.state._replace(ended=True, winners=_winners(now)))


def _winners(now: Now) -> tuple[int, ...]:
    if now.pack.score is None:
        return ()
    scores = scores_of(now.pack, now.state)
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def scores_of(pack: Pack, state: State) -> tuple[int, ...]:
    if pack.score is None:
        return ()
    return tuple(pack.score(Now(pack, state, seat)) for seat in range(len(state.players)))


def _entered(now: Now) -> Now:
    phase = now.pack.phases[now.goto]
    now = now._replace(state=now.state._replace(phase=phase.name), goto="", seat=now.state.active)
    if phase.who is not None:
        now = now.at_seat(phase.who(now))
    if phase.skip is not None and phase.skip(now):
        return now.go(phase.next or "")
    now = now.run(phase.enter)
    return now.go(phase.next) if not (phase.waits or now.goto) and phase.next else now
