"""How many of a thing: one tap adds one, the minus takes one away."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.i18n import _
from companion.ui.layout import Row
from companion.ui.screens.game.parts.option import OptionButton
from companion.ui.screens.game.parts.things import thing_name
from companion.ui.widget import Widget
from companion.ui.widgets import IconButton


def amount_cell(
    thing: str,
    number: int,
    change: Callable[[int], None],
    *,
    most: int = 99,
    why_no_more: str = "",
    name: str = "",
) -> Widget:
    """A cell with the thing, its number, and a minus once there is something to take away."""
    name = name or thing_name(thing)
    more = OptionButton(
        name,
        lambda: change(number + 1),
        things=(thing,),
        badge=str(number) if number else "",
        kind="plain",
        enabled=number < most,
        why=why_no_more or _("There can be no more of these."),
        size="small",
        grow=1,
        key=f"more-{thing}",
    )
    less = None
    if number:
        less = IconButton("minus", lambda: change(number - 1), say=_("one {thing} less").format(thing=name))
    return Row([more, less], gap=0.4, key=f"amount-{thing}")
