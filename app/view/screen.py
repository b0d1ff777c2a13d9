"""The screen as a value: everything that is shown, projected from pack, state and moment, with no Kivy in sight."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from app.doings import Doing
from app.game.dice import text_of
from app.game.events import CardSeen, Fact, Rolled
from app.game.now import Now, filled
from app.game.offers import anytime, offered
from app.game.options import Offer
from app.game.pack import Counter as CounterRule
from app.game.pack import Pack, Phase
from app.game.rules import AS_IT_STOOD
from app.game.state import Fill, Said, State, said_plainly
from app.game.step import awaited_dice, here
from app.view.ledger import PileView, ledger_of
from app.view.marks import SEAT_MARKS
from app.view.sentences import is_secret, sentence_of, veiled

LONGEST_TRACK = 60
UNREAD = "?"  # stands for what a die that could not be read shows


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a person may do now: `id` comes back in `Chose`, `label` is shown, `primary` is what go on does."""

    id: str
    label: str
    enabled: bool = True
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """The one question or task of the moment, at most 90 characters, with its choices."""

    text: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One stop on the phase ribbon."""

    label: str
    active: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where one seat's mark stands on a track that all share."""

    seat: int
    name: str
    colour: str
    shape: str
    letter: str
    value: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A number a person may step by hand: `path` names it in `Adjusted`. Between `low` and `high` it is a track.

    `marks` are the numbers at which something happens. With `places` it is a track that all seats share, and `value`
    the furthest that any has come.
    """

    path: str
    label: str
    value: int
    low: int | None = None
    high: int | None = None
    marks: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()

    @property
    def is_track(self) -> bool:
        """Whether there are few enough steps to see each."""
        return self.low is not None and self.high is not None and 0 < self.high - self.low <= LONGEST_TRACK


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's panel: colour is never the only sign, so `shape` and `letter` say it too."""

    seat: int
    name: str
    colour: str
    shape: str
    letter: str
    active: bool
    score: int | None
    counters: tuple[Counter, ...] = ()
    # What the seat may do at any moment, and what only its player may see, by holding a finger on the panel.
    choices: tuple[Choice, ...] = ()
    whisper: str = ""
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DieView:
    """A die of a roll, as it may be touched: `alternatives` a second guess first, `fact` the roll's seq in the log."""

    fact: int
    index: int
    text: str
    colour: str
    sure: bool
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollView:
    """The last roll: its dice and the photo behind it (a key into the store, None where there is none)."""

    fact: int
    dice: tuple[DieView, ...]
    photo: str | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One fact in plain words; `dice` lets a die of an older roll be corrected from the log."""

    seq: int
    text: str
    who: str
    photo: str | None = None
    dice: tuple[DieView, ...] = ()
    aside: bool = False
    by: str = ""
    thrower: int | None = None  # the seat whose throw it was
    is_card: bool = False  # the eye saw a card, which may be put right


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that is shown but not yet accepted: each die with its alternatives, or the card in fact `fact`."""

    text: str
    dice: tuple[DieView, ...]
    photo: str | None = None
    fact: int = 0
    card: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """One wire at a glance."""

    name: str
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole game screen."""

    title: str
    ribbon: tuple[Step, ...]
    prompt: Prompt
    seats: tuple[Seat, ...]
    table: tuple[Counter, ...] = ()
    roll: RollView | None = None
    doubt: Doubt | None = None
    log: tuple[LogRow, ...] = ()
    notice: str = ""
    notice_use: int | None = None
    can_undo: bool = False
    can_redo: bool = False
    can_go_on: bool = False
    health: tuple[Health, ...] = ()
    ended: bool = False
    awaited: tuple[DieView, ...] = ()
    # The deck ledger; switches and printed numbers that may be set; what to lay out before the game.
    piles: tuple[PileView, ...] = ()
    settings: tuple[Counter, ...] = ()
    checklist: tuple[str, ...] = ()
    seconds_left: int | None = None


@dataclass(frozen=True, slots=True)
class ReadDie:
    """A die as the eye read it: what it shows, the next likeliest face, and whether the eye is sure."""

    text: str
    colour: str
    sure: bool = True
    runner_up: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the eye read and has not yet been told is right."""

    text: str
    dice: tuple[ReadDie, ...]
    photo: str | None = None
    fact: int = 0
    card: CardSeen | None = None


@dataclass(frozen=True)
class Moment:
    """Everything shown that is not the game: the log's tail (oldest first), wires, an open doubt, undo, language.

    `at` is table time in seconds, and `deadline` the table time at which the running timer is up.
    """

    at: float = 0.0
    facts: tuple[Fact, ...] = ()
    doubt: Reading | None = None
    notice: str | Said = ""
    notice_use: int | None = None
    can_undo: bool = False
    can_redo: bool = False
    health: tuple[Health, ...] = ()
    translate: Callable[[str], str] = str
    deadline: float | None = None
    doings: Mapping[int, Doing] = field(default_factory=dict)  # by seq: whose deed a fact was, and its words


def screen_of(pack: Pack, state: State, moment: Moment) -> Screen:
    """The whole screen of a moment; the same input gives the same screen."""
    now, phase = here(pack, state)
    offers = () if state.ended else offered(now, phase)
    rows = tuple(_row_of(pack, state, fact, moment) for fact in moment.facts)
    told = " · ".join(_told(said, moment) for said in state.said)
    roll = _roll_of(moment, rows, told)
    return Screen(
        title=moment.translate(pack.title),
        ribbon=_ribbon_of(pack, phase, state, moment),
        prompt=_prompt_of(pack, state, now, phase, offers, moment),
        seats=tuple(_seat_of(pack, state, seat, now, phase, moment) for seat in range(len(state.players))),
        table=(*(_counter_of(now, rule, moment) for rule in pack.table.values() if rule.shown),
               *(_shared_of(pack, state, rule, moment) for rule in pack.counters.values() if rule.track)),
        roll=roll,
        doubt=_doubt_of(pack, moment),
        log=rows,
        notice=_notice_of(moment) or ("" if roll and roll.note else told),
        notice_use=moment.notice_use,
        can_undo=moment.can_undo,
        can_redo=moment.can_redo,
        can_go_on=any(offer.button == "go_on" and not offer.why for offer in offers),
        health=moment.health,
        ended=state.ended,
        awaited=_awaited_of(pack, state),
        piles=ledger_of(pack, state, moment.translate),
        settings=tuple(_counter_of(now, rule, moment) for rule in pack.table.values() if rule.kept),
        checklist=_checklist_of(pack, now, phase, moment),
        seconds_left=None if moment.deadline is None else max(0, ceil(moment.deadline - moment.at)),
    )


def _checklist_of(pack: Pack, now: Now, phase: Phase, moment: Moment) -> tuple[str, ...]:
    lines = pack.checklist if phase.checklist else ()
    return tuple(_told(filled(line.text, now), moment) for line in lines if line.show is None or line.show(now))


def any_alternatives(shows: str, runner_up: str | None = None) -> tuple[str, ...]:
    """The same for a die that no game says anything of."""
    return tuple(sorted(set("123456") - {shows}, key=lambda face: (face != runner_up, face)))


def die_alternatives(pack: Pack, colour: str, shows: str, runner_up: str | None = None) -> tuple[str, ...]:
    """What else a die may show: the eye's second guess, then the others in their order."""
    faces = {str(face) for die in pack.dice.values() if colour in (die.colour, "") for face in die.faces}
    return tuple(sorted((faces or set("123456")) - {shows}, key=lambda face: (face != runner_up, face)))


def _told(said: Said, moment: Moment) -> str:
    fields = tuple((name, _in_language(name, value, moment)) for name, value in said.fields)
    return said_plainly(Said(moment.translate(said.message), fields))


def _notice_of(moment: Moment) -> str:
    notice = moment.notice
    return _told(notice, moment) if isinstance(notice, Said) else moment.translate(notice)


def _in_language(name: str, value: Fill, moment: Moment) -> str | int:
    """What people are called stays as it is."""
    if isinstance(value, Said):
        return _told(value, moment)
    is_person = name in ("player", "opponent", "names") or name.startswith("name(")
    return value if isinstance(value, int) or is_person else moment.translate(value)


def _part_interrupted(pack: Pack, state: State) -> str:
    """Where the game goes on after a phase that belongs to no part of its own."""
    return pack.phases[state.back[-1].removeprefix(AS_IT_STOOD)].part if state.back else ""


def _ribbon_of(pack: Pack, phase: Phase, state: State, moment: Moment) -> tuple[Step, ...]:
    part = phase.part or _part_interrupted(pack, state)
    reached = pack.parts.index(part) if part in pack.parts else -1
    return tuple(
        Step(moment.translate(part), index == reached and not state.ended, index < reached or state.ended)
        for index, part in enumerate(pack.parts)
    )


def _prompt_of(
    pack: Pack, state: State, now: Now, phase: Phase, offers: tuple[Offer, ...], moment: Moment
) -> Prompt:
    if state.outcome is not None:
        return Prompt(_told(state.outcome, moment))
    if state.ended:
        names = ", ".join(state.players[seat] for seat in state.winners)
        return Prompt(_told(Said("The game has ended: {names} wins", (("names", names),)), moment))
    choices = tuple(Choice(offer.id, _told(offer.label, moment), not offer.why, offer.button == "go_on")
                    for offer in offers)
    hint = _told(filled(phase.hint, now), moment) if phase.hint else ""
    return Prompt(_told(filled(phase.prompt, now), moment), choices, hint)


def _seat_of(pack: Pack, state: State, seat: int, now: Now, phase: Phase, moment: Moment) -> Seat:
    there = Now(pack, state, seat)
    colour, shape = SEAT_MARKS[seat]
    name = state.players[seat]
    score = pack.score(there) if pack.score else None
    counters = tuple(_counter_of(there, rule, moment) for rule in pack.counters.values() if rule.shown)
    offers = [offer for offer in anytime(now) if offer.seat == seat]
    return Seat(
        seat, name, colour, shape, name[:1].upper(), seat == now.seat and not state.ended, score, counters,
        tuple(Choice(offer.id, _told(offer.label, moment), not offer.why) for offer in offers),
        _whisper_of(now, phase, seat, moment), _hand_of(pack, state, seat, moment),
    )  # fmt: skip


def _whisper_of(now: Now, phase: Phase, seat: int, moment: Moment) -> str:
    if phase.whisper is None or (phase.whisper_to(now) if phase.whisper_to else now.seat) != seat:
        return ""
    return _told(filled(phase.whisper, now), moment)


def _hand_of(pack: Pack, state: State, seat: int, moment: Moment) -> tuple[str, ...]:
    secret = [name for name, rule in pack.piles.items() if rule.secret and rule.own]
    return tuple(moment.translate(card) for name in secret for layer in state.piles[f"{name}@{seat}"] for card in layer)


def _counter_of(there: Now, rule: CounterRule, moment: Moment) -> Counter:
    high = rule.high(there) if rule.high else None
    marks = tuple(sorted(rule.marks))
    return Counter(rule.name, moment.translate(rule.label), there.value(rule.name), rule.low, high, marks)


def _shared_of(pack: Pack, state: State, rule: CounterRule, moment: Moment) -> Counter:
    """A counter of the seats as the one track that it is on the table."""
    seats = range(len(state.players))
    each = [_counter_of(Now(pack, state, seat), rule, moment) for seat in seats]
    places = tuple(Place(seat, state.players[seat], *SEAT_MARKS[seat], state.players[seat][:1].upper(),
                         each[seat].value) for seat in seats)
    furthest = max(each, key=lambda counter: counter.value)
    return replace(furthest, places=places)


def _roll_of(moment: Moment, rows: tuple[LogRow, ...], told: str) -> RollView | None:
    taken = [(fact, row) for fact, row in zip(moment.facts, rows, strict=True) if not fact.aside]
    for fact, row in reversed(taken):
        if isinstance(fact.event, Rolled):
            return RollView(fact.seq, row.dice, fact.photo, told if fact is taken[-1][0] else "")
    return None


def _awaited_of(pack: Pack, state: State) -> tuple[DieView, ...]:
    """The dice that the moment waits for, not thrown yet, each with every face it may show."""
    kinds = [kind for kind in awaited_dice(pack, state) for _ in range(kind.count)]
    return tuple(DieView(0, index, "", kind.colour, False, tuple(map(str, sorted(set(kind.values), key=str))))
                 for index, kind in enumerate(kinds))


def _doubt_of(pack: Pack, moment: Moment) -> Doubt | None:
    doubt = moment.doubt
    if doubt is None:
        return None
    dice = tuple(
        DieView(0, index, die.text, die.colour, die.sure, die_alternatives(pack, die.colour, die.text, die.runner_up))
        for index, die in enumerate(doubt.dice)
    )
    card = moment.translate(veiled(pack, doubt.card.name)) if doubt.card else ""
    return Doubt(moment.translate(doubt.text), dice, doubt.photo, doubt.fact, card)


def _row_of(pack: Pack, state: State, fact: Fact, moment: Moment) -> LogRow:
    dice = _dice_of(pack, fact) if isinstance(fact.event, Rolled) else ()
    kind, _, seat = fact.by.partition(" ")
    doing = moment.doings.get(fact.seq, Doing(None))
    given = fact.event.thrower if isinstance(fact.event, Rolled) else None
    doer = given if given is not None else int(seat) if seat else doing.seat
    who = moment.translate(f"the {fact.by}") if doer is None else state.players[doer]
    text = _told(sentence_of(pack, state, fact.event, doing.label), moment)
    return LogRow(fact.seq, text, who, fact.photo, dice, bool(fact.aside), kind,
                  doer if dice else None, _is_open_card(pack, state, fact))


def _is_open_card(pack: Pack, state: State, fact: Fact) -> bool:
    return isinstance(fact.event, CardSeen) and not is_secret(pack, state, fact.event.name)


def _dice_of(pack: Pack, fact: Fact) -> tuple[DieView, ...]:
    assert isinstance(fact.event, Rolled)
    before = fact.was.dice if isinstance(fact.was, Rolled) else ()
    return tuple(
        DieView(fact.seq, index, text_of(die), die.colour, True, die_alternatives(
            pack, die.colour, text_of(die), text_of(before[index]) if index < len(before) else None))
        for index, die in enumerate(fact.event.dice)
    )  # fmt: skip
