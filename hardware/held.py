"""What a camera is told to hold, so that every picture of a table is exposed and balanced alike."""
from __future__ import annotations

from dataclasses import dataclass, replace

BEAT_SLACK = 0.02  # an exposure this near to whole beats of a lamp is meant to be whole


@dataclass(frozen=True, slots=True)
class Held:
    """`exposure_s` and `gain` of each picture; the balance by `red` and `blue` gains, or as `kelvin`.

    None where the camera has no such control. `true_gain`: whether twice the gain is twice the light.
    """

    exposure_s: float
    gain: float | None = None
    red: float | None = None
    blue: float | None = None
    kelvin: float | None = None
    true_gain: bool = False


def brighter(held: Held, times: float, beat_s: float = 0.0) -> Held:
    """As much light as `times` what `held` gives; with `beat_s` the exposure stays a whole number of a lamp's beats.

    What whole beats cannot give a true gain does, as long as it stays at 1 or above.
    """
    wanted = held.exposure_s * times
    exposure = whole_beats(wanted, beat_s) if beat_s else wanted
    if held.gain is None or not held.true_gain:
        return replace(held, exposure_s=exposure)
    if held.gain * wanted < exposure:
        exposure = max(exposure - beat_s, beat_s)
    return replace(held, exposure_s=exposure, gain=max(1.0, held.gain * wanted / exposure))


def whole_beats(exposure_s: float, beat_s: float) -> float:
    """The nearest exposure of at least one beat that holds whole beats."""
    return max(1, round(exposure_s / beat_s)) * beat_s


def beat_of(held: Held) -> float:
    """The lamp's beat that the exposure holds whole, of 50 or 60 Hz mains; 0.0 if it holds neither."""
    for beat_s in (1 / 100, 1 / 120):
        if abs(held.exposure_s / whole_beats(held.exposure_s, beat_s) - 1) < BEAT_SLACK:
            return beat_s
    return 0.0
