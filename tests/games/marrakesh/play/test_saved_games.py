"""Games and the store together: taken up at the same question, imported whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions
from companion.play import notation
from companion.play.errors import BadNotation
from companion.play.robot import Robot
from companion.play.saved_games import begin, import_text, look_at, take_up
from companion.store import Store
from tests.games.marrakesh.play.players import played

OPTIONS = GameOptions.of(("Sarah", "Jan", "Marie", "Lukas"))


def test_a_game_comes_back_at_the_same_question(tmp_path: Path) -> None:
    robot = Robot(4)
    with Store.open(tmp_path) as store:
        saved = begin(store, OPTIONS)
        for _ in range(150):
            assert saved.game.pending is not None
            saved.game.answer(robot.answer(saved.game.pending))
            saved.catch_up()
        saved.game.undo(3)
        state, asked = saved.game.state.copy(), saved.game.pending
    with Store.open(tmp_path) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        again = take_up(store, unfinished.id)
        assert again.game.state == state
        assert again.game.pending == asked
        again.game.redo(3)


def test_facts_are_remembered_for_the_next_game_but_not_this_games_tiles(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        saved = begin(store, OPTIONS)
        saved.game.tell_fact("river length", 17)
        saved.game.tell_fact("this game line 1-1", ["1 dinar"])
        saved.catch_up()
        assert begin(store, OPTIONS).game.facts_at_start == {"river length": 17}


def test_a_value_that_no_longer_makes_sense_is_asked_for_again(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.tell_fact("marrakesh", "river length", "very long")
        store.tell_fact("marrakesh", "river crocodile", 3)
        assert begin(store, OPTIONS).game.facts_at_start == {"river crocodile": 3}


def test_an_old_game_taken_up_again_does_not_undo_what_was_put_right_since(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        first = begin(store, OPTIONS)
        first.game.tell_fact("river length", 20)
        first.catch_up()
        second = begin(store, OPTIONS)
        second.game.tell_fact("river length", 22)
        second.catch_up()
        again = take_up(store, first.id)
        assert again.game.pending is not None
        again.game.answer(again.game.pending.options[0])
        again.game.tell_fact("river crocodile", 3)
        again.catch_up()
        again.game.undo()
        again.catch_up()
        again.game.redo()
        again.catch_up()
        assert store.facts("marrakesh") == {
            "river length": 22,
            "river crocodile": 3,
        }
        again.game.tell_fact("river length", 21)
        again.catch_up()
        assert store.facts("marrakesh")["river length"] == 21, "what is told now counts"


def test_a_friends_game_does_not_say_what_is_printed_here(tmp_path: Path) -> None:
    ours: dict[str, Any] = {"cost": {"date": 1}, "points": 2}
    theirs: dict[str, Any] = {"cost": {"water": 3}, "points": 6}
    friends = Game.new(OPTIONS)
    friends.tell_fact("provision 1", theirs)
    with Store.open(tmp_path) as store:
        store.tell_fact("marrakesh", "provision 1", ours)
        saved = import_text(store, notation.write(friends))
        assert saved.game.state.facts["provision 1"] == theirs
        assert store.facts("marrakesh")["provision 1"] == ours
        take_up(store, saved.id).catch_up()
        assert store.facts("marrakesh")["provision 1"] == ours


def test_each_season_is_backed_up_once(tmp_path: Path) -> None:
    robot = Robot(4)
    with Store.open(tmp_path) as store:
        saved = begin(store, GameOptions.of(("Sarah", "Jan"), depth="light"))
        made = 0
        while saved.game.state.season < 2:
            assert saved.game.pending is not None
            season = saved.game.state.season
            saved.game.answer(robot.answer(saved.game.pending))
            before = set((tmp_path / "backups").iterdir())
            saved.catch_up()
            new = set((tmp_path / "backups").iterdir()) - before
            assert bool(new) == (saved.game.state.season > season)
            made += len(new)
        assert made == 2


def test_a_finished_game_is_marked_and_an_undo_reopens_it(tmp_path: Path) -> None:
    game = played(9, options=GameOptions.of(("Sarah", "Jan"), depth="light"))
    with Store.open(tmp_path) as store:
        saved = import_text(store, notation.write(game), "Friday")
        record = store.game(saved.id)
        assert record.finished
        assert record.summary is not None
        assert [p["score"] for p in record.summary["players"]] == [p.score for p in game.state.players]  # type: ignore[union-attr,index,call-overload]  # plain JSON
        saved.game.undo()
        saved.catch_up()
        assert not store.game(saved.id).finished


def test_an_import_that_does_not_fit_leaves_the_shelf_as_it_was(tmp_path: Path) -> None:
    text = notation.write(played(3, 60)).replace(": select = ", ": select = gold, ", 1)
    with Store.open(tmp_path) as store:
        with pytest.raises(BadNotation):
            import_text(store, text)
        assert store.games() == []


def test_the_shelf_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = played(12, options=GameOptions.of(("Sarah", "Jan", "Marie")))
    file = tmp_path / "friday.txt"
    file.write_text(notation.write(game), encoding="utf-8")
    data = ["games", "--data", str(tmp_path / "data")]
    assert main([*data, "import", str(file)]) == 0
    assert main([*data, "list"]) == 0
    assert "friday" in capsys.readouterr().out
    assert main([*data, "sheet", "last"]) == 0
    sheet = capsys.readouterr().out
    assert all(str(player.score) in sheet for player in game.state.players)
    assert main([*data, "export", "last", "--out", str(tmp_path / "again.txt")]) == 0
    assert (tmp_path / "again.txt").read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    with Store.open(tmp_path / "data") as store:
        store.tell_fact("marrakesh", "river length", 17)
    assert main([*data, "facts", "--export", str(tmp_path / "facts.json")]) == 0
    other = ["games", "--data", str(tmp_path / "other")]
    assert main([*other, "facts", "--import", str(tmp_path / "facts.json")]) == 0
    with Store.open(tmp_path / "data") as one, Store.open(tmp_path / "other") as two:
        assert one.facts("marrakesh") == two.facts("marrakesh")
        assert one.facts("marrakesh")
        assert look_at(one, one.games()[0].id).state == game.state


def test_a_file_of_facts_with_one_impossible_value_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(
        '{"marrakesh facts": 1, "river length": 20, "workshop 2": {"price": -9}}', encoding="utf-8"
    )
    assert main(["games", "--data", str(tmp_path / "data"), "facts", "--import", str(file)]) == 1
    with Store.open(tmp_path / "data") as store:
        assert store.facts("marrakesh") == {}
