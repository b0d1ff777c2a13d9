"""The eye for cards, on cards that the project drew itself."""
from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.card_deck import CardDeck
from vision.card_drawings import SIZE, draw_art_card, draw_back, draw_count_card, draw_table, lay_card, some_quad, spoil
from vision.card_enrol import alike_to, find_cards_to_enrol, look_at
from vision.card_file import card_from_bytes, card_to_bytes, deck_from_bytes, deck_to_bytes
from vision.cards import find_cards
from vision.errors import CardFileError
from vision.types import Card, Expectation, Library, Profile

HERE = (820, 616)
COLOURS = {"red": (40, 40, 200), "green": (60, 140, 50), "blue": (180, 90, 30), "yellow": (50, 190, 230)}
NAMED = Expectation(decks=("deck",))


def faces(deck: str) -> dict[str, np.ndarray]:
    if deck == "art":
        return {f"card {seed}": draw_art_card(seed) for seed in range(12)} | {"back": draw_back(1)}
    return {f"{count} {name}": draw_count_card(bgr, count) for name, bgr in COLOURS.items() for count in (1, 2, 3)}


@lru_cache
def library_of(deck: str) -> Library:
    """Each card enrolled from one picture of it on a plain table."""
    rng, cards = np.random.default_rng(5), {}
    for name, face in faces(deck).items():
        picture = spoil(lay_card(draw_table(rng, HERE), face, some_quad(rng, 330, HERE)), rng)
        cards[name] = (look_at(picture, find_cards_to_enrol(picture, 1)[0]),)
    return Library(decks={"deck": CardDeck("deck", cards)})


def read(picture: np.ndarray, deck: str, profile: Profile | None = None) -> tuple[Card, ...]:
    return find_cards(picture, profile, NAMED, library_of(deck))


@pytest.mark.parametrize(("deck", "blur", "glare", "least_sure"), [
    ("art", 1, 0.0, 0.7), ("art", 5, 0.0, 0.7), ("art", 1, 0.5, 0.5), ("counts", 1, 0.0, 0.6)])
def test_a_card_shown_once_is_known_again(deck: str, blur: float, glare: float, least_sure: float) -> None:
    """What is sure is right; under a stripe of glare more may be asked about."""
    rng = np.random.default_rng(11)
    right = sure = 0
    for name, face in faces(deck).items():
        quad = some_quad(rng, rng.uniform(150, 300), HERE)
        cards = read(spoil(lay_card(draw_table(rng, HERE), face, quad), rng, blur, glare), deck)
        assert all(card.name == name for card in cards if card.sure)
        right += [card.name for card in cards] == [name]
        sure += [card.name for card in cards if card.sure] == [name]
    assert right >= len(faces(deck)) - 1
    assert sure >= least_sure * len(faces(deck))


def test_corners_are_the_cards_own() -> None:
    rng = np.random.default_rng(2)
    quad = np.array([[500, 420], [330, 430], [320, 190], [490, 180]], float)
    card, = read(lay_card(draw_table(rng, HERE), draw_art_card(3), quad), "art")
    assert (card.name, card.deck, card.sure) == ("card 3", "deck", True)
    assert np.abs(np.array(card.quad) - quad).max() < 4


def test_corners_in_millimetres() -> None:
    rng = np.random.default_rng(2)
    quad = np.array([[330, 180], [500, 180], [500, 420], [330, 420]], float)
    profile = Profile(size=HERE, to_mm=(0.5, 0, -100, 0, 0.5, -50, 0, 0, 1))
    card, = read(lay_card(draw_table(rng, HERE), draw_art_card(3), quad), "art", profile)
    assert card.quad_mm is not None
    assert np.allclose(card.quad_mm, np.array(card.quad) * 0.5 - (100, 50), atol=1e-3)


def test_a_card_never_shown_is_not_sure() -> None:
    rng = np.random.default_rng(3)
    strangers = [draw_art_card(seed) for seed in range(100, 108)] + [draw_count_card(COLOURS["red"], 3)]
    tables = [lay_card(draw_table(rng, HERE), face, some_quad(rng, 240, HERE)) for face in strangers]
    assert [card for table in tables for card in read(spoil(table, rng), "art") if card.sure] == []


def test_two_cards_of_which_one_lies_on_the_other() -> None:
    rng = np.random.default_rng(4)
    below = np.array([[260, 140], [440, 140], [440, 390], [260, 390]])
    table = lay_card(draw_table(rng, HERE), draw_art_card(1), below)
    table = lay_card(table, draw_art_card(2), np.array([[300, 260], [480, 250], [490, 500], [310, 510]]))
    assert [card.name for card in read(table, "art") if card.sure][:1] == ["card 2"]


@pytest.mark.parametrize("picture", [
    np.zeros((10, 10, 3), np.uint8), np.full((400, 300, 3), 255, np.uint8), np.zeros((1, 900, 3), np.uint8),
    np.random.default_rng(0).integers(0, 255, (300, 400, 3), np.uint8)], ids=["tiny", "white", "a line", "noise"])
def test_where_no_card_is_none_is_seen(picture: np.ndarray) -> None:
    assert [card for card in read(picture, "art") if card.sure] == []


@pytest.mark.parametrize("library", [Library(), Library(decks={"deck": CardDeck("deck", {})})], ids=["none", "empty"])
def test_an_empty_library_names_nothing(library: Library) -> None:
    rng = np.random.default_rng(1)
    table = lay_card(draw_table(rng, HERE), draw_art_card(1), some_quad(rng, 240, HERE))
    assert find_cards(table, None, NAMED, library) == ()


def test_cards_too_alike_are_named() -> None:
    library = library_of("art")
    twin = draw_art_card(4)
    cv2.circle(twin, (30, 330), 3, (0, 0, 0), -1)
    quad = np.array([[0, 0], [SIZE[0] - 1, 0], [SIZE[0] - 1, SIZE[1] - 1], [0, SIZE[1] - 1]], np.float32)
    assert alike_to(look_at(twin, quad), library.decks["deck"], "twin") == "card 4"
    assert alike_to(library.decks["deck"].cards["card 4"][0], library.decks["deck"], "card 4") is None


def test_a_deck_file_gives_back_the_deck() -> None:
    deck = library_of("art").decks["deck"]
    again = deck_from_bytes(deck_to_bytes(deck))
    assert (again.name, list(again.cards)) == (deck.name, list(deck.cards))
    for name, looks in deck.cards.items():
        for old, new in zip(looks, again.cards[name], strict=True):
            assert old.picture == new.picture
            assert np.array_equal(old.words, new.words)
            assert np.allclose(old.vector, new.vector, atol=1e-3)


@pytest.mark.parametrize(("spoilt", "words"), [
    (lambda data: data[:-40], "cut short"), (lambda data: b"", "cut short"),
    (lambda data: b"JUNK" + data[4:], "no card"),
    (lambda data: data[:4] + b"\x09\x00" + data[6:], "newer"),
    (lambda data: data[:4] + b"\x01\x00" + data[6:], "older"), (lambda data: data + b"x", "cut short")])
def test_damaged_cards_are_refused(spoilt: object, words: str) -> None:
    data = card_to_bytes(library_of("art").decks["deck"].cards["card 1"])
    with pytest.raises(CardFileError, match=words):
        card_from_bytes(spoilt(data))  # type: ignore[operator]


@pytest.mark.parametrize("cut", [0, 10, 2000, -30])
def test_a_deck_file_cut_short_is_refused(cut: int) -> None:
    with pytest.raises(CardFileError, match="no whole deck file"):
        deck_from_bytes(deck_to_bytes(library_of("art").decks["deck"])[:cut])
