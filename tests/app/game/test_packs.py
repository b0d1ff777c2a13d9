"""A pack that says what the language does not know is refused, with file, line and a suggestion."""
from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from app.game.errors import PackError
from app.packs import known_packs, load_pack

TINY = """\
title: Tiny
players: [1, 2]
counters:
  coins: {start: 1, high: 5}
table:
  round: {start: 1}
dice:
  yellow: {faces: [1, 2, 3, 4, 5, 6]}
phases:
  roll:
    prompt: "{player}: roll"
    dice: {yellow: 1}
    when:
      Rolled: [{gain: [coins, rolled.yellow]}]
    next: pay
  pay:
    prompt: Pay
    choices:
      pay: {label: "Pay", cost: {coins: 2}, next: roll}
      pass: {do: [next_player], next: roll}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "pack.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_tiny_loads_without_python(tmp_path: Path) -> None:
    pack = load_pack(written(tmp_path, TINY))
    assert (pack.title, tuple(pack.phases), pack.first) == ("Tiny", ("roll", "pay"), "roll")


@pytest.mark.parametrize(("was", "becomes", "line", "says"), [
    ("start: 1, high: 5", "start: 7, high: 5", 4, "coins starts at 7, outside of 0 to 5"),
    ("start: 1, high: 5", "start: 1, wrap: true", 4, "a track that wraps needs its high"),
    ("start: 1, high: 5", "start: 1, carry: eggs", 4, "unknown counter 'eggs'."),
    ("start: 1, high: 5", "start: 1, marks: {two: []}", 4, "a mark is a number, not 'two'"),
    ("dice:\n", "decks: {space: {Sun: {copies: 2}}}\npiles: {left: {start: [{space: 3}]}}\ndice:\n", 8,
     "piles begin with 1 more cards of 'space' than it has"),
    ("dice:\n", "decks: {d: {A: {strength: 1}, B: {strength: 2},\n  C: {strenght: 3}}}\ndice:\n", 8,
     "no other card has 'strenght', and no rule asks for it; did you mean 'strength'?"),
    ("dice:\n", "decks: {d: {A: {cost: 1}, B: {cost: 2}, C: {cots: 3}}}\ndice:\n", 7,
     "no other card has 'cots', and no rule asks for it; did you mean 'cost'?"),
    ("dice:\n", "values: {a: b + 1, b: a}\ndice:\n", 7, "'a' asks for itself, in a circle"),
    ("dice:\n", "rules: {spin: [{gain: coins}, spin]}\ndice:\n", 7, "'spin' asks for itself, in a circle"),
    ("start: 1, high: 5", "start: 1, carry: coins", 4, "a track carries as it wraps; add 'wrap: true'"),
    ("start: 1, high: 5", "start: 1, high: 5, marks: {6: []}", 4, "the track ends at 5, before its mark at 6"),
    ("start: 1, high: 5", "start: 1, shown: never", 4, "'shown' is true or false, not 'never'"),
    ("faces: [1, 2, 3, 4, 5, 6]", "colour: red", 8, "say the faces of die 'yellow', one for each side"),
    ("    next: pay\n", "    next: pay\n    together: true\n", 16,
     "all choose together, but there are no choices"),
    ("    next: pay\n", "    next: pay\n    whisper_to: 1\n", 16, "say what to whisper, under 'whisper'"),
    ("[coins, rolled.yellow]", "[coins, have('coinz')]", 14, "unknown counter 'coinz'; did you mean 'coins'?"),
    ("[coins, rolled.yellow]", "[coins, size('draw')]", 14, "unknown pile 'draw'."),
    ("[coins, rolled.yellow]", "[7, 1]", 14, "unknown name '7'."),
    ("[coins, rolled.yellow]", "[coins, 9999999 * 9]", 14, "9999999 is too much: a game counts to 1,000,000 at most"),
    ("[coins, rolled.yellow]", "[coins, -9999999]", 14, "-9999999 is too much: a game counts to 1,000,000 at most"),
    ("{gain: [coins, rolled.yellow]}", "{for: 'numbers(0, 1000)', do: []}", 14,
     "numbers(0, 1000) are too many: 1000 numbers at most"),
    ("{yellow: 1}", "{yellow: 101}", 12, "a throw has 0 to 100 dice, not 101"),
    ("{yellow: 1}", "{yellow: -1}", 12, "a throw has 0 to 100 dice, not -1"),
    ("[coins, rolled.yellow]", "[coins, rolled.yellow == 'one']", 14,
     "\"rolled.yellow == 'one'\" compares rolled.yellow, a number, with 'one', a text"),
    ("[coins, rolled.yellow]", "[coins, \"coins in (1, 'two')\"]", 14,
     "\"coins in (1, 'two')\" compares coins, a number, with 'two', a text"),
    ("[coins, rolled.yellow]", "[coins, 1 < seat < player]", 14,
     "'1 < seat < player' compares seat, a number, with player, a text"),
    ("[coins, rolled.yellow]", "[coins, player * 999999]", 14, "'player * 999999' reckons with player, a text"),
    ("do: [next_player]", "do: [{call: roll}, {gain: coins}]", 20,
     "what stands after a call would be done before it; put the call last"),
    ("next: pay", "next: {}", 15, "'next' wants a text, not {}"),
    ("dice: {yellow: 1}", "timer: turn", 12, "unknown timer 'turn'."),
    ("    next: pay\n", "    next: pay\n    draws: [coins]\n", 16, "draws wants [from pile, to pile]"),
    ("do: [next_player]", "button: go_no", 20, "unknown button 'go_no'; did you mean 'go_on'?"),
    ("do: [next_player]", "do: [{gain: coins, lose: coins}]", 20, "one rule a line; gain, lose are 2"),
    ("title: Tiny", "titel: Tiny", 1, "unknown key 'titel'; did you mean 'title'?"),
    ("players: [1, 2]", "players: [0, 9]", 2, "players wants [fewest, most], between 1 and 6"),
    ("start: 1, high", "strat: 1, high", 4, "unknown key 'strat'; did you mean 'start'?"),
    ("start: 1, high", "start: yes, high", 4, "'start' wants a whole number, not True"),
    ("round: {start: 1}", "coins: {start: 1}", 6, "'coins' is already a word of counters"),
    ("{yellow: 1}", "{yelow: 1}", 12, "unknown die 'yelow'; did you mean 'yellow'?"),
    ("Rolled:", "Roled:", 14, "unknown event 'Roled'; did you mean 'Rolled'?"),
    ("gain:", "gian:", 14, "unknown rule 'gian'; did you mean 'gain'?"),
    ("[coins, rolled", "[coin, rolled", 14, "unknown name 'coin'; did you mean 'coins'?"),
    ("rolled.yellow]", "rolled.blue]", 14, "unknown die 'blue'."),
    ("[coins, rolled.yellow]", "[coins, 1, 2]", 14, "gain takes 1 to 2 arguments (counter, amount), not 3"),
    ("[coins, rolled.yellow]", "[coins, __import__('os')]", 14, "unknown function '__import__'."),
    ("[coins, rolled.yellow]", "[coins, '(lambda: 1)()']", 14, "'(lambda: 1)()' uses Lambda, which packs may not"),
    ("[coins, rolled.yellow]", "[coins, 1 +]", 14, "'1 +' is no sum or condition"),
    ("next: pay", "next: pya", 15, "unknown phase 'pya'; did you mean 'pay'?"),
    ("{player}: roll", "{plyer}: roll", 11, "unknown name 'plyer'; did you mean 'player'?"),
    ("prompt: Pay", "prompt: " + "x" * 91, 17, "a prompt has at most 90 characters"),
    ("cost: {coins", "cost: {coinz", 19, "unknown counter 'coinz'; did you mean 'coins'?"),
    ("do: [next_player]", "do: [netx_player]", 20, "unknown rule 'netx_player'; did you mean 'next_player'?"),
    ("  pay:\n", "  roll:\n", 16, "'roll' is already said on line 10"),
    ("      pass:", "      off:", 20, "'off' is no name (YAML reads it as False); quote it"),
])
def test_what_is_unknown_is_refused(tmp_path: Path, was: str, becomes: str, line: int, says: str) -> None:
    assert was in TINY
    with pytest.raises(PackError) as refusal:
        load_pack(written(tmp_path, TINY.replace(was, becomes, 1)))
    assert str(refusal.value).startswith(f"{tmp_path.name}/pack.yaml:{line}: {says}")


NESTED = "rules: {x: " + 70 * "[" + 70 * "]" + "}\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(9 * [f'*{before}'])}]\n" for before, name in pairwise("abcdefghi"))


@pytest.mark.parametrize(("text", "line", "says"), [
    (TINY.replace("[next_player]", "&x [*x]"), 20, "this contains itself, by an alias: it goes round in a circle"),
    ("a: &x {b: *x}\n", 1, "this contains itself, by an alias: it goes round in a circle"),
    (BOMB, 6, "too long with its aliases written out: 597,871 words, 100,000 at most"),
    (NESTED, 1, "nested more than 60 deep; spell the inner part out under 'rules'"),
])
def test_what_would_never_end_is_refused_at_once(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(PackError) as refusal:
        load_pack(written(tmp_path, text))
    assert str(refusal.value) == f"{tmp_path.name}/pack.yaml:{line}: {says}"


@pytest.mark.parametrize(("data", "line", "says"), [
    (b"", 1, "the file is empty; a pack begins with its title, as in 'title: Pig'"),
    (b"- Pig\n", 1, "a pack is names with a colon after each, as in 'title: Pig'"),
    (b"title: Pig\nplayers: \0\n", 2, "a character that no text has ('\\x00'); delete it"),
    (TINY.encode("utf-16"), 1, "not written in UTF-8; in the editor save it again as UTF-8"),
    ("title: Tiny\nparts: [Zü]\n".encode("latin-1"), 2, "not written in UTF-8; in the editor save it again as UTF-8"),
])
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, line: int, says: str) -> None:
    (tmp_path / "pack.yaml").write_bytes(data)
    with pytest.raises(PackError) as refusal:
        load_pack(tmp_path)
    assert str(refusal.value) == f"{tmp_path.name}/pack.yaml:{line}: {says}"


@pytest.mark.parametrize(("code", "line", "says"), [
    ("ONE = 1\nTWO = ONE / 0\n", 2, "ZeroDivisionError: division by zero"),
    ("ONE = 1\ndef two(:\n", 2, "SyntaxError: invalid syntax"),
    ("\n\nraise SystemExit(3)\n", 3, "SystemExit: 3"),
    ("import json\njson.loads('[')\n", 2, "JSONDecodeError: Expecting value"),
])
def test_what_fails_in_the_packs_own_code_is_told_with_its_line(
        tmp_path: Path, code: str, line: int, says: str) -> None:
    (tmp_path / "rules.py").write_text(code, encoding="utf-8")
    with pytest.raises(PackError) as refusal:
        load_pack(written(tmp_path, TINY))
    assert str(refusal.value) == f"{tmp_path.name}/rules.py:{line}: {says}"


def test_not_yaml(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"pack.yaml:2: "):
        load_pack(written(tmp_path, "title: [\nplayers: }"))


def test_no_such_pack() -> None:
    with pytest.raises(PackError, match=r"there is no pack 'chess'; known: .*starship_catan"):
        load_pack("chess")


@pytest.mark.parametrize("name", known_packs())
def test_the_shipped_packs_load(name: str) -> None:
    assert load_pack(name).name == name
