"""The faults that the mutation testing puts into the code, and that a test notices them."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion.dev.mutants.__main__ as command
from companion.dev.mutants.__main__ import PACKAGES, mutants_of, sample
from companion.dev.mutants.faults import faults_in, with_fault
from companion.dev.mutants.plugin import MUTANT


@pytest.mark.parametrize(
    ("source", "faulty"),
    [
        ("a < b", ["a <= b"]),
        ("a + 2", ["a - 2", "a + 3"]),
        ("a and b", ["a or b"]),
        ("x = True", ["x = False"]),
        ("if a:\n    b = c", ["if not a:\n    b = c"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("f(a)", ["None"]),
        ("for a in b:\n    break", ["for a in b:\n    continue"]),
    ],
)
def test_each_kind_of_fault(source: str, faulty: list[str]) -> None:
    found = list(faults_in(ast.parse(source)))
    assert [ast.unparse(with_fault(source, number)) for number in range(len(found))] == faulty


@pytest.mark.parametrize(
    "source",
    [
        '"""Words."""',
        "raise ValueError(1 + 1)",
        "N_('{n} dates', n=1 + 1)",
        "x: Literal[1]",
        "log.info(1)",
        "def f(a: int) -> Literal[2]: pass",
    ],
)
def test_what_is_only_told_is_left_alone(source: str) -> None:
    assert list(faults_in(ast.parse(source))) == []


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    for package in PACKAGES:
        one, again, other = (sample(package, 20, seed) for seed in (1, 1, 2))
        assert one == again != other
        assert len(one) == 20


def test_a_fault_in_one_module_is_noticed_and_no_file_is_changed() -> None:
    """The tests of `words` run once as they are and once with a fault in what they test."""
    file = Path(__file__).parents[2] / "companion" / "play" / "decision.py"
    before = file.read_bytes()
    number = next(
        mutant.number
        for mutant in mutants_of("companion/play")
        if mutant.file == "companion/play/decision.py" and mutant.what == "In → NotIn"
    )
    program = "from companion.play.decision import Decision; print(Decision('x', 0, ('a', 'b')).accept('a'))"
    ways = [{}, {MUTANT: f"companion.play.decision:{number}"}]
    done = [
        subprocess.run(
            [sys.executable, "-c", f"import companion.dev.mutants.plugin; {program}"],
            env={**os.environ, **way},
            capture_output=True,
            check=False,
        ).returncode
        for way in ways
    ]
    assert done == [0, 1]
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["companion/plai"], "there is no package companion/plai; give a folder such as companion/play"),
        (["--show", "companion/play"], "no run of companion/play is kept"),
    ],
)
def test_what_cannot_be_done_is_told(
    words: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "WORK", tmp_path / "work")
    monkeypatch.setattr(sys, "argv", ["mutants", *words])
    with pytest.raises(SystemExit) as refused:
        command.main()
    assert refused.value.code == 2
    assert why in capsys.readouterr().err
