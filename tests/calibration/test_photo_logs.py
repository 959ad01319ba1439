"""Reading photo logs: every line that makes sense, a sentence for every other."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import LogError
from companion.photolog.logs import LOG_NAME, find_logs, parse_line, read_log


def write_log(folder: Path, *lines: object, end: str = "\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (folder / LOG_NAME).write_text("\n".join(rows) + end)
    return folder


def test_only_image_and_counts_are_needed(tmp_path: Path) -> None:
    (line,) = read_log(write_log(tmp_path, {"image": "a.jpg", "counts": {"red": 2}})).lines
    assert line.image == tmp_path / "a.jpg"
    assert line.agrees({"red": 2})
    assert not line.agrees({"red": 1})
    assert not line.agrees({"red": 2, "white": 1})
    assert (line.light, line.hand, line.total) == ("unknown", False, 2)


def test_a_count_between_visible_and_hidden_pieces_is_right(tmp_path: Path) -> None:
    told = {"image": "a.jpg", "counts": {"red": 2, "white": 0}, "all_counts": {"red": 3, "white": 1}}
    (line,) = read_log(write_log(tmp_path, told)).lines
    for red, white in [(2, 0), (3, 1), (3, 0)]:
        assert line.agrees({"red": red, "white": white})
    for red, white in [(1, 0), (4, 0), (2, 2)]:
        assert not line.agrees({"red": red, "white": white})


def test_bad_lines_are_named_and_the_others_read(tmp_path: Path) -> None:
    log = read_log(
        write_log(
            tmp_path,
            "not json",
            {"image": "a.jpg", "counts": {"red": 1}},
            {"image": "../../etc/passwd", "counts": {"red": 1}},
            {"image": "/etc/passwd", "counts": {"red": 1}},
            {"image": "b.jpg", "counts": {"red": -1}},
            {"image": "b.jpg", "counts": {"red": True}},
            {"image": "b.jpg"},
            {"counts": {"red": 1}},
            [1, 2],
            {"image": "x" * 300 + ".jpg", "counts": {"red": 1}},
            {"image": "b.jpg", "counts": {"x" * 5000: -1}},
        )
    )
    assert [line.image.name for line in log.lines] == ["a.jpg"]
    assert len(log.problems) == 10
    assert all(len(problem) < len(str(tmp_path)) + 120 for problem in log.problems)
    assert "line 1: no JSON" in log.problems[0]
    assert "outside the log's folder" in log.problems[1]


def test_a_torn_last_line_is_no_problem(tmp_path: Path) -> None:
    whole = {"image": "a.jpg", "counts": {"red": 1}}
    log = read_log(write_log(tmp_path, whole, '{"image": "b.jpg", "cou', end=""))
    assert len(log.lines) == 1
    assert not log.problems


def test_logs_are_found_below_a_folder(tmp_path: Path) -> None:
    for name in ("b/play", "a/seq0", "a/play"):
        write_log(tmp_path / name, {"image": "a.jpg", "counts": {}})
    assert find_logs(tmp_path) == [tmp_path / "a/play", tmp_path / "a/seq0", tmp_path / "b/play"]
    assert find_logs(tmp_path / "b/play") == [tmp_path / "b/play"]
    (tmp_path / "none").mkdir()
    with pytest.raises(LogError, match=r"holds no log\.jsonl"):
        find_logs(tmp_path / "none")
    with pytest.raises(LogError, match="there is no folder"):
        find_logs(tmp_path / "missing")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("image", "counts", "all_counts", "pieces", "hand", "light", "sequence", "counted", "calibration")
odd_lines = st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, json_values))


@settings(max_examples=150)
@given(told=odd_lines | json_values)
def test_any_json_gets_a_line_or_a_sentence(told: object) -> None:
    try:
        line = parse_line(json.dumps(told).encode(), Path("log"))
    except LogError:
        return  # a refusal is an answer; anything else would be a crash
    assert all(number >= 0 for number in line.counts.values())


@settings(max_examples=80)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_without_a_crash(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("log")
    (folder / LOG_NAME).write_bytes(data)
    with suppress(LogError):
        assert read_log(folder).lines == ()
    assert (folder / LOG_NAME).read_bytes() == data


def test_deeply_nested_json_is_refused(tmp_path: Path) -> None:
    write_log(tmp_path, "[" * 100_000, {"image": "a.jpg", "counts": {"red": 1}})
    assert len(read_log(tmp_path).problems) == 1
