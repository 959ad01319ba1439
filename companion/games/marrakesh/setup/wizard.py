"""The setup wizard: page by page to a game, with the last evening as its proposal."""

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.setup import pages
from companion.games.marrakesh.setup.name_entry import NameEntry
from companion.games.marrakesh.setup.plan import Plan
from companion.games.marrakesh.setup.rulings import RulingsScreen
from companion.ui.chrome import page
from companion.ui.i18n import N_, _
from companion.ui.ports import World
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Steps

PAGES = (
    N_("Who plays?"),
    N_("Who starts?"),
    N_("Which edition?"),
    N_("Which expansions?"),
    N_("River tiles"),
    N_("Lay out the game"),
)
LOT_SECONDS = 1.4


class SetupWizard(Screen):
    """Six short pages; every page has a sensible answer already."""

    name = "setup"

    def __init__(self, world: World) -> None:
        self.world = world
        self.known = list(world.shelf.players())
        last = world.shelf.last_options("marrakesh")
        options = last if isinstance(last, GameOptions) else None
        self.plan = Plan.proposed(options, self.known, world.settings.get().table.depth)
        self.at = 0
        self.lot_ends = 0.0
        self.lot_shown: int | None = None

    def build(self, ui: Stage) -> Widget:
        drawing = self.lot_ends > ui.now
        shown = self.lot_shown if drawing else self.plan.start
        body = [
            lambda: pages.players_page(ui, self.plan, self.set_count, lambda seat: self.edit_name(ui, seat)),
            lambda: pages.start_page(
                ui, self.plan, shown, drawing, lambda: self.draw_lots(ui), self.stop_drawing
            ),
            lambda: pages.edition_page(ui, self.plan),
            lambda: pages.expansions_page(ui, self.plan, lambda: ui.push(RulingsScreen(self.plan))),
            lambda: pages.river_page(ui, self.plan),
            lambda: pages.table_page(ui, self.plan),
        ][self.at]()
        last = self.at == len(PAGES) - 1
        onward = Button(
            _("Begin the game") if last else _("Next"),
            self.begin if last else lambda: self.onward(ui),
            icon="play" if last else "",
            kind="main",
            grow=1,
            enabled=self.at != 1 or self.plan.start is not None,
            why=_("Draw lots, or tap who starts."),
        )
        return page(
            ui,
            _(PAGES[self.at]),
            body,
            tools=[Steps(len(PAGES), self.at)],
            foot=[onward],
        )

    def set_count(self, count: int) -> None:
        self.plan.set_count(count, self.known)

    def edit_name(self, ui: Stage, seat: int) -> None:
        ui.push(NameEntry(self.plan, seat, self.known))

    def draw_lots(self, ui: Stage) -> None:
        """The camel runs round the table and stops at random."""
        self.plan.draw_lots()
        self.lot_ends = ui.now + LOT_SECONDS

    def tick(self, ui: Stage, now: float) -> float | None:
        if not self.lot_ends or self.at != 1:
            return None
        left = self.lot_ends - now
        count, goal = len(self.plan.seats), self.plan.start or 0
        # Slower and slower: the steps left grow with the square of the time left.
        shown = (goal - int(14 * (max(0.0, left) / LOT_SECONDS) ** 2)) % count
        if left <= 0:
            self.lot_ends = 0.0
            ui.sounds.play("your turn")
            ui.changed()
            return None
        if shown != self.lot_shown:
            self.lot_shown = shown
            ui.changed()
        return 1 / 30

    def stop_drawing(self) -> None:
        """The camel stands still where the lot fell, or where somebody put it."""
        self.lot_ends = 0.0

    def onward(self, ui: Stage) -> None:
        if self.at == 1 and self.lot_ends > ui.now:
            # The table has not seen yet whom the lot fell on: show it before going on.
            self.stop_drawing()
            return
        self.at += 1

    def begin(self) -> None:
        self.world.play(self.plan.options(), self.plan.lots())

    def back(self, ui: Stage) -> None:
        if self.at:
            self.at -= 1
        else:
            ui.back()
