"""The page that proposes the evening: who plays and starts, and one tap to whatever is different tonight."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.options import EXPANSIONS, FULL
from companion.games.marrakesh.setup.checklist import checklist
from companion.games.marrakesh.setup.plan import Plan
from companion.games.marrakesh.teach.lessons import MARRAKESH, how_much
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column, Grid
from companion.ui.ports import Ports
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, ScrollArea


def tonight_page(
    ui: Stage,
    plan: Plan,
    shown: int | None,
    drawing: bool,
    stop: Callable[[], None],
    open_page: Callable[[str], None],
    ports: Ports,
) -> Widget:
    """Everything decided already; a tap changes it."""

    tight = not ui.metrics.roomy and not ui.metrics.portrait

    def tile(seat: int) -> Widget:
        who = plan.seats[seat]

        def pick() -> None:
            stop()  # a tap outdoes the lot
            plan.start = seat

        return Button(
            who.name,
            pick,
            icon="camel" if seat == shown else f"player:{who.colour}",
            note=_("start player") if seat == shown and not drawing else "",
            kind="chosen" if seat == shown else "plain",
            size="note" if tight and len(plan.seats) > 2 else "answer",
            stacked=True,
            wraps=False,
            key=f"start-{seat}",
        )

    def way(at: str, words: str, note: str, icon: str) -> Widget:
        return Button(
            words,
            lambda: open_page(at),
            note=note,
            icon=icon,
            align="left",
            size="note" if tight else "label",
            key=f"to-{at}",
        )

    tiles = ", ".join(f"{number:02d}" for number in plan.river_tiles)
    things = len(checklist(plan))
    ways = [
        way("players", _("Players"), _("who sits where"), "people"),
        way("edition", edition_words(plan), depth_words(plan), "tower"),
        way("expansions", _("Expansions"), expansion_words(plan), "plus"),
        way("river", _("River tiles"), tiles, "fish"),
        way(
            "layout",
            _("Lay out the game"),
            ngettext("{n} thing", "{n} things", things).format(n=things),
            "list",
        ),
    ]
    if ports.teach is not None and plan.depth == FULL:
        teach = ports.teach
        done, most = how_much(ports.copy.told(MARRAKESH))
        words = _("{done} of {all} are known").format(done=done, all=most)
        small = "note" if tight else "label"
        ways.append(
            Button(
                _("Teach it your copy"),
                lambda: teach(ui),
                note=words,
                icon="eye",
                align="left",
                size=small,
                key="to-teach",
            )
        )
    wide = 2 if ui.metrics.portrait else len(plan.seats)
    return Column(
        [
            Grid([tile(seat) for seat in range(len(plan.seats))], columns=wide),
            ScrollArea(
                Grid(ways, columns=1 if ui.metrics.portrait else 3, gap=0.6, stretch=True, grow=1), key="ways"
            ),
        ],
        gap=0.6,
    )


def edition_words(plan: Plan) -> str:
    return "Essential" if plan.essential else _("Classic or Deluxe")


def depth_words(plan: Plan) -> str:
    return _("Full") if plan.depth == FULL else _("Light")


def expansion_words(plan: Plan) -> str:
    """The numbers of the expansions in play."""
    numbers = [str(n) for n, name in enumerate(EXPANSIONS, 1) if name in plan.expansions]
    return " · ".join(numbers) or _("none")
