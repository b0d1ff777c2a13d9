"""The one question of the moment with its choices."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.metrics import mm
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.view.atoms import Card, Text, WordTile
from app.view.cards import NameTile, likely_answers
from app.view.dice import DieFace, HandRollSheet
from app.view.fill import fill
from app.view.screen import UNREAD, Choice, DieView, Doubt, Screen, Seat
from app.view.sheets import Sheet
from app.view.theme import shade
from app.view.words import say

GO_ON, BY_HAND, CHECKLIST = Choice("go_on", "", primary=True), Choice("by_hand", ""), Choice("checklist", "")
# Steps of the type scale for choices, the largest first: a letter of it in bold and what stands beside the word, in mm.
LETTERS_MM = {"head": (2.6, 6.0), "body": (1.9, 6.0), "small": (1.75, 3.0)}
TALL_MM, FLAT_MM = 15.0, 11.0
ROW_AND_A_HALF_MM = 19.0  # what choices get of a low card, so that one can be tapped, and more are seen to follow
QUESTION_LETTER_MM, QUESTION_LINE_MM, SMALL_LINE_MM, BADGE_MM = 2.45, 7.0, 4.2, 16.0
NOBODY = Seat(-1, "", "grey", "", "", False, None)


class ChoiceTile(WordTile):
    """One choice; the way on has the accent."""

    choice = ObjectProperty(Choice("", ""), rebind=True)
    _meant: Choice | None = None

    def on_choice(self, *_: object) -> None:
        on = self.choice.primary
        self.text = say(self.choice.id) if self.choice in (GO_ON, BY_HAND, CHECKLIST) else self.choice.label
        self.name = f"choice {self.choice.id}"
        self.disabled = not self.choice.enabled
        self.fill = shade("accent") if on else shade("raised")
        self.ink = shade("on_accent") if on else shade("text")

    def on_press(self) -> None:
        self._meant = self.choice

    def on_release(self) -> None:
        app = App.get_running_app()
        if self.choice != self._meant:  # the question has changed under the finger
            return
        if self.choice is GO_ON:
            app.acts.press("go_on")
        elif self.choice is BY_HAND:
            app.open_sheet(HandRollSheet(app.acts.screen().awaited, app.acts.roll))
        elif self.choice is CHECKLIST:
            app.open_sheet(ChecklistSheet(app.acts.screen().checklist))
        else:
            app.acts.choose(self.choice.id)


class ChecklistSheet(Sheet):
    """What to lay out before the game begins."""

    def __init__(self, lines: tuple[str, ...], **options: object) -> None:
        super().__init__(**options)
        fill(self.ids.lines, lines, CheckLine, "text")


class CheckLine(Text):
    """One thing to lay out."""


class AnswerTile(ButtonBehavior, DieFace):
    """One face that the doubted die may show: a tap says so."""

    answer = ObjectProperty(None, allownone=True)
    _meant: DieView | None = None
    name = StringProperty("")

    def on_answer(self, *_: object) -> None:
        self.text, self.colour, self.name = self.answer.text, self.answer.colour, f"answer {self.answer.text}"

    def on_press(self) -> None:
        self._meant = self.answer

    def on_release(self) -> None:
        if self.answer == self._meant:
            App.get_running_app().acts.settle_doubt(self.answer.index, self.answer.text)


class PromptCard(Card):
    """Whose turn, what to do, and the ways to answer."""

    seat = ObjectProperty(NOBODY, rebind=True)
    question = ObjectProperty(None, allownone=True)
    text = StringProperty("")
    hint = StringProperty("")
    columns = NumericProperty(1)
    room = NumericProperty(0)

    def show(self, screen: Screen) -> None:
        self.seat = next((seat for seat in screen.seats if seat.active), NOBODY)
        self.question = doubted_die_of(screen.doubt)
        card = screen.doubt.fact if screen.doubt and screen.doubt.card else 0
        asks = bool(self.question or card)
        self.edge = shade("doubt") if asks else shade("clear")
        self.text = screen.doubt.text if screen.doubt and asks else screen.prompt.text
        self.hint = "" if asks else screen.prompt.hint
        fill(self.ids.faces, faces_of(self.question), AnswerTile, "answer")
        if card:
            self._offer(likely_answers(card), NameTile, "answer")
        else:
            self._offer(() if self.question else choices_of(screen), ChoiceTile, "choice")
        self.lay()

    def _offer(self, values: tuple[object, ...], kind: type[WordTile], name: str) -> None:
        if any(type(tile) is not kind for tile in self.ids.choices.children):
            fill(self.ids.choices, (), kind, name)
        fill(self.ids.choices, values, kind, name)

    def lay(self, *_: object) -> None:
        """Choices in large words if their rows leave room for the question, else in smaller ones."""
        tiles = self.ids.choices.children
        inner, question = self.height - 3 * mm(2.4), mm(question_of(self.text, self.width / mm(1)))
        least = mm(2.4) + question / QUESTION_LINE_MM * SMALL_LINE_MM
        lengths, width = [len(tile.text) for tile in tiles], self.width / mm(1) - 2 * 2.4
        wanted = FLAT_MM if rows_of(lengths, *LETTERS_MM["small"], width)[1] == 1 else ROW_AND_A_HALF_MM
        self.room = max(inner - question, min(mm(wanted), max(inner - least, mm(FLAT_MM))))
        tall, step, self.columns = choice_rows(lengths, width, self.room / mm(1))
        for tile in tiles:
            tile.step, tile.height = step, mm(tall)

    on_size = lay


def question_of(text: str, width_mm: float) -> float:
    """The height in mm that the question keeps for itself: its lines at the size of a head, two at least."""
    lines = -(-len(text) * QUESTION_LETTER_MM // (width_mm - BADGE_MM))
    return QUESTION_LINE_MM * min(max(lines, 2), 3)


def choice_rows(lengths: list[int], width: float, room: float) -> tuple[float, str, int]:
    """Height in mm, step of type and columns of choices with labels of that many letters.

    They are as high and as large as fits in width×room mm; where nothing does, the list is scrolled.
    """
    for tall in (TALL_MM, FLAT_MM):
        for step in LETTERS_MM:
            columns, rows = rows_of(lengths, *LETTERS_MM[step], width)
            if rows * (tall + 2.4) - 2.4 <= room:
                return tall, step, columns
    return FLAT_MM, "small", rows_of(lengths, *LETTERS_MM["small"], width)[0]


def rows_of(lengths: list[int], letter: float, beside: float, width: float) -> tuple[int, int]:
    """Columns and rows of choices with labels of that many letters, `letter` mm each and `beside` around them."""
    wide = max(min(max(lengths, default=1) * letter + beside, width), 15.0)
    columns = max(int((width + 2.4) // (wide + 2.4)), 1)
    rows = -(-max(len(lengths), 1) // columns)
    return -(-max(len(lengths), 1) // rows), rows


def choices_of(screen: Screen) -> tuple[Choice, ...]:
    """The choices of the prompt, a way on where the prompt names none, the roll by hand where dice are awaited."""
    choices = screen.prompt.choices
    bare = screen.can_go_on and not any(choice.primary for choice in choices)
    return (*((GO_ON,) if bare else ()), *choices, *((BY_HAND,) if screen.awaited else ()),
            *((CHECKLIST,) if screen.checklist else ()))


def doubted_die_of(doubt: Doubt | None) -> DieView | None:
    """The first die that the eye wants to be told about: one question at a time."""
    return next((die for die in doubt.dice if not die.sure), None) if doubt else None


def faces_of(die: DieView | None) -> tuple[DieView, ...]:
    """The answers to offer for a doubted die: what was read, then the others, likeliest first."""
    texts = dict.fromkeys((die.text, *die.alternatives)) if die else ()
    return tuple(replace(die, text=text) for text in texts if text not in ("", UNREAD)) if die else ()

Builder.load_file(str(Path(__file__).with_suffix(".kv")))
