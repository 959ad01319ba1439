"""A number with a minus and a plus; held down, they keep counting."""

from collections.abc import Callable

from companion.ui.i18n import _
from companion.ui.layout import Row
from companion.ui.look import Look
from companion.ui.widget import Tap
from companion.ui.widgets.button import Button
from companion.ui.widgets.label import Label


class StepButton(Button):
    """A plus or minus that repeats while it is held."""

    repeats = True

    def natural_width(self, look: Look) -> int:
        return look.metrics.target


class NumberLabel(Label):
    """A number that keeps the width of the widest it may become, so that nothing jumps."""

    def __init__(self, words: str, widest: str) -> None:
        super().__init__(words, size="number", face="bold", align="centre")
        self.widest_words = widest

    def natural_width(self, look: Look) -> int:
        return max(
            super().natural_width(look),
            Label(self.widest_words, size="number", face="bold").natural_width(look),
        )

    def least_width(self, look: Look) -> int:
        return self.natural_width(look)


class Stepper(Row):
    """Minus, the number, plus. `why_less` and `why_more` say why an end is reached."""

    def __init__(
        self,
        value: int,
        on_change: Callable[[int], None],
        *,
        least: int = 0,
        most: int = 99,
        why_less: str = "",
        why_more: str = "",
        say: str = "",
        step: int = 1,
        words: str = "",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        def to(number: int) -> Tap:
            return lambda: on_change(max(least, min(most, number)))

        super().__init__(
            [
                StepButton(
                    icon="minus",
                    on_tap=to(value - step),
                    say=f"{say} −".strip(),
                    enabled=value > least,
                    why=why_less or _("Not less than {least}.").format(least=least),
                ),
                NumberLabel(words or str(value).replace("-", "−"), str(most)),
                StepButton(
                    icon="plus",
                    on_tap=to(value + step),
                    say=f"{say} +".strip(),
                    enabled=value < most,
                    why=why_more or _("Not more than {most}.").format(most=most),
                ),
            ],
            gap=0.7,
            align="middle",
            grow=grow,
            key=key,
        )
