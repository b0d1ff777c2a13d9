"""The deck ledger as the table may see it: where cards lie, what is left, and how likely each is to come next."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType as Frozen

from app.game.pack import Pack
from app.game.piles import chances, label_of, unplaced
from app.game.state import Pile, State, is_unseen
from app.view.sentences import veiled


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile as the table may know it: how many lie there, which of them are known, and what may come next, in %.

    `cards` may be taken out of it by hand, and `targets` are the piles to lay them on: (what the core calls it, label).
    """

    label: str
    count: int
    known: tuple[str, ...] = ()
    next: tuple[tuple[str, int], ...] = ()
    name: str = ""
    cards: tuple[tuple[str, str], ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    mixed: bool = False  # nothing is known of their order

    @property
    def told(self) -> tuple[str, int, tuple[str, ...], tuple[tuple[str, int], ...]]:
        """What is read off it."""
        return self.label, self.count, self.known, self.next


def ledger_of(pack: Pack, state: State, translate: Callable[[str], str] = str) -> tuple[PileView, ...]:
    """Every pile that is nobody's secret; empty ones are left out. What lies in secret piles counts as unseen."""
    known = state._replace(piles=_without_secrets(pack, state))
    labels = tuple((name, _label_of(pack, state, name, translate)) for name in state.piles
                   if not pack.piles[name.partition("@")[0]].secret)
    return tuple(
        replace(_pile_of(pack, known, name, label, translate),
                targets=tuple(other for other in labels if other[0] != name))
        for name, label in labels if state.piles[name]
    )


def _without_secrets(pack: Pack, state: State) -> Frozen[str, Pile]:
    secret = {name for name in state.piles if pack.piles[name.partition("@")[0]].secret}
    return Frozen({name: () if name in secret else pile for name, pile in state.piles.items()})


def _label_of(pack: Pack, state: State, name: str, translate: Callable[[str], str]) -> str:
    base, _, seat = name.partition("@")
    owner = f"{state.players[int(seat)]}: " if seat else ""
    return owner + translate(label_of(pack, base))


def _pile_of(pack: Pack, state: State, name: str, label: str, translate: Callable[[str], str]) -> PileView:
    pile = state.piles[name]
    known = tuple(translate(veiled(pack, card)) for layer in pile for card in layer if not is_unseen(card))
    odds = () if "@" in name else _odds(pack, state, name, translate)
    return PileView(label, sum(map(len, pile)), known, odds, name, _cards_in(pack, state, pile, translate),
                    mixed=len(pile) == 1 and len(pile[0]) > 1 and "@" not in name)


def _cards_in(pack: Pack, state: State, pile: Pile, translate: Callable[[str], str]) -> tuple[tuple[str, str], ...]:
    """Every card that may lie in the pile; those that share a veil are one, so that they tell no more than it does."""
    lie = dict.fromkeys(card for layer in pile for card in layer)
    names = [name for card in lie for name in (unplaced(pack, state.piles, card[1:]) if is_unseen(card) else (card,))]
    shown = {veiled(pack, name): name for name in reversed(names)}
    return tuple(sorted(((name, translate(veil)) for veil, name in shown.items()), key=lambda card: card[1]))


def _odds(pack: Pack, state: State, name: str, translate: Callable[[str], str]) -> tuple[tuple[str, int], ...]:
    """Likeliest first; cards that share a veil share their odds, so that these tell no more than the veil does."""
    summed: dict[str, float] = {}
    for card, chance in chances(pack, state.piles, state.piles[name]).items():
        summed[veiled(pack, card)] = summed.get(veiled(pack, card), 0.0) + chance
    likeliest = sorted(summed.items(), key=lambda item: (-item[1], item[0]))
    return tuple((translate(card), round(100 * chance)) for card, chance in likeliest)
