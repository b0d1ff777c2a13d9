"""Teaches the finder and the reader from mixed sources, seeded and on one thread."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import torch
from torch import nn

from vision.training.looks import finder_sample, finder_target, reader_sample
from vision.training.networks import Finder, Reader
from vision.training.sources import Source

PATCH_PX, LOOK_PX, DIE_PX = 128, 64, 44.0
Mix = list[tuple[Source, float]]


def _pick(rng: np.random.Generator, mix: Mix) -> Source:
    weights = np.array([w for _, w in mix])
    return mix[int(rng.choice(len(mix), p=weights / weights.sum()))][0]


def _finder_batch(rng: np.random.Generator, mix: Mix, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    looks, targets = [], []
    for _ in range(count):
        look, dice = finder_sample(rng, _pick(rng, mix), PATCH_PX)
        looks.append(look)
        targets.append(finder_target(dice, PATCH_PX))
    pictures = torch.from_numpy(np.stack(looks)).permute(0, 3, 1, 2).float() / 127.5 - 1
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    return pictures, torch.from_numpy(np.stack(targets))


def finder_loss(answer: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Focal loss of centre heat (Law and Deng, CornerNet, 2018) plus the distance of offset and size."""
    heat, wanted, weight = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5), target[:, 0], target[:, 1]
    hit = (wanted == 1).float()
    found = hit * (1 - heat) ** 2 * heat.log()
    empty = (1 - hit) * weight * (1 - wanted) ** 4 * heat ** 2 * (1 - heat).log()
    place = ((answer[:, 1:4] - target[:, 2:5]).abs() * target[:, 5:6]).sum() / target[:, 5].sum().clamp(min=1)
    return -(found + empty).sum() / hit.sum().clamp(min=1) + place


def normalised(looks: np.ndarray) -> np.ndarray:
    """(n, 64, 64, 3) uint8 to (n, 3, 64, 64) float32, each of zero mean and unit spread."""
    flat = looks.astype(np.float32).transpose(0, 3, 1, 2)
    mean, spread = flat.mean((1, 2, 3), keepdims=True), flat.std((1, 2, 3), keepdims=True)
    return (flat - mean) / np.maximum(spread, 8)


def _reader_batch(rng: np.random.Generator, mix: Mix, count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    looks, values, places = [], [], []
    while len(looks) < count:
        sample = reader_sample(rng, _pick(rng, mix), LOOK_PX, DIE_PX)
        if sample is not None:
            looks.append(sample[0])
            values.append(sample[1])
            places.append(sample[2])
    pictures = torch.from_numpy(normalised(np.stack(looks))).contiguous(memory_format=torch.channels_last)
    return pictures, torch.tensor(values), torch.from_numpy(np.stack(places))


def reader_loss(answer: torch.Tensor, values: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    named = nn.functional.cross_entropy(answer[:, :7], values, label_smoothing=0.02)
    there = (values > 0).float()[:, None]
    return named + ((answer[:, 7:] - places).abs() * there).sum() / there.sum().clamp(min=1)


def reader_echoes(looks: torch.Tensor, places: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """The looks, then the same turned, in other colours: drawing them costs as much as learning from them."""
    yield looks, places
    yield looks.flip(2, 3)[:, torch.randperm(3)], places * torch.tensor([-1.0, -1.0, 1.0])


def teach_finder(mix: Mix, steps: int, seed: int, network: Finder | None = None, rate: float = 3e-3) -> Finder:
    network = network or Finder()
    _teach(network, lambda rng: _finder_losses(network, rng, mix), steps, seed, rate)
    return network


def teach_reader(mix: Mix, steps: int, seed: int, network: Reader | None = None, rate: float = 2e-3) -> Reader:
    network = network or Reader()
    _teach(network, lambda rng: _reader_losses(network, rng, mix), steps, seed, rate)
    return network


def _finder_losses(network: Finder, rng: np.random.Generator, mix: Mix) -> Iterator[torch.Tensor]:
    while True:
        pictures, target = _finder_batch(rng, mix, 24)
        yield finder_loss(_answer(network, pictures), target)


def _reader_losses(network: Reader, rng: np.random.Generator, mix: Mix) -> Iterator[torch.Tensor]:
    while True:
        looks, values, places = _reader_batch(rng, mix, 128)
        for echo, moved in reader_echoes(looks, places):
            yield reader_loss(_answer(network, echo), values, moved)


def _answer(network: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """In bfloat16 inside, which halves the time where the processor has it."""
    with torch.autocast("cpu", torch.bfloat16):
        return network(pictures.contiguous(memory_format=torch.channels_last)).float()


def _teach(network: nn.Module, losses_of: Callable[[np.random.Generator], Iterator[torch.Tensor]], steps: int,
           seed: int, rate: float) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.1)
    begun, losses = time.monotonic(), []
    for i, loss in zip(range(steps), losses_of(rng), strict=False):
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if i % 100 == 99:
            print(f"step {i + 1}/{steps} loss {np.mean(losses[-100:]):.4f} {time.monotonic() - begun:.0f}s", flush=True)
