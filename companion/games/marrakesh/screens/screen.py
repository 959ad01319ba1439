"""The game on the touchscreen: one screen that shows whatever the table is asked.

It chooses a view by the kind of the pending decision and frames it with whose turn it is, season, round and
phase, undo, menu, and one tap to every player's board. A kind without a picture of its own is drawn by the
prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.marrakesh.rules.state import Player
from companion.games.marrakesh.screens.drafting import claims_in
from companion.games.marrakesh.screens.final import final_scores
from companion.games.marrakesh.screens.menu import game_menu
from companion.games.marrakesh.screens.misfits import misfit_view
from companion.games.marrakesh.screens.parts.player_tab import PlayerTab, player_strip
from companion.games.marrakesh.screens.player import PlayerScreen
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.receipt import SeasonReceipt, season_ended
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.table import Table
from companion.games.marrakesh.screens.tray import Report
from companion.games.marrakesh.screens.views.assistants import assistant
from companion.games.marrakesh.screens.views.draft import draft
from companion.games.marrakesh.screens.views.happened import claim_words
from companion.games.marrakesh.screens.views.points import points
from companion.games.marrakesh.screens.views.prompt import prompt
from companion.games.marrakesh.screens.views.select import select
from companion.games.marrakesh.screens.views.tower import tower
from companion.games.marrakesh.screens.words import event_line, phase_name
from companion.games.marrakesh.screens.words import refusal as refusal_words
from companion.games.marrakesh.tray import Claim
from companion.play.decision import Answer, Decision
from companion.play.errors import RulesError
from companion.ui.chrome import TurnInfo, game_page
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget

VIEWS: dict[str, Callable[[Scene], View]] = {
    "select": select,
    "tower": tower,
    "claim": draft,
    "assistant": assistant,
    "points": points,
}

UNASKED = ("unclaimed", "placeholder swapped")


class GameScreen(Screen):
    """The table's screen while a game is on.

    table       the game and the tray
    settings    opens the settings, from the menu
    """

    name = "game"

    def __init__(self, table: Table, settings: Callable[[Stage], None] = lambda ui: None) -> None:
        self.table = table
        self.settings = settings

    # -- what it shows ------------------------------------------------------------------------------------

    def build(self, ui: Stage) -> Widget:
        view = self.view(ui)
        tabs = self.tabs(ui)
        page = game_page(
            ui,
            self.turn(ui),
            view.body,
            undo=self.undoing(ui),
            menu=self.menu(ui),
            tools=() if ui.metrics.portrait else tabs,
            foot=view.foot,
            # Each question begins at its top, and a double tap answers only one.
            key=f"asked-{self.table.moment}",
        )
        if not ui.metrics.portrait:
            return page
        page.grow = 1
        return Column([page, player_strip(tabs)], gap=0)

    @property
    def asked_now(self) -> Decision | None:
        """The question on the screen."""
        return self.table.pending

    @property
    def concerned(self) -> Player | None:
        """Who is asked; or whose tile it is, where anybody may say what is printed on it."""
        decision = self.asked_now
        seat = decision.about.get("seat") if decision is not None and decision.player < 0 else None
        return self.table.asked if seat is None else self.table.state.players[seat]

    def view(self, ui: Stage) -> View:
        decision = self.asked_now
        if self.table.unsettled_misfit is not None:
            return misfit_view(ui, self.table, self.table.unsettled_misfit)
        if decision is None:
            return final_scores(ui, self.table, lambda: self.leave(ui))
        scene = Scene(ui, self.table, decision, self.table.state, self.table.half, partial(self.answer, ui))
        return VIEWS.get(decision.kind, prompt)(scene)

    def turn(self, ui: Stage) -> TurnInfo:
        g, asked = self.table.state, self.concerned
        # On a small panel the player's own tab is mark enough; the words need the room.
        roomy = ui.metrics.portrait or ui.metrics.roomy
        return TurnInfo(
            player=asked.name if asked is not None else "",
            colour=asked.colour if asked is not None and roomy else "",
            season=min(g.season, 2) + 1,
            round=min(g.round, 3) + 1,
            phase=phase_name(g.phase) if self.table.pending is not None else "",
        )

    def tabs(self, ui: Stage) -> list[PlayerTab]:
        asked = self.concerned

        def look_at(player: Player) -> Callable[[], None]:
            return lambda: ui.push(PlayerScreen(self.table, player.seat))

        return [
            PlayerTab(player.name, player.colour, told.score, look_at(player), asked=player is asked)
            for player, told in zip(self.table.state.players, read_out(self.table).players, strict=True)
        ]

    # -- what it does -------------------------------------------------------------------------------------

    def answer(self, ui: Stage, value: Answer) -> None:
        """Answer the pending question; a refusal is said, and what was entered stays."""
        before, asked, was = self.table.state.season, self.table.asked, self.table.pending
        told, entered = len(self.table.state.log), len(self.table.game.journal.entries)
        over = season_ended(before, self.table.state)  # the final scoring still asks, after the last receipt
        try:
            self.table.answer(value)
        except RulesError as refusal:
            ui.toast(refusal_words(refusal, self.table.state), "not possible")
            return
        self.table.half.covered = _secret_after_secret(was, self.table.pending)
        if not over and season_ended(before, self.table.state):
            ui.push(SeasonReceipt(self.table, before, self.open_menu))
        elif self.table.asked is not None and self.table.asked is not asked:
            ui.sounds.play("your turn")
        self._tell(ui, claims_in(self.table.game.journal.entries[entered:], by="camera"), told)

    def to_do(self, told: int) -> list[str]:
        """What the rules have done unasked since so many events, and the table has to do with its pieces."""
        g = self.table.state
        return [event_line(event, g) for event in g.log[told:] if event.kind in UNASKED]

    def undoing(self, ui: Stage) -> Callable[[], None] | None:
        if not self.table.can_undo:
            return None

        def undo() -> None:
            back = self.table.game.can_bring_back
            self.table.undo()
            n = len(self.table.game.waiting)
            words = ngettext("{n} entry waits again.", "{n} entries wait again.", n).format(n=n)
            ui.toast(words if back else _("Taken back. The menu can redo it."))

        return undo

    def menu(self, ui: Stage) -> Callable[[], None]:
        return lambda: self.open_menu(ui)

    def open_menu(self, ui: Stage) -> None:
        ui.push(game_menu(self.table, self.settings, self.leave))

    def leave(self, ui: Stage) -> None:
        """To the home screen; the game waits on the shelf."""
        self.table.look_away()
        ui.home()

    def opened(self, ui: Stage) -> None:
        self.table.watch()

    def returned(self, ui: Stage) -> None:
        self.table.watch_again()

    def closed(self, ui: Stage) -> None:
        self.table.look_away()

    def news(self, ui: Stage, event: object) -> bool:
        if not isinstance(event, Report):
            return False
        before, told = len(self.table.claims()), len(self.table.state.log)
        shown = self.table.take_report(event)
        if event.state == "counted":
            ui.sounds.play("counted")
        self._tell(ui, self.table.claims()[before:], told)
        return shown

    def _tell(self, ui: Stage, seen: Sequence[Claim], told: int) -> None:
        """In passing: what the camera entered, and what the rules have done since so many events."""
        words = [*(claim_words(self.table.state, claim) for claim in seen), *self.to_do(told)]
        if words:
            ui.toast(" · ".join(words), "your turn" if seen else "")

    def back(self, ui: Stage) -> None:
        self.menu(ui)()


def _secret_after_secret(was: Decision | None, now: Decision | None) -> bool:
    """Whether one player has just selected in secret and another is to."""
    if was is None or now is None:
        return False
    return was.kind == now.kind == "select" and was.player != now.player
