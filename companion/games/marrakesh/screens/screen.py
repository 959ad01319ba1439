"""The game on the touchscreen: one screen that shows whatever the table is asked.

It chooses a view by the kind of the pending decision and frames it with whose turn it is, season, round and
phase, undo, menu, and one tap to every player's board. A kind without a picture of its own is drawn by the
prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.final import final_scores
from companion.games.marrakesh.screens.menu import game_menu
from companion.games.marrakesh.screens.misfits import misfit_view
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.player_tab import PlayerTab, player_strip
from companion.games.marrakesh.screens.parts.things import picture_of
from companion.games.marrakesh.screens.player import PlayerScreen
from companion.games.marrakesh.screens.readout import read_out
from companion.games.marrakesh.screens.receipt import SeasonReceipt, season_ended
from companion.games.marrakesh.screens.scene import Scene, Step, View
from companion.games.marrakesh.screens.side_board import with_board
from companion.games.marrakesh.screens.views.assistants import assistant, use
from companion.games.marrakesh.screens.views.draft import draft
from companion.games.marrakesh.screens.views.happened import claim_words
from companion.games.marrakesh.screens.views.points import points
from companion.games.marrakesh.screens.views.prompt import prompt
from companion.games.marrakesh.screens.views.select import select
from companion.games.marrakesh.screens.views.tower import tower
from companion.games.marrakesh.screens.words import event_line, phase_name, round_words
from companion.games.marrakesh.screens.words import refusal as refusal_words
from companion.games.marrakesh.tray import Claim
from companion.games.marrakesh.tray.draft_so_far import CLAIM_KIND
from companion.play.decision import PASS, TABLE, Answer, Decision
from companion.play.errors import RulesError
from companion.table.events import Answered, Event, Noticed, Rewritten, Settled, TakenBack
from companion.table.reports import Report
from companion.table.session import CAMERA
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
    "use assistant": use,
    "points": points,
}

UNASKED = ("unclaimed", "placeholder swapped")


@dataclass(frozen=True)
class Planned:
    """The answers to questions that are still to come, and who will be asked them."""

    steps: tuple[Step, ...]
    seat: int

    def answers(self, decision: Decision) -> bool:
        kind, key = self.steps[0]
        return (decision.kind, decision.player) == (kind, self.seat) and key in decision.options


class GameScreen(Screen):
    """The table's screen while a game is on.

    table       the game at the table
    settings    opens the settings, from the menu
    """

    name = "game"

    def __init__(self, table: GameOnScreen, settings: Callable[[Stage], None] = lambda ui: None) -> None:
        self.table = table
        self.settings = settings
        self.known = ToldSoFar.of(table)
        self.answered: list[Answered] = []  # and nothing told of it yet
        self.stop_listening: Callable[[], None] = lambda: None
        self.planned: Planned | None = None
        self.told_left = 0  # seconds of the turn, as the header shows them

    # -- what it shows ------------------------------------------------------------------------------------

    def build(self, ui: Stage) -> Widget:
        view = self.view(ui)
        tabs = self.tabs(ui)
        page = game_page(
            ui,
            self.turn(ui),
            with_board(ui, self.table, self.concerned, view),
            undo=self.undoing(ui),
            menu=self.menu(ui),
            tools=() if ui.metrics.portrait else tabs,
            foot=view.foot,
            # Each question begins at its top, and a double tap answers only one.
            key=f"asked-{self.table.session.moment}",
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
        decision, g = self.asked_now, self.table.state
        if decision is None or decision.player >= 0:
            return self.table.asked
        seat = decision.about.get("seat")
        return owner_of(g, str(decision.about.get("key", ""))) if seat is None else g.players[seat]

    def view(self, ui: Stage) -> View:
        decision = self.asked_now
        if self.table.unsettled_misfit is not None:
            return misfit_view(ui, self.table, self.table.unsettled_misfit)
        if decision is None:
            return final_scores(ui, self.table, lambda: self.leave(ui))
        scene = Scene(
            ui,
            self.table,
            decision,
            self.table.state,
            self.table.half,
            partial(self.answer, ui),
            partial(self.plan, ui),
        )
        return VIEWS.get(decision.kind, prompt)(scene)

    def tick(self, ui: Stage, now: float) -> float | None:
        """Once a second while a turn is timed; without a timer the table waits for events."""
        timer, asked = self.table.timer, self.table.asked
        timer.follow(asked.seat if asked is not None else TABLE, now)
        if not timer.running:
            return None
        if timer.rings(now):
            ui.sounds.play("not possible")
        if timer.left(now) != self.told_left:
            self.told_left = timer.left(now)
            ui.changed()
        return 1.0

    def turn(self, ui: Stage) -> TurnInfo:
        g, asked = self.table.state, self.concerned
        # On a small panel the player's own tab is mark enough; the words need the room.
        roomy = ui.metrics.portrait or ui.metrics.roomy
        where = round_words(min(g.season, 2), min(g.round, 3))
        phase = phase_name(g.phase) if self.table.pending is not None else ""
        return TurnInfo(
            player=asked.name if asked is not None else "",
            colour=asked.colour if asked is not None and roomy else "",
            where=" · ".join(filter(None, (where, phase, self.table.timer.words(ui.now)))),
        )

    def tabs(self, ui: Stage) -> list[PlayerTab]:
        asked = self.concerned

        def look_at(player: Player) -> Callable[[], None]:
            return lambda: ui.push(PlayerScreen(self.table, player.seat))

        return [
            PlayerTab(
                player.name,
                player.colour,
                told.score,
                look_at(player),
                asked=player is asked,
                source=points_came_from(self.table.state, player.seat),
            )
            for player, told in zip(self.table.state.players, read_out(self.table).players, strict=True)
        ]

    # -- what it does -------------------------------------------------------------------------------------

    def answer(self, ui: Stage, value: Answer, *, same_tap: bool = False) -> None:
        """Answer the pending question; a refusal is said, and what was entered stays."""
        try:
            self.table.session.answer(value, same_tap=same_tap)
        except RulesError as refusal:
            ui.toast(refusal_words(refusal, self.table.state), "not possible")
            return
        self.carry_on(ui)

    def plan(self, ui: Stage, value: Answer, steps: Sequence[Step]) -> None:
        """Answer the pending question and those it leads to; prints that nobody told are asked between."""
        asked = self.table.asked
        self.planned = Planned(tuple(steps), asked.seat if asked is not None else TABLE)
        self.answer(ui, value)

    def carry_on(self, ui: Stage) -> None:
        """Give the answer that was planned, if its question is open; any other question ends the plan.

        Where a step was forced nobody was asked, and the next one is looked for.
        """
        planned, now = self.planned, self.table.pending
        if planned is None or (now is not None and now.kind == "fact"):
            return
        self.planned = None
        for n, (_kind, key) in enumerate(planned.steps):
            if now is not None and Planned(planned.steps[n:], planned.seat).answers(now):
                left = planned.steps[n + 1 :]
                self.planned = Planned(left, planned.seat) if left else None
                self.answer(ui, key, same_tap=True)
                return

    def undoing(self, ui: Stage) -> Callable[[], None] | None:
        return self.table.session.undo if self.table.session.can_undo else None

    def menu(self, ui: Stage) -> Callable[[], None]:
        return lambda: self.open_menu(ui)

    def open_menu(self, ui: Stage) -> None:
        ui.push(game_menu(self.table, self.settings, self.leave))

    def leave(self, ui: Stage) -> None:
        """To the home screen; the game waits on the shelf."""
        ui.home()

    def opened(self, ui: Stage) -> None:
        self.known = ToldSoFar.of(self.table)
        self.stop_listening = self.table.session.listen(partial(self.hear, ui))
        self.table.session.come()

    def returned(self, ui: Stage) -> None:
        self.table.session.come()

    def closed(self, ui: Stage) -> None:
        self.stop_listening()
        self.table.session.leave()

    def news(self, ui: Stage, event: object) -> bool:
        if not isinstance(event, Report):
            return False
        return event.state != "live" or self.table.wants_picture()

    # -- what happens at the table ------------------------------------------------------------------------

    def hear(self, ui: Stage, event: Event) -> None:
        """Whoever did it, here or elsewhere: it is said, or sounds, and everything that follows at once."""
        if isinstance(event, Answered):
            self.answered.append(event)
            self.table.half.covered = _secret_after_secret(event.decision, self.table.pending)
        elif isinstance(event, (TakenBack, Rewritten)):
            self.known = ToldSoFar.of(self.table)
            if isinstance(event, TakenBack):
                self.planned = None
                ui.toast(self.taken_back(event))
        elif isinstance(event, Noticed) and event.report.state == "counted":
            ui.sounds.play("counted")
        elif isinstance(event, Settled) and self.answered:
            self.tell(ui)
        ui.changed()

    def tell(self, ui: Stage) -> None:
        """What came of the answers: a receipt or a chime; what the camera entered; what is to be done."""
        before, self.known = self.known, ToldSoFar.of(self.table)
        answered, self.answered = self.answered, []
        by_hand = any(answer.by != CAMERA for answer in answered)
        if not before.ended and season_ended(before.season, self.table.state):
            ui.push(SeasonReceipt(self.table, before.season, self.open_menu))
        elif by_hand and self.known.asked not in (TABLE, before.asked):
            ui.sounds.play("your turn")
        g = self.table.state
        claims = [claim_of(answer) for answer in answered if answer.by == CAMERA]
        seen = [claim_words(g, claim) for claim in claims if claim is not None]
        to_do = [event_line(event, g) for event in g.log[before.told :] if event.kind in UNASKED]
        if seen or to_do:
            ui.toast(" · ".join([*seen, *to_do]), "your turn" if seen else "")

    def taken_back(self, event: TakenBack) -> str:
        n = len(self.table.game.waiting)
        words = ngettext("{n} entry waits again.", "{n} entries wait again.", n).format(n=n)
        return words if event.waits_again else _("Taken back. The menu can redo it.")

    def back(self, ui: Stage) -> None:
        self.menu(ui)()


@dataclass(frozen=True)
class ToldSoFar:
    """The game as this screen has told it.

    season      being played
    ended       the last season is over: the final scoring still asks, after the last receipt
    asked       the seat that was asked
    told        so many events of the log
    """

    season: int
    ended: bool
    asked: int
    told: int

    @classmethod
    def of(cls, table: GameOnScreen) -> ToldSoFar:
        g, asked = table.state, table.asked
        ended = season_ended(g.season, g)
        return cls(g.season, ended, asked.seat if asked is not None else TABLE, len(g.log))


def claim_of(answered: Answered) -> Claim | None:
    """The claim that was entered, if it was one."""
    if answered.decision.kind != CLAIM_KIND or answered.value == PASS:
        return None
    return Claim(answered.decision.player, tuple(colours_of(str(answered.value))))


def points_came_from(g: State, seat: int) -> str:
    """The thing a player's last points came from, if it can be pictured."""
    last = next((event for event in reversed(g.log) if event.kind == "points" and event.seat == seat), None)
    return picture_of(str(last.data["source"])) if last is not None else ""


def _secret_after_secret(was: Decision | None, now: Decision | None) -> bool:
    """Whether one player has just selected in secret and another is to."""
    if was is None or now is None:
        return False
    return was.kind == now.kind == "select" and was.player != now.player


def owner_of(g: State, key: str) -> Player | None:
    """Who has the tile a printed value stands on, if it is somebody's."""
    tile, _space, rest = key.partition(" ")
    number = rest.split(" ")[0]
    if not number.isdigit() or tile not in ("oasis", "scroll"):
        return None
    n = int(number)
    has = {p.seat: p.scrolls if tile == "scroll" else (*p.claimed, *p.discovered.values()) for p in g.players}
    return next((p for p in g.players if n in has[p.seat]), None)
