"""What is to be heard when one screen follows another, with no Kivy in sight."""
from __future__ import annotations

from app.view.screen import Screen


def tone_of(before: Screen | None, after: Screen | None) -> str:
    """`ask` where the eye doubts, `read` where it has read something, `turn` where another player is on; else ""."""
    if before is None or after is None or after == before:
        return ""
    if after.doubt is not None and before.doubt is None:
        return "ask"
    known = {row.seq for row in before.log}
    if any(row.seq not in known and row.by == "eye" and not row.aside for row in after.log):
        return "read"
    return "turn" if _playing(after) != _playing(before) else ""


def words_of(before: Screen | None, after: Screen | None) -> str:
    """What a voice says: the doubt or the prompt, where it is another than before."""
    if after is None:
        return ""
    said = _asked(after)
    return "" if before is not None and said == _asked(before) else said


def _asked(screen: Screen) -> str:
    return screen.doubt.text if screen.doubt else screen.prompt.text


def _playing(screen: Screen) -> tuple[int, ...]:
    return tuple(seat.seat for seat in screen.seats if seat.active)
