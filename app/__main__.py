"""The command line: which commands there are, and what each may be told."""
from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from app.errors import AppError
from app.game.errors import GameError
from calibration.errors import CalibrationError
from hardware.errors import HardwareError
from vision.errors import VisionError

REFUSALS = (AppError, CalibrationError, GameError, HardwareError, VisionError)

Parser = argparse.ArgumentParser


class OneLineParser(argparse.ArgumentParser):
    """Takes options by their full names only, and says what is wrong in one line."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **(kwargs | {"allow_abbrev": False}))

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str]) -> int:
    """Run one command; returns the exit code. Modules are imported only for the command that is run."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a file may have any name
    try:
        args = parse(argv)
        code: int = importlib.import_module(COMMANDS[args.command].module).run(args)
        sys.stdout.flush()
        return code
    except REFUSALS as refusal:
        print(f"tableside: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has left: `tableside games | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, checked as far as can be without opening anything; exits with 2 and one line if they are wrong."""
    parser = OneLineParser("tableside", description="The companion at a board-game table.")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where store and settings live; before the command")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=OneLineParser)
    for name, command in COMMANDS.items():
        command.declare(subparsers.add_parser(name, help=command.does, description=command.does))
    _check_command(parser, argv)
    args = parser.parse_args(argv)
    args.data = (args.data or _usual_data()).absolute()
    _check_data(parser, args.data)
    return args


def _check_command(parser: Parser, argv: Sequence[str]) -> None:
    words = list(argv)
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] == "--data" else words[1:]
    if "--data" in words:
        parser.error("--data DIR goes before the command")
    if words and words[0] not in COMMANDS:
        near = get_close_matches(words[0], COMMANDS, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        parser.error(f"no command {words[0]!r}; {hint}there are {', '.join(COMMANDS)}")


def _check_data(parser: Parser, folder: Path) -> None:
    """What is there of the path must be folders; the rest will be made."""
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    if not os.path.isdir(there):
        parser.error(f"{there} is not a folder: name another --data")


def _usual_data() -> Path:
    if os.environ.get("TABLESIDE_DATA"):
        return Path(os.environ["TABLESIDE_DATA"])
    import platformdirs

    return Path(platformdirs.user_data_dir("tableside", appauthor=False))


def names(text: str) -> tuple[str, ...]:
    """A list such as "Ann,Ben" in an argument."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _declare_play(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", help="a pack's name or folder; without it the shelf opens")
    parser.add_argument("--players", type=names, metavar="A,B", help="who sits down, in order of turn")
    parser.add_argument("--camera", metavar="SOURCE", help="picamera, a video device, a URL, a film or folder")
    parser.add_argument("--panel", metavar="PORT", help="the board's serial port")
    parser.add_argument("--share", action="store_true", help="a read-only page on the local network, behind a link")
    parser.add_argument("--demo", action="store_true", help="the shipped film and a virtual board")


def _declare_read(parser: Parser) -> None:
    parser.add_argument("photos", nargs="+", metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--dice", type=names, metavar="KIND,…", help="only these kinds of dice, else any pipped die")
    parser.add_argument("--deck", metavar="NAME", help="look for cards of this deck")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="the calibrated place that the photos show")


def _declare_enrol(parser: Parser) -> None:
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=OneLineParser)
    _declare_enrol_cards(kinds.add_parser("cards", help="learn cards from photos, or keep house among the decks"))
    _declare_enrol_dice(kinds.add_parser("dice", help="learn the faces of icon dice, or keep house among their kinds"))


def _declare_enrol_cards(parser: Parser) -> None:
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help="one card a photo, the file named after it")
    parser.add_argument("--deck", metavar="NAME", help="the deck that they belong to")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="JSON list of file, role, cards: several a photo")
    parser.add_argument("--camera", metavar="SOURCE", help="show the cards to a camera instead, one after the other")
    parser.add_argument("--cards", type=names, default=(), metavar="A,B,…",
                        help="their names, in the order shown; without it those of the pack's deck GAME/DECK")
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--list", action="store_true", help="the decks, or the cards of one")
    act.add_argument("--forget", action="store_true", help="forget the deck")
    act.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="give a card another name")
    act.add_argument("--export", dest="export_file", type=Path, metavar="FILE", help="write the deck into one file")
    act.add_argument("--import", dest="import_file", type=Path, metavar="FILE", help="read a deck from such a file")


def _declare_enrol_dice(parser: Parser) -> None:
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help="a face each, from above, the file named after it")
    parser.add_argument("--name", "--deck", metavar="KIND", help="what the pack calls these dice, as in `dice:`")
    parser.add_argument("--camera", metavar="SOURCE", help="show the faces to a camera instead")
    parser.add_argument("--faces", type=names, default=(), metavar="A,B,…", help="their names, in the order shown")
    act = parser.add_mutually_exclusive_group()
    act.add_argument("--list", action="store_true", help="the kinds, or the faces of one")
    act.add_argument("--forget", action="store_true", help="forget the kind")
    act.add_argument("--export", dest="export_file", type=Path, metavar="FILE", help="write the kind into one file")
    act.add_argument("--import", dest="import_file", type=Path, metavar="FILE", help="read a kind from such a file")


def _declare_story(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="the final state, whole")


def _declare_export(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="a saved game, as `games` lists it")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="a row a fact")
    form.add_argument("--json", action="store_true", help="the log whole")


def _declare_check(parser: Parser) -> None:
    parser.add_argument("pack", metavar="PACK", help="a pack's name or folder")


def _declare_calibrate(parser: Parser) -> None:
    parser.add_argument("steps", nargs="*", metavar="STEP", help="lens, tray, light, flicker, dice, sheet, trial")
    parser.add_argument("--camera", default="picamera", metavar="SOURCE", help="as for play, or a folder of pictures")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="where the place is kept")
    parser.add_argument("--tray", metavar="W×H", help="the tray's inside in mm, if it is not 250x250")


def _declare_targets(parser: Parser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="where the PDFs go (default: here)")


def _declare_bench(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")


def _declare_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _declare_test(parser: Parser) -> None:
    parser.add_argument("--long", action="store_true", help="the slow tests")


def _declare_nothing(parser: Parser) -> None:
    """For commands that take no arguments."""


class Command(NamedTuple):
    """One command: the module that has its `run(args) -> int`, what it does, and how it declares its arguments."""

    module: str
    does: str
    declare: Callable[[Parser], None] = _declare_nothing


COMMANDS = {
    "play": Command("app.main", "the touchscreen app", _declare_play),
    "read": Command("app.commands.read", "what lies in each photo", _declare_read),
    "enrol": Command("app.commands.enrol", "learn cards or dice from photos", _declare_enrol),
    "story": Command("app.commands.story", "play a transcript and print the final state", _declare_story),
    "games": Command("app.commands.games", "the packs found and the games saved"),
    "check": Command("app.commands.check", "check one pack", _declare_check),
    "export": Command("app.commands.export", "a saved game as transcript, CSV or JSON", _declare_export),
    "calibrate": Command("app.commands.calibrate", "measure the table: lens, tray, light, dice", _declare_calibrate),
    "targets": Command("app.commands.targets", "the printable calibration sheets, as PDF", _declare_targets),
    "doctor": Command("app.commands.doctor", "camera, panel, display, disk: what works and what to do", _declare_json),
    "flash": Command("app.commands.flash", "put this version's firmware on the board"),
    "bench": Command("app.commands.bench", "measure, each time beside a yardstick", _declare_bench),
    "test": Command("app.commands.test", "the test suite", _declare_test),
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
