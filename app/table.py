"""The table in play: answers what touches and buttons ask, one game at a time, and makes the screen of it."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TypeVar

import numpy as np

from app.asked import reading_of
from app.clock import TableClock
from app.config import Places
from app.courses import courses_in
from app.doings import Doing, doing_of
from app.errors import StoreError
from app.eye import Eye, Watch, told_again
from app.free_dice import FreeDice
from app.game.errors import GameError, NotNow
from app.game.events import Adjusted, CardSeen, Chose, Event, Fact, Moved, Pressed, Rolled, Shuffled, Voided
from app.game.state import Said, State
from app.language import translation_of
from app.lesson import teach
from app.library import library_in
from app.lights import lights_of
from app.lines import condition_of, disk_of, line_of, shares_of, title_of
from app.measuring import Beside, Measuring, Terminal
from app.packs import known_packs, load_pack
from app.replay import UNDO_DEPTH
from app.retrospect import Retrospect, look_back
from app.senses import expectation_of, put_right, thrown_by_hand
from app.session import Session
from app.sticks import give_stick, hand_out, take_from_stick
from app.store import Store
from app.view.card_names import cards_like
from app.view.courses import Course
from app.view.free_screen import FreeScreen
from app.view.measured import Measured
from app.view.screen import Health, Moment, Screen, screen_of
from app.view.statistics import DieCount, TimeShare, statistics_of
from app.view.words import Tongue
from hardware.panel import Panel
from hardware.pins import Pins

LOG_ROWS = 60
E = TypeVar("E", Rolled, CardSeen)


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a screen depends on: as long as it is the same, so is the screen."""

    state: State
    facts: tuple[Fact, ...]
    notice: str | Said
    can_undo: bool
    can_redo: bool
    paused: bool
    health: tuple[Health, ...]
    language: str
    seconds_left: int | None


class Table:
    """What the app is for its widgets (see `app.view.acts.Acts`); lives on the main thread, `tick` is its heartbeat."""

    def __init__(self, store: Store, eye: Eye | None, panel: Panel | None, pins: Pins | None = None,
                 procedure: Callable[[Terminal], int] | None = None) -> None:
        self._store, self._eye, self._panel, self._pins, self._procedure = store, eye, panel, pins, procedure
        self._measuring: Measuring | None = None
        self._session: Session | None = None
        self._free: FreeDice | None = None
        self._clock = TableClock()
        self._shown: Shown | None = None
        self._screen: Screen | None = None
        self._title = ""
        self._doings: dict[Fact, Doing] = {}
        self._help = ""
        self._refusal = ""

    @property
    def session(self) -> Session | None:
        return self._session

    # the shelf

    def games(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, load_pack(name).title) for name in known_packs())

    def seats_of(self, game: str) -> tuple[int, int]:
        pack = load_pack(game)
        return pack.fewest, pack.most

    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for game in self._store.games() for name in game.players))

    def unfinished(self) -> tuple[tuple[str, str, str | None], ...]:
        return tuple((game.id, line_of(game), self._store.last_roll_photo(game.id))
                     for game in self._store.games() if game.unfinished and game.facts)

    def condition(self) -> tuple[Health, ...]:
        wires = (("camera", self._eye), ("panel", self._panel))
        return (*(condition_of(name, wire.health if wire else None) for name, wire in wires),
                disk_of(self._store.path.parent))

    def keep_photos(self, games: int) -> None:
        self._store.games_with_photos = games

    def start(self, game: str, players: tuple[str, ...]) -> None:
        self._sit_down(lambda: Session(self._store, load_pack(game), players, time.time()))

    def resume(self, game_id: str) -> None:
        self._sit_down(lambda: Session.resume(self._store, game_id))

    def tell(self, words: str) -> None:
        """Have them read by whoever sits there, once."""
        self._refusal = words

    def refusal(self) -> str:
        refusal, self._refusal = self._refusal, ""
        return refusal

    def throw_freely(self) -> None:
        self.leave()
        self._free = FreeDice(self._eye)

    def free(self) -> FreeScreen | None:
        return self._free.screen if self._free else None

    def delete_photos(self) -> None:
        self._store.delete_photos()

    def back_up(self) -> str | Callable[[], str]:
        return give_stick(Places(self._store.path.parent))

    def bring_back(self) -> str | Callable[[], str]:
        return take_from_stick(Places(self._store.path.parent))

    def export(self) -> str | Callable[[], str]:
        return hand_out(self._store, self._session.game_id) if self._session else ""

    def can_measure(self) -> bool:
        return self._procedure is not None

    def measure(self) -> None:
        self.leave()
        if self._procedure is not None:
            self._measuring = Measuring(self._procedure)

    def courses(self) -> tuple[Course, ...]:
        return courses_in(self._store)

    def teach(self, course: Course) -> None:
        """Cards and faces count for the eye as soon as they are shown."""
        self.leave()
        if (eye := self._eye) is not None:
            self._measuring = Measuring(partial(self._lesson, eye, course), f"{course.game}: {course.title}")

    def _lesson(self, eye: Eye, course: Course, teacher: Measuring) -> int:
        try:
            return teach(self._store, Beside(eye), course, teacher)
        finally:
            eye.library = library_in(self._store)[0]

    def measured(self) -> Measured | None:
        return self._measuring.shown if self._measuring else None

    def answer(self, text: str) -> None:
        if self._measuring is not None:
            self._measuring.answer(text)

    def leave(self) -> None:
        if self._measuring is not None:
            self._measuring.close()
            self._measuring = None
        self._session = self._shown = self._screen = self._free = None
        if self._eye is not None:
            self._eye.watch = None

    # the game

    def screen(self) -> Screen | None:
        return self._screen

    def choose(self, choice: str, count: int | None = None) -> None:
        self._act(Chose(choice, count))

    def press(self, button: str, by: str = "table") -> None:
        """A button of the screen or of the panel: three of them are not the game's but the table's own."""
        own = {"undo": self.undo, "pause": self.pause, "help": self.help}
        own.get(button, lambda: self._act(Pressed(button), by))()

    def adjust(self, path: str, seat: int | None, value: int) -> None:
        self._act(Adjusted(path, value, seat))

    def roll(self, texts: tuple[str, ...]) -> None:
        """The awaited dice, told by touch."""
        if self._free is not None:
            self._free.tell(texts)
        if self._session is not None:
            self._act(thrown_by_hand(self._session.pack, self._session.state, texts))

    def move(self, card: str, source: str, target: str) -> None:
        self._act(Moved(card, source, target))

    def shuffle(self, pile: str, into: str = "") -> None:
        self._act(Shuffled(pile, into))

    def undo(self) -> None:
        if self._free is not None:
            self._free.undo()
        self._with_session(Session.undo)

    def redo(self) -> None:
        self._with_session(Session.redo)

    def pause(self) -> None:
        (self._clock.go_on if self._clock.paused else self._clock.pause)()

    def help(self) -> None:
        """Say the hint of the moment once more, or take it away."""
        if self._screen is not None:
            self._help = "" if self._help else self._screen.prompt.hint or self._screen.prompt.text

    # readings

    def correct(self, fact: int, die: int, text: str) -> None:
        if self._free is not None:
            self._free.correct(fact, die, text)
        rolled = self._event(fact, Rolled)
        if rolled is not None:
            self._with_session(lambda session: session.correct(fact, put_right(rolled, die, text)))

    def settle_doubt(self, die: int, text: str) -> None:
        doubt = self._session.doubt if self._session else None
        if doubt is not None and isinstance(doubt.event, Rolled):
            self._settle(doubt, put_right(doubt.event, die, text))

    def cards_like(self, fact: int) -> tuple[tuple[str, str], ...]:
        session, seen = self._session, self._event(fact, CardSeen)
        if session is None or seen is None:
            return ()
        doubted = session.doubt is not None and session.doubt.seq == fact
        acts = session.acts(UNDO_DEPTH)
        before = session.state if doubted else next((state for act, state in acts if act.seq == fact), None)
        return cards_like(session.pack, before, seen, translation_of(Tongue.language))

    def name_card(self, fact: int, card: str) -> None:
        """A doubted card is taken as it was said; one of the log is put right, whatever the ledger thinks of it."""
        doubt = self._session.doubt if self._session else None
        if doubt is not None and doubt.seq == fact and isinstance(doubt.event, CardSeen):
            said = CardSeen(card, doubt.event.deck)
            self._with_session(lambda session: session.settle(fact, said, self._clock.now()))
        elif (seen := self._event(fact, CardSeen)) is not None:
            self._with_session(lambda session: session.correct(fact, CardSeen(card, seen.deck, certain=True)))

    def throw_by(self, fact: int, seat: int) -> None:
        rolled = self._event(fact, Rolled)
        if rolled is not None:
            self._with_session(lambda session: session.correct(fact, replace(rolled, thrower=seat)))

    def no_roll(self) -> None:
        doubt = self._session.doubt if self._session else None
        if doubt is not None:
            self._with_session(lambda session: session.settle(doubt.seq, Voided(doubt.seq), self._clock.now()))

    def void(self, fact: int) -> None:
        if self._free is not None:
            self._free.void(fact)
        self._with_session(lambda session: session.void(fact))

    def use(self, fact: int) -> None:
        self._with_session(lambda session: session.use(fact, self._clock.now()))

    def look_again(self) -> None:
        """Read the same dice anew; a doubt that is open is what shall be read again."""
        self.no_roll()
        if self._eye is not None and self._eye.watch is not None:
            self._eye.watch = told_again(self._eye.watch)

    def statistics(self) -> tuple[DieCount, ...]:
        session = self._session
        return statistics_of(session.pack, session.facts, self._look_back().thrown_by) if session else ()

    def times(self) -> tuple[TimeShare, ...]:
        seen = self._look_back()
        parts = {translation_of(Tongue.language)(part): seconds for part, seconds in seen.by_part.items() if part}
        return (*shares_of(seen.by_player), *shares_of(parts))

    # pictures

    def preview(self) -> np.ndarray | None:
        return self._eye.preview if self._eye else None

    def photo(self, key: str) -> bytes | None:
        return self._free.photo(key) if self._free else self._store.photo(key)

    # the heartbeat

    def tick(self) -> None:
        """Take what has come in from buttons and eye, then show what has changed."""
        for press in (press for wire in (self._panel, self._pins) if wire for press in wire.presses()):
            if not press.long:
                self.press(press.button, "panel")
        session = self._session
        if self._free is not None:
            self._free.tick()
        if session is None:
            return
        if not self._clock.paused:
            session.drain(self._clock.now())
        shown = self._moment_of(session)
        if shown != self._shown:
            self._show(session, shown)

    # how

    def _sit_down(self, make: Callable[[], Session]) -> None:
        try:
            session = make()
        except (GameError, StoreError) as refusal:
            self._refusal = str(refusal)
            return
        at = session.facts[-1].at if session.facts else 0.0
        self._session, self._clock, self._title, self._help = session, TableClock(at), "", ""
        self._doings = {}
        self.tick()

    def _act(self, event: Event, by: str = "table") -> None:
        self._with_session(lambda session: session.act(event, by, self._clock.now()))

    def _with_session(self, act: Callable[[Session], object]) -> None:
        if self._session is None:
            return
        self._help = ""
        try:
            act(self._session)
        except (NotNow, StoreError) as refusal:
            self._session.refuse(refusal)
        self._clock.go_on()

    def _look_back(self) -> Retrospect:
        session = self._session
        return look_back(session.pack, session.players, session.facts) if session else Retrospect()

    def _event(self, seq: int, kind: type[E]) -> E | None:
        """What fact `seq` says, if it is of that kind."""
        facts = self._session.facts if self._session else ()
        return next((fact.event for fact in facts if fact.seq == seq and isinstance(fact.event, kind)), None)

    def _settle(self, doubt: Fact, said: Rolled) -> None:
        """The roll is taken when no die of it is doubted any more."""
        if all(die.sure for die in said.dice):
            self._with_session(lambda session: session.settle(doubt.seq, said, self._clock.now()))
        else:
            self._with_session(lambda session: session.doubt_less(said))

    def _moment_of(self, session: Session) -> Shown:
        wires = (("camera", self._eye), ("panel", self._panel))
        health = tuple(Health(name, wire.health.ok, wire.health.text) for name, wire in wires if wire is not None)
        paused = "Paused: any touch goes on" if self._clock.paused else ""
        notice = self._store.trouble or self._help or paused or session.notice_said or ""
        return Shown(session.state, session.facts, notice, session.can_undo, session.can_redo,
                     self._clock.paused, health, Tongue.language, self._seconds_left(session))

    def _seconds_left(self, session: Session) -> int | None:
        return None if session.deadline is None else ceil(session.deadline - self._clock.now())

    def _doings_of(self, session: Session) -> dict[int, Doing]:
        """Of the log's rows; what was looked up once is kept, for it takes a while."""
        known = self._doings
        self._doings = {fact: known[fact] if fact in known else doing_of(session.pack, before, fact.event)
                        for fact, before in session.acts(LOG_ROWS)}
        return {fact.seq: doing for fact, doing in self._doings.items()}

    def _show(self, session: Session, shown: Shown) -> None:
        self._shown = shown
        moment = Moment(
            self._clock.now(), shown.facts[-LOG_ROWS:], reading_of(session.doubt), shown.notice, session.notice_use,
            shown.can_undo, shown.can_redo, shown.health, translation_of(shown.language), session.deadline,
            self._doings_of(session))
        self._screen = screen_of(session.pack, session.state, moment)
        if self._panel is not None:
            self._panel.show(lights_of(session.pack, session.state, shown.paused))
        self._watch(session)
        self._entitle(session)

    def _watch(self, session: Session) -> None:
        if self._eye is None:
            return
        expectation = expectation_of(session.pack, session.state)
        watch = self._eye.watch
        if watch is None or watch.post != session.post:
            self._eye.watch = Watch(expectation, session.post, partial(self._store.put_photo, session.game_id))
        elif watch.expectation != expectation:
            self._eye.watch = replace(watch, expectation=expectation)

    def _entitle(self, session: Session) -> None:
        title = title_of(session.pack, session.state)
        if title != self._title:
            self._title = title
            self._store.set_title(session.game_id, title)
        if session.state.ended:
            self._store.finish(session.game_id)
