"""The panel in millimetres: how big a finger is on it, and how big words must be to be read across the table.

>>> Metrics((800, 480)).touch      # nine millimetres on a 5-inch panel
67
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, hypot

# The usual panel behind each resolution; the setting `diagonal_inches` says otherwise.
USUAL_INCHES = {(800, 480): 5.0, (1024, 600): 7.0, (1280, 720): 7.0, (1280, 800): 10.1}
TOUCH_MM = 9.0
ROOMY_IN_FINGERS = 14
BESIDE_IN_FINGERS = 17
TEXT_SCALES = {"normal": 1.0, "large": 1.15, "very large": 1.3}
"""The sizes of words a table can choose. Where room is short they give way down to what normal ones do."""


def usual_diagonal(size_px: tuple[int, int]) -> float:
    """The diagonal, in inches, of the panel usually sold with this many pixels."""
    wide, high = max(size_px), min(size_px)
    return USUAL_INCHES.get((wide, high), 7.0)


@dataclass(frozen=True)
class Metrics:
    """Pixels for millimetres, text sizes and gaps of one panel."""

    size_px: tuple[int, int]
    diagonal_inches: float = 0.0
    text_scale: float = 1.0  # how much larger than usual the table wants its words

    @cached_property
    def inches(self) -> float:
        return self.diagonal_inches or usual_diagonal(self.size_px)

    @cached_property
    def px_per_mm(self) -> float:
        return hypot(*self.size_px) / self.inches / 25.4

    @cached_property
    def scale(self) -> float:
        """A larger panel stands farther away and has the room: everything grows, by less than the panel does.

        Upright there is little width for words, so they grow less.
        """
        return float(max(1.0, (self.inches / 5.0) ** (0.55 if self.portrait else 0.75)))

    @property
    def portrait(self) -> bool:
        return self.size_px[1] > self.size_px[0]

    @property
    def narrow(self) -> bool:
        """Less than 75 mm across, such as a 5-inch panel stood upright."""
        return self.size_px[0] / self.px_per_mm < 75

    @property
    def roomy(self) -> bool:
        """Wide enough for words beside many touch targets: more than fourteen fingers across."""
        return self.size_px[0] > ROOMY_IN_FINGERS * self.touch

    @property
    def room_beside(self) -> bool:
        """Wide enough for a second picture beside a question: at least seventeen fingers across."""
        return self.size_px[0] >= BESIDE_IN_FINGERS * self.touch

    @property
    def room_below(self) -> bool:
        """High enough for a second picture below a question."""
        return self.portrait and self.size_px[1] >= BESIDE_IN_FINGERS * self.touch

    @cached_property
    def touch(self) -> int:
        """The least width and height, in pixels, of anything a finger is meant to hit."""
        return ceil(TOUCH_MM * self.px_per_mm)

    @cached_property
    def target(self) -> int:
        """The usual height of a button."""
        return max(self.touch, self.mm(TOUCH_MM * self.scale * 0.86))

    def mm(self, millimetres: float) -> int:
        """Pixels for so many millimetres."""
        return max(1, round(millimetres * self.px_per_mm))

    def unit(self, millimetres: float) -> int:
        """Pixels for so many millimetres of a 5-inch panel, grown with the panel."""
        return self.mm(millimetres * self.scale)

    @cached_property
    def gap(self) -> int:
        return self.unit(1.5)

    @cached_property
    def gap_small(self) -> int:
        return self.unit(0.8)

    @cached_property
    def margin(self) -> int:
        return self.unit(2.0)

    @cached_property
    def radius(self) -> int:
        return self.unit(1.3)

    def text(self, size: str) -> int:
        """Pixels of a named text size."""
        return self.text_px[size]

    @cached_property
    def text_px(self) -> dict[str, int]:
        return {name: self.unit(millimetres * self.text_scale) for name, millimetres in TEXT_MM.items()}

    @cached_property
    def least_text(self) -> int:
        """No word is drawn smaller than this."""
        return self.unit(TEXT_MM["mark"])

    @cached_property
    def least_mark(self) -> int:
        """No number in a drawing is smaller, on however large a panel: better it is left out."""
        return self.mm(MARK_MM)


# Heights of the letters' body, by what a text is for. Seen from a metre away, 3.2 mm is about what a
# newspaper is at reading distance.
TEXT_MM = {
    "podium": 11.0,  # a score that stands alone
    "score": 7.2,  # who has won, and what with
    "title": 4.6,  # what a screen is about
    "question": 4.6,  # read from across the table
    "heading": 4.0,  # a title with something above or beside it
    "answer": 4.0,  # a tap with room around it
    "number": 4.0,  # counts and points
    "label": 3.2,  # what something is called
    "note": 2.7,  # what led to it, what it would do
    "mark": 2.3,  # a sign in a drawing; no word is smaller
}
MARK_MM = 1.9  # a number in a small drawing, for whoever bends over it
