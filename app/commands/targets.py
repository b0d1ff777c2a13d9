"""`./tableside targets`: the printable calibration sheets, as PDF at true size."""
from __future__ import annotations

import argparse

from app.errors import UsageError
from calibration.targets import PAPERS, write_targets


def run(args: argparse.Namespace) -> int:
    """Write one PDF for each paper size and say where they are."""
    try:
        args.folder.mkdir(parents=True, exist_ok=True)
        for paper in PAPERS:
            path = args.folder / f"tableside-targets-{paper}.pdf"
            write_targets(path, paper)
            print(f"{path}: three sheets on {paper.capitalize()}; print at 100 % and check the ruler.")
    except OSError as error:
        raise UsageError(f"{args.folder}: the sheets cannot be written there ({error.strerror}).") from None
    return 0
