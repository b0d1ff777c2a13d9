"""A process to be killed: plays by chance into a store, and says what it has done only once that is on disk."""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

from app.game.chance import legal_events
from app.game.events import Rolled
from app.session import Session
from app.store import PHOTO_LIMIT, Store

PutPhoto = Callable[[str, str, bytes], None]


def play(session: Session, chance: Random, put_photo: PutPhoto) -> Iterator[None]:
    """Act, undo, redo and correct for ever; yields after each, when it is on disk."""
    for number in count():
        what = chance.random()
        rolls = [fact for fact in session.log if isinstance(fact.event, Rolled)]
        if what < 0.1:
            session.undo()
        elif what < 0.15:
            session.redo()
        elif what < 0.2 and rolls:
            rolled = chance.choice(rolls)
            session.correct(rolled.seq, chance.choice(rolls).event)
        else:
            act(session, chance, put_photo, number)
        yield


def act(session: Session, chance: Random, put_photo: PutPhoto, number: int) -> None:
    event = chance.choice(legal_events(session.pack, session.state, chance))
    if not isinstance(event, Rolled):
        session.act(event, "table", float(number))
        return
    key = f"{session.game_id}-{len(session.facts)}-{number}-{chance.random()}"
    put_photo(session.game_id, key, b"\xff\xd8" + bytes(chance.randrange(PHOTO_LIMIT - 2)))
    session.act(event, "eye", float(number), key)


def keep_putting_photos(store: Store, game_id: str) -> None:
    """The eye's thread, in the way of the main one as often as can be."""
    for number in count():
        store.put_photo(game_id, f"{game_id}-noise-{number % 20}", bytes(20_000))


def main(path: str, game_id: str, seed: str) -> None:
    store = Store(Path(path))
    session = Session.resume(store, game_id)
    threading.Thread(target=keep_putting_photos, args=(store, game_id), daemon=True).start()
    print("ready", flush=True)
    for _ in play(session, Random(seed), store.put_photo):
        if store.trouble:
            raise SystemExit(store.trouble)
        print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
