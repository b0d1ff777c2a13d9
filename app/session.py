"""The game in play: the inbox, the log, and how facts are taken, taken back and put right."""
from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from app.errors import StoreError, UnknownGame
from app.game.errors import NotNow
from app.game.events import DOUBTED, OVERTAKEN, UNAWAITED, CardSeen, Event, Fact, Rolled, TimeUp, Voided
from app.game.pack import Pack
from app.game.state import Said, State, said_plainly
from app.game.step import setup, step
from app.kept import told_before
from app.packs import load_pack
from app.replay import (
    RULES,
    UNDO_DEPTH,
    Line,
    Mark,
    line_at,
    mark_of,
    newly_set_aside,
    reason_against,
    replayed,
)
from app.store import GameSummary, SavedGame
from app.timing import Timing, deadline_of, timed, timing_of


class Keeper(Protocol):
    """The store, as far as a session needs it: each call is on disk when it returns."""

    def new_game(self, pack: str, version: str, players: tuple[str, ...], at: float) -> str: ...
    def append(self, game_id: str, fact: Fact) -> None: ...
    def replace_log(self, game_id: str, facts: tuple[Fact, ...]) -> None: ...
    def load(self, game_id: str) -> SavedGame: ...
    def games(self) -> tuple[GameSummary, ...]: ...


class Unkept:
    """A store that keeps nothing: for stories and random play."""

    def new_game(self, pack: str, version: str, players: tuple[str, ...], at: float) -> str:
        return "unkept"

    def append(self, game_id: str, fact: Fact) -> None:
        pass

    def replace_log(self, game_id: str, facts: tuple[Fact, ...]) -> None:
        pass

    def load(self, game_id: str) -> SavedGame:
        raise UnknownGame(f"no game {game_id!r} is kept")

    def games(self) -> tuple[GameSummary, ...]:
        return ()


class Seen(NamedTuple):
    """Something posted from another thread, waiting for the main one."""

    event: Event
    by: str
    photo: str | None
    was: Event | None


class Session:
    """Owned by the main thread; only `post` may be called from another. The state is always the fold of the log."""

    def __init__(self, store: Keeper, pack: Pack, players: Sequence[str], at: float = 0.0) -> None:
        state = setup(pack, players)
        told = told_before(store, pack)
        game_id = store.new_game(pack.name, pack.version, tuple(players), at)
        self._open(store, pack, game_id, tuple(players), Line((), state))
        for adjusted in told:
            self.act(adjusted, RULES, 0.0)
        self._say(None)

    @classmethod
    def resume(cls, store: Keeper, game_id: str) -> Session:
        """The saved game as it stood. Facts that a changed pack no longer takes are set aside, and shown."""
        saved = store.load(game_id)
        pack = load_pack(saved.summary.pack)
        past, line = replayed(pack, saved.summary.players, saved.facts)
        session = cls.__new__(cls)
        session._open(store, pack, game_id, saved.summary.players, line)
        session._past.extend(past)
        session._timing = timing_of(pack, saved.summary.players, line.facts)
        session._say(_since_saved(saved, session))
        return session

    def _open(self, store: Keeper, pack: Pack, game_id: str, players: tuple[str, ...], line: Line) -> None:
        self._store = store
        self._players = players
        self._at = 0.0
        self._timing = timed(Timing(), pack, line.state, None, 0.0)
        self._inbox: SimpleQueue[Seen] = SimpleQueue()
        self._waiting: deque[Seen] = deque()
        self._past: deque[Mark] = deque(maxlen=UNDO_DEPTH)
        self._future: list[Mark] = []
        self._line = line
        self._searched: Line | None = None
        self._doubt: Fact | None = None
        self._last_seq = max((fact.seq for fact in line.facts), default=0)
        self.pack = pack
        self.game_id = game_id
        self.notice_said: Said | None = None
        self.notice_use: int | None = None

    # what may be asked

    @property
    def state(self) -> State:
        return self._line.state

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat down to it."""
        return self._players

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact kept, those set aside too, oldest first."""
        return self._line.facts

    @property
    def log(self) -> tuple[Fact, ...]:
        """The facts that count: the state is their fold."""
        return tuple(fact for fact in self._line.facts if not fact.aside)

    @property
    def aside(self) -> tuple[Fact, ...]:
        """What nobody awaited, and what a correction overtook."""
        return tuple(fact for fact in self._line.facts if fact.aside)

    @property
    def doubt(self) -> Fact | None:
        """The oldest reading that a person must look at before anything else that is seen counts."""
        if self._searched is not self._line:  # looking through a long log on every tick would cost
            self._searched = self._line
            self._doubt = next((fact for fact in self._line.facts if fact.aside == DOUBTED), None)
        return self._doubt

    @property
    def deadline(self) -> float | None:
        """The table time at which the running timer is up; None if none runs."""
        return deadline_of(self._timing, self.pack, self.state)

    @property
    def notice(self) -> str:
        """Why the last act was refused, or what else must be known, in English; `notice_said` is translated."""
        return said_plainly(self.notice_said) if self.notice_said else ""

    def acts(self, most: int) -> Iterator[tuple[Fact, State]]:
        """The last acts that count, newest first, each with the game as it stood before."""
        log = self.log
        seqs = [fact.seq for fact in log]
        for mark in islice(reversed(self._past), most):
            place = bisect_right(seqs, mark.facts[mark.length - 1].seq if mark.length else 0)
            if place < len(log):
                yield log[place], mark.state

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    # facts

    def post(self, event: Event, by: str, photo: str | None = None, was: Event | None = None) -> None:
        """Hand in what was seen or pressed, from any thread; `drain` takes it."""
        self._inbox.put(Seen(event, by, photo, was))

    def drain(self, at: float) -> bool:
        """Take what was posted, at table time `at`; nothing seen while a doubt is open. True if anything changed."""
        self._at = at
        changed = self._ring()
        while seen := self._next_seen():
            if _is_doubted(seen.event):
                self._keep(Fact(self._next_seq(), at, seen.by, seen.event, seen.photo, seen.was, DOUBTED))
            else:
                self.act(seen.event, seen.by, at, seen.photo, seen.was)
            changed = True
        return changed

    def act(self, event: Event, by: str, at: float, photo: str | None = None, was: Event | None = None) -> bool:
        """Take one event: False, with the reason in `notice`, if it does not fit now. On disk before it shows."""
        self._say(None)
        try:
            state = step(self.pack, self.state, event, by)
        except NotNow as refusal:
            self._not_awaited(event, by, at, photo, was, refusal)
            return False
        fact = Fact(self._next_seq(), at, by, event, photo, was)
        self._store.append(self.game_id, fact)
        self._at = at
        self._advance(Line((*self.facts, fact), state), event, automatic=by == RULES)
        return True

    def settle(self, seq: int, event: Event, at: float) -> bool:
        """Take doubted fact `seq` as a person says it is, once no die of it is doubted any more.

        False, with the reason in `notice`, if nothing awaits it: it is then kept unassigned.
        """
        doubted = self._fact(seq)
        was = doubted.was or (None if event == doubted.event else doubted.event)
        others = tuple(each for each in self.facts if each.seq != seq)
        fact = replace(doubted, seq=self._next_seq(), at=at, event=event, was=was, aside="")
        self._say(None)
        try:
            line = Line((*others, fact), step(self.pack, self.state, event, fact.by))
        except NotNow as refusal:
            self._say(refusal.said, fact.seq)
            line = Line((*others, replace(fact, aside=UNAWAITED)), self.state)
        self._store.replace_log(self.game_id, line.facts)
        self._advance(line)
        return not line.facts[-1].aside

    def doubt_less(self, event: Event) -> None:
        """Keep what a person said of one die of the open doubt, while others of it are still doubted."""
        doubt = self.doubt
        if doubt is not None:
            said = replace(doubt, event=event, was=doubt.was or doubt.event)
            facts = tuple(said if fact.seq == doubt.seq else fact for fact in self.facts)
            self._store.replace_log(self.game_id, facts)
            self._line = Line(facts, self.state)

    def use(self, seq: int, at: float) -> bool:
        """Take a fact that nobody awaited as what the game waits for now; False, with a notice, if it does not fit.

        A card that the ledger thought impossible is taken at a person's word.
        """
        stray = self._fact(seq)
        if not stray.aside:
            raise NotNow("fact {number} counts already", number=seq)
        others = tuple(fact for fact in self.facts if fact.seq != seq)
        fact = replace(stray, seq=self._next_seq(), at=at, event=_certain(stray.event), aside="")
        return self._rewrite((*others, fact), fact.seq)

    def correct(self, seq: int, event: Event) -> bool:
        """Replace what fact `seq` says, keep what it said first, and play the log again from there.

        Later facts that no longer hold are set aside; those that hold again come back. False, with a notice, if the
        corrected fact itself does not hold.
        """
        fact = self._fact(seq)
        put_right = replace(fact, event=event, was=fact.was or fact.event)
        return self._rewrite(tuple(put_right if each.seq == seq else each for each in self.facts), seq)

    def void(self, seq: int) -> bool:
        """Take a throw back by agreement: it stays in the log, out of the game and the statistics."""
        return self.correct(seq, Voided(seq))

    def refuse(self, refusal: NotNow | StoreError) -> None:
        """Say why what was asked could not be done."""
        self._say(refusal.said if isinstance(refusal, NotNow) else Said(str(refusal)))

    def undo(self) -> bool:
        """Back to before the last act of a person or of the table; facts that nobody awaited stay."""
        return self._travel(self._past, self._future)

    def redo(self) -> bool:
        return self._travel(self._future, self._past)

    # how

    def _next_seen(self) -> Seen | None:
        """What was posted first and may be taken now."""
        while True:
            try:
                self._waiting.append(self._inbox.get_nowait())
            except Empty:
                break
        for index, seen in enumerate(self._waiting):
            if self.doubt is None or not isinstance(seen.event, Rolled | CardSeen):
                del self._waiting[index]
                return seen
        return None

    def _keep(self, fact: Fact) -> None:
        """Keep a fact that does not count, or not yet."""
        self._store.append(self.game_id, fact)
        self._line = Line((*self.facts, fact), self.state)

    def _say(self, said: Said | None, use: int | None = None) -> None:
        self.notice_said, self.notice_use = said, use

    def _next_seq(self) -> int:
        self._last_seq += 1
        return self._last_seq

    def _fact(self, seq: int) -> Fact:
        for fact in self.facts:
            if fact.seq == seq:
                return fact
        raise NotNow("there is no fact {number} in the log", number=seq)

    def _advance(self, line: Line, event: Event | None = None, automatic: bool = False) -> None:
        if not automatic:
            self._past.append(mark_of(self._line))
            self._future.clear()
        self._show(line, event)

    def _show(self, line: Line, event: Event | None = None) -> None:
        self._line = line
        self._timing = timed(self._timing, self.pack, line.state, event, self._at)

    def _ring(self) -> bool:
        """Time that is up is a fact like any other."""
        deadline = self.deadline
        if deadline is None or self._at < deadline:
            return False
        return self.act(TimeUp(self._timing.timer), RULES, self._at)

    def _not_awaited(
        self, event: Event, by: str, at: float, photo: str | None, was: Event | None, refusal: NotNow
    ) -> None:
        """What the table showed is kept, unassigned; a touch that does not fit needs only its reason."""
        if not isinstance(event, Rolled | CardSeen):
            self._say(None if by == RULES else refusal.said)
            return
        fact = Fact(self._next_seq(), at, by, event, photo, was, UNAWAITED)
        self._keep(fact)
        self._say(refusal.said, fact.seq)

    def _rewrite(self, facts: tuple[Fact, ...], seq: int) -> bool:
        """Play changed facts; refused if fact `seq`, which was meant to count, then does not."""
        _, line = replayed(self.pack, self._players, facts)
        changed = next(fact for fact in line.facts if fact.seq == seq)
        if changed.aside == OVERTAKEN:
            self._say(reason_against(self.pack, self._players, line.facts, changed))
            return False
        self._store.replace_log(self.game_id, line.facts)
        self._say(newly_set_aside(self.facts, line.facts))
        self._advance(line)
        return True

    def _travel(self, source: deque[Mark] | list[Mark], other: deque[Mark] | list[Mark]) -> bool:
        if not source:
            return False
        line = line_at(source[-1], self.facts)
        self._store.replace_log(self.game_id, line.facts)
        other.append(mark_of(self._line))
        source.pop()
        self._show(line)
        self._say(None)
        return True


def _since_saved(saved: SavedGame, session: Session) -> Said | None:
    """What a changed pack has made of the saved log, in words; None if all of it still holds."""
    lost = newly_set_aside(saved.facts, session.facts)
    if lost and session.pack.version != saved.summary.version:
        return Said("{game} has changed since this game was saved: {lost}",
                    (("game", session.pack.title), ("lost", lost)))
    return lost


def _certain(event: Event) -> Event:
    return replace(event, certain=True) if isinstance(event, CardSeen) else event


def _is_doubted(event: Event) -> bool:
    if isinstance(event, CardSeen):
        return not event.sure
    return isinstance(event, Rolled) and not all(die.sure for die in event.dice)
