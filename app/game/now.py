"""The moment a rule is asked about: a pack, a state, a seat and an event, with the few ways to change a state."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from app.game.errors import NotNow
from app.game.events import Event, Skipped
from app.game.expressions import MOST, MOST_NUMBERS, Text
from app.game.pack import Calls, Counter, Pack
from app.game.piles import candidates, moved
from app.game.state import Layer, Pile, Said, State, is_unseen, with_entry, with_seat, with_table


class Now(NamedTuple):
    """Frozen; every change gives a new one. `it` is what a rule word runs through, `goto` the phase to enter next."""

    pack: Pack
    state: State
    seat: int
    event: Event = Skipped()
    it: Any = ""
    goto: str = ""

    # what expressions ask

    @property
    def active(self) -> int:
        return self.state.active

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def player(self) -> str:
        return self.state.players[self.seat]

    @property
    def opponent(self) -> str:
        return self.state.players[self.next_seat]

    @property
    def next_seat(self) -> int:
        return (self.seat + 1) % len(self.state.players)

    def opponent_has(self, name: str) -> Any:
        return self.at_seat(self.next_seat).value(name)

    def value(self, name: str) -> Any:
        if name in self.pack.counters:
            return self.state.seats[self.seat][name]
        if name in self.pack.table:
            return self.state.table[name]
        return self.pack.values[name](self)

    def have(self, name: str) -> int:
        """How many of the counter of that name the seat has."""
        return self.state.seats[self.seat][name]

    def opponent_have(self, name: str) -> int:
        """How many of the counter of that name the next seat has."""
        return self.state.seats[self.next_seat][name]

    def label(self, name: str) -> str:
        """What people call the counter or card of that name."""
        rule = self.pack.counters.get(name) or self.pack.table.get(name)
        return rule.label if rule else name

    def room(self, name: str) -> int:
        """How much more of the counter the seat may have."""
        here, rule = self._counter(name)
        return max(rule.high(self) - here, 0) if rule.high else MOST

    def total(self, name: str) -> int:
        return sum(seat[name] for seat in self.state.seats)

    def rolled(self, name: str) -> int:
        """The sum of the dice of that name in the last roll."""
        colour = self.pack.dice[name].colour
        return sum(die.value or 0 for die in self.state.roll if die.colour in (colour, ""))

    def card_field(self, card: str, name: str) -> int | str:
        if self.state.fixes and (fixed := self.state.fixes.get(f"{card}.{name}")) is not None:
            return fixed
        known = self.pack.cards.get(card)
        return known.fields.get(name, 0) if known else 0

    def pile(self, name: str) -> Pile:
        return self.state.piles[self.pile_name(name)]

    def pile_name(self, name: str) -> str:
        """A seat's own pile goes by its bare name."""
        return f"{name}@{self.seat}" if name in self.pack.own_piles else name

    def size(self, name: str) -> int:
        return sum(map(len, self.pile(name)))

    def candidates(self, name: str) -> tuple[str, ...]:
        """The cards that could come next from the pile."""
        return candidates(self.pack, self.state, self.pile_name(name))

    def only(self, cards: Iterable[str], field: str, value: int | str) -> tuple[str, ...]:
        """Those of the cards whose field says so."""
        return tuple(card for card in cards if self.card_field(card, field) == value)

    def field(self, card: str, name: str) -> int | str:
        """A card's field by its name; 0 where the card has none."""
        return self.card_field(card, name)

    def sum_in(self, name: str, field: str) -> int:
        """A field added up over the cards of a pile."""
        cards = self.within(name)
        return sum([int(self.card_field(card, field)) for card in cards]) if cards else 0

    def showing(self, face: int | str) -> int:
        """How many dice of the last roll show the face."""
        return sum(face == (die.face if die.value is None else die.value) for die in self.state.roll)

    def thrown(self, face: int | str) -> int:
        """How many dice that were thrown just now, not held, show the face."""
        return sum(die.moved and face == (die.face if die.value is None else die.value) for die in self.state.roll)

    def numbers(self, low: int, high: int) -> tuple[int, ...]:
        """The whole numbers from low to high. Raises ValueError for too many."""
        if high - low >= MOST_NUMBERS:
            raise ValueError(f"from {low} to {high} are more than {MOST_NUMBERS} numbers")
        return tuple(range(low, high + 1))

    @property
    def teammates(self) -> tuple[int, ...]:
        """The other seats of the seat's own team."""
        team = self.pack.team
        if team is None:
            return ()
        return tuple(seat for seat in self.everybody if seat != self.seat and team(self.at_seat(seat)) == team(self))

    @property
    def everybody(self) -> tuple[int, ...]:
        return tuple(range(len(self.state.players)))

    def name(self, seat: int) -> str:
        """What people call a seat."""
        return self.state.players[seat]

    def of(self, seat: int, name: str) -> Any:
        """A counter or computed value of another seat."""
        return self.at_seat(seat).value(name)

    def within(self, name: str) -> Layer:
        """The cards of the pile that are known, top first."""
        pile = self.pile(name)
        return tuple([card for layer in pile for card in layer if not is_unseen(card)]) if pile else ()

    def top(self, name: str) -> str:
        cards = self.within(name)
        return cards[0] if cards else ""

    # what rules change; positional construction, as these run several times a step

    def with_state(self, state: State) -> Now:
        return Now(self.pack, state, self.seat, self.event, self.it, self.goto)

    def fix(self, path: str, value: int) -> Now:
        """Keep a number that the owner's box prints, `card.field`, in the next game too."""
        return self.with_state(self.state._replace(fixes=with_entry(self.state.fixes, path, value)))

    def at_seat(self, seat: int) -> Now:
        return Now(self.pack, self.state, seat, self.event, self.it, self.goto)

    def with_it(self, item: Any) -> Now:
        return Now(self.pack, self.state, self.seat, self.event, item, self.goto)

    def run(self, calls: Calls) -> Now:
        now = self
        for word, arguments in calls:
            now = word(now, *arguments)
        return now

    def change(self, name: str, by: int) -> Now:
        """Add to a counter within its bounds; what is lost to a cap is said, marks that it passes are carried out."""
        here, rule = self._counter(name)
        if rule.wrap:
            return self._go_round(rule, here, by)
        wanted = here + by
        kept = self._within_bounds(rule, wanted)
        changed = self._with(name, kept) if kept != here else self
        if by > 0 and kept < wanted:
            changed = changed.say(Said("{player}: {lost} {what} lost, no room", (
                ("player", self.player), ("lost", wanted - max(kept, here)), ("what", rule.label))))
        return changed._pass_marks(rule, range(here + 1, kept + 1)) if rule.marks else changed

    def _go_round(self, rule: Counter, here: int, by: int) -> Now:
        low, high = rule.low or 0, rule.high(self) if rule.high else 0
        span = high - low + 1
        rounds, rest = divmod(here + by - low, span)
        now = self._with(rule.name, low + rest)
        now = now._pass_marks(rule, [low + (value - low) % span for value in range(here + 1, here + by + 1)])
        return now.change(rule.carry, rounds) if rule.carry and rounds else now

    def _pass_marks(self, rule: Counter, passed: Iterable[int]) -> Now:
        now = self
        for value in passed:
            now = now.run(rule.marks.get(value, ()))
        return now

    def set(self, name: str, value: int) -> Now:
        return self._with(name, value)

    def pay(self, name: str, amount: int) -> Now:
        here, rule = self._counter(name)
        if here < amount:
            raise NotNow("{player} has {here} {what}, {number} needed", player=self.player, here=here, what=rule.label,
                         number=amount)
        return self._with(name, here - amount)

    def note(self, word: str, text: str) -> Now:
        return self.with_state(self.state._replace(words=with_entry(self.state.words, word, text)))

    def with_pile(self, name: str, pile: Pile) -> Now:
        piles = with_entry(self.state.piles, self.pile_name(name), pile)
        return self.with_state(self.state._replace(piles=piles))

    def move_card(self, card: str, source: str, target: str) -> Now:
        """A known card goes to the top of another pile."""
        return self.with_state(moved(self.pack, self.state, card, self.pile_name(source), self.pile_name(target)))

    def say(self, said: Said) -> Now:
        return self.with_state(self.state._replace(said=(*self.state.said, said)))

    def go(self, phase: str) -> Now:
        return Now(self.pack, self.state, self.seat, self.event, self.it, phase)

    def _with(self, name: str, value: int) -> Now:
        state = self.state
        if name not in self.pack.counters:
            return self.with_state(with_table(state, with_entry(state.table, name, value)))
        return self.with_state(with_seat(state, self.seat, with_entry(state.seats[self.seat], name, value)))

    def _counter(self, name: str) -> tuple[int, Counter]:
        if name in self.pack.counters:
            return self.state.seats[self.seat][name], self.pack.counters[name]
        return self.state.table[name], self.pack.table[name]

    def _within_bounds(self, rule: Counter, value: int) -> int:
        if rule.high is not None:
            value = min(value, max(rule.high(self), self._counter(rule.name)[0]))
        return value if rule.low is None else max(value, rule.low)


def filled(text: Text, now: Now) -> Said:
    """The text with its braces answered at this moment."""
    if not text.fields:
        return Said(text.message)
    return Said(text.message, tuple((name, ask(now)) for name, ask in text.fields.items()))
