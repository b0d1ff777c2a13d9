"""Run in its own window: shows every screen at one size in one language, measures each widget, prints what is wrong."""
from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
SIZE, LANGUAGE, TEXT, SHOTS, ONLY = sys.argv[1], sys.argv[2], float(sys.argv[3]), *(*sys.argv[4:6], "", "")[:2]
WIDTH, HEIGHT = (int(side) for side in SIZE.split("x"))

from app.view.window import prepare_window  # noqa: E402

prepare_window(Path(tempfile.mkdtemp()), (WIDTH, HEIGHT))

import numpy as np  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from measured import wrong  # noqa: E402

from app.free_dice import FreeDice  # noqa: E402
from app.view.app import TablesideApp  # noqa: E402
from app.view.book import PileSheet, open_book  # noqa: E402
from app.view.cards import CardSheet  # noqa: E402
from app.view.fake import FakeActs, doubted, fake_screen, rolled  # noqa: E402
from app.view.ledger import PileView  # noqa: E402
from app.view.measured import Measured  # noqa: E402
from app.view.preferences import Preferences  # noqa: E402
from app.view.screen import Choice, Counter, Doubt, Health, Place, Prompt, Screen  # noqa: E402
from app.view.sheets import StepperSheet  # noqa: E402
from app.view.table_strip import TableSheet  # noqa: E402
from app.view.track import TrackSheet  # noqa: E402

LONGEST = ("Maximilianne", "Bartholomeus", "Wilhelmina W", "Gwendolynn M", "Emma-Wilhelm", "Mohammed-Ali")
FRAMES = 5


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
PILES = (PileView("Adventures", 3, ("Poseidon", "Picasso", "Pallas"), mixed=True),
         *(PileView(f"Sektor {number}", 12 - number, (), ODDS, f"sector_{number}",
                    tuple((name, name) for name in ("Handelsplanet Beta", "Piraten", "Kolonie Alioth VIII") * 6),
                    (("discard", "Wilhelmina W: Kolonien"), ("adventures", "Abenteuer"))) for number in range(1, 5)))
AT_ANY_TIME = replace(TWO, seats=tuple(
    replace(seat, whisper="You are the traitor", hand=("Rally", "Sabotage"), choices=(Choice("play:Rally@0", "Rally"),))
    for seat in TWO.seats))
TABLE = tuple(Counter(name, name, 1200) for name in ("round", "influence", "techs left"))
RESCUE = Counter("rescue", "Rescue ship", 7, 0, 12, (6, 12))
TRACKS = (RESCUE, Counter("eggs", "Eggs", 2, 0, 3), *(Counter(f"s{i}", f"Shields {i}", i, 0, 5) for i in range(1, 5)),
          *(Counter(name, name, 4, 0, 10, (5, 10), tuple(
              Place(seat.seat, seat.name, seat.colour, seat.shape, seat.letter, max(4 - seat.seat // 3 * 2, 0))
              for seat in SIX.seats)) for name in ("Military", "Science", "Unity")))
AROUND = {"around", "around turned", "around sheet"}


def open_first(name: str) -> None:
    tile = next(tile for tile in APP.root.walk() if getattr(tile, "name", "").startswith(name))
    tile.dispatch("on_press")
    tile.dispatch("on_release")


def throw(*texts: str) -> None:
    free = FreeDice(None)
    for text in texts:
        free.tell(tuple(text))
    ACTS.thrown = free.screen
    APP.tick()


def guide(shown: Measured) -> None:
    ACTS.guided = shown
    APP.tick()


ASKED = Measured("tray", 2, 6, ("Three of four markers are seen: the one at the lower left is hidden.",),
                 "Lay the four markers at the empty tray's corners", (("go_on", ""),))
TRIED = Measured("trial", 6, 6, ("I read: 3, 5, 5 (not sure)",), "Right? Or what really lies there, such as 3 5 5",
                 (("right", ""), ("other_dice", "")))
SHOWING = Measured("card", 23, 39, ("No card's edge is in sight: lay it flat, whole, on a ground of another colour",),
                   "Lay down Quetzalcoatl Colony 12, alone on a plain ground",
                   (("shown", ""), ("skip", "s"), ("stop", "q")), title="Starship Catan: Sector cards")
CUT_OUT = replace(SHOWING, question="Quetzalcoatl Colony 12: is all of it in the picture?", lines=(
    "Quetzalcoatl Colony 12 and Quetzalcoatl Colony 3 look too alike to be told apart",),
    answers=(("right", ""), ("show_again", "n")), picture=np.full((420, 300, 3), (90, 140, 200), np.uint8))
SCENES = {
    "teach": (None, lambda: guide(SHOWING)),
    "teach cut-out": (None, lambda: guide(CUT_OUT)),
    "teach over": (None, lambda: guide(Measured(over=True, title="Starship Catan: Sector cards"))),
    "courses": (None, lambda: APP.open_courses()),
    "courses of a game": (None, lambda: (APP.open_courses(), APP._sheets[-1].turn_to("Starship Catan"))),
    "guide": (None, lambda: guide(ASKED)),
    "guide trial": (None, lambda: guide(TRIED)),
    "guide over": (None, lambda: guide(Measured("trial", 6, 6, ("Ten throws, all read.",), over=True, good=True))),
    "free": (None, lambda: throw()),
    "free thrown": (None, lambda: throw(*("35", "164", "22", "666666") * 8)),
    "free by hand": (None, lambda: (throw("35"), APP.page.tell(), [APP._sheets[-1].add(text) for text in "123456"])),
    "shelf": (None, lambda: None),
    "link": (None, lambda: APP.open_link()),
    "settings": (None, lambda: APP.open_settings()),
    "players": (None, lambda: APP.seat_players("eclipse", "Eclipse: New Dawn for the Galaxy")),
    "six players": (None, lambda: (APP.seat_players("eclipse", "Eclipse"), setattr(APP.page, "names", list(LONGEST)))),
    "keys": (None, lambda: (APP.seat_players("starship_catan", "Starship Catan"), APP.page.rename(0))),
    "digits": (None, lambda: (APP.seat_players("starship_catan", "Starship Catan"), APP.page.rename(0),
                              APP._sheets[-1].turn())),
    "begin": (fake_screen(("Ada", "Ben")), lambda: None),
    "game": (TWO, lambda: None),
    "six": (SIX, lambda: None),
    "table": (replace(TWO, table=TABLE), lambda: None),
    "long": (replace(SIX, prompt=LONG, notice="Saw a 4 on the red die: nothing awaits it", notice_use=3), lambda: None),
    "many dice": (rolled(TWO, tuple("123456123456")), lambda: None),
    "lost": (replace(TWO, health=(Health("camera", False, "lost"), Health("panel", False, "lost"))), lambda: None),
    "doubt": (doubted(TWO), lambda: None),
    "doubted card": (replace(TWO, doubt=Doubt("Bitte schauen: welche Karte ist es?", (), "roll 32", 7, "Pallas")),
                     lambda: None),
    "card": (TWO, lambda: APP.open_sheet(CardSheet(7, {"no_card": ACTS.no_roll}))),
    "correct of six": (replace(SIX, doubt=None), lambda: open_first("die ")),
    "correct": (TWO, lambda: open_first("die ")),
    "by hand": (fake_screen(("Ada", "Ben")), lambda: open_first("choice by_hand")),
    "stepper": (TWO, lambda: APP.open_sheet(StepperSheet(TWO.seats[1].counters[9], 1, "Wilhelmina W"))),
    "seat": (SIX, lambda: open_first("seat ")),
    "log": (TWO, open_book),
    "decks": (replace(TWO, piles=PILES), lambda: (open_book(), APP._sheets[-1].turn_to("decks"))),
    "search": (replace(TWO, piles=PILES), lambda: (open_book(), APP._sheets[-1].turn_to("decks"),
                                                   APP._sheets[-1].ids.pages.children[0].search("Pir"))),
    "search letters": (replace(TWO, piles=PILES), lambda: (open_book(), APP._sheets[-1].turn_to("decks"),
                                                           APP._sheets[-1].ids.pages.children[0].ask())),
    "shuffle into": (TWO, lambda: (APP.open_sheet(PileSheet(PILES[1])), APP._sheets[-1].ask_into())),
    "which card": (TWO, lambda: APP.open_sheet(PileSheet(PILES[1]))),
    "dice": (TWO, lambda: (open_book(), APP._sheets[-1].turn_to("dice"))),
    "rules": (replace(TWO, settings=TABLE), lambda: (open_book(), APP._sheets[-1].turn_to("rules"))),
    "at any time": (AT_ANY_TIME, lambda: open_first("seat ")),
    "checklist": (replace(TWO, checklist=("Fünf Sektorenstapel zu je zehn Karten",) * 7),
                  lambda: open_first("choice checklist")),
    "tracks": (replace(SIX, table=TRACKS), lambda: None),
    "tracks of two": (replace(TWO, table=TRACKS), lambda: None),
    "track": (replace(SIX, table=TRACKS), lambda: APP.open_sheet(TrackSheet(TRACKS[-1]))),
    "all tracks": (replace(SIX, table=TRACKS), lambda: APP.open_sheet(TableSheet(ACTS.screen()))),
    "step": (TWO, lambda: APP.open_sheet(StepperSheet(RESCUE, None))),
    "around": (replace(SIX, table=TRACKS), lambda: None),
    "around turned": (TWO, lambda: setattr(APP.page, "turned", True)),
    "around sheet": (SIX, lambda: open_first("seat 5")),
    "timer": (replace(SIX, seconds_left=754), lambda: None),
    "photo": (TWO, lambda: open_first("photo ")),
    "end": (replace(SIX, ended=True, prompt=Prompt("The game has ended: Maximilianne wins")), lambda: None),
}


ACTS = FakeActs(None, (("g1", "Starship Catan · 2026-11-28: Ada: 6, Ben: 4"),
                       ("g2", "Alien Uprising · 2026-11-28: Maximilianne: 21, Bartholomeus: 14, Cem: 9")))
APP = TablesideApp(ACTS, link="http://192.168.178.123:54321/u7c9x0kQzP2L/")
APP.preferences = WANTED = Preferences(language=LANGUAGE, text=TEXT, dim_after_s=0)
FOUND: dict[str, list[str]] = {}
QUEUE = [name for name in SCENES if name in ONLY.split(",") or not ONLY]


def begin(*_: object) -> None:
    if not QUEUE:
        APP.stop()
        return
    screen, act = SCENES[QUEUE[0]]
    for sheet in tuple(APP._sheets):
        APP.close_sheet(sheet)
    APP.preferences = replace(WANTED, seats="around" if QUEUE[0] in AROUND else "side")
    ACTS._screen, ACTS.thrown, ACTS.guided, APP._shown = None, None, None, APP
    APP.tick()
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
sys.exit(0 if FOUND and not QUEUE else 3)
