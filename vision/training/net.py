"""The net: a small U of convolutions that looks at 2 pixels a millimetre and answers at 1.

About three hundred and sixty thousand weights. Its answer has, for every square millimetre, how likely a
piece's middle is there, how far the piece reaches along each ray, and how likely tray, piece and something
foreign are.
"""

from __future__ import annotations

import torch
from torch import nn

from vision.net_input import CHANNELS
from vision.pieces import RAYS

KINDS = 3
OUTPUTS = 1 + RAYS + KINDS
WIDTHS = (16, 32, 64, 96)
LAST = 32
# The rays' answer is in these steps around this length, so that it starts near what pieces measure.
RAY_STEP_MM, RAY_USUAL_MM = 3.0, 5.0


def _block(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class PieceNet(nn.Module):  # type: ignore[misc, unused-ignore]  # torch may not be installed
    """Channels × height × width in; outputs × half the height × half the width out."""

    def __init__(self) -> None:
        super().__init__()
        one, two, three, four = WIDTHS
        self.stem = nn.Sequential(_block(CHANNELS, one, 2), _block(one, one))
        self.down = nn.ModuleList(
            nn.Sequential(_block(before, after, 2), _block(after, after))
            for before, after in ((one, two), (two, three), (three, four))
        )
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.up = nn.ModuleList(
            (_block(four + three, three), _block(three + two, two), _block(two + one, LAST))
        )
        self.last = _block(LAST, LAST)
        self.head = nn.Conv2d(LAST, OUTPUTS, 1)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """The likelihood before its sigmoid, the rays in millimetres, the kinds before their softmax."""
        seen = self.stem(pictures)
        kept = []
        for step in self.down:
            kept.append(seen)
            seen = step(seen)
        for step in self.up:
            seen = step(torch.cat([self.larger(seen), kept.pop()], dim=1))
        answer = self.head(self.last(seen))
        rays = answer[:, 1 : 1 + RAYS] * RAY_STEP_MM + RAY_USUAL_MM
        return torch.cat([answer[:, :1], rays, answer[:, 1 + RAYS :]], dim=1)
