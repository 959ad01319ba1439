"""A robot plays whole games by tapping, from Home to the winner, through the real loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.words import thing_name
from companion.games.marrakesh.setup.plan import Lots
from companion.store import Store
from companion.ui.i18n import _
from companion.words import capital
from tests.ui.game.finger import Finger, companion_at
from tests.ui.game.tap_robot import TapRobot

NAMES = ("Sarah", "Jan", "Marie-Henriette", "Lukas")


def set_up(finger: Finger, depth: str) -> None:
    """Through the wizard: four players, lots for the start, everything else as proposed."""
    finger.tap(_("New game"))
    for _player in range(4):
        finger.tap(_("Somebody new"))
        finger.tap(_("Done"))  # without a name of their own
    finger.tap(_("Done"))
    finger.tap(_("Draw lots"))
    finger.tap_key("to-edition")
    finger.tap(_("Light") if depth == "light" else _("Full"))
    finger.tap(_("Done"))
    finger.tap_key("to-river")
    finger.tap(_("First game"))
    finger.tap(_("Done"))
    finger.tap_key("to-layout")
    finger.tap(_("Begin the game"))


def play_until(robot: TapRobot, kind: str) -> None:
    while robot.table.pending is not None and robot.table.pending.kind != kind:
        robot.step()


def correct_a_count(robot: TapRobot) -> None:
    """One keshi too many is taken away again before the count is confirmed."""
    finger, table = robot.finger, robot.table
    decision = table.pending
    assert decision is not None
    colour = next(colour for colour, most in decision.about["inside"].items() if most)
    finger.tap(capital(thing_name(colour)))
    assert table.half.form.get("") == {colour: 1}
    finger.tap(_("Take away"))
    finger.tap(capital(thing_name(colour)))
    assert table.half.form.get("") == {}
    robot.step()


def undo_and_enter_again(robot: TapRobot) -> None:
    """An answer taken back is asked again; the menu enters it again."""
    finger, game = robot.finger, robot.table.game
    before, asked = len(game.journal.entries), robot.table.pending
    finger.tap(_("Undo"))
    assert len(game.journal.entries) == before - 1
    finger.tap(_("Menu"))
    finger.tap(_("Redo"))
    assert len(game.journal.entries) == before
    assert robot.table.pending == asked


def change_the_past(robot: TapRobot) -> None:
    """A turn's points turn out to be one more: changed in the history, and everything later still fits."""
    finger, table = robot.finger, robot.table
    index = max(i for i, entry in enumerate(table.game.journal.entries) if entry.what == "points")
    entry = table.game.journal.entries[index]
    score = table.state.players[entry.player].score
    finger.tap(_("Menu"))
    finger.tap(_("History"))
    path = f"entry-{index}"
    while not any(w.path.endswith(path) for w in finger.touchables()):
        finger.tap(_("Earlier"))
    row = next(w for w in finger.touchables() if w.path.endswith(path))
    finger.tap(row.say, lambda widget: widget.path == row.path)
    finger.tap(_("Change it"))
    more = str(entry.value + 1).replace("-", "−")
    finger.tap(more if finger.can_tap(more) else "+1")
    finger.tap(_("That is right"))
    assert finger.says(_("What changed"))
    finger.tap(_("Go on"))
    assert finger.stage.screen.name == "game"
    assert table.state.players[entry.player].score == score + 1
    assert table.game.misfit is None


def see_the_end(robot: TapRobot) -> None:
    """The final scoring step by step, to the winner and the charts behind."""
    finger = robot.finger
    for _n in range(12):
        if finger.says(_("{names} wins!").format(names="").strip()) or finger.stage.root.find("podium"):
            break
        finger.tap_main()
    best = max(player.score for player in robot.table.state.players)
    assert any(str(best) in said for said in finger.words())
    finger.tap_main()
    finger.tap_main()
    finger.tap(_("Home"))
    assert finger.stage.screen.name == "home"


@pytest.mark.parametrize(("size_px", "language"), [((800, 480), "en"), ((720, 1280), "de")])
def test_a_light_game_from_home_to_the_winner(
    tmp_path: Path, size_px: tuple[int, int], language: str
) -> None:
    finger = Finger(companion_at(tmp_path, size_px, language))
    set_up(finger, "light")
    robot = TapRobot(finger, 7)
    play_until(robot, "tower")
    correct_a_count(robot)
    play_until(robot, "points")
    robot.step()
    undo_and_enter_again(robot)
    play_until(robot, "claim")
    change_the_past(robot)
    while robot.table.pending is not None:
        robot.step()
    see_the_end(robot)
    finger.companion.store.close()
    with Store.open(tmp_path) as store:
        assert [game.finished for game in store.games()] == [True]


def test_a_full_season_on_a_wide_panel_in_french(tmp_path: Path) -> None:
    finger = Finger(companion_at(tmp_path, (1280, 720), "fr"))
    finger.companion.play(GameOptions.of(NAMES), Lots(1, (1, 3, 5)))
    finger.look()
    robot = TapRobot(finger, 3)
    while robot.table.state.season == 0:
        robot.step()
    assert finger.stage.screen.name == "season-receipt"
    robot.step()
    assert finger.stage.screen.name == "game"
    finger.companion.store.close()


def test_a_light_game_goes_to_full_depth_and_takes_stock_by_tapping(tmp_path: Path) -> None:
    finger = Finger(companion_at(tmp_path, (800, 480), "fr"))
    finger.companion.play(GameOptions.of(NAMES[:2], depth="light"), Lots(0, (1, 3, 5)))
    finger.look()
    robot = TapRobot(finger, 4)
    play_until(robot, "points")
    finger.tap(_("Menu"))
    finger.tap(_("Track everything (full)"))
    finger.tap(_("Change"))
    assert robot.table.state.depth == "full"
    while robot.table.state.counted < 2:
        robot.step()
    play_until(robot, "assistant")
    finger.companion.store.close()
