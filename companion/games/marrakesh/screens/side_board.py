"""The asked player's board beside the question, or below it, where the panel has the room.

With it the river, unless the question draws it itself.
"""

from __future__ import annotations

from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Player
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.places.board import BoardDrawing
from companion.games.marrakesh.screens.places.board_and_square import BoardAndSquare
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.scene import BELOW, BESIDE, View
from companion.ui.layout import Column, Split
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Card
from companion.ui.widgets.tray_photo import TrayPhoto


def with_board(ui: Stage, table: GameOnScreen, player: Player | None, view: View) -> Widget:
    """The question, and the board of the player it is put to where there is room for both."""
    metrics, question = ui.metrics, view.body
    if view.beside is not None:
        return with_place(ui, view)
    roomy = metrics.room_beside or metrics.room_below
    if view.alone or not roomy or player is None or table.pending is None:
        return question
    g = read_out(table)
    drawn = {type(widget) for widget in question.walk()}
    if g.depth != FULL or drawn & {BoardDrawing, BoardAndSquare, TrayPhoto}:
        return question
    now = g.players[player.seat]
    board = BoardDrawing(g, now, names=False)
    board.grow = 3
    if metrics.room_below:
        return side_by_side(ui, question, Card(Column([board], grow=1), 0.5, grow=1, key="board"))
    river = None if RiverDrawing in drawn else RiverDrawing(g, grow=1.4)
    return side_by_side(ui, question, Card(Column([board, river], gap=0.6, grow=1), 0.6, grow=1, key="board"))


def with_place(ui: Stage, view: View) -> Widget:
    """A question that is answered in an editor, and the place it is about."""
    if view.beside is None:
        return view.body
    return side_by_side(ui, view.body, Card(view.beside, 0.8, grow=1, key="place"))


def side_by_side(ui: Stage, question: Widget, pane: Widget) -> Widget:
    """The question and what stands beside it, or below it."""
    if ui.metrics.room_below:
        return Split(question, pane, 1 - BELOW, upright=True, key="with-board")
    if ui.left_handed:
        return Split(question, pane, 1 - BESIDE, key="with-board")
    return Split(pane, question, BESIDE, key="with-board")
