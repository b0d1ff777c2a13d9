"""Teaches the dice networks, on drawn tables and on labelled photos, leaving out a set to measure honestly."""
from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from vision.training.learn import Mix, teach_finder, teach_reader
from vision.training.networks import Finder, Reader, export
from vision.training.sources import Source, read_photos, read_tables

SETS = {"nell": 0.34, "trays": 0.34, "epa": 0.2, "grey": 0.12}
"""The photo sets with boxes, and how often each is looked at."""
TEACH = {"finder": (Finder, teach_finder, (1, 3, 128, 128)), "reader": (Reader, teach_reader, (1, 3, 64, 64))}


def mix_of(tables: list[Source], photos: list[Source], share: float) -> Mix:
    """Tables and photos, `share` of the looks from photos."""
    seen: Mix = [(t, (1 - share) / len(tables)) for t in tables]
    total = sum(SETS[p.name] for p in photos) or 1
    return seen + [(p, share * SETS[p.name] / total) for p in photos]


def learn(kind: str, mix: Mix, steps: int, seed: int, start: Path | None, rate: float) -> nn.Module:
    """A network of `kind` taught for `steps`, from the weights in `start` if given."""
    make, teach, _ = TEACH[kind]
    torch.manual_seed(seed)
    network = make()
    if start:
        network.load_state_dict(torch.load(start, weights_only=True))
    return teach(mix, steps, seed, network, rate)


def save(kind: str, network: nn.Module, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), folder / f"{name}.pt")
    export(network, folder / f"{name}.onnx", TEACH[kind][2])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(TEACH))
    parser.add_argument("out", type=Path, help="folder for the network")
    parser.add_argument("--tables", type=Path, nargs="+", required=True, help="drawn by vision.training.tables")
    parser.add_argument("--photos", type=Path, help="folder of photos with labels.json")
    parser.add_argument("--leave-out", nargs="*", default=[], choices=[*SETS], help="sets not to learn from")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    given = arguments()
    tables = [read_tables(path) for path in given.tables]
    photos = [read_photos(given.photos, name) for name in SETS if name not in given.leave_out] if given.photos else []
    mix = mix_of(tables, photos, 0.55 if photos else 0.0)
    network = learn(given.kind, mix, given.steps, given.seed, given.start, given.rate)
    save(given.kind, network, given.out, given.kind)


if __name__ == "__main__":
    main()
