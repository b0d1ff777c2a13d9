"""The book of the game: its log, its decks and its dice, one page at a time."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout

from app.view.atoms import Card, Tile, WordTile
from app.view.fill import fill
from app.view.keys import KeysSheet
from app.view.ledger import PileView
from app.view.logbook import LogList
from app.view.screen import Counter, Screen
from app.view.seats import CounterTile
from app.view.sheets import Sheet
from app.view.statistics import DieCount, FaceCount, TimeShare
from app.view.words import Tongue, say

ODDS_SHOWN = 6


class PageTile(WordTile):
    """The tab of a page."""

    page = StringProperty("")
    open = BooleanProperty(False)


class PileCard(ButtonBehavior, Card):
    """A pile: how many lie there, what may come next; a tap opens its cards, to move one by hand."""

    pile = ObjectProperty(PileView("", 0), rebind=True)
    odds = StringProperty("")
    name = StringProperty("")

    def on_pile(self, *_: object) -> None:
        self.odds, self.name = odds_text(self.pile), f"pile {self.pile.name}"

    def on_release(self) -> None:
        if self.pile.cards:
            App.get_running_app().open_sheet(PileSheet(self.pile), self)


class Hit(NamedTuple):
    """A card in a pile, and how likely it is to be the next one there, in words."""

    pile: PileView
    card: tuple[str, str]
    odds: str


class PickTile(WordTile):
    """A card to take, or a pile to lay it on: (what the core calls it, what is read)."""

    pick = ObjectProperty(("", ""))

    def on_pick(self, *_: object) -> None:
        self.name, self.text = f"pick {self.pick[0]}", self.pick[1]


class PileSheet(Sheet):
    """What lies in a pile and how likely each is next; two taps move a card, or shuffle the pile into another."""

    chosen = BooleanProperty(False)

    def __init__(self, pile: PileView, card: tuple[str, str] | None = None, **options: object) -> None:
        super().__init__(title=say("which_card").format(pile=pile.label), **options)
        self._pile, self._act = pile, self._take
        if card:
            self._take_card(card)
        else:
            self._offer(with_odds(pile))

    def shuffle(self) -> None:
        self.close()
        App.get_running_app().acts.shuffle(self._pile.name)

    def ask_into(self) -> None:
        """All of it: into which pile?"""
        self._ask(say("all_into").format(pile=self._pile.label), self._shuffle_into)

    def _offer(self, picks: tuple[tuple[str, str], ...]) -> None:
        self.ids.picks.clear_widgets()
        for pick in picks:
            tile = PickTile(pick=pick)
            tile.bind(on_release=lambda tile: self._act(tile.pick))
            self.ids.picks.add_widget(tile)

    def _ask(self, question: str, act: Callable[[str], None]) -> None:
        self.title, self.chosen, self._act = question, True, partial(self._end, act)
        self._offer(self._pile.targets)

    def _end(self, act: Callable[[str], None], pick: tuple[str, str]) -> None:
        self.close()
        act(pick[0])

    def _take(self, pick: tuple[str, str]) -> None:
        self._take_card(next(card for card in self._pile.cards if card[0] == pick[0]))

    def _take_card(self, card: tuple[str, str]) -> None:
        move = App.get_running_app().acts.move
        self._ask(say("where_to").format(card=card[1]), lambda target: move(card[0], self._pile.name, target))

    def _shuffle_into(self, target: str) -> None:
        App.get_running_app().acts.shuffle(self._pile.name, target)


class FoundTile(Tile):
    """A card that was searched for, and a pile in which it may lie; a tap asks where it shall go."""

    hit = ObjectProperty(Hit(PileView("", 0), ("", ""), ""), rebind=True)

    def on_hit(self, *_: object) -> None:
        self.name = f"found {self.hit.card[0]} in {self.hit.pile.name}"

    def on_release(self) -> None:
        App.get_running_app().open_sheet(PileSheet(self.hit.pile, self.hit.card), self)


class FaceBar(RelativeLayout):
    """One face of a die: how often it fell, and a line where a fair die would stand."""

    shown = ObjectProperty((FaceCount("", 0, 0.0), 1.0), rebind=True)
    text = StringProperty("")

    def on_shown(self, *_: object) -> None:
        self.text = str(self.shown[0].count)


class DieCard(Card):
    """How one kind of die has fallen."""

    die = ObjectProperty(DieCount("", "", (), None), rebind=True)
    verdict = StringProperty("")

    def on_die(self, *_: object) -> None:
        self.verdict = verdict_of(self.die)
        top = max((max(face.count, face.expected) for face in self.die.faces), default=1) or 1
        fill(self.ids.bars, tuple((face, float(top)) for face in self.die.faces), FaceBar, "shown")


class DecksPage(BoxLayout):
    """Every pile that is nobody's secret, or where the card that is searched for may lie."""

    wanted = StringProperty("")
    piles = ObjectProperty(())

    def show(self, piles: tuple[PileView, ...]) -> None:
        self.piles = piles
        hits = hits_of(piles, self.wanted)
        fill(self.ids.found, hits, FoundTile, "hit")
        fill(self.ids.piles, () if self.wanted else piles, PileCard, "pile")
        missing = say("not_found") if self.wanted and not hits else ""
        self.ids.nothing.text = missing if piles else say("no_decks")

    def ask(self) -> None:
        """Letters to search by, or all piles again."""
        if self.wanted:
            self.search("")
        else:
            App.get_running_app().open_sheet(KeysSheet("", self.search, language=Tongue.language, title=say("search")))

    def search(self, text: str) -> None:
        self.wanted = text
        self.show(self.piles)


class TimeBar(BoxLayout):
    """How much time went to one, beside the others."""

    shown = ObjectProperty((TimeShare("", 0.0), 1.0), rebind=True)
    text = StringProperty("")

    def on_shown(self, *_: object) -> None:
        minutes, seconds = divmod(round(self.shown[0].seconds), 60)
        self.text = f"{minutes}:{seconds:02d}"


class DicePage(BoxLayout):
    """Every kind of die that was thrown, and in a game where its time went."""

    def show(self, dice: tuple[DieCount, ...], times: tuple[TimeShare, ...] = ()) -> None:
        fill(self.ids.dice, dice, DieCard, "die")
        longest = max((share.seconds for share in times), default=1.0) or 1.0
        fill(self.ids.times, tuple((share, longest) for share in times), TimeBar, "shown")
        self.ids.nothing.text = "" if dice or times else say("nothing_yet")


class RulesPage(BoxLayout):
    """Switches and printed numbers of the game that the owner may set."""

    def show(self, settings: tuple[Counter, ...]) -> None:
        fill(self.ids.settings, settings, CounterTile, "counter")


class BookSheet(Sheet):
    """Log, decks, dice."""

    page = StringProperty("")
    ruled = BooleanProperty(False)

    def __init__(self, screen: Screen, dice: tuple[DieCount, ...], **options: object) -> None:
        super().__init__(**options)
        self._screen, self._dice = screen, dice
        self.ruled = bool(screen.settings)
        self._move_tabs_into_head()
        self.turn_to("log")

    def _move_tabs_into_head(self) -> None:
        tabs = self.ids.tabs
        self.ids.body.remove_widget(tabs)
        self.ids.head.remove_widget(self.ids.title)
        self.ids.head.add_widget(tabs, index=1)

    def turn_to(self, page: str) -> None:
        self.page = page
        self.ids.pages.clear_widgets()
        self.ids.pages.add_widget({"log": LogList, "decks": DecksPage, "dice": DicePage, "rules": RulesPage}[page]())
        self._fill_page()

    def refresh(self, screen: Screen) -> None:
        """Show the game as it has moved on, on the page that is open."""
        self._screen, self._dice = screen, App.get_running_app().acts.statistics()
        self._fill_page()

    def _fill_page(self) -> None:
        page = self.ids.pages.children[0]
        if self.page == "dice":
            page.show(self._dice, App.get_running_app().acts.times())
        else:
            page.show({"log": self._screen.log, "decks": self._screen.piles, "rules": self._screen.settings}[self.page])


def open_book() -> None:
    app = App.get_running_app()
    screen = app.acts.screen()
    if screen is not None:
        app.open_sheet(BookSheet(screen, app.acts.statistics()))


def hits_of(piles: tuple[PileView, ...], wanted: str) -> tuple[Hit, ...]:
    """Where each card whose name has these letters may lie, likeliest to be next first."""
    if not wanted:
        return ()
    found = [(pile, card, dict(pile.next).get(card[1], 0)) for pile in piles for card in pile.cards
             if wanted.casefold() in card[1].casefold()]
    return tuple(Hit(pile, card, f"{chance} %" if chance else "")
                 for pile, card, chance in sorted(found, key=lambda hit: (-hit[2], hit[1][1])))


def with_odds(pile: PileView) -> tuple[tuple[str, str], ...]:
    """The pile's cards to pick from, each with how likely it is to be next, likeliest first."""
    odds = dict(pile.next)
    cards = sorted(pile.cards, key=lambda card: -odds.get(card[1], 0))
    return tuple((name, f"{label}  {odds[label]} %" if label in odds else label) for name, label in cards)


def odds_text(pile: PileView) -> str:
    """What may come next, likeliest first, or the cards that are known to lie there."""
    if pile.next:
        shown = " · ".join(f"{card} {chance} %" for card, chance in pile.next[:ODDS_SHOWN])
        return shown + (" …" if len(pile.next) > ODDS_SHOWN else "")
    return ", ".join(pile.known)


def verdict_of(die: DieCount) -> str:
    """Whether the die falls like a fair one, in plain words."""
    who = f"{die.who}: " if die.who else ""
    if die.p is None:
        return who + say("too_few").format(throws=die.throws)
    words = "fair" if die.p >= 0.05 else "unusual" if die.p >= 0.001 else "unfair"
    return who + say(words).format(throws=die.throws, p=f"{die.p:.2g}", once=round(1 / max(die.p, 1e-9)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
