"""docs/rules-api.md: its examples run, and it names everything the rules can ask and need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.marrakesh.rules import facts, forms, position, rulings
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.rules.position import NoSuchPiece
from companion.games.marrakesh.rules.setup import new_game
from companion.play.robot import Robot
from tests.games.marrakesh.rules.helpers import table_of

PAGE = (Path(__file__).parents[5] / "docs" / "rules-api.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.printed
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_twenty_lines_print_what_they_promise(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[0], {})
    printed = capsys.readouterr().out.splitlines()
    promised = [
        line.split("#", 1)[1].strip() for line in EXAMPLES[0].splitlines() if line.startswith("print")
    ]
    assert printed == [promise.split(": what")[0] for promise in promised]


@pytest.mark.parametrize("example", EXAMPLES[1:])
def test_the_other_examples_run(example: str) -> None:
    exec(example, {})


def test_every_question_a_robot_meets_is_on_the_page() -> None:
    asked = set()
    for seed in range(8):
        options = GameOptions.of(
            ["Sarah", "Jan", "Marie", "Lukas"],
            ("classic", "essential")[seed % 2],
            expansions=EXPANSIONS,
        )
        robot = Robot(seed)
        engine = Engine(new_game(options))
        while engine.pending is not None:
            asked.add(engine.pending.kind)
            engine.answer(robot.answer(engine.pending))
    assert len(asked) > 30
    assert {kind for kind in asked if f"`{kind}`" not in PAGE} == set()


def test_every_fact_form_ruling_and_piece_is_on_the_page() -> None:
    for family in facts.FAMILIES:
        assert f"`{family}`" in PAGE or family.startswith("gate space")
    for form in forms.CHECKS:
        assert form in PAGE
    for ruling in rulings.RULINGS:
        assert f"`{ruling.key}`" in PAGE
        assert str(ruling.holds) in PAGE
    for piece in position.PIECES:
        assert f"`{piece.strip()}" in PAGE


def test_every_ruling_is_flipped_in_some_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert [ruling.key for ruling in rulings.RULINGS if f'"{ruling.key}"' not in tests] == []


def test_a_piece_or_player_that_does_not_exist() -> None:
    table = table_of("Sarah", "Jan")
    with pytest.raises(NoSuchPiece, match="cannot be started"):
        table.start("camel race", "Sarah")
    with pytest.raises(NoSuchPiece, match="nobody called 'Lukas'"):
        table.player("Lukas")
    with pytest.raises(NoSuchPiece, match="nothing has been started"):
        table.answer("1")
