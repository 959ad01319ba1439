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


def test_tables_come_from_another_process_as_they_would_be_made_here() -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    from vision.training.stock import AT_ONCE, Stock, alone

    here = Stock(seed=3, side=80)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=alone) as maker:
        elsewhere = Stock(seed=3, side=80, maker=maker)
        for step in (0, AT_ONCE):  # the second one's tables were begun while the first was learned from
            mine, theirs = here.batch(step, 2), elsewhere.batch(step, 2)
            assert (mine.pictures == theirs.pictures).all()
            assert (mine.likely == theirs.likely).all()
        maker.shutdown(cancel_futures=True)


def test_a_net_begins_as_the_other_ended(tmp_path: Path) -> None:
    import torch

    from vision.training.begin import begin_with
    from vision.training.export import export
    from vision.training.net import PieceNet
    from vision.training.stock import Stock
    from vision.training.train import train

    before = train(tmp_path, seed=1, minutes=5, steps=3).mean.eval()
    path = export(tmp_path, tmp_path / "pieces.onnx")
    pictures = Stock(seed=1, side=80).batch(0, 3).pictures
    net = PieceNet()
    begin_with(net, path, pictures)
    with torch.no_grad():
        assert torch.allclose(net(pictures), before(pictures), atol=1e-3)


def test_a_narrower_net_goes_on_in_a_wider_one() -> None:
    # The shipped weights, whatever their widths were when they were trained.
    import torch

    from vision.net import WEIGHTS
    from vision.net import PieceNet as CountingNet
    from vision.training.begin import begin_with
    from vision.training.net import PieceNet
    from vision.training.stock import Stock

    pictures = Stock(seed=1, side=96).batch(0, 1).pictures
    net = PieceNet()
    begin_with(net, WEIGHTS, pictures)
    with torch.no_grad():
        likely = torch.sigmoid(net(pictures)[0, 0]).numpy()
    assert np.allclose(likely, CountingNet().look(pictures.numpy()).likely, atol=1e-3)


def test_something_else_is_not_begun_with(tmp_path: Path) -> None:
    import onnx
    import torch

    from vision.training.begin import begin_with
    from vision.training.net import PieceNet

    empty = onnx.helper.make_model(onnx.helper.make_graph([], "nothing", [], []))
    onnx.save(empty, str(tmp_path / "other.onnx"))
    with pytest.raises(SystemExit, match="not its like"):
        begin_with(PieceNet(), tmp_path / "other.onnx", torch.zeros(1, 15, 80, 80))
