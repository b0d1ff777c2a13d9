"""`./tableside targets`: the printable calibration sheets, as PDF at true size."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.targets import PAPERS, write_targets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="where the two PDFs go (default: here)")


def run(args: argparse.Namespace) -> int:
    """Write one PDF for each paper size and say where they are."""
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        for paper in PAPERS:
            path = args.folder / f"tableside-targets-{paper}.pdf"
            write_targets(path, paper)
            print(f"{path}: three sheets on {paper.capitalize()}; print at 100 % and check the ruler.")
    except OSError as error:
        print(f"{args.folder}: the sheets cannot be written there ({error.strerror}).", file=sys.stderr)
        return 2
    return 0
