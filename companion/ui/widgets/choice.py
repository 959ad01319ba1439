"""One of several: a row of buttons with the chosen one marked by colour and a tick."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.ui.layout import Row
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Button


@dataclass(frozen=True)
class Choice:
    """One thing to choose: its value, its words, a note, an icon, and why it is not possible (if it is
    not).
    """

    value: str
    words: str
    note: str = ""
    icon: str = ""
    why_not: str = ""


def choice_buttons(
    choices: Sequence[Choice],
    chosen: str | Sequence[str],
    on_choose: Callable[[str], None],
    *,
    size: str = "label",
) -> list[Widget]:
    """A button a choice; the chosen ones carry a tick."""
    picked = {chosen} if isinstance(chosen, str) else set(chosen)

    def tap(value: str) -> Tap:
        return lambda: on_choose(value)

    return [
        Button(
            choice.words,
            tap(choice.value),
            icon="check" if choice.value in picked else choice.icon,
            note=choice.note,
            kind="chosen" if choice.value in picked else "plain",
            enabled=not choice.why_not,
            why=choice.why_not,
            size=size,
            grow=1,
            key=f"choice-{choice.value}",
        )
        for choice in choices
    ]


class ChoiceRow(Row):
    """A few short choices side by side."""

    def __init__(
        self,
        choices: Sequence[Choice],
        chosen: str | Sequence[str],
        on_choose: Callable[[str], None],
        *,
        grow: float = 0.0,
    ) -> None:
        super().__init__(choice_buttons(choices, chosen, on_choose), gap=0.6, grow=grow)
