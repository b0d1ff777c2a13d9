"""The fold: a pack, a state and an event give the next state, or the event does not fit now."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType as Frozen

from app.game.dice import awaited_at
from app.game.errors import TRIPS, NotNow, Tripped
from app.game.events import Adjusted, Chose, Event, Jumped, Skipped
from app.game.now import Now, filled
from app.game.offers import offered
from app.game.pack import Awaited, Counter, Pack, Phase
from app.game.rules import AS_IT_STOOD
from app.game.state import Pile, Said, State, frozen
from app.game.takers import TAKERS
from app.game.together import undecided

# Phases that pass by themselves, one after another; more than this is a circle.
LONGEST_CHAIN = 60


def setup(pack: Pack, players: Sequence[str]) -> State:
    """The state before the first fact. Raises NotNow for a number of players that the game does not take."""
    if not pack.fewest <= len(players) <= pack.most:
        span = Said("{fewest} to {most}", (("fewest", pack.fewest), ("most", pack.most)))
        raise NotNow("{game} is for {wanted} players, not {number}", game=pack.title, number=len(players),
                     wanted=pack.fewest if pack.fewest == pack.most else span)
    names = _figures(players, pack.figures)
    state = State(
        players=names,
        seats=tuple(_starting(pack.counters) for _ in names),
        table=_starting(pack.table),
        words=frozen(pack.words),
        piles=frozen(_starting_piles(pack, len(names))),
        phase=pack.first,
    )
    try:
        now = Now(pack, state, 0).run(pack.start)
        return _settle(now.go(pack.first), None)
    except NotNow:
        raise
    except TRIPS as error:
        raise _tripped(Skipped(), pack.phases[pack.first], error) from error


def step(pack: Pack, state: State, event: Event, by: str = "table") -> State:
    """The state after the event. Raises NotNow, with a reason for people to read, if the event does not fit."""
    phase = pack.phases[state.phase]
    if state.said:
        state = state._replace(said=())
    now = Now(pack, state, state.active, event)
    seat = actor(now, phase) if not phase.together else _decider(now, by)
    if by.startswith("seat ") and by != f"seat {seat}" and not _any_seat_may(event, by):
        raise NotNow("it is {player}'s moment", player=state.players[seat])
    try:
        after = _settle(TAKERS[type(event)](now if seat == now.seat else now.at_seat(seat), phase, event), state)
        if isinstance(event, Jumped):
            _look_at(pack, after)
    except NotNow:
        raise
    except TRIPS as error:
        raise _tripped(event, phase, error) from error
    return after


def _look_at(pack: Pack, state: State) -> None:
    """Whatever the phase shows and awaits can be told, though nothing may have led to it."""
    if not state.ended:
        now, phase = here(pack, state)
        filled(phase.prompt, now)
        offered(now, phase)
        awaited_dice(pack, state)
        awaited_cards(pack, state)


def _tripped(event: Event, phase: Phase, error: Exception) -> Tripped:
    if isinstance(event, Jumped):
        return Tripped("too little is known to go to '{phase}' now", phase=event.phase.replace("_", " "))
    return Tripped("the rules of '{phase}' trip over that: {error}", phase=phase.name.replace("_", " "),
                   error=Said(f"{type(error).__name__} {error}"))


def _any_seat_may(event: Event, by: str) -> bool:
    """Numbers may be put right by all; what may be done at any moment ends in the seat that does it."""
    return isinstance(event, Adjusted) or (isinstance(event, Chose) and event.choice.endswith(f"@{by[5:]}"))


def _decider(now: Now, by: str) -> int:
    """Where all decide together: the seat that speaks, or else the first that has not decided."""
    if by.startswith("seat "):
        return int(by.removeprefix("seat "))
    return next(iter(undecided(now.state)), now.seat)


def _figures(players: Sequence[str], fewest: int) -> tuple[str, ...]:
    """A name for every seat; where fewer people play than there must be figures, some run several."""
    rounds = -(-fewest // len(players))
    names = [name if lap == 0 else f"{name} {lap + 1}" for lap in range(rounds) for name in players]
    return tuple(names[: max(fewest, len(players))])


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
    if phase.cards is not None or phase.draws is not None:
        return "draw"
    allowed = [offer for offer in offered(now, phase) if not offer.why]
    return "go_on" if all(offer.button for offer in allowed) else "decide"


def awaited_cards(pack: Pack, state: State) -> tuple[str, ...]:
    """Names of the cards that could be seen next, so that the eye may match among those first."""
    if state.ended:
        return ()
    now, phase = here(pack, state)
    named = None if phase.cards is None else tuple(phase.cards(now))
    if phase.draws is None:
        return named or ()
    drawn = now.candidates(phase.draws[0](now))
    return drawn if named is None else tuple(card for card in drawn if card in named)


def _starting(counters: Mapping[str, Counter]) -> Frozen[str, int]:
    return frozen({name: counter.start for name, counter in counters.items()})


def _starting_piles(pack: Pack, seats: int) -> dict[str, Pile]:
    shared = {name: rule.start for name, rule in pack.piles.items() if not rule.own}
    own = {f"{name}@{seat}": rule.start for name, rule in pack.piles.items() if rule.own for seat in range(seats)}
    return shared | own


def _settle(now: Now, checked: State | None) -> State:
    """Run what the rules owe by themselves until the game waits for someone, or has ended.

    `checked` is a state that owes nothing: what holds always is looked at only where a number or a card has changed.
    """
    for _ in range(LONGEST_CHAIN):
        if checked is None or _differ(now, checked):
            now = _checked(now)
            checked = now.state
        if now.state.ended or not now.goto:
            return now.state
        now = _entered(now)
    raise NotNow("phase '{phase}' goes round in a circle", phase=now.state.phase)


def _differ(now: Now, other: State) -> bool:
    state = now.state
    if state.seats is not other.seats or state.piles is not other.piles or state.ended:
        return True
    return now.pack.always_asks_table and (state.table is not other.table or state.words is not other.words)


def _checked(now: Now) -> Now:
    pack, active = now.pack, now.state.active
    now = now.at_seat(active).run(pack.always)
    state = now.state
    if state.ended and state.outcome is not None:
        return now
    if state.ended or (pack.ends is not None and pack.ends(now)):
        return now.with_state(state._replace(ended=True, winners=_winners(now)))
    return now


def _winners(now: Now) -> tuple[int, ...]:
    """The seats, or teams, with the highest score; ties are broken as the pack says, as far as that goes."""
    pack, state = now.pack, now.state
    if pack.score is None:
        return ()
    asks = (pack.score, *pack.ties)
    seats = [now.at_seat(seat) for seat in range(len(state.players))]
    ranks = [tuple(sum(ask(seat.at_seat(mate)) for mate in (seat.seat, *seat.teammates)) for ask in asks)
             for seat in seats]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def scores_of(pack: Pack, state: State) -> tuple[int, ...]:
    if pack.score is None:
        return ()
    return tuple(pack.score(Now(pack, state, seat)) for seat in range(len(state.players)))


def _entered(now: Now) -> Now:
    if now.goto.startswith(AS_IT_STOOD):
        return now.with_state(now.state._replace(phase=now.goto.removeprefix(AS_IT_STOOD))).go("")
    phase = now.pack.phases[now.goto]
    state = now.state._replace(phase=phase.name)
    now = Now(now.pack, state, state.active, now.event)
    if phase.who is not None:
        now = now.at_seat(phase.who(now))
    if phase.skip is not None and phase.skip(now):
        return now.go(phase.next or "")
    now = now.run(phase.enter)
    return now.go(phase.next) if not (phase.waits or now.goto) and phase.next else now
