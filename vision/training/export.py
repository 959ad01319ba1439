"""From a checkpoint to the file that counting could read: ONNX for cv2.dnn, and proof that it says the same.

`python -m vision.training.export DIR FILE.onnx`
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch

from vision.net_input import CHANNELS, MULTIPLE, PIXELS_A_MM, Block
from vision.rectify import TRAY_MM
from vision.training.net import PieceNet
from vision.training.random_tables import random_table
from vision.training.train import CHECKPOINT

VERSION = 1
OPSET = 13
MOST_BYTES = 1_500_000
# The answers of OpenCV and torch may differ by this much, in the logits and in millimetres.
CLOSE = 2e-3
# The window itself, and as it is laid flat: with a little of the paper around it.
WIDTH, HEIGHT = (round(side * PIXELS_A_MM) for side in TRAY_MM)
MARGIN = 8


def padded_size(width: int, height: int) -> tuple[int, int]:
    """The next size the net can halve."""
    return width + -width % MULTIPLE, height + -height % MULTIPLE


SIZES = (padded_size(WIDTH, HEIGHT), padded_size(WIDTH + MARGIN, HEIGHT + MARGIN))


def export(folder: Path, path: Path) -> Path:
    """Write the running mean of a checkpoint as ONNX, for the tray as it is laid flat; raises if OpenCV
    reads it otherwise.
    """
    state = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
    net = PieceNet()
    net.load_state_dict(state["mean"])
    net.eval()
    width, height = SIZES[-1]
    with warnings.catch_warnings():
        # The newer way of writing needs an opset that not every OpenCV reads.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            (torch.zeros(1, CHANNELS, height, width),),
            str(path),
            opset_version=OPSET,
            input_names=["pictures"],
            output_names=["maps"],
            dynamo=False,
        )
    model = onnx.load(str(path))
    notes = {
        "version": VERSION,
        "recipe": state["recipe"],
        "seed": state["seed"],
        "steps": state["step"],
        "minutes": round(state["seconds"] / 60, 1),
    }
    onnx.helper.set_model_props(model, {name: str(value) for name, value in notes.items()})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    if path.stat().st_size > MOST_BYTES:
        raise RuntimeError(f"{path} has {path.stat().st_size} bytes, more than {MOST_BYTES}")
    off = difference(net, path)
    if not off < CLOSE:
        raise RuntimeError(f"OpenCV and torch differ by {off:.4f} with {path}")
    return path


def load(path: Path) -> dict[str, str]:
    """What is noted in a file."""
    return {each.key: each.value for each in onnx.load(str(path)).metadata_props}


def difference(net: PieceNet, path: Path) -> float:
    """How far OpenCV's answers are from torch's at most, over the sizes that counting may ask for."""
    most = 0.0
    for width, height in SIZES:
        block = _sample(width, height)
        with torch.no_grad():
            wanted = net(torch.from_numpy(block)).numpy()
        # A new reader for each size: it keeps the shapes of the first one it saw.
        reader = cv2.dnn.readNetFromONNX(str(path))
        reader.setInput(block)
        given = np.asarray(reader.forward())
        if given.shape != wanted.shape:
            raise RuntimeError(f"OpenCV gives maps of {given.shape}, torch of {wanted.shape}")
        most = max(most, float(np.abs(given - wanted).max()))
    return most


def _sample(width: int, height: int) -> Block:
    """A random table of this size."""
    return np.ascontiguousarray(random_table(1, max(width, height)).channels()[:, :, :height, :width])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.export", description="Write the net as ONNX."
    )
    parser.add_argument("folder", type=Path, help="the folder given to the training as --out")
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    path = export(given.folder, given.file)
    print(f"{path}: {path.stat().st_size} bytes, {load(path)}")


if __name__ == "__main__":
    main()
