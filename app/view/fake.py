"""A table that needs no core: a small game by script, to look at the widgets and to test them."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw

from app.view.courses import Course
from app.view.free_screen import FreeScreen
from app.view.marks import SEAT_MARKS
from app.view.measured import Measured
from app.view.screen import (
    Choice,
    Counter,
    DieView,
    Doubt,
    Health,
    LogRow,
    Prompt,
    RollView,
    Screen,
    Seat,
    Step,
)
from app.view.statistics import DieCount, FaceCount, TimeShare
from app.view.words import say

COUNTERS = ("ore", "fuel", "carbon", "food", "trade good", "science", "astro", "boosters", "cannons", "colony ships",
            "trade ships", "medals")
PHASES = ("Production", "Sector", "Flight", "Trade & build", "End of turn")
CARDS_LIKE = (("Pallas", "Pallas"), ("Poseidon", "Poseidon"),
              *((f"Kolonie {number}", f"Kolonie Alioth {number}") for number in range(1, 22)))
COLOURS = {"yellow": "#f2c431", "blue": "#2f6fd6", "table": "#23282e", "tray": "#353c44"}


class FakeActs:
    """Acts without a game behind them: every touch is kept in `asked` and moves the script on by a word."""

    def __init__(self, screen: Screen | None = None, saved: tuple[tuple[str, str], ...] = ()) -> None:
        self.asked: list[tuple[object, ...]] = []
        self._screen = screen
        self._saved = saved
        self.thrown: FreeScreen | None = None
        self.guided: Measured | None = None
        self._past: list[Screen] = []
        self._future: list[Screen] = []
        self._frame: np.ndarray | None = tray_picture((("3", "yellow"), ("2", "blue")))

    # the shelf
    def games(self) -> tuple[tuple[str, str], ...]:
        return (("starship_catan", "Starship Catan"), ("eclipse", "Eclipse: New Dawn for the Galaxy"),
                ("alien_uprising", "Alien Uprising"))

    def seats_of(self, game: str) -> tuple[int, int]:
        return {"starship_catan": (2, 2), "eclipse": (2, 6), "alien_uprising": (2, 5)}.get(game, (1, 6))

    def names(self) -> tuple[str, ...]:
        return ("Ada", "Ben")

    def unfinished(self) -> tuple[tuple[str, str, str | None], ...]:
        return tuple((game, line, f"roll {line[-1]}") for game, line in self._saved)

    def condition(self) -> tuple[Health, ...]:
        return (Health("camera", True, say("camera_well")),
                Health("panel", False, "no board on /dev/ttyACM0: plug it in"),
                Health("disk", True, say("disk_room").format(room=12)))

    def keep_photos(self, games: int) -> None:
        """No photos are kept here."""

    def start(self, game: str, players: tuple[str, ...]) -> None:
        self.asked.append(("start", game, players))
        self._show(fake_screen(players))

    def resume(self, game_id: str) -> None:
        self.asked.append(("resume", game_id))
        self._show(rolled(fake_screen(("Ada", "Ben")), ("3", "2")))

    def leave(self) -> None:
        self.asked.append(("leave",))
        self._screen = None

    def throw_freely(self) -> None:
        self.asked.append(("throw_freely",))

    def free(self) -> FreeScreen | None:
        return self.thrown

    def delete_photos(self) -> None:
        self.asked.append(("delete_photos",))

    def back_up(self) -> str:
        return "Everything is in /media/stick/tableside"

    def bring_back(self) -> str:
        return say("brought_back")

    def export(self) -> str:
        return say("exported").format(folder="/home/ann/.local/share/tableside/exports")

    def can_measure(self) -> bool:
        return True

    def measure(self) -> None:
        self.asked.append(("measure",))

    def courses(self) -> tuple[Course, ...]:
        names = tuple(name for name, _ in CARDS_LIKE)
        return (Course("starship_catan/space", "Starship Catan", "Sector cards", names, 12),
                Course("eclipse/outer", "Eclipse: New Dawn for the Galaxy", "Outer sectors", names, 23),
                Course("action", "Alien Uprising", "action", ("attack", "scout"), 0, dice=True))

    def teach(self, course: Course) -> None:
        self.asked.append(("teach", course.key))

    def measured(self) -> Measured | None:
        return self.guided

    def answer(self, text: str) -> None:
        self.asked.append(("answer", text))

    def refusal(self) -> str:
        return ""

    # the game
    def screen(self) -> Screen | None:
        return self._screen

    def choose(self, choice: str, count: int | None = None) -> None:
        self._act("choose", choice, count)

    def press(self, button: str) -> None:
        self._act("press", button)

    def adjust(self, path: str, seat: int | None, value: int) -> None:
        self._act("adjust", path, seat, value, change=lambda screen: adjusted(screen, path, seat, value))

    def roll(self, texts: tuple[str, ...]) -> None:
        self._act("roll", texts, change=lambda screen: rolled(screen, texts))

    def move(self, card: str, source: str, target: str) -> None:
        self._act("move", card, source, target)

    def shuffle(self, pile: str, into: str = "") -> None:
        self._act("shuffle", pile, into)

    def undo(self) -> None:
        self.asked.append(("undo",))
        if self._past and self._screen:
            self._future.append(self._screen)
            self._screen = replace(self._past.pop(), can_redo=True)

    def redo(self) -> None:
        self.asked.append(("redo",))
        if self._future:
            self._show(self._future.pop())

    # readings
    def correct(self, fact: int, die: int, text: str) -> None:
        self._act("correct", fact, die, text, change=lambda screen: corrected(screen, fact, die, text))

    def settle_doubt(self, die: int, text: str) -> None:
        self._act("settle_doubt", die, text, change=lambda screen: replace(screen, doubt=None))

    def void(self, fact: int) -> None:
        self._act("void", fact)

    def use(self, fact: int) -> None:
        self._act("use", fact, change=lambda screen: replace(screen, notice="", notice_use=None))

    def no_roll(self) -> None:
        self._act("no_roll", change=lambda screen: replace(screen, doubt=None))

    def cards_like(self, fact: int) -> tuple[tuple[str, str], ...]:
        return CARDS_LIKE

    def name_card(self, fact: int, card: str) -> None:
        self._act("name_card", fact, card, change=lambda screen: replace(screen, doubt=None))

    def throw_by(self, fact: int, seat: int) -> None:
        self._act("throw_by", fact, seat)

    def look_again(self) -> None:
        self._act("look_again")

    def throw(self, *texts: str) -> None:
        """Let the eye read a throw."""
        self._show(rolled(self._screen or fake_screen(("Ada", "Ben")), texts))

    def statistics(self) -> tuple[DieCount, ...]:
        faces = zip("1234", (11, 24, 20, 5), (10.0, 20.0, 20.0, 10.0), strict=True)
        return (DieCount("", "yellow", tuple(FaceCount(*face) for face in faces), 0.31),
                DieCount("Ada", "blue", (FaceCount("1", 3, 1.0), FaceCount("2", 3, 2.0)), None))

    def times(self) -> tuple[TimeShare, ...]:
        return (TimeShare("Ada", 1830.0), TimeShare("Ben", 1215.0), TimeShare("Production", 1500.0),
                TimeShare("Trade & build", 900.0))

    # pictures
    def preview(self) -> np.ndarray | None:
        return self._frame

    def see(self, frame: np.ndarray | None) -> None:
        """Put another picture under the eye."""
        self._frame = frame

    def photo(self, key: str) -> bytes | None:
        out = BytesIO()
        dice = tuple(zip(key.removeprefix("roll "), ("yellow", "blue"), strict=False))
        Image.fromarray(tray_picture(dice)[..., ::-1]).save(out, "JPEG")
        return out.getvalue()

    def _act(self, *asked: object, change: Callable[[Screen], Screen] = lambda screen: screen) -> None:
        self.asked.append(asked)
        if self._screen is not None:
            self._show(change(self._screen))

    def _show(self, screen: Screen) -> None:
        if self._screen is not None:
            self._past.append(self._screen)
        self._screen = replace(screen, can_undo=bool(self._past), can_redo=bool(self._future))


def fake_screen(players: tuple[str, ...], counters: int = 12, score: int = 3) -> Screen:
    """A game that has just begun, for as many players as sit down."""
    seats = tuple(Seat(i, name, *SEAT_MARKS[i], name[:1].upper(), i == 0, score + i,
                       tuple(Counter(f"{label}", label, 2 + (i + j) % 4, 0, 99)
                             for j, label in enumerate(COUNTERS[:counters])))
                  for i, name in enumerate(players))
    return Screen(
        title="Starship Catan", prompt=Prompt(f"{players[0]}: roll for production", hint="Both players produce."),
        ribbon=tuple(Step(label, active=i == 1, done=i < 1) for i, label in enumerate(PHASES)), seats=seats,
        health=(Health("camera", True, "15 pictures a second"), Health("panel", True, "connected")), can_go_on=True,
        awaited=(DieView(0, 0, "", "yellow", False, ("1", "2", "3", "4")),
                 DieView(0, 1, "", "blue", False, ("1", "2", "3", "4"))))


def rolled(screen: Screen, texts: tuple[str, ...]) -> Screen:
    """The screen after the eye has read one more throw."""
    fact = max((row.seq for row in screen.log), default=0) + 1
    dice = tuple(DieView(fact, i, text, ("yellow", "blue")[i % 2], True, alternatives_of(text))
                 for i, text in enumerate(texts))
    photo = "roll " + "".join(texts)
    choices = tuple(Choice(f"sector {i}", f"Sector {i}") for i in range(1, 5))
    return replace(screen, roll=RollView(fact, dice, photo, note="Ada gets 1 fuel, Ben gets 1 ore"),
                   prompt=Prompt(f"{screen.seats[0].name}: choose a sector to fly to", choices), can_go_on=False,
                   awaited=(),
                   log=(*screen.log, LogRow(fact, f"Rolled {', '.join(texts)}", "the eye", photo, dice, by="eye")))


def alternatives_of(text: str) -> tuple[str, ...]:
    """The other values of the game's own dice."""
    return tuple(sorted({"1", "2", "3", "4"} - {text}))


def doubted(screen: Screen) -> Screen:
    """The screen while the eye wants to be told."""
    dice = (DieView(0, 0, "3", "yellow", True, ("2", "4")), DieView(0, 1, "2", "blue", False, ("3", "2")))
    return replace(screen, doubt=Doubt("Is the blue die a 2 or a 3?", dice, "roll 32"))


def corrected(screen: Screen, fact: int, die: int, text: str) -> Screen:
    """The screen after a die of an older throw was put right."""
    def mend(dice: tuple[DieView, ...]) -> tuple[DieView, ...]:
        return tuple(replace(one, text=text) if (one.fact, one.index) == (fact, die) else one for one in dice)

    return replace(screen, roll=screen.roll and replace(screen.roll, dice=mend(screen.roll.dice)),
                   log=tuple(replace(row, dice=mend(row.dice)) for row in screen.log))


def adjusted(screen: Screen, path: str, seat: int | None, value: int) -> Screen:
    """The screen after a number was put right."""
    def mend(counters: tuple[Counter, ...]) -> tuple[Counter, ...]:
        return tuple(replace(one, value=value) if one.path == path else one for one in counters)

    if seat is None:
        return replace(screen, table=mend(screen.table))
    return replace(screen, seats=tuple(replace(one, counters=mend(one.counters)) if one.seat == seat else one
                                       for one in screen.seats))


def tray_picture(dice: tuple[tuple[str, str], ...], size: int = 320) -> np.ndarray:
    """A plain drawing of dice in a tray, BGR."""
    picture = Image.new("RGB", (size, size), COLOURS["table"])
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((20, 20, size - 20, size - 20), 18, COLOURS["tray"])
    for i, (text, colour) in enumerate(dice):
        left = 70 + 110 * i
        draw.rounded_rectangle((left, 130, left + 60, 190), 10, COLOURS[colour])
        draw.text((left + 26, 150), text, "white")
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])
