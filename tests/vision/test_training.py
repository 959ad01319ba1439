"""A tiny training: the loss falls, and a stopped run goes on to the same weights. Only with torch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
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
    losses = [trainer.once(size=4, side=80) for _ in range(80)]
    assert np.mean(losses[-10:]) < 0.9 * np.mean(losses[:10])


def test_a_stopped_training_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    from vision.training.train import train

    whole = train(tmp_path / "whole", seed=2, minutes=5, steps=4)
    train(tmp_path / "parts", seed=2, minutes=5, steps=2)
    parts = train(tmp_path / "parts", seed=2, minutes=5, steps=4)
    assert parts.step == 4
    assert _weights(parts) == _weights(whole)
    assert len((tmp_path / "parts" / "loss.jsonl").read_text().splitlines()) == 2


def test_the_rate_falls_to_nothing_where_it_was_told_to(tmp_path: Path) -> None:
    from vision.training.train import Trainer, train

    train(tmp_path, seed=2, minutes=5, steps=4, fall_from=2)
    again = Trainer.resume(tmp_path, 2)
    assert again.fall == (2, 4)
    assert again.rate() == 0
    again.step = 2
    assert again.rate() > 0


def test_a_turned_table_has_the_truth_turned_with_it() -> None:
    from vision.pieces import find_pieces
    from vision.training.stock import Stock

    # The same tables come again and again, each time otherwise.
    stock = Stock(seed=5, side=96)
    batches = [stock.batch(step, 6) for step in range(8)]
    differ = 0
    for batch in batches:
        for likely, rays, kinds in zip(batch.likely, batch.rays, batch.kinds, strict=True):
            found = find_pieces(likely.numpy(), rays.numpy())
            inside = np.zeros(kinds.shape, np.uint8)
            for piece in found:
                cv2.fillPoly(inside, [np.round(piece.outline).astype(np.int32)], 1)
            # An outline turned the wrong way lies beside its piece.
            differ += int(((inside == 0) & (likely.numpy() > 0.5)).sum())
    assert differ < 0.02 * sum(int((batch.likely > 0.5).sum()) for batch in batches)


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
