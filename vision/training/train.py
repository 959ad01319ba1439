"""Training: random tables in, weights out; it can be stopped at any moment and goes on where it was.

The tables of a step follow from the seed and the step's number alone, so the same seed gives the same weights
after the same number of steps on one machine, however often it was interrupted. Beside the weights that are
trained their running mean is kept: it needs no schedule that ends, and is what is exported.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from vision.pieces import RAYS
from vision.training.net import PieceNet
from vision.training.random_tables import SIDE, random_table
from vision.training.truth import STEP, counted, perfect_maps

# 2: the empty tray may have been photographed before the camera was bumped; noise may be coarse.
RECIPE = 2
BATCH = 8
RATE = 2e-3
WARM_UP = 100
# Every so many steps the rate is halved against the start: 1 / (1 + steps / this).
SLOWING = 6000
MEAN = 0.998
CHECKPOINT, LOSSES = "checkpoint.pt", "loss.jsonl"


@dataclass(frozen=True)
class Batch:
    """Tables and what should be said of them."""

    pictures: torch.Tensor
    likely: torch.Tensor
    rays: torch.Tensor
    kinds: torch.Tensor
    counted: torch.Tensor


def batch(seed: int, step: int, size: int = BATCH, side: int = SIDE) -> Batch:
    """The tables of one step."""
    tables = [random_table((seed, step, number), side) for number in range(size)]
    maps = [perfect_maps(table.pieces) for table in tables]
    judged = [counted(each, table.unclear) for each, table in zip(maps, tables, strict=True)]
    kinds = [table.kinds[::STEP, ::STEP].astype(np.int64) for table in tables]
    return Batch(
        torch.from_numpy(np.concatenate([table.channels() for table in tables])),
        torch.from_numpy(np.stack([each.likely for each in maps])),
        torch.from_numpy(np.stack([each.rays for each in maps])),
        torch.from_numpy(np.stack(kinds)),
        torch.from_numpy(np.stack(judged).astype(np.float32)),
    )


def loss_of(answer: torch.Tensor, wanted: Batch) -> torch.Tensor:
    """How wrong an answer is: the middles, then the rays where there is a piece, then the kinds."""
    likely = functional.binary_cross_entropy_with_logits(answer[:, 0], wanted.likely, reduction="none")
    off = (answer[:, 1 : 1 + RAYS] - wanted.rays).abs().mean(dim=1)
    weight = wanted.likely
    kinds = functional.cross_entropy(answer[:, 1 + RAYS :], wanted.kinds)
    middles = (likely * wanted.counted).sum() / wanted.counted.sum()
    return middles + 0.2 * (off * weight).sum() / (weight.sum() + 1) + 0.3 * kinds


class Trainer:
    """A net in training, its running mean, and how far it is."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.seed, self.step = seed, 0
        self.seconds = 0.0
        self.net, self.mean = PieceNet(), PieceNet()
        self.mean.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=1e-4)

    def once(self, size: int = BATCH, side: int = SIDE) -> float:
        """One step; gives its loss."""
        wanted = batch(self.seed, self.step, size, side)
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (self.step + 1) / WARM_UP) / (1 + self.step / SLOWING)
        self.net.train()
        self.optimizer.zero_grad()
        loss = loss_of(self.net(wanted.pictures), wanted)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        self._average()
        return float(loss.detach())

    def _average(self) -> None:
        # Early on the weights change too fast for a long mean.
        keep = min(MEAN, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            for mean, now in zip(
                self.mean.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if mean.is_floating_point():
                    mean.mul_(keep).add_(now, alpha=1 - keep)
                else:
                    mean.copy_(now)

    def save(self, folder: Path) -> None:
        """Write the checkpoint whole or not at all."""
        part = folder / (CHECKPOINT + ".part")
        state = {
            "recipe": RECIPE,
            "seed": self.seed,
            "step": self.step,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        torch.save(state, part)
        part.replace(folder / CHECKPOINT)

    @classmethod
    def resume(cls, folder: Path, seed: int) -> Trainer:
        """Go on from a folder's checkpoint, or start."""
        trainer = cls(seed)
        path = folder / CHECKPOINT
        if not path.exists():
            return trainer
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if state["recipe"] != RECIPE or state["seed"] != seed:
            raise SystemExit(
                f"{path} was trained with recipe {state['recipe']}, seed {state['seed']}: use another folder."
            )
        trainer.step, trainer.seconds = int(state["step"]), float(state["seconds"])
        trainer.net.load_state_dict(state["net"])
        trainer.mean.load_state_dict(state["mean"])
        trainer.optimizer.load_state_dict(state["optimizer"])
        return trainer


def train(folder: Path, seed: int, minutes: float, steps: int | None = None, every: float = 60.0) -> Trainer:
    """Train for so long, or up to so many steps in all, with a checkpoint every so many seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    trainer = Trainer.resume(folder, seed)
    end = time.monotonic() + 60 * minutes
    saved = time.monotonic()
    losses: list[float] = []

    def checkpoint() -> None:
        nonlocal saved, losses
        now = time.monotonic()
        trainer.seconds += now - saved
        saved = now
        if not losses:
            return
        trainer.save(folder)
        line = {
            "step": trainer.step,
            "minutes": round(trainer.seconds / 60, 2),
            "loss": round(float(np.mean(losses)), 4),
        }
        with (folder / LOSSES).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        losses = []

    try:
        while time.monotonic() < end and (steps is None or trainer.step < steps):
            losses.append(trainer.once())
            if time.monotonic() - saved >= every:
                checkpoint()
    except KeyboardInterrupt:
        # A step cut short may have changed some weights: what was written last is whole, and stays.
        print("Stopped; the last checkpoint stays.", flush=True)
        return trainer
    checkpoint()
    return trainer


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description="Train the net.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long this run may take")
    parser.add_argument(
        "--steps", type=int, help="stop after so many steps in all, for the same weights again"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the checkpoint and its losses")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    # Pictures are small: more threads only get in each other's way.
    import cv2

    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    train(given.out, given.seed, given.minutes, given.steps)
