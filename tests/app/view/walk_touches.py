"""Run in its own window: touches that come to a sleeping panel or to a sheet, and what became of each as JSON."""
from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from app.view.window import prepare_window

prepare_window(Path(tempfile.mkdtemp()), (1280, 800))

from kivy.clock import Clock  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from app.view.app import TablesideApp  # noqa: E402
from app.view.dice import OtherTile, ValueTile  # noqa: E402
from app.view.fake import FakeActs, fake_screen, rolled  # noqa: E402
from app.view.logbook import LogLine  # noqa: E402
from app.view.preferences import Preferences  # noqa: E402

FRAMES = 5
ACTS = FakeActs(rolled(fake_screen(("Ada", "Ben")), ("3", "2")))
APP = TablesideApp(ACTS)
APP.preferences = Preferences(dim_after_s=0)
FOUND: dict[str, object] = {}


def named(name: str) -> Widget:
    return next(widget for widget in APP.root.walk() if getattr(widget, "name", "").startswith(name))


def touch(widget: Widget) -> None:
    finger = UnitTestTouch(*widget.to_window(*widget.center))
    finger.touch_down()
    finger.touch_up()


def wake_by_touch() -> None:
    APP.dimmer.after_s, APP.dimmer._touched = 1, -1e9
    APP.dimmer._look()
    FOUND["asleep"] = APP.dimmer.asleep
    touch(named("choice "))
    FOUND["woken"], FOUND["asked"] = not APP.dimmer.asleep, len(ACTS.asked)
    APP.dimmer.after_s = 0


def show_a_throw() -> None:
    ACTS._screen = rolled(fake_screen(("Ada", "Ben")), ("3", "2"))


def touch_row_of_the_log() -> None:
    row = next(widget for widget in APP.page.ids.log.walk() if isinstance(widget, LogLine) and widget.row.dice)
    touch(row.children[-1])  # the words beside the dice


def read_correction(camera: str) -> None:
    FOUND[f"offered, {camera}"] = [
        widget.name for widget in APP._sheets[-1].walk() if isinstance(widget, ValueTile | OtherTile)]
    APP.close_sheet(APP._sheets[-1])


def without_camera() -> None:
    ACTS._frame = None


def give_both_one_name() -> None:
    ACTS._screen = None
    APP.tick()
    APP.seat_players("starship_catan", "Starship Catan")
    APP.page.names = ["Zoe", "Ada"]
    APP.page.rename(1)
    keys = APP._sheets[-1]
    for letter in "ZOE":
        keys.type(letter)
    keys.close()


def read_refusal() -> None:
    FOUND["names"], FOUND["refused"] = list(APP.page.names), APP._sheets[-1].text


def type_a_name() -> None:
    APP.page.rename(1)
    keys = APP._sheets[-1]
    for name in ("key M", "key C", "shift", "key D", "key Ö", "digits", "key 2", "digits", "key B"):
        next(tile for tile in keys.walk() if getattr(tile, "name", "") == name).dispatch("on_release")
    FOUND["typed"] = keys.text
    keys.erase()
    FOUND["erased"] = keys.text
    APP.close_sheet(keys)


def look_at_the_shelf() -> None:
    APP.go_home()


def read_shelf() -> None:
    tile = named("game ")
    left = tile.to_window(*tile.pos)[0]
    FOUND["in the middle"] = abs(left - (APP.root.width - left - tile.width)) < 2


STEPS: list[Callable[[], None]] = [wake_by_touch, show_a_throw, touch_row_of_the_log,
                                   partial(read_correction, "camera"), without_camera, touch_row_of_the_log,
                                   partial(read_correction, "no camera"), give_both_one_name, read_refusal, type_a_name,
                                   look_at_the_shelf, read_shelf]


def go_on(*_: object) -> None:
    if not STEPS:
        APP.stop()
        return
    STEPS.pop(0)()
    after(FRAMES, go_on)


def after(frames: int, then: Callable[..., None]) -> None:
    Clock.schedule_once(lambda _: after(frames - 1, then) if frames > 1 else then(), 0)


Clock.schedule_once(lambda _: after(FRAMES, go_on))
APP.run()
print(json.dumps(FOUND))
