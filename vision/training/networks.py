"""The two networks, in torch: a finder of dice at one scale, and a reader of one die."""
from __future__ import annotations

from pathlib import Path

import torch
from torch import nn


def _block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


class Finder(nn.Module):
    """(n, 3, h, w) in -1..1 to (n, 4, h/4, w/4): heat (a logit), dx, dy (cells), log2 of size over 21 px."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_block(3, 12, 2), _block(12, 24, 2))
        self.coarse = nn.Sequential(_block(24, 48, 2), *(_block(48, 48) for _ in range(4)), nn.Conv2d(48, 24, 1))
        self.head = nn.Sequential(nn.ReLU(), _block(24, 24), nn.Conv2d(24, 4, 1))
        nn.init.constant_(self.head[-1].bias, 0.0)
        self.head[-1].bias.data[0] = -4.0

    def forward(self, picture: torch.Tensor) -> torch.Tensor:
        fine = self.fine(picture)
        context = nn.functional.interpolate(self.coarse(fine), scale_factor=2.0, mode="nearest")
        return self.head(fine + context)


class Reader(nn.Module):
    """(n, 3, 64, 64) of zero mean and unit spread to (n, 10): logits of no die, 1..6, then dx, dy, log2 scale."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _block(3, 24, 2), _block(24, 48, 2), _block(48, 48), _block(48, 96, 2), _block(96, 96), _block(96, 96),
            _block(96, 128, 2), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(4 * 128, 10))

    def forward(self, looks: torch.Tensor) -> torch.Tensor:
        return self.layers(looks)


def export(network: nn.Module, path: Path, shape: tuple[int, int, int, int]) -> None:
    """Write the network as ONNX for cv2.dnn."""
    network.eval()
    torch.onnx.export(network, (torch.zeros(shape),), str(path), opset_version=13, dynamo=False,
                      input_names=["picture"], output_names=["answer"])
