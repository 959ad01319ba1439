"""A game is one folder and one line in the registry."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion import games
from companion.games.registry import GAMES, NoSuchGame, find_game
from companion.play import notation
from companion.play.game import Game

ROOM = Path(games.__file__).parent


def test_every_line_of_the_registry_is_a_game_of_that_name() -> None:
    for name in GAMES:
        kind = find_game(name)
        assert (kind.name, kind.title != "") == (name, True)


def test_a_game_nobody_has_is_refused_in_a_sentence() -> None:
    with pytest.raises(NoSuchGame, match="no game called 'chess'"):
        find_game("chess")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("most", [False, True], ids=["as few as can play", "as many"])
def test_a_game_is_played_to_its_end_knowing_only_its_kind(name: str, most: bool) -> None:
    kind = find_game(name)
    assert len(kind.colours) >= max(kind.seats)
    colours = kind.colours[: max(kind.seats) if most else min(kind.seats)]
    seats = [{"name": f"P{n}", "colour": colour} for n, colour in enumerate(colours)]
    options = kind.options({"version": 1, "players": seats})
    game, robot = Game(options, {}), kind.robot(3)
    while (decision := game.pending) is not None:
        game.answer(robot.answer(decision, game.state))
    winners = kind.ranking(game.state)[0]
    summary = kind.summary(game.state)
    assert summary["winners"] == [game.state.players[seat].name for seat in winners]
    again = notation.replay(notation.read(notation.write(game)))
    assert (again.over, kind.summary(again.state)) == (True, summary)
    some = min(len(game.journal.entries), 30)
    game.undo(some)
    assert not game.over
    game.redo(some)
    assert (game.over, kind.summary(game.state)) == (True, summary)


def test_no_game_imports_another(tmp_path: Path) -> None:
    assert strangers(ROOM) == []
    for game, line in (
        ("chess", "from companion.games.go import board"),
        ("go", "import companion.games.go.board"),
    ):
        (tmp_path / game).mkdir()
        (tmp_path / game / "rules.py").write_text(line, encoding="utf-8")
    assert strangers(tmp_path) == ["chess imports go"], "or nobody would be found out"


def strangers(room: Path) -> list[str]:
    """Which games import which other ones."""
    games = [folder.name for folder in room.iterdir() if folder.is_dir() and folder.name != "__pycache__"]
    return [
        f"{game} imports {other}"
        for game in games
        for other in games
        if other != game and any(imports(file, other) for file in (room / game).rglob("*.py"))
    ]


def imports(file: Path, game: str) -> bool:
    name = f"companion.games.{game}"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            modules = [node.module or "", *(f"{node.module}.{each.name}" for each in node.names)]
        elif isinstance(node, ast.Import):
            modules = [each.name for each in node.names]
        else:
            continue
        if any(module == name or module.startswith(f"{name}.") for module in modules):
            return True
    return False
