"""What Emergence Event needs beyond the common vocabulary, gathered from its rooms."""
from __future__ import annotations

from app.game.now import Now
from app.packs.emergence_event.cards import (
    against,
    damage_in_hand,
    draw_cards,
    give_damage,
    harvest,
    hidden_damage,
    hurt,
    hurt_by,
    least_lifted,
    mend,
    mendable,
    most_lifted,
    reign,
    spread_damage,
)
from app.packs.emergence_event.course import (
    advance,
    applies,
    fewest_artifacts,
    is_last,
    law_at,
    lead,
    next_layer,
    payable,
    powers_here,
    resume,
    track_record,
)
from app.packs.emergence_event.debts import debt, debtor, is_due, is_settling
from app.packs.emergence_event.encounter import (
    asked,
    begin_check,
    damage_due,
    first_asked,
    goal_of,
    half_text,
    holder,
    keep_needs,
    may_attempt,
    need,
    neighbour,
    reached,
    recall_needs,
    row_of,
    steps,
    tally,
    total_of,
    track_of,
    used,
)
from app.packs.emergence_event.ending import award, in_the_lead, next_told, points_of
from app.packs.emergence_event.goods import (
    attackable,
    copied,
    copied_from,
    copy_tech,
    copyable,
    count,
    end_spores,
    equipped_now,
    give,
    give_up,
    has_cube,
    in_hold,
    pass_tile,
    payable_spores,
    spores_here,
    total_due,
    total_tiles,
    use_cube,
    use_tile,
)
from app.packs.emergence_event.setting import compare_rolls, first_acts, lay_discoveries, story_cards
from app.packs.emergence_event.ship import (
    affordable,
    artifact,
    artifacts,
    board,
    captain,
    free_techs,
    goods,
    held,
    hold_space,
    hold_used,
    kinds_of_goods,
    level_of,
    max_move,
    next_techs,
    numbers_printed,
    price_of,
    print_number,
    resources,
    seat_of,
    special_ready,
    stat_of,
    take_free,
    tech,
    techs,
    techs_at,
)

__all__ = [
    "advance", "affordable", "against", "applies", "artifact", "artifacts", "asked", "attackable", "award",
    "begin_check", "board", "captain", "colour_name", "compare_rolls", "copied", "copied_from", "copy_tech",
    "copyable", "count", "damage_due", "damage_in_hand", "debt", "debtor", "draw_cards", "end_spores", "equipped_now",
    "fewest_artifacts", "first_acts", "first_asked", "free_techs", "give", "give_damage", "give_up", "goal_of",
    "good_name", "goods", "half_text", "harvest", "has_cube", "held", "hidden_damage", "hold_space", "hold_used",
    "holder", "hurt", "hurt_by", "in_hold", "in_the_lead", "is_due", "is_last", "is_settling", "keep_needs",
    "kinds_of_goods", "law_at", "lay_discoveries", "lead", "least_lifted", "level_of", "max_move", "may_attempt",
    "mend", "mendable", "most_lifted", "need", "neighbour", "next_layer", "next_techs", "next_told", "numbers_printed",
    "pass_tile", "payable", "payable_spores", "points_of", "powers_here", "price_of", "print_number", "printed",
    "reached", "recall_needs", "reign", "resources", "resume", "row_of", "seat_of", "special_name", "special_ready",
    "spores_here", "spread_damage", "stat_of", "steps", "story_cards", "take_free", "tally", "tech", "techs",
    "techs_at", "total_due", "total_of", "total_tiles", "track_of", "track_record", "use_cube", "use_tile", "used",
]  # fmt: skip

PRINTED = {"move": "Maximum movement", "hand": "Hand size", "hold": "Hold spaces", "upgraded": "Upgraded hold spaces",
           "storage": "Trinium storage", "slots": "Artifact slots"}  # fmt: skip
GOODS = {"tile": "Reward tile", "artifact": "Stored artifact", "shards": "Artifact shard"}
COLOURS = {"any": "of any colour"}


def printed(now: Now, field: str) -> str:
    """What people call a number of the board."""
    return PRINTED.get(field) or now.label(field)


def good_name(now: Now, good: str) -> str:
    return GOODS.get(good) or now.label(good)


def colour_name(now: Now, colour: str) -> str:
    return COLOURS.get(colour) or now.label(colour)


def special_name(now: Now) -> str:
    """The captain's own technology."""
    return str(now.card_field(captain(now), "special"))
