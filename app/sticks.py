"""What a USB stick is given and gives back at a touch: begun at once, told in words when it is done."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.backup import FOLDER, back_up, bring_back, sticks_in
from app.config import Places
from app.copying import Copying
from app.exporting import export_into
from app.store import Store
from app.view.words import say

# In words at once, or for what takes long a function that gives them once it is done.
Told = str | Callable[[], str]


def give_stick(places: Places) -> Told:
    """Copy all that is kept to the stick that is plugged in."""
    return _with_stick(lambda stick: say("backed_up").format(folder=back_up(places, stick)))


def take_from_stick(places: Places) -> Told:
    """Bring back what the stick has, for the next start."""
    def take(stick: Path) -> str:
        bring_back(places, stick)
        return say("brought_back")

    return _with_stick(take)


def hand_out(store: Store, game_id: str) -> Told:
    """A game as data: onto the stick where one is plugged in, else beside the store."""
    stick = next(iter(sticks_in()), None)
    folder = stick / FOLDER / "exports" if stick else Places(store.path.parent).exports

    def write() -> str:
        export_into(folder, store, game_id)
        return say("exported").format(folder=folder)

    return Copying(write).says


def _with_stick(copy: Callable[[Path], str]) -> Told:
    sticks = sticks_in()
    return Copying(partial(copy, sticks[0])).says if sticks else say("no_stick")
