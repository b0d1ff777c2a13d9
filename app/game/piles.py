"""Piles of cards as far as they are known: moved, shuffled, drawn."""
from __future__ import annotations

from app.game.errors import NotNow
from app.game.now import Now
from app.game.state import UNSEEN, Layer, Pile


def move(now: Now, card: str, source: str, target: str) -> Now:
    """The card goes to the top of the target. Raises NotNow if it cannot lie in the source."""
    for name in (source, target):
        if name not in now.state.piles:
            raise NotNow(f"there is no pile {name!r}")
    taken = without(now.state.piles[source], card)
    if taken is None:
        raise NotNow(f"{card} does not lie in {source}")
    piles = now.state.piles | {source: taken}
    piles[target] = ((card,), *piles[target])
    return now._replace(state=now.state._replace(piles=type(now.state.piles)(piles)))


def without(pile: Pile, card: str) -> Pile | None:
    """The pile with the topmost such card, or else one unseen card, taken out; None if neither is there."""
    for wanted in (card, UNSEEN):
        for index, layer in enumerate(pile):
            if wanted in layer:
                return _spliced(pile, index, _less(layer, wanted))
    return None


def shuffled(pile: Pile) -> Pile:
    """All in one layer: nothing is known of the order."""
    return (tuple(sorted(card for layer in pile for card in layer)),) if pile else ()


def _less(layer: Layer, card: str) -> Layer:
    at = layer.index(card)
    return (*layer[:at], *layer[at + 1 :])


def _spliced(pile: Pile, index: int, layer: Layer) -> Pile:
    return (*pile[:index], *((layer,) if layer else ()), *pile[index + 1 :])
