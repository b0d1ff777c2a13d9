"""The host's side of the wire, on a clock of its own: greeting, resending, refusing, counting presses once."""
from __future__ import annotations

import pytest

from firmware import protocol
from hardware.link import Board, Lights, Link, Press, refusal_of

BOARD = ("1.0", "aa", 2, 1, "go_on,undo", "0.1.0", "micropython-1.29")
RED = Lights(((255, 0, 0),))


def heard(words: bytes) -> tuple[int, str, list[str]]:
    message = protocol.unpack(words.strip(b"\n").split(b"\n")[-1], protocol.TO_BOARD)
    assert message is not None
    return message


def greeted(link: Link) -> Link:
    seq, word, _ = heard(link.say(None, 0.0))
    assert word == "HELLO"
    link.hear(protocol.pack(seq, "HELLO", *BOARD), 0.0)
    assert link.ready
    return link


def test_a_frame_is_said_until_it_is_answered() -> None:
    link = greeted(Link(0.0))
    first = link.say(RED, 0.0)
    assert heard(first)[1:] == ("LIGHTS", ["ff0000ff0000", "000000"])
    assert link.say(RED, 0.001) == b""
    assert link.say(RED, 0.5) == b"\n" + first
    link.hear(protocol.pack(heard(first)[0], "ACK"), 0.5)
    assert link.say(RED, 0.6) == b""


def test_a_beep_is_said_until_it_is_answered_and_no_longer() -> None:
    link = greeted(Link(0.0))
    link.beep_ms = 60
    first = link.say(None, 0.0)
    assert heard(first)[1:] == ("BEEP", ["60"])
    assert link.say(None, 0.5) == b"\n" + first
    link.hear(protocol.pack(heard(first)[0], "ACK"), 0.5)
    assert link.say(None, 0.6) == b""


def test_a_nak_has_it_said_again_at_once() -> None:
    link = greeted(Link(0.0))
    first = link.say(RED, 0.0)
    link.hear(protocol.pack(0, "NAK"), 0.001)
    assert link.say(RED, 0.005) == b"\n" + first


def test_a_newer_frame_takes_the_place_of_a_lost_one() -> None:
    link = greeted(Link(0.0))
    lost = heard(link.say(RED, 0.0))
    newer = heard(link.say(Lights(), 0.5))
    assert newer[0] != lost[0]
    assert newer[2] == ["000000000000", "000000"]


def test_a_board_that_started_anew_is_greeted_and_painted_again() -> None:
    link = greeted(Link(0.0))
    link.hear(protocol.pack(heard(link.say(RED, 0.0))[0], "ACK"), 0.0)
    link.hear(protocol.pack(0, "HELLO", "1.0", "bb", *BOARD[2:]), 1.0)
    seq, word, _ = heard(link.say(RED, 1.0))
    assert word == "HELLO"
    link.hear(protocol.pack(seq, "HELLO", "1.0", "bb", *BOARD[2:]), 1.0)
    assert heard(link.say(RED, 1.0))[1] == "LIGHTS"


def test_a_second_answer_to_a_repeated_greeting_changes_nothing() -> None:
    link = Link(0.0)
    seq, _, _ = heard(link.say(None, 0.0))
    link.say(None, 0.5)
    answer = protocol.pack(seq, "HELLO", *BOARD)
    link.hear(answer, 0.5)
    painted = heard(link.say(RED, 0.5))
    link.hear(answer, 0.5)
    link.hear(protocol.pack(painted[0], "ACK"), 0.5)
    assert link.shown == RED
    assert link.say(RED, 0.5) == b""


def test_a_board_that_fell_silent_is_greeted_and_painted_again() -> None:
    link = greeted(Link(0.0))
    link.hear(protocol.pack(heard(link.say(RED, 0.0))[0], "ACK"), 0.0)
    link.hear(protocol.pack(0, "HELLO", *BOARD), 4.0)
    greeted(link)
    assert heard(link.say(RED, 4.0))[1] == "LIGHTS"


def test_presses_count_once_and_are_seen() -> None:
    link = greeted(Link(0.0))
    line = protocol.pack(0, "BUTTONS", "aa", 0, 1, "ab")
    assert link.hear(line, 0.1) == (Press("go_on"), Press("undo"))
    assert heard(link.say(None, 0.1))[1:] == ("SEEN", ["aa", "2"])
    assert link.hear(line, 0.2) == ()
    assert link.hear(protocol.pack(0, "BUTTONS", "aa", 1, 0, "bA"), 0.3) == (Press("go_on", long=True),)
    assert link.hear(protocol.pack(0, "BUTTONS", "zz", 9, 0, "a"), 0.4) == ()


def test_a_host_that_has_nothing_to_say_pings() -> None:
    link = greeted(Link(0.0))
    link.hear(protocol.pack(0, "NAK"), 0.8)  # that the board speaks is no reason to fall silent
    assert link.say(None, 0.9) == b""
    assert heard(link.say(None, 1.0))[1] == "PING"


@pytest.mark.parametrize(
    "noise", [b"\n\n\n", b"\x03\x04\xff\n", b"1 ACK *00000000\n", b"x" * 100_000, b"\xc3\x28 *\n", b"0 BUTTONS"]
)
def test_noise_is_survived(noise: bytes) -> None:
    link = greeted(Link(0.0))
    assert link.hear(noise, 0.1) == ()
    assert link.hear(b"\n" + protocol.pack(0, "BUTTONS", "aa", 0, 0, "a"), 0.2) == (Press("go_on"),)


@pytest.mark.parametrize(("version", "fits"), [("1.0", True), ("1.7", True), ("2.0", False), ("0.9", False)])
def test_another_major_version_is_refused(version: str, fits: bool) -> None:
    refusal = refusal_of(Board(version, "aa", 24, 6, ("go_on",), "9", "micropython"))
    assert (refusal == "") == fits
    if not fits:
        words = f"the board speaks version {version} of the wire and this Tableside speaks 1.0: run ./tableside flash"
        assert refusal == words
