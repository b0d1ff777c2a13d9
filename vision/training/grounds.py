"""Draws what dice lie on, and what lies beside them that is no die: tables, cloths, coins, cards, figures, fingers."""
from __future__ import annotations

import cv2
import numpy as np

from vision.training.render import random_colour


def _clouds(rng: np.random.Generator, size: int, cells: tuple[int, int], contrast: float) -> np.ndarray:
    """Smooth noise (size, size) around 1."""
    coarse = rng.normal(0, 1, (max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return 1 + contrast * cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)


def _plain(rng: np.random.Generator, size: int) -> np.ndarray:
    return np.ones((size, size), np.float32)


def _felt(rng: np.random.Generator, size: int) -> np.ndarray:
    return _clouds(rng, size, (size, size), rng.uniform(0.02, 0.2)) * _clouds(rng, size, (size // 4, size // 4), 0.06)


def _wood(rng: np.random.Generator, size: int) -> np.ndarray:
    grain = _clouds(rng, size, (3, size // int(rng.integers(2, 8))), rng.uniform(0.04, 0.25))
    return grain * _clouds(rng, size, (int(rng.integers(8, 40)), size), rng.uniform(0, 0.1))


def _weave(rng: np.random.Generator, size: int) -> np.ndarray:
    pitch = np.exp(rng.uniform(np.log(4), np.log(40)))
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    lean = rng.uniform(0, 0.6)
    wave = 2 * np.pi / pitch
    cloth = np.sin((x + lean * y) * wave) * np.sin((y - lean * x) * wave / rng.uniform(0.5, 2))
    yarn = cloth * _clouds(rng, size, (round(size / pitch * 1.7),) * 2, rng.uniform(0.3, 1.5))
    if rng.random() < 0.5:
        yarn = np.tanh(4 * yarn)
    return np.asarray(1 + rng.uniform(0.05, 0.7) * yarn, np.float32).clip(0.05)


def _leather(rng: np.random.Generator, size: int) -> np.ndarray:
    return 1 - np.abs(_clouds(rng, size, (size // int(rng.integers(4, 16)),) * 2, rng.uniform(0.05, 0.25)) - 1)


def _carpet(rng: np.random.Generator, size: int) -> np.ndarray:
    loops = _clouds(rng, size, (size // int(rng.integers(3, 9)),) * 2, rng.uniform(0.1, 0.4))
    return loops * _clouds(rng, size, (size // 2, size // 2), 0.15)


def _ruled(rng: np.random.Generator, size: int) -> np.ndarray:
    paper = np.ones((size, size), np.float32)
    pitch, ink = int(rng.integers(10, 50)), float(rng.uniform(0.5, 0.9))
    for at in range(int(rng.integers(pitch)), size, pitch):
        cv2.line(paper, (0, at), (size, at), ink, 1)
        if pitch % 2:
            cv2.line(paper, (at, 0), (at, size), ink, 1)
    return paper


def _speckled(rng: np.random.Generator, size: int) -> np.ndarray:
    spots = _clouds(rng, size, (size // 3, size // 3), 1.0)
    return np.where(spots > rng.uniform(1.5, 2.8), rng.uniform(0.3, 2), 1).astype(np.float32)


GROUNDS = (_plain, _felt, _wood, _weave, _leather, _carpet, _ruled, _speckled)


def _surface(rng: np.random.Generator, size: int) -> np.ndarray:
    tone = random_colour(rng)[None, None] * rng.uniform(0.4, 1.05)
    shades = [GROUNDS[rng.integers(len(GROUNDS))](rng, size) for _ in range(2 if rng.random() < 0.3 else 1)]
    picture = tone * np.prod(shades, axis=0)[..., None]
    if rng.random() < 0.3:
        picture = picture * np.stack([_felt(rng, size) for _ in range(3)], -1)
    return picture.astype(np.float32)


def draw_ground(rng: np.random.Generator, size: int) -> np.ndarray:
    """A table without dice, (size, size, 3) float32 BGR in 0..1: one or two surfaces in uneven light."""
    picture = _surface(rng, size)
    if rng.random() < 0.45:
        picture = _laid_over(rng, picture, _surface(rng, size))
    return np.clip(picture * _clouds(rng, size, (3, 3), rng.uniform(0, 0.25))[..., None], 0, 1)


def _laid_over(rng: np.random.Generator, under: np.ndarray, over: np.ndarray) -> np.ndarray:
    """`over` within a random convex outline, with a rim such as trays and boxes have."""
    size = len(under)
    corners = int(rng.integers(3, 9))
    turn = np.sort(rng.uniform(0, 2 * np.pi, corners))
    centre, reach = rng.uniform(0, size, 2), rng.uniform(0.3, 0.9) * size
    outline = np.stack([centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)], -1).astype(np.int32)
    mask = np.zeros((size, size), np.float32)
    cv2.fillPoly(mask, [outline], 1.0, cv2.LINE_AA)
    picture = under * (1 - mask[..., None]) + over * mask[..., None]
    for _ in range(int(rng.integers(0, 3))):
        cv2.polylines(picture, [outline], True, _tone(rng), int(rng.integers(1, 14)), cv2.LINE_AA)
    return picture


def _tone(rng: np.random.Generator) -> list[float]:
    return [float(c) for c in random_colour(rng)]


def _disc(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    cv2.circle(picture, (x, y), reach, _tone(rng), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(picture, (x, y), max(1, int(reach * rng.uniform(0.2, 1))), _tone(rng),
                   int(rng.choice([-1, 1, 2])), cv2.LINE_AA)


def _screw(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    grey = float(rng.uniform(0.2, 0.8))
    cv2.circle(picture, (x, y), reach, [grey] * 3, -1, cv2.LINE_AA)
    turn = rng.uniform(0, np.pi)
    dx, dy = int(reach * 0.7 * np.cos(turn)), int(reach * 0.7 * np.sin(turn))
    dark = [grey * float(rng.uniform(0.2, 0.7))] * 3
    cv2.line(picture, (x - dx, y - dy), (x + dx, y + dy), dark, max(1, reach // 5), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(picture, (x + dy, y - dx), (x - dy, y + dx), dark, max(1, reach // 5), cv2.LINE_AA)


def _words(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    text = "".join(rng.choice(list("ABCDEFGHKMNPRSTUXabdegopq0123456789.:8 "), int(rng.integers(1, 9))))
    font, weight = int(rng.integers(0, 8)), max(1, reach // 10)
    cv2.putText(picture, text, (x - reach, y), font, reach / 25, _tone(rng), weight, cv2.LINE_AA)


def _card(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    turn = rng.uniform(0, 360)
    outline = cv2.boxPoints(((x, y), (reach * 2.2, reach * 3.2), turn)).astype(np.int32)
    cv2.fillPoly(picture, [outline], _tone(rng), cv2.LINE_AA)
    spot, tone = max(1, int(reach * rng.uniform(0.08, 0.35))), _tone(rng)
    for _ in range(int(rng.integers(0, 9))):
        at = (int(x + rng.uniform(-0.7, 0.7) * reach), int(y + rng.uniform(-0.7, 0.7) * reach))
        cv2.circle(picture, at, spot, tone, -1, cv2.LINE_AA)


def _token(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    """A plain square or polygon of a die's size, sometimes with a sign: a chip, a cube, a polyhedral die."""
    turn = rng.uniform(0, 2 * np.pi) + np.arange(int(rng.integers(3, 9))) * 2 * np.pi / rng.integers(3, 9)
    outline = np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], -1).astype(np.int32)
    cv2.fillConvexPoly(picture, cv2.convexHull(outline), _tone(rng), cv2.LINE_AA)
    cv2.polylines(picture, [outline], True, _tone(rng), 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.putText(picture, str(rng.integers(0, 21)), (x - reach // 2, y + reach // 3), 0, reach / 25, _tone(rng),
                    max(1, reach // 8), cv2.LINE_AA)


def _figure(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    tone = _tone(rng)
    outline = np.array([(-8, 10), (-2, 10), (0, 6), (2, 10), (8, 10), (4, 1), (10, -2), (9, -5), (3, -5), (-3, -5),
                        (-9, -5), (-10, -2), (-4, 1)])
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * reach / 10
    cv2.fillPoly(picture, [(outline @ spin.T + (x, y)).astype(np.int32)], tone, cv2.LINE_AA)
    head = spin @ (0, -8) + (x, y)
    cv2.circle(picture, (int(head[0]), int(head[1])), max(1, int(reach * 0.4)), tone, -1, cv2.LINE_AA)


def _finger(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    skin = np.array([0.55, 0.65, 0.9]) * rng.uniform(0.25, 1)
    for layer in np.linspace(1, 0.3, 5):
        cv2.ellipse(picture, (x, y), (int(reach * 3 * layer), int(reach * layer)), float(rng.uniform(0, 4)), 0, 360,
                    [float(c) for c in skin * (1.15 - 0.3 * layer)], -1, cv2.LINE_AA)


def _dots(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    """Printed dots in no die's order, or a grid of too many."""
    tone, spot = _tone(rng), max(1, int(reach * rng.uniform(0.08, 0.25)))
    for i in range(int(rng.integers(1, 5))):
        for j in range(int(rng.integers(3, 7))):
            cv2.circle(picture, (x + i * spot * 3, y + j * spot * 3), spot, tone, -1, cv2.LINE_AA)


def _streak(rng: np.random.Generator, picture: np.ndarray, x: int, y: int, reach: int) -> None:
    glow = np.zeros(picture.shape[:2], np.float32)
    cv2.ellipse(glow, (x, y), (int(reach * rng.uniform(0.5, 4)), reach), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(glow, (0, 0), max(1.0, reach / 4))
    picture += (soft * rng.uniform(0.2, 0.9))[..., None]


THINGS = (_disc, _disc, _screw, _words, _card, _token, _token, _figure, _finger, _dots, _streak)


def strew(rng: np.random.Generator, picture: np.ndarray, count: int, reach: float) -> None:
    """Draw `count` things that are no dice, of about `reach` px, onto `picture` in place."""
    for _ in range(count):
        x, y = (int(v) for v in rng.uniform(0, len(picture), 2))
        THINGS[rng.integers(len(THINGS))](rng, picture, x, y, max(2, int(reach * rng.uniform(0.15, 1.4))))
