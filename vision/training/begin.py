"""A new net begins with what another has learned: its weights, in a net that may be wider.

The file of a net holds its convolutions with their normalising folded in. Here each normalising is set so
that the first pictures go through it unchanged. Channels that the other net did not have start at random and
change nothing at first.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.training.net import PieceNet

# Of each convolution, in the order they are reckoned in, those whose answers it takes: -1 is the pictures.
SOURCES = (
    *((-1,), (0,)),
    *((1,), (2,), (3,), (4,), (5,), (6,)),
    *((7, 5), (8, 3), (9, 1)),
    *((10,), (11,)),
)


def begin_with(net: PieceNet, path: Path, pictures: torch.Tensor) -> None:
    """Give a net the weights of the one in this file; `pictures` show what it will see."""
    graph = onnx.load(str(path)).graph
    named = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    learned = [
        [torch.from_numpy(named[name].copy()) for name in node.input[1:3]]
        for node in graph.node
        if node.op_type == "Conv"
    ]
    convolutions = [module for module in net.modules() if isinstance(module, nn.Conv2d)]
    normals = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    if len(learned) != len(SOURCES) or len(convolutions) != len(SOURCES):
        raise SystemExit(
            f"{path} has {len(learned)} convolutions, this net {len(convolutions)}: not its like."
        )
    with torch.no_grad():
        for sources, convolution, (weight, _) in zip(SOURCES, convolutions, learned, strict=True):
            was, now = 0, 0
            convolution.weight[: len(weight)] = 0
            for source in sources:
                wide = len(learned[source][0]) if source >= 0 else weight.shape[1]
                convolution.weight[: len(weight), now : now + wide] = weight[:, was : was + wide]
                was += wide
                now += len(convolutions[source].weight) if source >= 0 else wide
        head, (_, bias) = convolutions[-1], learned[-1]
        assert head.bias is not None
        head.bias[:] = bias
    handles = [
        normal.register_forward_pre_hook(_unchanged(bias))
        for normal, (_, bias) in zip(normals, learned, strict=False)
    ]
    with torch.no_grad():
        net.eval()
        net(pictures)
    for handle in handles:
        handle.remove()


def _unchanged(bias: torch.Tensor) -> Callable[[nn.BatchNorm2d, tuple[torch.Tensor]], None]:
    """Before a normalising sees its first pictures: set it so that it gives what it gets, and the bias."""

    def set_up(normal: nn.BatchNorm2d, given: tuple[torch.Tensor]) -> None:
        mean, variance = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3))
        assert normal.running_mean is not None
        assert normal.running_var is not None
        normal.running_mean[:], normal.running_var[:] = mean, variance
        old = len(bias)
        normal.weight[:old] = torch.sqrt(variance[:old] + normal.eps)
        normal.bias[:old] = mean[:old] + bias

    return set_up
