"""What a widget needs to know to measure and draw itself: the palette and the panel."""

from dataclasses import dataclass, field

from companion.ui.metrics import Metrics
from companion.ui.theme import DAY, Palette


@dataclass(frozen=True)
class Look:
    """The palette and the panel's measures, handed to every widget."""

    metrics: Metrics
    palette: Palette = DAY
    pressed: str = ""  # path of the widget under the finger
    focused: str = ""  # path of the widget the arrow keys are on
    moving: frozenset[str] = frozenset()  # what is on its way over the screen: its widget leaves it out
    scrolled: dict[str, float] = field(default_factory=dict, hash=False, compare=False)

    @property
    def size_px(self) -> tuple[int, int]:
        return self.metrics.size_px
