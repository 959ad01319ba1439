"""Training: random tables in, weights out; it can be stopped at any moment and goes on where it was.

The tables of a step follow from the seed and the step's number alone, so the same seed gives the same weights
after the same number of steps on one machine, however often it was interrupted. The rate stays as it is until
one says when to end: then it falls to nothing (`--from` and `--steps`). Beside the weights that are trained
their running mean is kept, which is what is exported: it can be used at any moment.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from vision.pieces import RAYS
from vision.training.begin import begin_with
from vision.training.net import PieceNet
from vision.training.random_tables import SIDE
from vision.training.stock import Batch, Stock, alone

# 2: the empty tray may have been photographed before the camera was bumped; noise may be coarse.
# 3: bodies in a picture of depth with piles and shadows; other pieces; phones; tables seen again; wider.
# 4: more tables without twins, and harder bumps.
# 5: half of the tables are parts of composed throws; a wider net, which may begin with another one's weights.
RECIPE = 5
BATCH = 12
RATE = 2e-3
WARM_UP = 200
MEAN = 0.998
CHECKPOINT, LOSSES = "checkpoint.pt", "loss.jsonl"


def loss_of(answer: torch.Tensor, wanted: Batch) -> torch.Tensor:
    """How wrong an answer is: the middles, then the rays where there is a piece, then the kinds."""
    likely = functional.binary_cross_entropy_with_logits(answer[:, 0], wanted.likely, reduction="none")
    off = (answer[:, 1 : 1 + RAYS] - wanted.rays).abs().mean(dim=1)
    weight = wanted.likely * wanted.weight
    kinds = functional.cross_entropy(answer[:, 1 + RAYS :], wanted.kinds)
    middles = (likely * wanted.weight).sum() / wanted.weight.sum()
    return middles + 0.2 * (off * weight).sum() / (weight.sum() + 1) + 0.3 * kinds


class Trainer:
    """A net in training, its running mean, and how far it is."""

    def __init__(self, seed: int, maker: ProcessPoolExecutor | None = None) -> None:
        torch.manual_seed(seed)
        self._maker = maker
        self.seed, self.step = seed, 0
        self.seconds = 0.0
        # This order of the numbers in memory is the faster one.
        self.net = PieceNet().to(memory_format=torch.channels_last)
        self.mean = PieceNet()
        self.stock: Stock | None = None
        # From which step to which the rate falls to nothing.
        self.fall: tuple[int, int] | None = None
        self.mean.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=1e-4, fused=True)

    def once(self, size: int = BATCH, side: int = SIDE) -> float:
        """One step; gives its loss."""
        if self.stock is None or self.stock.side != side:
            self.stock = Stock(self.seed, side, self._maker)
        wanted = self.stock.batch(self.step, size)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        self.net.train()
        self.optimizer.zero_grad()
        pictures = wanted.pictures.to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answer = self.net(pictures)
        loss = loss_of(answer.float(), wanted)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        self._average()
        return float(loss.detach())

    def rate(self) -> float:
        """How far the weights may move in this step."""
        rate = RATE * min(1.0, (self.step + 1) / WARM_UP)
        if self.fall is not None:
            first, last = self.fall
            rate *= float(np.clip((last - self.step) / max(1, last - first), 0.0, 1.0))
        return rate

    def _average(self) -> None:
        # Early on the weights change too fast for a long mean.
        keep = min(MEAN, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            means, news = ([*net.parameters(), *net.buffers()] for net in (self.mean, self.net))
            floats = [number for number, each in enumerate(means) if each.is_floating_point()]
            torch._foreach_lerp_([means[n] for n in floats], [news[n] for n in floats], 1 - keep)

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
            "fall": self.fall,
            "optimizer": self.optimizer.state_dict(),
        }
        torch.save(state, part)
        part.replace(folder / CHECKPOINT)

    @classmethod
    def resume(
        cls, folder: Path, seed: int, begin: Path | None = None, maker: ProcessPoolExecutor | None = None
    ) -> Trainer:
        """Go on from a folder's checkpoint, or start, with another net's weights if there is one."""
        trainer = cls(seed, maker)
        path = folder / CHECKPOINT
        if not path.exists():
            if begin is not None:
                begin_with(trainer.net, begin, Stock(seed, SIDE).batch(0, BATCH).pictures)
                trainer.mean.load_state_dict(trainer.net.state_dict())
            return trainer
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if state["recipe"] != RECIPE or state["seed"] != seed:
            raise SystemExit(
                f"{path} was trained with recipe {state['recipe']}, seed {state['seed']}: use another folder."
            )
        trainer.step, trainer.seconds = int(state["step"]), float(state["seconds"])
        trainer.net.load_state_dict(state["net"])
        trainer.mean.load_state_dict(state["mean"])
        trainer.fall = state["fall"]
        trainer.optimizer.load_state_dict(state["optimizer"])
        return trainer


def train(
    folder: Path,
    seed: int,
    minutes: float,
    steps: int | None = None,
    every: float = 60.0,
    fall_from: int | None = None,
    begin: Path | None = None,
    maker: ProcessPoolExecutor | None = None,
) -> Trainer:
    """Train for so long, or up to so many steps in all, with a checkpoint every so many seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    trainer = Trainer.resume(folder, seed, begin, maker)
    if fall_from is not None and steps is not None:
        trainer.fall = (fall_from, steps)
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
    parser.add_argument(
        "--from",
        type=int,
        dest="fall_from",
        help="from this step on the rate falls, to nothing at --steps (both are needed)",
    )
    parser.add_argument(
        "--begin",
        type=Path,
        help="a net (ONNX) whose weights to start from, unless --out has a checkpoint to go on from",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the checkpoint and its losses")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    # Pictures are small: more threads only get in each other's way.
    import cv2

    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=alone) as maker:
        train(
            given.out,
            given.seed,
            given.minutes,
            given.steps,
            fall_from=given.fall_from,
            begin=given.begin,
            maker=maker,
        )
        maker.shutdown(cancel_futures=True)
