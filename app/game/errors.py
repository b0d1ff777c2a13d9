"""What the core refuses, one class for each kind of refusal."""
from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from app.game.state import Fill, Said, said_plainly


class GameError(Exception):
    """Anything the core refuses."""


class NotNow(GameError, ValueError):
    """The event does not fit this moment of the game; the state is as it was.

    `said` is the reason as a message of the catalogue and what fills its braces, for people to read in their language.
    """

    def __init__(self, message: str | Said, **fields: Fill) -> None:
        self.said = message if isinstance(message, Said) else Said(message, tuple(fields.items()))
        super().__init__(said_plainly(self.said))


class Tripped(NotNow):
    """The pack's own sums fail at the event: something that they ask for is not there."""


# What a sum can fail with.
TRIPS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Stuck(GameError, RuntimeError):
    """Play by chance cannot go on."""


class PackError(GameError, ValueError):
    """A pack says something that the language does not know, or contradicts itself."""


class WireError(GameError, ValueError):
    """Not an event that this version can read."""


class TranscriptError(GameError, ValueError):
    """A transcript holds a line that cannot be read, or that the game refuses."""


class ExpectationFailed(GameError, AssertionError):
    """A transcript expected something else."""


def unknown(place: str, what: str, word: object, known: Iterable[str]) -> PackError:
    """The refusal of an unknown word: where, what, the nearest known one and all of them."""
    words = sorted(known)
    near = get_close_matches(str(word), words, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return PackError(f"{place}: unknown {what} {str(word)!r}{hint} Known: {', '.join(words) or 'none'}")
