"""The mark beside the file that says how far it went, and the clock of an evening's play."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store import mark
from companion.store.playclock import PlayClock


def test_the_mark_is_moved_and_read_back(tmp_path: Path) -> None:
    assert mark.read(tmp_path) == 0, "nobody knows"
    for moment in (7, 12_345, 2**62 - 1, 3):
        mark.write(tmp_path, moment)
        assert mark.read(tmp_path) == moment


@pytest.mark.parametrize(
    "scribble", [b"", b"0" * 19, b"0" * 18 + b"12" + b"3", b"0" * 19 + b"x", b"%020d" % 2**62]
)
def test_half_a_mark_or_a_scribble_is_no_mark(tmp_path: Path, scribble: bytes) -> None:
    mark.write(tmp_path, 7)
    (file,) = tmp_path.iterdir()
    file.write_bytes(scribble)
    assert mark.read(tmp_path) == 0


def test_a_paused_evening_grows_no_longer_and_goes_on_where_it_was() -> None:
    now = 100.0
    clock = PlayClock(60.0, monotonic=lambda: now)
    now = 130.0
    assert clock.seconds == 90
    clock.pause()
    now = 500.0
    clock.pause()
    assert clock.seconds == 90
    clock.resume()
    now = 505.0
    assert clock.seconds == 95
    now = 90.0
    assert clock.seconds >= 90, "a clock that runs backwards makes no entry younger"
