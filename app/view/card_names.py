"""What a card that was seen may be called: likeliest first, as far as the table may know."""
from __future__ import annotations

from collections.abc import Callable, Iterator

from app.game.events import CardSeen
from app.game.pack import Pack
from app.game.piles import chances
from app.game.state import State
from app.game.step import awaited_cards, here
from app.view.sentences import veiled


def cards_like(
    pack: Pack, before: State | None, seen: CardSeen, translate: Callable[[str], str] = str
) -> tuple[tuple[str, str], ...]:
    """(name, label): what the eye thought, what could come in the state `before`, then the rest of the deck.

    Cards that share a veil are one, so that the list tells no more than it does.
    """
    likely = (seen.name, seen.runner_up, *(_awaited(pack, before) if before else ()))
    decks = {seen.deck or pack.cards[seen.name].deck} if seen.name in pack.cards else {seen.deck}
    names = dict.fromkeys((*likely, *(card.name for deck in decks for card in pack.deck(deck))))
    labels: dict[str, str] = {}
    for name in names:
        if name in pack.cards:
            labels.setdefault(veiled(pack, name), name)
    return tuple((name, translate(veil)) for veil, name in labels.items())


def _awaited(pack: Pack, before: State) -> Iterator[str]:
    """What the moment waits for, the likeliest first."""
    now, phase = here(pack, before)
    pile = before.piles[now.pile_name(phase.draws[0](now))] if phase.draws else ()
    odds = chances(pack, before.piles, pile)
    yield from sorted(awaited_cards(pack, before), key=lambda card: -odds.get(card, 0.0))
