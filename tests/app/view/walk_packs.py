"""Run in its own window: plays every pack by chance, shows each moment that is new, prints what is wrong with it."""
from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[3]))
SIZE, LANGUAGE, TEXT, SHOTS = sys.argv[1], sys.argv[2], float(sys.argv[3]), "".join(sys.argv[4:])
WIDTH, HEIGHT = (int(side) for side in SIZE.split("x"))

from app.view.window import prepare_window  # noqa: E402

prepare_window(Path(tempfile.mkdtemp()), (WIDTH, HEIGHT))

from kivy.clock import Clock  # noqa: E402
from measured import wrong  # noqa: E402

from app.game.chance import legal_events  # noqa: E402
from app.game.events import Fact  # noqa: E402
from app.game.pack import Pack  # noqa: E402
from app.game.step import setup, step  # noqa: E402
from app.language import translation_of  # noqa: E402
from app.packs import known_packs, load_pack  # noqa: E402
from app.view.app import TablesideApp  # noqa: E402
from app.view.fake import FakeActs  # noqa: E402
from app.view.preferences import Preferences  # noqa: E402
from app.view.screen import Moment, Screen, screen_of  # noqa: E402

LONGEST = ("Maximilianne", "Bartholomeus", "Wilhelmina W", "Gwendolynn M", "Emma-Wilhelm", "Mohammed-Ali")
GAMES, FACTS, FRAMES = 3, 500, 3


def moments_of(pack: Pack) -> Iterator[tuple[str, Screen]]:
    """The first screen of each phase that play by chance comes to."""
    players, seen = LONGEST[:pack.most], set[str]()
    for seed in range(GAMES):
        state, facts, chance = setup(pack, players), list[Fact](), Random(seed)
        while len(facts) < FACTS and (events := legal_events(pack, state, chance)):
            if state.phase not in seen:
                seen.add(state.phase)
                moment = Moment(len(facts), tuple(facts[-8:]), can_undo=True, translate=translation_of(LANGUAGE))
                yield f"{pack.name} {state.phase}", screen_of(pack, state, moment)
            event = chance.choice(events)
            state = step(pack, state, event)
            facts.append(Fact(len(facts) + 1, float(len(facts)), "table", event))


ACTS = FakeActs()
APP = TablesideApp(ACTS)
APP.preferences = Preferences(language=LANGUAGE, text=TEXT, dim_after_s=0)
FOUND: dict[str, list[str]] = {}
QUEUE = [moment for name in known_packs() for moment in moments_of(load_pack(name))]


def begin(*_: object) -> None:
    if not QUEUE:
        APP.stop()
        return
    ACTS._screen = replace(QUEUE[0][1])
    APP.tick()
    after(FRAMES, measure)


def measure() -> None:
    name, _ = QUEUE.pop(0)
    FOUND[name] = list(wrong(APP.page))
    if SHOTS:
        APP.capture(Path(SHOTS) / f"{name} {SIZE} {LANGUAGE}.png")
    begin()


def after(frames: int, then: object) -> None:
    Clock.schedule_once(lambda _: after(frames - 1, then) if frames > 1 else then(), 0)


Clock.schedule_once(lambda _: after(FRAMES, begin))
APP.run()
print(json.dumps({name: lines for name, lines in FOUND.items() if lines}, indent=1))
sys.exit(0 if FOUND else 3)
