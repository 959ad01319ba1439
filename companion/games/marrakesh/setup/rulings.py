"""What no rulebook answers: the companion's rulings, each of which the table may turn round."""

from companion.games.marrakesh.rules.rulings import RULINGS, defaults
from companion.games.marrakesh.setup.plan import Plan
from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Grid
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, Label, ScrollArea


class RulingsScreen(Screen):
    """One card a ruling, showing the sentence that holds; a tap turns it round."""

    name = "rulings"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def build(self, ui: Stage) -> Widget:
        normal = defaults(self.plan.edition)

        def turn(key: str) -> Tap:
            def act() -> None:
                now = self.plan.flipped.get(key, normal[key])
                if (not now) == normal[key]:
                    self.plan.flipped.pop(key, None)
                else:
                    self.plan.flipped[key] = not now

            return act

        cards = []
        for ruling in RULINGS:
            holds = self.plan.flipped.get(ruling.key, normal[ruling.key])
            turned = holds != normal[ruling.key]
            cards.append(
                Button(
                    say(ruling.said(holds)),
                    turn(ruling.key),
                    icon="turn",
                    note=_("played the other way in this game") if turned else "",
                    kind="chosen" if turned else "plain",
                    size="note",
                    align="left",
                    key=ruling.key,
                )
            )
        head = Label(_("Tap a ruling to play it the other way."), tone="ink_soft", size="note")
        grid = Grid(cards, columns=1 if ui.metrics.portrait else 2, gap=0.7)
        return page(ui, _("Rulings"), Column([head, ScrollArea(grid, key="rulings")]))
