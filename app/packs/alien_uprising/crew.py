"""What crewmen do: action dice, wounds, shooting, items and salvage boards."""
from __future__ import annotations

from app.game.dice import text_of
from app.game.events import RolledDie
from app.game.now import Now
from app.game.rules import Amount
from app.game.state import Said
from app.packs.alien_uprising.battle import ORDER, pile_at

FACES = ("attack", "engineering", "reload", "scout", "wild", "bonus_wild", "first_aid", "alien")
ENOUGH = 3


def seat_of(now: Now, crewman: str) -> int:
    """The seat that runs the crewman; -1 if nobody does."""
    return next((seat for seat in now.everybody if crewman in now.at_seat(seat).within("crewman")), -1)


def settler(now: Now) -> int:
    """Who settles what the crew cannot agree on: the Captain, else the first player."""
    captain = seat_of(now, "Captain")
    return int(now.value("first")) if captain < 0 else captain


def place_name(now: Now, place: int) -> Said:
    """What people call a place."""
    if not place:
        return Said("the ship")
    return Said("sector {sector}, zone {zone}", (("sector", place // 10), ("zone", place % 10)))


def lay_dice(now: Now) -> Now:
    """Remember how the action dice lie: aliens may roll dice of their own before the next throw."""
    return now.note("action_dice", ",".join(f"{die.colour or 'red'} {text_of(die)}" for die in now.state.roll))


def locked_dice(now: Now) -> tuple[RolledDie, ...]:
    """Alien dice that may not be thrown again; none with working sensors."""
    if works(now, "Sonic sensors") or not (now.value("throws") >= 2 or now.value("alien_lock")):
        return ()
    return tuple(die for die in _lying(now) if die.face == "alien")


def loose_dice(now: Now) -> int:
    """How many of the five may be thrown again."""
    return 5 - len(locked_dice(now))


def triplets(now: Now) -> tuple[str, ...]:
    """Faces that three dice show, so that all three may be thrown again."""
    locked = {die.face for die in locked_dice(now)}
    shown = [str(die.face) for die in _lying(now) if die.face not in locked]
    return tuple(face for face in dict.fromkeys(shown) if shown.count(face) >= ENOUGH)


def other_dice(now: Now) -> tuple[RolledDie, ...]:
    """All of the last roll but three of the triplet: they stay as they lie."""
    dice, face = _lying(now), now.state.words["triplet"]
    return (*[die for die in dice if die.face == face][ENOUGH:], *(die for die in dice if die.face != face))


def pool_dice(now: Now) -> Now:
    """The dice as they lie are there to be chosen; a wild of the bonus dice may be first aid, too."""
    for die in _lying(now):
        face = "bonus_wild" if die.colour == "blue" and die.face == "wild" else die.face
        now = now.change(f"left_{face}", 1)
    return now


def dice_left(now: Now) -> int:
    return sum(now.value(f"left_{face}") for face in FACES)


def can(now: Now, action: str) -> bool:
    """Whether the die in use gives the action."""
    die = now.state.words["die"]
    return die == action or die == "bonus_wild" or (die == "wild" and action != "first_aid")


def works(now: Now, board: str) -> bool:
    """Whether a salvage board is in play, repaired and powered."""
    repaired = now.value(board) >= now.field(board, "wrenches")
    return board in now.within("boards") and repaired and now.value(f"{board} power") >= now.field(board, "crystals")


def repairable(now: Now) -> tuple[str, ...]:
    """Boards in play that want another wrench."""
    return tuple(card for card in sorted(now.within("boards")) if now.value(card) < now.field(card, "wrenches"))


def unpowered(now: Now) -> tuple[str, ...]:
    """Boards in play that want another crystal."""
    boards = sorted(now.within("boards"))
    return tuple(card for card in boards if now.value(f"{card} power") < now.field(card, "crystals"))


def own_items(now: Now) -> tuple[str, ...]:
    """What the crewman may use: items in hand, and those that need no hand."""
    loose = tuple(item for item in now.within("items") if not now.field(item, "hands"))
    return now.within("prepared") + loose


def weapons(now: Now) -> tuple[str, ...]:
    """Items in hand that shoot and are loaded."""
    return tuple(item for item in own_items(now) if now.field(item, "dice") and now.value(item))


def drained(now: Now) -> tuple[str, ...]:
    """Items that can be reloaded: used at all, and no armour."""
    items = now.within("prepared") + now.within("items")
    return tuple(item for item in items if now.value(item) < now.field(item, "track") and not now.field(item, "armour"))


def tradable(now: Now) -> tuple[str, ...]:
    """Items that are nobody's starting items."""
    return tuple(item for item in now.within("prepared") + now.within("items") if not now.field(item, "owner"))


def equip(now: Now, item: Amount) -> Now:
    """The crewman has the item, at full strength."""
    return _equipped(now, str(item(now)))


def outfit(now: Now) -> Now:
    """The crewman's own items and full health."""
    crewman = now.top("crewman")
    for card in now.pack.deck("items"):
        if card.fields.get("owner") == crewman:
            now = _equipped(now, card.name)
    return now.set("health", int(now.field(crewman, "health")))


def wound_crew(now: Now, number: Amount) -> Now:
    """Armour takes wounds first, and breaks; the rest costs health."""
    left = int(number(now))
    for item in own_items(now):
        if now.field(item, "armour") and left:
            absorbed = min(left, now.value(item))
            left -= absorbed
            now = now.change(item, -absorbed)
            now = now if now.value(item) else _broken(now, item)
    return now.change("health", -left)


def in_sight(now: Now) -> tuple[str, ...]:
    """Aliens of the sector that may be shot at, as "Slasher 3" or "Slasher 3h" for one on its grey side."""
    sector = now.value("sector")
    zones = (0,) if not sector else (3, 2, 1)
    seen = (zone for zone in zones if not _behind_shield(now, sector, zone))
    return tuple(f"{kind} {zone}{hurt}" for zone in seen for kind, hurt in _exposed(now, sector, zone))


def in_reach(now: Now) -> tuple[str, ...]:
    """Aliens of the crewman's own zone."""
    place = now.have("place")
    sector, zone = divmod(place, 10)
    return tuple(f"{kind} {zone}{hurt}" for kind, hurt in _present(now, sector, zone))


def under_turret(now: Now) -> tuple[str, ...]:
    """Aliens of the sector that the turret can hit, wherever they stand: all but those under the sand."""
    sector = now.value("sector")
    return tuple(f"{kind} {zone}{hurt}" for zone in (3, 2, 1) for kind, hurt in _present(now, sector, zone)
                 if kind != "Tunneler")  # fmt: skip


def aim_at(now: Now, target: Amount) -> Now:
    """The alien of that name and zone is the one attacked."""
    kind, _, where = str(target(now)).partition(" ")
    return now.note("alien", kind).note("hurt", where[1:]).set("zone", int(where[0]))


def distance(now: Now) -> int:
    """Zones between the crewman and the target in one sector, or from the ship; -1 where the table must say."""
    sector, zone = divmod(now.have("place"), 10)
    apart = abs(zone - now.value("zone"))
    return apart if sector in (0, now.value("sector")) or now.value("zone") == 0 else -1


def to_hit(now: Now, item: str, zones: int) -> int:
    """The number that the item needs over none, one or two zones; 0 where it does not reach."""
    return int(now.field(item, ("near", "middle", "far")[zones]))


def melee_dice(now: Now) -> int:
    """Blue dice of the crewman's items in a melee attack; those that want energy count once it is paid."""
    return max(1, sum(int(now.field(item, "melee")) for item in own_items(now) if not now.field(item, "edge")))


def guard_dice(now: Now) -> int:
    """Blue dice of a defending crewman."""
    items = sum(int(now.field(item, "melee")) for item in own_items(now) if not now.field(item, "edge"))
    return int(now.field(now.top("crewman"), "defence")) + items


def _equipped(now: Now, name: str) -> Now:
    return now.move_card(name, "item_deck", "items").set(name, int(now.field(name, "track")))


def _lying(now: Now) -> tuple[RolledDie, ...]:
    words = [die.split() for die in now.state.words["action_dice"].split(",") if die]
    return tuple(RolledDie(face=face, colour=colour, kind="icon") for colour, face in words)


def _present(now: Now, sector: int, zone: int) -> tuple[tuple[str, str], ...]:
    return tuple((kind, hurt) for kind in ORDER for hurt in ("", "h")
                 if kind in now.within(pile_at(now, sector, zone, hurt)))  # fmt: skip


def _exposed(now: Now, sector: int, zone: int) -> tuple[tuple[str, str], ...]:
    """A champion hides behind others of its zone; a tunneler is under the sand but for the ship."""
    here = _present(now, sector, zone)
    others = any(kind != "Champion" for kind, _ in here)
    return tuple((kind, hurt) for kind, hurt in here
                 if not (kind == "Champion" and others) and not (kind == "Tunneler" and zone))  # fmt: skip


def _behind_shield(now: Now, sector: int, zone: int) -> bool:
    """A shot into the ship goes in through the crewman's own sector."""
    here, ring = divmod(now.have("place"), 10)
    return ring == 3 and zone < 3 and bool(now.value(f"shields_{sector or here}"))


def _broken(now: Now, item: str) -> Now:
    return now.move_card(item, "items", "junk")


def fall(now: Now) -> Now:
    """The crewman drops what is carried, loses all skill cards and wakes in the ship, out of the melee."""
    for token in now.within("carried"):
        now = now.move_card(token, "carried", "seen_debris")
    lost = now.pile("skills")
    now = now.with_pile("skill_discard", (*lost, *now.pile("skill_discard"))).with_pile("skills", ())
    return now.set("place", 0).set("in_melee", 0).set("health", 4)


def hand_over(now: Now, item: Amount, seat: Amount) -> Now:
    """An item goes from one crewman to another."""
    name, to = str(item(now)), int(seat(now))
    source = "prepared" if name in now.within("prepared") else "items"
    return now.move_card(name, source, f"items@{to}")


def thrown_dice(now: Now) -> int:
    """How many dice were thrown just now, not held."""
    return sum(die.moved for die in now.state.roll)


def gadgets(now: Now) -> tuple[str, ...]:
    """Items with something left that are used as their card says, and in no other way."""
    ways = ("dice", "melee", "heals", "armour", "ghost")
    return tuple(item for item in own_items(now)
                 if now.value(item) and not any(now.field(item, way) for way in ways))  # fmt: skip


def spend_crystal(now: Now, board: Amount) -> Now:
    """A crystal from the ship's hold powers a board, an unstable one only if there is no other."""
    here = now.within("hold")
    crystal = next(card for card in ("Crystal", "Unstable crystal") if card in here)
    if now.field(crystal, "unstable"):
        now = now.say(Said("An unstable crystal: its card says whether it explodes"))
    return now.move_card(crystal, "hold", "lost_debris").change(f"{board(now)} power", 1)


def recharge(now: Now, item: Amount) -> Now:
    """The item is at full strength again."""
    name = str(item(now))
    return now.set(name, int(now.field(name, "track")))


def heal(now: Now, seat: Amount, number: Amount) -> Now:
    """A crewman heals so many wounds, as far as that goes."""
    hurt = now.at_seat(int(seat(now)))
    return hurt.change("health", min(int(number(now)), hurt.room("health"))).at_seat(now.seat)


def target_name(now: Now, target: str) -> Said:
    """What people call an alien where it stands."""
    kind, _, where = target.partition(" ")
    fields = (("alien", Said(kind)), ("zone", int(where[0])))
    if where[0] == "0":
        return Said("{alien}, ship, wounded" if where[1:] else "{alien}, ship", fields)
    return Said("{alien}, zone {zone}, wounded" if where[1:] else "{alien}, zone {zone}", fields)


def distance_to(now: Now, target: str) -> int:
    """Zones to a target as `in_sight` names it."""
    return distance(now.set("zone", int(target.partition(" ")[2][0])))


def toughness(now: Now, target: str) -> int:
    """Hits that turn or remove a target: two at once for a brute on its coloured side."""
    kind, _, where = target.partition(" ")
    return 1 if where[1:] else 1 + int(now.field(kind, "armour"))
