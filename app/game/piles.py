"""The deck ledger: where each card lies as far as is known, what can come next, and cards that move."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType as Frozen

from app.game.errors import NotNow
from app.game.pack import Pack
from app.game.state import Layer, Pile, Said, State, is_unseen, unseen


def unplaced(pack: Pack, piles: Mapping[str, Pile], deck: str) -> dict[str, int]:
    """Cards of the deck that are known to lie nowhere, with how many copies of each."""
    layers = chain.from_iterable(piles.values())
    placed = Counter(chain.from_iterable(layers))
    left = [(card.name, card.copies - placed[card.name]) for card in pack.deck(deck)]
    return {name: copies for name, copies in left if copies > 0}


def chances(pack: Pack, piles: Mapping[str, Pile], pile: Pile) -> dict[str, float]:
    """How likely each card is to be the next of the pile: an unseen card may be any unplaced one of its deck."""
    if not pile:
        return {}
    found: dict[str, float] = {}
    for card, count in Counter(pile[0]).items():
        share = count / len(pile[0])
        for name, part in _spread(pack, piles, card).items():
            found[name] = found.get(name, 0.0) + share * part
    return found


def candidates(pack: Pack, state: State, pile: str) -> tuple[str, ...]:
    """Cards that could come next, in the pack's order."""
    if not state.piles[pile]:
        return ()
    possible: set[str] = set()
    for card in set(state.piles[pile][0]):
        possible.update(unplaced(pack, state.piles, card[1:]) if is_unseen(card) else (card,))
    return tuple(name for name in pack.cards if name in possible)


def drawn(pack: Pack, state: State, card: str, source: str, target: str) -> State:
    """The card has come from the top of the source. Raises NotNow, saying where it lies instead, if it cannot be."""
    pile = state.piles[source]
    if card not in candidates(pack, state, source):
        raise NotNow("{card} cannot come from {pile}: {where}", card=card, pile=label_of(pack, source),
                     where=_whereabouts(pack, state, card))
    return _moved(state, card if card in pile[0] else unseen(pack.cards[card].deck), card, source, target)


def forced(pack: Pack, state: State, card: str, source: str, target: str) -> State:
    """A person says that the card came from the source: taken from wherever it was thought to lie."""
    if card in candidates(pack, state, source):
        return drawn(pack, state, card, source, target)
    wrong = next((name for name, pile in state.piles.items() if any(card in layer for layer in pile)), source)
    swapped = _swap(state, card, wrong, source)
    return drawn(pack, swapped, card, source, target)


def moved(pack: Pack, state: State, card: str, source: str, target: str) -> State:
    """The card, wherever in the source, goes to the top of the target. Raises NotNow if it cannot lie there."""
    for name in (source, target):
        if name not in state.piles:
            raise NotNow("there is no pile '{pile}'", pile=name)
    if without(state.piles[source], card) is not None:
        return _moved(state, card, card, source, target)
    deck = pack.cards[card].deck if card in pack.cards else ""
    if without(state.piles[source], unseen(deck)) is None or card not in unplaced(pack, state.piles, deck):
        raise NotNow("{card} does not lie in {pile}", card=card, pile=label_of(pack, source))
    return _moved(state, unseen(deck), card, source, target)


def dealt(pack: Pack, state: State, source: str, target: str) -> State:
    """The top card goes to the target with its name unsaid; nothing moves from an empty source.

    Where it could be any of several, or only its own seat knows it, what was known of their names is given up.
    """
    pile = state.piles[source]
    if not pile:
        return state
    is_known = len(set(pile[0])) == 1 and not pack.piles[source.partition("@")[0]].secret
    layer = pile[0] if is_known else tuple(_unnamed(pack, card) for card in pile[0])
    piles = state.piles.copy()
    piles[source] = _spliced(pile, 0, tuple(sorted(layer[1:])))
    piles[target] = ((layer[0],), *piles[target])
    return state._replace(piles=Frozen(piles))


def without(pile: Pile, card: str) -> Pile | None:
    """The pile with the topmost such card taken out; None if it is not there."""
    for index, layer in enumerate(pile):
        if card in layer:
            return _spliced(pile, index, _less(layer, card))
    return None


def shuffled(pile: Pile) -> Pile:
    """All in one layer: nothing is known of the order."""
    cards = tuple(sorted(card for layer in pile for card in layer))
    return (cards,) if cards else ()


def reshuffled(state: State, name: str, into: str = "") -> State:
    """The pile shuffled, or all of it into another. Raises NotNow if there is no such pile."""
    for pile in (name, into or name):
        if pile not in state.piles:
            raise NotNow("there is no pile '{pile}'", pile=pile)
    piles = state.piles.copy()
    taken, piles[name] = piles[name], ()
    piles[into or name] = shuffled((*taken, *piles[into or name]))
    return state._replace(piles=Frozen(piles))


def bottomed(pile: Pile, count: int) -> Pile:
    """So many cards from the top go to the bottom, in an order that the game does not learn.

    Where only some of a layer go, and it is not of one kind, nobody has said which: then it stays as it is.
    """
    taken: list[str] = []
    rest = list(pile)
    while rest and count > len(taken) and (len(rest[0]) <= count - len(taken) or len(set(rest[0])) == 1):
        layer = rest.pop(0)
        some = count - len(taken)
        taken += layer[:some]
        rest[:0] = [layer[some:]] if layer[some:] else []
    return (*rest, tuple(sorted(taken))) if taken else pile


def label_of(pack: Pack, pile: str) -> str:
    return pack.piles[pile.partition("@")[0]].label


def _spread(pack: Pack, piles: Mapping[str, Pile], card: str) -> dict[str, float]:
    if not is_unseen(card):
        return {card: 1.0}
    left = unplaced(pack, piles, card[1:])
    return {name: copies / sum(left.values()) for name, copies in left.items()}


def _whereabouts(pack: Pack, state: State, card: str) -> Said:
    for name, pile in state.piles.items():
        if any(card in layer for layer in pile):
            if pack.piles[name.partition("@")[0]].secret:
                return Said("it lies elsewhere")
            if "@" not in name:
                return Said("it lies in {pile}", (("pile", label_of(pack, name)),))
            player = state.players[int(name.partition("@")[2])]
            return Said("it lies in {pile} of {player}", (("pile", label_of(pack, name)), ("player", player)))
    return Said("it belongs to another deck")


def _moved(state: State, taken: str, card: str, source: str, target: str) -> State:
    piles = state.piles.copy()
    piles[source] = without(piles[source], taken) or ()
    piles[target] = ((card,), *piles[target])
    return state._replace(piles=Frozen(piles))


def _swap(state: State, card: str, wrong: str, source: str) -> State:
    """The known card changes place with the top of the source, which is then what lies in the wrong place."""
    top = state.piles[source][0][0] if state.piles[source] else card
    piles = state.piles.copy()
    piles[wrong] = tuple(_replaced(layer, card, top) for layer in piles[wrong])
    piles[source] = ((card,), *(without(state.piles[source], top) or ()))
    return state._replace(piles=Frozen(piles))


def _unnamed(pack: Pack, card: str) -> str:
    return card if is_unseen(card) else unseen(pack.cards[card].deck)


def _replaced(layer: Layer, card: str, other: str) -> Layer:
    return tuple(sorted((*_less(layer, card), other))) if card in layer else layer


def _less(layer: Layer, card: str) -> Layer:
    at = layer.index(card)
    return (*layer[:at], *layer[at + 1 :])


def _spliced(pile: Pile, index: int, layer: Layer) -> Pile:
    return (*pile[:index], *((layer,) if layer else ()), *pile[index + 1 :])
