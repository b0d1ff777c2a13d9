"""The one reader of YAML: finds packs, reads them with line numbers and hands the core plain data."""
from __future__ import annotations

import gc
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

import yaml

from app.game.build import pack_of
from app.game.errors import PackError
from app.game.pack import Pack
from app.game.rules import WORDS
from app.game.source import Row, Table

PACKS = Path(__file__).parent
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
RESOLVER = yaml.resolver.Resolver()
# Far more than any game needs (the largest pack that ships has 9,000), far less than a few aliases can blow up to.
MOST_NODES = 100_000
DEEPEST = 60
ENDLESS = 10**18  # stands for the count of a node that is still being counted
SCALARS: dict[str, Callable[[str], Any]] = {
    "tag:yaml.org,2002:int": lambda text: int(text.replace("_", ""), 10),
    "tag:yaml.org,2002:bool": lambda text: text.lower() in ("true", "yes", "on"),
    "tag:yaml.org,2002:null": lambda text: None,
}


def known_packs() -> tuple[str, ...]:
    """Names of the packs that come with the product."""
    return tuple(sorted(path.parent.name for path in PACKS.glob("*/pack.yaml")))


def load_pack(name_or_path: str | Path) -> Pack:
    """A pack by its name, or by the path of its folder or YAML file. Raises PackError, saying file and line."""
    path = _find(str(name_or_path))
    return _load(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _load(path: Path, changed_ns: int) -> Pack:
    shown = f"{path.parent.name}/{path.name}"
    with _nothing_collected():
        return pack_of(path.parent.name, _read(path, shown), WORDS | _own_words(path.with_name("rules.py")))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Reading makes many objects at once, and looking each time which of them may go takes a sixth of it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _find(name: str) -> Path:
    for path in (PACKS / name / "pack.yaml", Path(name) / "pack.yaml", Path(name)):
        if path.is_file():
            return path.resolve()
    raise PackError(f"there is no pack {name!r}; known: {', '.join(known_packs())}")


def _read(path: Path, shown: str) -> Table:
    try:
        node = yaml.compose(_text_of(path, shown), Loader=QuickLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise PackError(f"{shown}:{mark.line + 1 if mark else 1}: {getattr(error, 'problem', error)}") from error
    if node is None:
        raise PackError(f"{shown}:1: the file is empty; a pack begins with its title, as in 'title: Pig'")
    if not isinstance(node, yaml.MappingNode):
        raise PackError(f"{shown}:1: a pack is names with a colon after each, as in 'title: Pig'")
    _count_nodes(node, shown, {})
    return _table(node, shown)


def _text_of(path: Path, shown: str) -> str:
    """The file as text; what no text may hold is refused with its line."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackError(f"{shown}:{line}: not written in UTF-8; in the editor save it again as UTF-8") from error
    if odd := yaml.reader.Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise PackError(f"{shown}:{line}: a character that no text has ({odd.group()!a}); delete it")
    return text


def _count_nodes(node: yaml.CollectionNode, file: str, counted: dict[int, int], depth: int = 0) -> int:
    """How many nodes that is with every alias written out; refuses, before anything is, what would never end."""
    if id(node) in counted:
        return counted[id(node)]
    place = f"{file}:{node.start_mark.line + 1}"
    counted[id(node)] = ENDLESS
    if depth > DEEPEST:
        raise PackError(f"{place}: nested more than {DEEPEST} deep; spell the inner part out under 'rules'")
    parts = chain.from_iterable(node.value) if isinstance(node, yaml.MappingNode) else node.value
    total = 1
    for part in parts:
        total += 1 if isinstance(part, yaml.ScalarNode) else _count_nodes(part, file, counted, depth + 1)
    if total >= ENDLESS:
        raise PackError(f"{place}: this contains itself, by an alias: it goes round in a circle")
    if total > MOST_NODES:
        raise PackError(f"{place}: too long with its aliases written out: {total:,} words, {MOST_NODES:,} at most")
    counted[id(node)] = total
    return total


class QuickLoader(LOADER):
    """Packs say the same words over and over; what kind of scalar each is gets worked out once."""

    def resolve(self, kind: Any, value: str, implicit: Any) -> str:
        return _tag_of(kind, value, implicit)


@lru_cache(maxsize=8192)
def _tag_of(kind: Any, value: str, implicit: Any) -> str:
    return str(RESOLVER.resolve(kind, value, implicit))


def _plain(node: yaml.Node, file: str) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _table(node, file)
    if isinstance(node, yaml.SequenceNode):
        return _row(node, file)
    return SCALARS.get(node.tag, str)(node.value)


def _table(node: yaml.MappingNode, file: str) -> Table:
    table = Table(file, node.start_mark.line + 1)
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = _plain(key_node, file)
        if type(key) is int:
            key = str(key)
        if not isinstance(key, str):
            raise PackError(f"{file}:{line}: {key_node.value!r} is no name (YAML reads it as {key!r}); quote it")
        if key in table:
            raise PackError(f"{file}:{line}: {key!r} is already said on line {table.lines[key]}")
        table.lines[key] = line
        table[key] = _plain(value_node, file)
    return table


def _row(node: yaml.SequenceNode, file: str) -> Row:
    row = Row(file, node.start_mark.line + 1)
    for item in node.value:
        row.lines.append(item.start_mark.line + 1)
        row.append(_plain(item, file))
    return row


def _own_words(path: Path) -> dict[str, Callable[..., Any]]:
    """The public functions of the pack's own rules.py, if it has one: words give a Now, anything else is a question."""
    if not path.is_file():
        return {}
    module = _imported(path)
    own = {name: value for name, value in vars(module).items() if callable(value) and not name.startswith("_")}
    rooms = (module.__name__, f"{__name__}.{path.parent.name}.")
    return {name: value for name, value in own.items() if getattr(value, "__module__", "").startswith(rooms)}


def _imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"pack_{path.parent.name}", path)
    if spec is None or spec.loader is None:
        raise PackError(f"{path.name} of {path.parent.name} cannot be read")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a pack's own code may fail in any way; it is still the pack's fault
        place = f"{path.parent.name}/{path.name}:{_line_of(error, path)}"
        raise PackError(f"{place}: {type(error).__name__}: {getattr(error, 'msg', error)}") from error
    return module


def _line_of(error: BaseException, path: Path) -> int:
    """Where in the file it happened, or the file called what failed."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
    return lines[-1] if lines else 1
