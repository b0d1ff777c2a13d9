"""The check command: one pack read whole, then played at random."""
from __future__ import annotations

import sys
from argparse import Namespace

from app.game.pack import Pack
from app.game.survey import play_at_random, unreachable
from app.packs import load_pack

INPUTS = 1000


def run(args: Namespace) -> int:
    """Say what is wrong with the pack, one line each; 2 if anything is."""
    pack = load_pack(args.pack)
    faults = faults_of(pack)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 2
    size = f"{_counted(len(pack.phases), 'phase')}, {_counted(len(pack.cards), 'card')}"
    print(f"{pack.title}: {size}, {INPUTS} random inputs, no fault found")
    return 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def faults_of(pack: Pack) -> tuple[str, ...]:
    """Phases that nothing leads to, and moments of random play that lead nowhere."""
    lost = [pack.phases[name] for name in unreachable(pack)]
    told = tuple(f"{phase.place}: nothing leads to phase {phase.name!r}; name it in a go or a next, or take it out"
                 for phase in lost)
    return told + play_at_random(pack, seed=1, inputs=INPUTS).faults
