"""About: what this is, which version, and whose work it stands on."""

from companion.games.registry import GAMES, find_game
from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Row
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Card, Icon, Label, ScrollArea, Sheet, Title
from companion.ui.window import TITLE


def about_body(ports: Ports) -> Widget:
    """What the about screen and the last tab of the settings show."""
    lines = [(_("Version"), ports.version or "–"), *ports.lines]
    words = _(
        "Counts the pieces that leave the tower, knows the rules, and keeps the evening. "
        "Everything stays on this device."
    )
    thanks = _(
        "This companion is a free work of players and belongs to no publisher. "
        "Lettering: Cabin by Pablo Impallari and Yrsa by Rosetta, both under the SIL Open Font License."
    )
    games = [say(find_game(name).credits) for name in GAMES if find_game(name).credits]
    return Column(
        [
            Row([Icon("tower", size="score", tone="accent_text"), Title(TITLE, grow=1)], align="middle"),
            Label(words),
            Card(Sheet((), lines, words=(0, 1))),
            Label(" ".join([*games, thanks]), size="note", tone="ink_soft"),
        ]
    )


class About(Screen):
    """A page of its own, one tap from home."""

    name = "about"

    def __init__(self, ports: Ports) -> None:
        self.ports = ports

    def build(self, ui: Stage) -> Widget:
        return page(ui, _("About"), ScrollArea(about_body(self.ports), key="about"))
