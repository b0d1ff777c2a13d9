"""The bench command: one measurement, beside a yardstick measured in the same run."""
from __future__ import annotations

import importlib
import json
from argparse import Namespace
from pathlib import Path

from app.errors import UsageError

# What a bench returns: for each row its figures, names in words with their unit ("ms", "right %").
Rows = dict[str, dict[str, float | int | str]]


def run(args: Namespace) -> int:
    """Run `bench_NAME.py`'s `run() -> Rows` and show what it found."""
    known = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    if args.name not in known:
        raise UsageError(f"no bench {args.name!r}; there are {', '.join(known)}")
    rows: Rows = importlib.import_module(f"app.commands.bench_{args.name}").run()
    print(json.dumps({"bench": args.name, "rows": rows}) if args.json else table_of(rows))
    return 0


def table_of(rows: Rows) -> str:
    """The rows under each other, figures in columns aligned on the right."""
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    figures = [[name, *(_shown(row.get(column, "")) for column in columns)] for name, row in rows.items()]
    lines = [["", *columns], *figures]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns) + 1)]
    return "\n".join("  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines)


def _shown(figure: float | int | str) -> str:
    return f"{figure:.3g}" if isinstance(figure, float) and figure < 100 else \
        f"{figure:.0f}" if isinstance(figure, float) else str(figure)
