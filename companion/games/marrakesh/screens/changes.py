"""What a change in the history has changed: the scores before and after, and what no longer fits."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.points import whole
from companion.games.marrakesh.screens.readout import read_out
from companion.ui.chrome import page
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Label, ScrollArea, Sheet


@dataclass(frozen=True)
class ScoresThen:
    """How the game stood at one moment."""

    scores: tuple[int, ...]
    entries: int

    @classmethod
    def of(cls, table: GameOnScreen) -> ScoresThen:
        return cls(tuple(player.score for player in read_out(table).players), len(table.game.journal.entries))


class ChangesScreen(Screen):
    """Shown once after every change of the past."""

    name = "changes"

    def __init__(self, table: GameOnScreen, before: ScoresThen) -> None:
        self.table = table
        self.before = before

    def build(self, ui: Stage) -> Widget:
        game = self.table.game
        rows = []
        for player, old in zip(read_out(self.table).players, self.before.scores, strict=True):
            by = player.score - old
            rows.append(
                [player.name, whole(old), whole(player.score), f"{by:+d}".replace("-", "−") if by else "·"]
            )
        sheet = Sheet(["", _("Before"), _("Now"), _("Difference")], rows)
        waiting = len(game.waiting)
        kids: list[Widget] = [sheet]
        if waiting:
            words = " ".join((waiting_words(waiting), _("Nothing is lost: the game asks what to do.")))
            kids.append(Label(words, tone="warn", face="strong"))
        else:
            kids.append(Label(_("Everything that was entered later still fits."), tone="good", face="strong"))
        done = Button(_("Go on"), ui.back, kind="main", grow=1, key="done")
        return page(ui, _("What changed"), ScrollArea(Column(kids, gap=1.2), key="changes"), foot=[done])


def waiting_words(waiting: int) -> str:
    """One no longer fits; the others only wait for it."""
    behind = waiting - 1
    if not behind:
        return _("1 later entry no longer fits.")
    return ngettext(
        "1 later entry no longer fits, {n} waits behind it.",
        "1 later entry no longer fits, {n} wait behind it.",
        behind,
    ).format(n=behind)
