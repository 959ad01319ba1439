"""A tiny training: the loss falls, and a stopped run goes on to the same weights. Only with torch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from vision.training.train import Trainer

pytestmark = pytest.mark.train


def _weights(trainer: Trainer) -> list[float]:
    return [float(value.sum()) for value in trainer.mean.state_dict().values()]


def test_the_loss_falls_in_seconds() -> None:
    from vision.training.train import Trainer

    trainer = Trainer(seed=1)
    losses = [trainer.once(size=4, side=96) for _ in range(40)]
    assert np.mean(losses[-8:]) < 0.9 * np.mean(losses[:8])


def test_a_stopped_training_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    from vision.training.train import train

    whole = train(tmp_path / "whole", seed=2, minutes=5, steps=4)
    train(tmp_path / "parts", seed=2, minutes=5, steps=2)
    parts = train(tmp_path / "parts", seed=2, minutes=5, steps=4)
    assert parts.step == 4
    assert _weights(parts) == _weights(whole)
    assert len((tmp_path / "parts" / "loss.jsonl").read_text().splitlines()) == 2


def test_another_seed_does_not_go_on_from_a_checkpoint(tmp_path: Path) -> None:
    from vision.training.train import train

    train(tmp_path, seed=1, minutes=5, steps=1)
    with pytest.raises(SystemExit, match="seed 1"):
        train(tmp_path, seed=2, minutes=5, steps=2)


def test_the_file_is_small_and_opencv_reads_it_the_same(tmp_path: Path) -> None:
    from vision.training.export import MOST_BYTES, export, load
    from vision.training.train import train

    train(tmp_path, seed=1, minutes=5, steps=2)
    path = export(tmp_path, tmp_path / "pieces.onnx")
    assert path.stat().st_size <= MOST_BYTES
    assert load(path)["seed"] == "1"
