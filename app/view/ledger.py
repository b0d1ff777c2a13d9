"""The deck ledger as the table may see it: where cards lie, what is left, and how likely each is to come next."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType as Frozen

from app.game.pack import Pack
from app.game.piles import chances, label_of
from app.game.state import Pile, State, is_unseen
from app.view.sentences import veiled


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile as the table may know it: how many lie there, which of them are known, and what may come next, in %."""

    label: str
    count: int
    known: tuple[str, ...] = ()
    next: tuple[tuple[str, int], ...] = ()


def ledger_of(pack: Pack, state: State, translate: Callable[[str], str] = str) -> tuple[PileView, ...]:
    """Every pile that is nobody's secret; empty ones are left out. What lies in secret piles counts as unseen."""
    known = state._replace(piles=_without_secrets(pack, state))
    return tuple(
        _pile_of(pack, known, name, translate)
        for name, pile in state.piles.items()
        if pile and not pack.piles[name.partition("@")[0]].secret
    )


def _without_secrets(pack: Pack, state: State) -> Frozen[str, Pile]:
    secret = {name for name in state.piles if pack.piles[name.partition("@")[0]].secret}
    return Frozen({name: () if name in secret else pile for name, pile in state.piles.items()})


def _pile_of(pack: Pack, state: State, name: str, translate: Callable[[str], str]) -> PileView:
    base, _, seat = name.partition("@")
    pile = state.piles[name]
    owner = f"{state.players[int(seat)]}: " if seat else ""
    known = tuple(translate(veiled(pack, card)) for layer in pile for card in layer if not is_unseen(card))
    odds = () if seat else _odds(pack, state, name, translate)
    return PileView(owner + translate(label_of(pack, base)), sum(map(len, pile)), known, odds)


def _odds(pack: Pack, state: State, name: str, translate: Callable[[str], str]) -> tuple[tuple[str, int], ...]:
    """Likeliest first; cards that share a veil share their odds, so that these tell no more than the veil does."""
    summed: dict[str, float] = {}
    for card, chance in chances(pack, state.piles, state.piles[name]).items():
        summed[veiled(pack, card)] = summed.get(veiled(pack, card), 0.0) + chance
    likeliest = sorted(summed.items(), key=lambda item: (-item[1], item[0]))
    return tuple((translate(card), round(100 * chance)) for card, chance in likeliest)
