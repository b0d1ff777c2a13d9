"""Run in its own window: shows every screen at one size in one language, measures each widget, prints what is wrong."""
from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
SIZE, LANGUAGE, TEXT, SHOTS = sys.argv[1], sys.argv[2], float(sys.argv[3]), "".join(sys.argv[4:])
WIDTH, HEIGHT = (int(side) for side in SIZE.split("x"))

from app.view.window import prepare_window  # noqa: E402

prepare_window(Path(tempfile.mkdtemp()), (WIDTH, HEIGHT))

from kivy.clock import Clock  # noqa: E402
from kivy.metrics import mm  # noqa: E402
from kivy.uix.behaviors import ButtonBehavior  # noqa: E402
from kivy.uix.scrollview import ScrollView  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from app.view.app import TablesideApp  # noqa: E402
from app.view.atoms import Badge, Icon, Photo, Text  # noqa: E402
from app.view.book import open_book  # noqa: E402
from app.view.dice import DieFace  # noqa: E402
from app.view.fake import FakeActs, doubted, fake_screen, rolled  # noqa: E402
from app.view.ledger import PileView  # noqa: E402
from app.view.preferences import Preferences  # noqa: E402
from app.view.screen import Choice, Counter, Health, Prompt, Screen  # noqa: E402
from app.view.sheets import StepperSheet  # noqa: E402

LONGEST = ("Maximilianne", "Bartholomeus", "Wilhelmina W", "Gwendolynn M", "Emma-Wilhelm", "Mohammed-Ali")
FRAMES = 5
Rect = tuple[float, float, float, float]


def played(players: tuple[str, ...], **options: int) -> Screen:
    screen = fake_screen(players, **options)
    for texts in (("3", "2"), ("1", "4"), ("2", "2"), ("4", "1")):
        screen = rolled(screen, texts)
    return screen


TWO, SIX = played(("Ada", "Ben")), played(LONGEST, score=2985)
LONG = Prompt("Maximilianne: pay the upkeep of all your ships or lose one of them now, as you like best.",
              tuple(Choice(str(i), label, i != 2) for i, label in enumerate(
                  ("Pay three money", "Pay with materials", "Lose an interceptor", "Produktionsmodul 2", "Pass"))),
              hint="Upkeep is the sum of all your ships.")
ODDS = (("Handelsplanet", 30), ("Piraten", 22), ("Kolonie", 11), ("leer", 9))
PILES = (PileView("Adventures", 3, ("Poseidon", "Picasso", "Pallas")),
         *(PileView(f"Sektor {number}", 12 - number, (), ODDS) for number in range(1, 5)))
AT_ANY_TIME = replace(TWO, seats=tuple(
    replace(seat, whisper="You are the traitor", hand=("Rally", "Sabotage"), choices=(Choice("play:Rally@0", "Rally"),))
    for seat in TWO.seats))
TABLE = tuple(Counter(name, name, 1200) for name in ("round", "influence", "techs left"))


def open_first(name: str) -> None:
    tile = next(tile for tile in APP.root.walk() if getattr(tile, "name", "").startswith(name))
    tile.dispatch("on_press")
    tile.dispatch("on_release")


SCENES = {
    "shelf": (None, lambda: None),
    "link": (None, lambda: APP.open_link()),
    "settings": (None, lambda: APP.open_settings()),
    "players": (None, lambda: APP.seat_players("eclipse", "Eclipse: New Dawn for the Galaxy")),
    "six players": (None, lambda: (APP.seat_players("eclipse", "Eclipse"), setattr(APP.page, "names", list(LONGEST)))),
    "keys": (None, lambda: (APP.seat_players("starship_catan", "Starship Catan"), APP.page.rename(0))),
    "begin": (fake_screen(("Ada", "Ben")), lambda: None),
    "game": (TWO, lambda: None),
    "six": (SIX, lambda: None),
    "table": (replace(TWO, table=TABLE), lambda: None),
    "long": (replace(SIX, prompt=LONG, notice="Saw a 4 on the red die: nothing awaits it", notice_use=3), lambda: None),
    "many dice": (rolled(TWO, tuple("123456123456")), lambda: None),
    "lost": (replace(TWO, health=(Health("camera", False, "lost"), Health("panel", False, "lost"))), lambda: None),
    "doubt": (doubted(TWO), lambda: None),
    "correct": (TWO, lambda: open_first("die ")),
    "by hand": (fake_screen(("Ada", "Ben")), lambda: open_first("choice by_hand")),
    "stepper": (TWO, lambda: APP.open_sheet(StepperSheet(TWO.seats[1].counters[9], 1, "Wilhelmina W"))),
    "seat": (SIX, lambda: open_first("seat ")),
    "log": (TWO, open_book),
    "decks": (replace(TWO, piles=PILES), lambda: (open_book(), APP._sheets[-1].turn_to("decks"))),
    "dice": (TWO, lambda: (open_book(), APP._sheets[-1].turn_to("dice"))),
    "rules": (replace(TWO, settings=TABLE), lambda: (open_book(), APP._sheets[-1].turn_to("rules"))),
    "at any time": (AT_ANY_TIME, lambda: open_first("seat ")),
    "checklist": (replace(TWO, checklist=("Fünf Sektorenstapel zu je zehn Karten",) * 7),
                  lambda: open_first("choice checklist")),
    "timer": (replace(SIX, seconds_left=754), lambda: None),
    "photo": (TWO, lambda: open_first("photo ")),
    "end": (replace(SIX, ended=True, prompt=Prompt("The game has ended: Maximilianne wins")), lambda: None),
}


def visible(widget: Widget) -> Iterator[Widget]:
    if widget.opacity > 0 and min(widget.size) > 0:
        yield widget
        for child in widget.children[::-1]:
            yield from visible(child)


def rect_of(widget: Widget) -> Rect:
    left, bottom = widget.to_window(*widget.pos)
    return left, bottom, left + widget.width, bottom + widget.height


def clipped(widget: Widget) -> Rect:
    rect, above = rect_of(widget), widget.parent
    while above is not None and above is not APP.root and isinstance(above, Widget):
        if isinstance(above, ScrollView):
            rect = meet(rect, rect_of(above))
        above = above.parent
    return rect


def meet(one: Rect, other: Rect) -> Rect:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def named(widget: Widget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'name', '') or getattr(widget, 'text', '')!r}"


def wrong(top: Widget) -> Iterator[str]:
    """Everything cut off, overlapping, too small to hit or outside of the window, in words."""
    shown = list(visible(top))
    leaves = [widget for widget in shown if isinstance(widget, (Text, Icon, Badge, DieFace, Photo)) and
              (not isinstance(widget, Text) or widget.text)]
    for text in (leaf for leaf in leaves if isinstance(leaf, Text)):
        if not text.fits() or text.shorten:
            yield f"cut off: {named(text)} needs {text.texture_size} in {text.size}"
    for target in (widget for widget in shown if isinstance(widget, ButtonBehavior)):
        if min(target.size) < mm(10) - 1:
            yield f"too small: {named(target)} {target.width / mm(1):.1f} x {target.height / mm(1):.1f} mm"
    for leaf in leaves:
        left, bottom, right, high = clipped(leaf)
        if right > left and high > bottom and (left < -1 or bottom < -1 or right > WIDTH + 1 or high > HEIGHT + 1):
            yield f"outside: {named(leaf)} {(left, bottom, right, high)}"
    for one, other in combinations(leaves, 2):
        left, bottom, right, high = meet(clipped(one), clipped(other))
        if right - left > 1.5 and high - bottom > 1.5:
            yield f"overlap: {named(one)} and {named(other)}"


ACTS = FakeActs(None, (("g1", "Starship Catan: Ada 6, Ben 4"),
                       ("g2", "Alien Uprising: Maximilianne 21, Bartholomeus 14, Cem 9")))
APP = TablesideApp(ACTS, link="http://192.168.178.123:54321/u7c9x0kQzP2L/")
APP.preferences = Preferences(language=LANGUAGE, text=TEXT, dim_after_s=0)
FOUND: dict[str, list[str]] = {}
QUEUE = list(SCENES)


def begin(*_: object) -> None:
    if not QUEUE:
        APP.stop()
        return
    screen, act = SCENES[QUEUE[0]]
    for sheet in tuple(APP._sheets):
        APP.close_sheet(sheet)
    ACTS._screen = screen
    APP.tick()
    if screen is None:
        APP.go_home()
    after(FRAMES, lambda: (act(), after(FRAMES, measure)))


def measure() -> None:
    name = QUEUE.pop(0)
    top = APP._sheets[-1].ids.card if APP._sheets else APP.page
    FOUND[name] = list(wrong(top))
    if SHOTS:
        APP.capture(Path(SHOTS) / f"{name} {SIZE} {LANGUAGE}.png")
    begin()


def after(frames: int, then: object) -> None:
    Clock.schedule_once(lambda _: after(frames - 1, then) if frames > 1 else then(), 0)


Clock.schedule_once(lambda _: after(FRAMES, begin))
APP.run()
print(json.dumps({name: lines for name, lines in FOUND.items() if lines}, indent=1))
sys.exit(0 if len(FOUND) == len(SCENES) else 3)
