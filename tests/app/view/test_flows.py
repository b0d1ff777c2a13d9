"""What people do at the table, done in a real window with real clicks on the real program."""
from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from real_window import RealWindow

from app.config import Places
from app.game.chance import legal_events
from app.game.events import CardSeen
from app.game.step import awaited_cards
from app.packs import load_pack
from app.session import Session
from app.store import Store
from vision.card_drawings import draw_art_card, draw_table, lay_card

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(not all(map(shutil.which, ("Xvfb", "xdotool"))), reason="needs Xvfb and xdotool"),
]
GAME = ("play", "starship_catan", "--players", "Ann,Ben")
LEAST_TAPS = 6


def reach_roll(window: RealWindow) -> None:
    """Take the first choice of every question until dice are awaited."""
    while True:
        choice = window.first("choice ")
        if choice == "choice by_hand":
            return
        window.tap(choice)
        window.moved_on()


def leave_a_doubted_card(folder: Path) -> None:
    """A saved game in which the eye could not tell two cards apart."""
    store = Store(Places(folder).store)
    session = Session(store, load_pack("starship_catan"), ("Ann", "Ben"))
    chance = Random(1)
    while not (awaited := awaited_cards(session.pack, session.state)):
        session.act(chance.choice(legal_events(session.pack, session.state, chance)), "table", 0.0)
    session.post(CardSeen(awaited[0], sure=False, runner_up=awaited[1]), "eye")
    session.drain(1.0)
    store.close()


def roll(window: RealWindow, value: str) -> str:
    """Tell the roll by touch, as where there is no camera; the name of its die."""
    window.tap("choice by_hand")
    window.tap(f"value {value}")
    return window.first("die ")


def test_a_newcomer_begins_with_few_taps(tmp_path: Path) -> None:
    with RealWindow(tmp_path, "play") as window:
        window.tap("game starship_catan")
        window.tap("start")
        reach_roll(window)
        assert window.taps <= LEAST_TAPS


def test_names_are_typed_by_touch(tmp_path: Path) -> None:
    with RealWindow(tmp_path, "play", size="800x480") as window:
        window.tap("game eclipse")
        window.tap("name 0")
        for letter in "EVA":
            window.tap(f"key {letter}")
        window.tap("done")
        window.gone("key E")
        assert window.shows("name 0") == "Eva"
        window.tap("start")
        window.sees("Eva")


def test_a_die_is_put_right_in_two_taps_undone_and_redone(tmp_path: Path) -> None:
    with RealWindow(tmp_path, *GAME) as window:
        reach_roll(window)
        die = roll(window, "4")
        before = window.taps
        window.tap(die)
        window.tap("value 2")
        window.becomes(die, "2")
        assert window.taps - before == 2
        window.tap("undo")
        window.becomes(die, "4")
        window.tap("redo")
        window.becomes(die, "2")


def test_a_throw_is_given_to_whoever_threw_it(tmp_path: Path) -> None:
    with RealWindow(tmp_path, *GAME) as window:
        reach_roll(window)
        die = roll(window, "4")
        window.tap(die)
        window.tap("thrown by 1")
        window.gone("thrown by 1")
        window.tap("log")
        window.tap("page dice")
        window.sees("Ben: 1")
        assert not any(text.startswith("Ann: 1") for text in window.texts())


def test_a_doubted_card_is_named_in_one_tap_and_put_right_from_the_log(tmp_path: Path) -> None:
    leave_a_doubted_card(tmp_path / "data")
    with RealWindow(tmp_path, "play") as window:
        window.tap(window.first("resume "))
        window.sees("which card is it?")
        window.tap("card Pallas")
        window.sees("Saw Pallas")
        window.tap(window.first("row "))
        window.tap("card Picasso")
        window.sees("Saw Picasso")
        window.tap("undo")
        window.sees("Saw Pallas")


def test_a_card_is_searched_for_and_its_pile_shuffled(tmp_path: Path) -> None:
    with RealWindow(tmp_path, *GAME, size="800x480") as window:
        reach_roll(window)
        window.tap("log")
        window.tap("page decks")
        window.tap("search")
        for letter in "PAL":
            window.tap(f"key {letter}")
        window.tap("done")
        window.tap("found Pallas in sector_1")
        window.tap("pick sector_2")
        window.sees("100 %")
        window.tap("search")
        window.tap("pile sector_2")
        window.tap("shuffle")
        window.gone("shuffle")
        window.tap("page log")
        window.sees("Sector 2 shuffled")
        window.tap("close")
        window.gone("page log")
        window.tap("undo")
        window.moved_on()
        window.tap("log")
        window.sees("Pallas moved")
        assert "Sector 2 shuffled" not in window.texts()


def test_a_die_from_four_facts_ago_is_put_right_and_the_game_survives_the_plug(tmp_path: Path) -> None:
    with RealWindow(tmp_path, *GAME) as window:
        reach_roll(window)
        die = roll(window, "4")
        for astro in ("24", "23", "22", "21"):
            window.tap("counter seat 0 astro")
            window.tap("minus")
            window.tap("done")
            window.becomes("counter seat 0 astro", astro)
        window.tap(die)
        window.tap("value 1")
        window.becomes(die, "1")
        assert window.shows("counter seat 0 astro") == "21"
    with RealWindow(tmp_path, "play") as window:
        window.tap(window.first("resume "))
        window.becomes(die, "1")
        assert window.shows("counter seat 0 astro") == "21"
        window.tap("leave")
        window.first("resume ")


def test_a_roll_of_the_film_arrives_with_its_photo(tmp_path: Path) -> None:
    with RealWindow(tmp_path, "play", "--demo") as window:
        die = window.first("die ")
        photo = window.first("photo ")
        assert window.shows(die) in "1234"
        window.tap(photo)
        window.tap("close")
        window.gone("close")


def test_dice_without_a_game_are_summed_put_right_and_undone(tmp_path: Path) -> None:
    with RealWindow(tmp_path, "play", size="800x480") as window:
        window.tap("free dice")
        window.tap("choice by_hand")
        window.tap("value 3")
        window.tap("value 4")
        window.tap("done")
        window.sees("= 7")
        window.tap(window.first("die "))
        window.tap("value 6")
        window.sees("= 10")
        window.tap("undo")
        window.sees("= 7")
        window.tap("leave")
        window.first("game ")


def test_the_centre_turns_and_answers_from_the_other_side(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text('{"seats": "around"}', encoding="utf-8")
    with RealWindow(tmp_path, *GAME) as window:
        window.tap("turn")
        window.moved_on()
        window.tap(window.first("choice "))
        window.moved_on()
        window.tap("seat 1")
        window.first("counter seat 1 ")


def test_a_phone_follows_the_game(tmp_path: Path) -> None:
    with RealWindow(tmp_path, *GAME, "--share") as window:
        window.tap("leave")
        window.tap("share")
        window.sees("http://")
        link = next(text for text in window.texts() if text.startswith("http://"))
        window.tap("close")
        window.tap(window.first("game "))
        window.tap("start")
        window.first("choice ")
        page = urlopen(link, timeout=60).read().decode()
        assert "EventSource" in page
        stream = urlopen(f"{link}live", timeout=60)
        assert '"name": "Ann"' in stream.readline().decode() + stream.readline().decode()


def test_a_card_is_shown_to_the_eye_and_known(tmp_path: Path) -> None:
    corners = np.array([[220, 90], [420, 95], [418, 375], [218, 370]])
    picture = lay_card(draw_table(np.random.default_rng(9), (460, 640)), draw_art_card(1), corners)
    cv2.imwrite(str(tmp_path / "card.png"), picture)
    with RealWindow(tmp_path, "play", "--camera", str(tmp_path / "card.png")) as window:
        window.tap("teach")
        window.tap("teach Starship Catan")
        window.tap("teach starship_catan/missions_1")
        window.sees("Lay down Poseidon 1")
        window.tap("answer shown")
        window.sees("Poseidon 1: is all of it in the picture?")
        window.tap("answer right")
        window.sees("Lay down Picasso 1")
        window.tap("answer stop")
        window.sees("Kept: show the rest whenever you like")
        window.tap("leave")
        window.tap("teach")
        window.tap("teach Starship Catan")
        window.sees("1 of 3")


def test_calibration_leads_through_in_german_and_can_be_left(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "felt.png"), draw_table(np.random.default_rng(9), (480, 640)))
    settings = Places(tmp_path / "data").settings
    settings.parent.mkdir()
    settings.write_text('{"language": "de"}', encoding="utf-8")
    with RealWindow(tmp_path, "play", "--camera", str(tmp_path / "felt.png")) as window:
        window.tap("calibrate")
        window.sees("Das Linsenbrett ins Bild halten: die Ansichten nimmt die Kamera selbst auf")
        window.tap("answer go_on")
        window.sees("Keine Marke zu sehen: das Linsenbrett flach, ganz und ohne Glanz ins Bild bringen.")
        window.tap("leave")
        window.sees("Neues Spiel")
