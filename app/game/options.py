"""Choices as a pack describes them: which show, which are allowed, and what taking one does."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.game.errors import NotNow
from app.game.now import Now, filled
from app.game.pack import Option
from app.game.state import Said


class Offer(NamedTuple):
    """One choice as it stands: `why` says why it is not allowed, None if it is."""

    id: str
    label: Said
    why: Said | None
    button: str | None
    seat: int


def offers_of(now: Now, options: Iterable[Option], suffix: str = "") -> Iterator[Offer]:
    """Every choice that shows, in the pack's order."""
    return (_offer(here, option, suffix) for option in options for here in _instances(now, option))


def take(now: Now, options: Iterable[Option], choice: str) -> Now:
    """Pay for the choice and do what it says. Raises NotNow if it is not offered, or not allowed."""
    name, _, item = choice.partition(":")
    for option in options:
        if option.id == name:
            for here in _instances(now, option, item):
                return _take(here, option)
    raise NotNow("'{choice}' is not a choice of this moment", choice=choice)


def pressed(now: Now, options: Iterable[Option], button: str) -> Now:
    """Take the first allowed choice that hangs on the button."""
    found = [(here, option) for option in options if option.button == button for here in _instances(now, option)]
    if not found:
        raise NotNow("nothing awaits the button {button}", button=button.replace("_", " ").capitalize())
    allowed = [pair for pair in found if not _obstacle(*pair)]
    return _take(*(allowed or found)[0])


def _instances(now: Now, option: Option, wanted: str | None = None) -> Iterator[Now]:
    """The moment as each showing instance of the option sees it; only the wanted item's, where one is named."""
    if option.each is None:
        if option.show is None or option.show(now):
            yield now
        return
    for item in dict.fromkeys(option.each(now)):
        if wanted is None or wanted == str(item):
            here = now.with_it(item)
            if option.show is None or option.show(here):
                yield here


def _offer(now: Now, option: Option, suffix: str) -> Offer:
    name = _id_of(now, option) + suffix
    return Offer(name, filled(option.label, now), _obstacle(now, option), option.button, now.seat)


def _id_of(now: Now, option: Option) -> str:
    return option.id if option.each is None else f"{option.id}:{now.it}"


def _obstacle(now: Now, option: Option) -> Said | None:
    if option.allowed is not None and not option.allowed(now):
        return filled(option.why, now) if option.why else Said("not possible now")
    for name, price in option.cost.items():
        if now.have(name) < price(now):
            what = now.pack.counters[name].label
            return Said("{number} {what} needed", (("number", int(price(now))), ("what", what)))
    return None


def _take(now: Now, option: Option) -> Now:
    if why := _obstacle(now, option):
        raise NotNow("{choice}: {why}", choice=filled(option.label, now), why=why)
    for name, price in option.cost.items():
        now = now.pay(name, int(price(now)))
    now = now.run(option.do)
    return now.go(option.next) if option.next and not now.goto else now
