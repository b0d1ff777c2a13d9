"""The check command: one pack, read whole."""
from __future__ import annotations

from argparse import Namespace

from app.packs import load_pack


def run(args: Namespace) -> int:
    """Load the pack; what it says wrongly goes out as one line with file and line."""
    pack = load_pack(args.pack)
    print(f"{pack.title}: {len(pack.phases)} phases, {len(pack.counters)} counters, {len(pack.cards)} cards, no fault")
    return 0
