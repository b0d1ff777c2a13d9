"""The vocabulary: every rule word that a pack may write, each a pure function of the moment.

A pack writes `- gain: [carbon, 2]`; the parameters' kinds say how each argument is read. A pack's own `rules.py` adds
words in the same way.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from app.game.errors import NotNow
from app.game.expressions import Expression, Text
from app.game.now import Now, filled
from app.game.pack import Calls
from app.game.piles import bottomed, dealt, drawn, shuffled, without
from app.game.state import Said

# How the loader reads an argument: a sum; a counter's or pile's name (or a sum that gives one); a phase; a remembered
# word; a sentence; a list of further rules.
Amount = Annotated[Expression, "amount"]
CounterName = Annotated[Expression, "counter"]
PileName = Annotated[Expression, "pile"]
PhaseName = Annotated[str, "phase"]
WordName = Annotated[str, "word"]
Sentence = Annotated[Text, "text"]
Rules = Annotated[Calls, "rules"]


# Before the name of a phase to go back to: it waits on, and its `enter` rules do not run again.
AS_IT_STOOD = "="


def one(now: Now) -> int:
    return 1


def gain(now: Now, counter: CounterName, amount: Amount = one) -> Now:
    """Add to a counter up to its cap; what finds no room is lost, and said."""
    return now.change(counter(now), amount(now))


def receive(now: Now, counter: CounterName, amount: Amount = one) -> Now:
    """Gain, and say so."""
    name = counter(now)
    after = now.change(name, amount(now))
    gained = after.value(name) - now.value(name)
    if not gained:
        return after
    return after.say(Said("{player} gets {number} {what}", (
        ("player", now.player), ("number", gained), ("what", now.label(name)))))


def lose(now: Now, counter: CounterName, amount: Amount = one) -> Now:
    """Take from a counter, no lower than its bound."""
    return now.change(counter(now), -amount(now))


def pay(now: Now, counter: CounterName, amount: Amount = one) -> Now:
    """Take from a counter; refused if there is not enough."""
    return now.pay(counter(now), amount(now))


def put(now: Now, counter: CounterName, amount: Amount) -> Now:
    """Set a counter."""
    return now.set(counter(now), amount(now))


def note(now: Now, word: WordName, value: Amount) -> Now:
    """Remember a word, such as the card that is being visited."""
    return now.note(word, str(value(now)))


def say(now: Now, sentence: Sentence) -> Now:
    """Tell the table something once."""
    return now.say(filled(sentence, now))


def refuse(now: Now, sentence: Sentence) -> Now:
    """Refuse what was asked, with the reason."""
    raise NotNow(filled(sentence, now))


def go(now: Now, phase: PhaseName) -> Now:
    """Enter another phase when the rules of this event are done."""
    return now.go(phase)


def call(now: Now, phase: PhaseName) -> Now:
    """Enter a phase that will come back to this one."""
    state = now.state
    return now._replace(state=state._replace(back=(*state.back, state.phase)), goto=phase)


def interrupt(now: Now, phase: PhaseName) -> Now:
    """Enter a phase at once; what comes back from it goes on to where the game was going, or waits on as it stood."""
    state = now.state
    back = now.goto or AS_IT_STOOD + state.phase
    return now._replace(state=state._replace(back=(*state.back, back)), goto=phase)


def come_back(now: Now) -> Now:
    """Return to the phase that called."""
    *rest, last = now.state.back or (now.state.phase,)
    return now._replace(state=now.state._replace(back=tuple(rest)), goto=last)


def place(now: Now, card: Amount, pile: PileName) -> Now:
    """Lay a card that came from outside of all piles on top of one."""
    name = pile(now)
    return now.with_pile(name, ((card(now),), *now.pile(name)))


def take(now: Now, card: Amount, pile: PileName) -> Now:
    """Take a card out of all piles; refused if it does not lie there."""
    name, wanted = pile(now), card(now)
    rest = without(now.pile(name), wanted)
    if rest is None:
        raise NotNow("{card} does not lie in {pile}", card=wanted, pile=now.pack.piles[name].label)
    return now.with_pile(name, rest)


def turn(now: Now, card: Amount, source: PileName, target: PileName) -> Now:
    """The card is the next of the source: it goes face up to the target. Refused if the ledger says it cannot be."""
    state = drawn(now.pack, now.state, card(now), now.pile_name(source(now)), now.pile_name(target(now)))
    return now.with_state(state)


def move(now: Now, card: Amount, source: PileName, target: PileName) -> Now:
    """A known card goes from anywhere in the source to the top of the target."""
    return now.move_card(card(now), source(now), target(now))


def deal(now: Now, source: PileName, target: PileName, number: Amount = one) -> Now:
    """So many cards go from the top of the source to the target, their names unsaid; fewer if fewer are there."""
    for _ in range(min(number(now), now.size(source(now)))):
        names = now.pile_name(source(now)), now.pile_name(target(now))
        now = now.with_state(dealt(now.pack, now.state, *names))
    return now


def gather(now: Now, source: PileName, target: PileName) -> Now:
    """All cards of the source go on top of the target."""
    here, there = source(now), target(now)
    return now.with_pile(there, (*now.pile(here), *now.pile(there))).with_pile(here, ())


def shuffle(now: Now, pile: PileName) -> Now:
    """Nothing is known of the pile's order any more."""
    name = pile(now)
    return now.with_pile(name, shuffled(now.pile(name)))


def bottom(now: Now, pile: PileName, number: Amount = one) -> Now:
    """So many cards from the top go to the bottom, face down."""
    name = pile(now)
    return now.with_pile(name, bottomed(now.pile(name), number(now)))


def named_rules(now: Now, name: WordName) -> Now:
    """A word that the pack spells out under `rules`."""
    return now.run(now.pack.rules[name])


def next_player(now: Now, where: Amount = one) -> Now:
    """The turn passes clockwise, to the next seat for which the condition holds; it stays if there is none."""
    state, seats = now.state, len(now.state.players)
    for step in range(1, seats + 1):
        seat = (state.active + step) % seats
        if where(now.at_seat(seat)):
            return now._replace(state=state._replace(active=seat, turn=state.turn + 1), seat=seat)
    return now


def make_active(now: Now, seat: Amount) -> Now:
    """The moment belongs to that seat."""
    number = seat(now)
    return now._replace(state=now.state._replace(active=number), seat=number)


def finish(now: Now) -> Now:
    """The game ends; the highest score wins."""
    return now.with_state(now.state._replace(ended=True))


def all_win(now: Now, sentence: Sentence) -> Now:
    """The game ends; everyone has won together."""
    seats = tuple(range(len(now.state.players)))
    return now.with_state(now.state._replace(ended=True, winners=seats, outcome=filled(sentence, now)))


def all_lose(now: Now, sentence: Sentence) -> Now:
    """The game ends; everyone has lost. A loss beats a win of the same moment."""
    return now.with_state(now.state._replace(ended=True, winners=(), outcome=filled(sentence, now)))


def act_if(now: Now, condition: Amount, then: Rules, otherwise: Rules = ()) -> Now:
    """Written `if: …`, `then: […]`, `else: […]`."""
    return now.run(then if condition(now) else otherwise)


def for_each(now: Now, items: Amount, do: Rules) -> Now:
    """Written `for: …`, `do: […]`: the rules once for every item, which they call `it`."""
    for item in items(now):
        now = now.with_it(item).run(do)
    return now


def everyone(now: Now, do: Rules) -> Now:
    """The rules once for every seat."""
    return _for_seats(now, tuple(range(len(now.state.players))), do)


def others(now: Now, do: Rules) -> Now:
    """The rules once for every other seat."""
    return _for_seats(now, tuple(seat for seat in range(len(now.state.players)) if seat != now.seat), do)


def partners(now: Now, do: Rules) -> Now:
    """The rules once for every other seat of the team."""
    return _for_seats(now, now.teammates, do)


def _for_seats(now: Now, seats: tuple[int, ...], do: Rules) -> Now:
    here = now.seat
    for seat in seats:
        now = now.at_seat(seat).run(do)
    return now.at_seat(here)


WORDS: dict[str, Callable[..., Now]] = {
    word.__name__: word
    for word in (
        gain, receive, lose, pay, put, note, say, refuse, go, call, interrupt, come_back, place, take, turn, move, deal,
        gather, shuffle, bottom, next_player, make_active, everyone, others, partners, finish, all_win, all_lose,
    )
}  # fmt: skip
