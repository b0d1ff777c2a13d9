"""Diplomacy and its end: ambassadors, the traitor, cubes on their way home, players who are out."""
from __future__ import annotations

from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.eclipse.empire import STOCKS, crowded, cubes_back, given_up
from app.packs.eclipse.galaxy import galaxy_of, lay, sector_of


def ally(now: Now, seat: Amount) -> Now:
    """Both take the other's ambassador, giving up a reputation tile where the track is full."""
    other = int(seat(now))
    return _hosted(_hosted(now, other).at_seat(other), now.seat).at_seat(now.seat)


def _hosted(now: Now, guest: int) -> Now:
    if crowded(now):
        top, rest = now.pile("reputation")[0], now.pile("reputation")[1:]
        now = now.with_pile("reputation", rest).with_pile("reputation_bag", (
            tuple(sorted((*(card for layer in now.pile("reputation_bag") for card in layer), *top))),))
        now = now.say(Said("{player} gives up a reputation tile", (("player", now.player),)))
    return now.set(f"ally_{guest}", 1)


def break_with(now: Now, other: int) -> Now:
    """The attacker is the traitor; ambassadors and cubes go home, to tracks of their owners' choice."""
    for one, two in ((now.seat, other), (other, now.seat)):
        now = now.at_seat(one).set(f"ally_{two}", 0).change("loose_any", 1)
    now = now.at_seat(other).at_seat(now.state.active)
    return now.set("traitor", now.seat + 1).say(Said("{player} is the traitor", (("player", now.player),)))


def homeless(now: Now) -> int:
    """The first seat with a cube whose track must be chosen, from the active one on; -1 if there is none."""
    seats = len(now.everybody)
    order = [(now.active + step) % seats for step in range(seats)]
    return next((seat for seat in order if now.of(seat, "loose_any") + now.of(seat, "loose_orbital")), -1)


def cube_homes(now: Now) -> tuple[str, ...]:
    """Tracks with room that the cube in question may go to: from an orbital money or science, if either has any."""
    free = tuple(stock for stock in STOCKS.values() if now.room(f"{stock}_cubes"))
    return free if now.have("loose_any") else tuple(stock for stock in free if stock != "materials") or free


def cube_home(now: Now, stock: Amount) -> Now:
    kind = "loose_any" if now.have("loose_any") else "loose_orbital"
    return now.change(kind, -1).change(f"{stock(now)}_cubes", 1)


def bury_no_more(now: Now) -> Now:
    """Cubes of the graveyard go home; those of grey squares and orbitals wait to be asked."""
    for stock in STOCKS.values():
        now = cubes_back(now, stock, now.have(f"grave_{stock}")).set(f"grave_{stock}", 0)
    for kind in ("any", "orbital"):
        now = now.change(f"loose_{kind}", now.have(f"grave_{kind}")).set(f"grave_{kind}", 0)
    return now


def everybody_passed(now: Now) -> bool:
    return all(now.of(seat, "passed") or now.of(seat, "out") for seat in now.everybody)


def ruin_player(now: Now) -> Now:
    """A player who cannot pay is out of the game: ships, discs and ambassadors leave the table."""
    for number, sector in galaxy_of(now).sectors.items():
        if sector.owner == now.seat:
            now = given_up(now, number)
        here = sector_of(now, number)
        if any(ship.seat == now.seat for ship in here.ships):
            now = lay(now, here._replace(ships=tuple(ship for ship in here.ships if ship.seat != now.seat)))
    for seat in now.everybody:
        if now.have(f"ally_{seat}"):
            now = now.set(f"ally_{seat}", 0)
            now = now.at_seat(seat).set(f"ally_{now.seat}", 0).change("loose_any", 1).at_seat(now.seat)
    now = now.note(f"tiles@{now.seat}", "")  # to the supply
    return now.set("loose_any", 0).set("loose_orbital", 0).set("out", 1).set("passed", 1)
