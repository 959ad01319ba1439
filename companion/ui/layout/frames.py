"""One thing with room around it, in the middle, or several over one another."""

from collections.abc import Iterable

import pygame

from companion.ui.layout.sharing import Box
from companion.ui.look import Look
from companion.ui.widget import Widget


class Pad(Box):
    """Room around one child, in gaps of the panel: all sides alike, or (across, down)."""

    def __init__(
        self, kid: Widget, amount: float | tuple[float, float] = 1.0, *, grow: float = 0.0, key: str = ""
    ) -> None:
        super().__init__([kid], grow=grow or kid.grow, key=key)
        self.across, self.down = amount if isinstance(amount, tuple) else (amount, amount)

    def edges(self, look: Look) -> tuple[int, int]:
        return round(self.across * look.metrics.gap), round(self.down * look.metrics.gap)

    def least_width(self, look: Look) -> int:
        return self.kids[0].least_width(look) + 2 * self.edges(look)[0]

    def natural_width(self, look: Look) -> int:
        return self.kids[0].natural_width(look) + 2 * self.edges(look)[0]

    def height(self, look: Look, width: int) -> int:
        across, down = self.edges(look)
        return self.kids[0].height(look, width - 2 * across) + 2 * down

    def least_height(self, look: Look, width: int) -> int:
        across, down = self.edges(look)
        return self.kids[0].least_height(look, width - 2 * across) + 2 * down

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        across, down = self.edges(look)
        inner = pygame.Rect(rect.x + across, rect.y + down, rect.width - 2 * across, rect.height - 2 * down)
        self.kids[0].place(inner, look)


class Stack(Box):
    """Children over one another, all in the same rectangle; a `modal` top one takes every touch."""

    tiles = False

    def least_width(self, look: Look) -> int:
        return max((kid.least_width(look) for kid in self.kids), default=0)

    def natural_width(self, look: Look) -> int:
        return max((kid.natural_width(look) for kid in self.kids), default=0)

    def height(self, look: Look, width: int) -> int:
        return max((kid.height(look, width) for kid in self.kids), default=0)

    def least_height(self, look: Look, width: int) -> int:
        return max((kid.least_height(look, width) for kid in self.kids), default=0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        for kid in self.kids:
            kid.place(rect, look)


class Steady(Box):
    """One of several things that take turns in one place: as high as the highest, so that nothing moves."""

    def __init__(self, shown: Widget, others: Iterable[Widget] = ()) -> None:
        super().__init__([shown])
        self.others = list(others)

    def least_width(self, look: Look) -> int:
        return max(kid.least_width(look) for kid in (*self.kids, *self.others))

    def natural_width(self, look: Look) -> int:
        return max(kid.natural_width(look) for kid in (*self.kids, *self.others))

    def height(self, look: Look, width: int) -> int:
        return max(kid.height(look, width) for kid in (*self.kids, *self.others))

    def least_height(self, look: Look, width: int) -> int:
        return self.height(look, width)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.kids[0].place(rect, look)


class Middle(Box):
    """One child in the middle of the room there is, no wider than `most_mm` millimetres of a 5-inch panel."""

    def __init__(
        self,
        kid: Widget,
        *,
        most_mm: float = 0.0,
        high: bool = True,
        across: bool = True,
        grow: float = 1.0,
        key: str = "",
    ) -> None:
        super().__init__([kid], grow=grow, key=key)
        self.most_mm = most_mm
        self.high = high  # centre it upright too, instead of giving it all the height
        self.across = across  # at its natural width instead of all there is

    def width_in(self, look: Look, width: int) -> int:
        if self.most_mm:
            width = min(width, max(look.metrics.unit(self.most_mm), self.kids[0].least_width(look)))
        return min(width, self.kids[0].natural_width(look)) if self.across and not self.most_mm else width

    def least_width(self, look: Look) -> int:
        return self.kids[0].least_width(look)

    def natural_width(self, look: Look) -> int:
        return self.width_in(look, 10**6) if self.most_mm else self.kids[0].natural_width(look)

    def height(self, look: Look, width: int) -> int:
        return self.kids[0].height(look, self.width_in(look, width))

    def least_height(self, look: Look, width: int) -> int:
        return self.kids[0].least_height(look, self.width_in(look, width))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        wide = self.width_in(look, rect.width)
        high = min(rect.height, self.kids[0].height(look, wide)) if self.high else rect.height
        high = max(high, self.kids[0].least_height(look, wide))
        x, y = rect.x + (rect.width - wide) // 2, rect.y + (rect.height - high) // 2
        self.kids[0].place(pygame.Rect(x, y, wide, high), look)


class Split(Box):
    """Two children that share the room in a fixed proportion: side by side, or one over the other."""

    def __init__(
        self,
        one: Widget,
        other: Widget,
        share: float,
        *,
        upright: bool = False,
        grow: float = 1.0,
        key: str = "",
    ) -> None:
        super().__init__([one, other], grow=grow, key=key)
        self.share = share  # of the first
        self.upright = upright

    def least_width(self, look: Look) -> int:
        one, other = (kid.least_width(look) for kid in self.kids)
        return max(one, other) if self.upright else one + other + self.gap_px(look)

    def natural_width(self, look: Look) -> int:
        one, other = (kid.natural_width(look) for kid in self.kids)
        return max(one, other) if self.upright else one + other + self.gap_px(look)

    def parts(self, look: Look, room: int) -> tuple[int, int]:
        first = round((room - self.gap_px(look)) * self.share)
        return first, room - self.gap_px(look) - first

    def widths(self, look: Look, width: int) -> tuple[int, int]:
        return (width, width) if self.upright else self.parts(look, width)

    def height(self, look: Look, width: int) -> int:
        heights = [
            kid.height(look, wide) for kid, wide in zip(self.kids, self.widths(look, width), strict=True)
        ]
        return sum(heights) + self.gap_px(look) if self.upright else max(heights)

    def least_height(self, look: Look, width: int) -> int:
        heights = [
            kid.least_height(look, wide)
            for kid, wide in zip(self.kids, self.widths(look, width), strict=True)
        ]
        return sum(heights) + self.gap_px(look) if self.upright else max(heights)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        if self.upright:
            # The second keeps what it needs at least, the first what is left.
            first, second = self.parts(look, rect.height)
            least = self.kids[1].least_height(look, rect.width)
            first = rect.height - self.gap_px(look) - max(second, least)
            first = max(first, min(self.kids[0].least_height(look, rect.width), rect.height - least))
            top = rect.y + first + self.gap_px(look)
            self.kids[0].place(pygame.Rect(rect.x, rect.y, rect.width, first), look)
            self.kids[1].place(pygame.Rect(rect.x, top, rect.width, rect.bottom - top), look)
            return
        first, second = self.parts(look, rect.width)
        self.kids[0].place(pygame.Rect(rect.x, rect.y, first, rect.height), look)
        self.kids[1].place(pygame.Rect(rect.right - second, rect.y, second, rect.height), look)


class Sized(Box):
    """One child at a size of its own, in millimetres of a 5-inch panel; smaller where there is no room."""

    LEAST = 0.6  # of its height, where the rest of the page needs the room

    def __init__(
        self, kid: Widget, wide_mm: float, high_mm: float, *, grow: float = 0.0, key: str = ""
    ) -> None:
        super().__init__([kid], grow=grow, key=key)
        self.wide_mm = wide_mm
        self.high_mm = high_mm

    def least_width(self, look: Look) -> int:
        return min(self.natural_width(look), self.kids[0].least_width(look))

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(self.wide_mm)

    def height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(self.high_mm), self.kids[0].least_height(look, width))

    def least_height(self, look: Look, width: int) -> int:
        return max(look.metrics.unit(self.high_mm * self.LEAST), self.kids[0].least_height(look, width))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.kids[0].place(rect, look)
