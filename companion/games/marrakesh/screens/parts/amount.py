"""How many of a thing: one tap adds one; while "take away" is on, one tap takes one away."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.words import thing_name
from companion.ui.i18n import _
from companion.ui.piece_colours import colour_name
from companion.ui.widget import Widget
from companion.ui.widgets import Button
from companion.words import capital


def too_many(colour: str, most: int) -> str:
    """Why no more keshis of a colour can have come out."""
    name = colour_name(colour)
    if most == 0:
        return _("No {colour} keshi can be in the tower.").format(colour=name)
    return _("Only {most} {colour} can be there.").format(most=most, colour=name)


def amount_cell(
    thing: str,
    number: int,
    change: Callable[[int], None],
    *,
    most: int = 99,
    taking: bool = False,
    of_tower: bool = False,
    tap: Callable[[], None] | None = None,
) -> Widget:
    """A cell with the thing and its number; `of_tower` says why no more of it can have come out.

    tap    instead of adding one: the number is told otherwise
    """
    name = thing_name(thing)
    if taking:
        possible, why = number > 0, _("There is none to take away.")
    elif of_tower:
        possible, why = number < most, too_many(thing, most)
    else:
        possible, why = number < most, _("No more {thing} can be there.").format(thing=name)
    return OptionButton(
        capital(name),
        tap if tap is not None else lambda: change(number - 1 if taking else number + 1),
        things=(thing,),
        count=number,
        enabled=possible,
        why=why,
        size="note",
        key=f"amount-{thing}",
    )


def taking_switch(taking: bool, switch: Callable[[], None]) -> Button:
    """Turns taps into taking away, and back."""
    kind = "chosen" if taking else "plain"
    return Button(_("Take away"), switch, icon="minus", kind=kind, key="taking")
