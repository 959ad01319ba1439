"""Where things go: rows, columns, grids and flows that share out the display.

A screen never writes a pixel position. It says what stands beside what, and what takes the room left over:

    Column([Header(…), Row([board, claims], grow=1), footer])

Sizes come from the widgets themselves, which know the room their words need; `audit.py` then checks the
result.
"""

from collections.abc import Hashable, Iterable, Sequence

import pygame

from companion.ui.look import Look
from companion.ui.widget import Widget


def share(space: int, wishes: Sequence[int], leasts: Sequence[int], grows: Sequence[float]) -> list[int]:
    """Share out `space` pixels: growers split what is left by weight, and when it is short all give way
    alike.
    """
    total = sum(wishes)
    if total > space:
        slack = [wish - least for wish, least in zip(wishes, leasts, strict=True)]
        short, room = total - space, sum(slack)
        part = min(1.0, short / room) if room else 0.0
        given = [wish - int(part * spare + 0.999) for wish, spare in zip(wishes, slack, strict=True)]
        return [max(least, size) for least, size in zip(leasts, given, strict=True)]
    sizes = list(wishes)
    growers = {index for index, weight in enumerate(grows) if weight > 0}
    while growers:
        free = space - sum(size for index, size in enumerate(sizes) if index not in growers)
        weight = sum(grows[index] for index in growers)
        full = {index for index in growers if free * grows[index] / weight < wishes[index]}
        if not full:
            taken = 0
            for index in sorted(growers):
                sizes[index] = int(free * grows[index] / weight)
                taken += sizes[index]
            sizes[max(growers)] += free - taken
            break
        growers -= full
    return sizes


class Box(Widget):
    """A widget that holds others. `gap` is in gaps of the panel (1 is the usual one)."""

    tiles = True  # its children must not lie over one another

    def __init__(
        self,
        kids: Iterable[Widget | None] = (),
        *,
        gap: float = 1.0,
        align: str = "fill",
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.kids = [kid for kid in kids if kid is not None]
        self.gap = gap
        self.align = align

    @property
    def children(self) -> list[Widget]:
        return self.kids

    def gap_px(self, look: Look) -> int:
        return round(look.metrics.gap * self.gap)

    def gaps(self, look: Look) -> int:
        return self.gap_px(look) * max(0, len(self.kids) - 1)


class Row(Box):
    """Children side by side. `align`: fill the height, or stand in the `middle`, at the `top` or `bottom`."""

    def least_width(self, look: Look) -> int:
        return sum(kid.least_width(look) for kid in self.kids) + self.gaps(look)

    def natural_width(self, look: Look) -> int:
        return sum(kid.natural_width(look) for kid in self.kids) + self.gaps(look)

    def widths(self, look: Look, width: int) -> list[int]:
        room = width - self.gaps(look)
        wishes = [kid.natural_width(look) for kid in self.kids]
        if sum(wishes) > room:  # who takes what is left over gives way first
            wishes = [
                kid.least_width(look) if kid.grow else wish
                for kid, wish in zip(self.kids, wishes, strict=True)
            ]
        return share(
            room,
            wishes,
            [kid.least_width(look) for kid in self.kids],
            [kid.grow for kid in self.kids],
        )

    def height(self, look: Look, width: int) -> int:
        pairs = zip(self.kids, self.widths(look, width), strict=True)
        return max((kid.height(look, share_px) for kid, share_px in pairs), default=0)

    def least_height(self, look: Look, width: int) -> int:
        pairs = zip(self.kids, self.widths(look, width), strict=True)
        return max((kid.least_height(look, share_px) for kid, share_px in pairs), default=0)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        x = rect.x
        for kid, width in zip(self.kids, self.widths(look, rect.width), strict=True):
            high = rect.height if self.align == "fill" else min(rect.height, kid.height(look, width))
            spare = rect.height - high
            y = rect.y + {"middle": spare // 2, "bottom": spare}.get(self.align, 0)
            kid.place(pygame.Rect(x, y, width, high), look)
            x += width + self.gap_px(look)


class Column(Box):
    """Children one below the other. `align`: fill the width, or stand at the `left`, `centre` or `right`."""

    def least_width(self, look: Look) -> int:
        return max((kid.least_width(look) for kid in self.kids), default=0)

    def natural_width(self, look: Look) -> int:
        return max((kid.natural_width(look) for kid in self.kids), default=0)

    def height(self, look: Look, width: int) -> int:
        return sum(kid.height(look, self.width_of(kid, look, width)) for kid in self.kids) + self.gaps(look)

    def least_height(self, look: Look, width: int) -> int:
        return sum(kid.least_height(look, self.width_of(kid, look, width)) for kid in self.kids) + self.gaps(
            look
        )

    def width_of(self, kid: Widget, look: Look, width: int) -> int:
        return width if self.align == "fill" else min(width, kid.natural_width(look))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        widths = [self.width_of(kid, look, rect.width) for kid in self.kids]
        pairs = list(zip(self.kids, widths, strict=True))
        heights = share(
            rect.height - self.gaps(look),
            [kid.height(look, width) for kid, width in pairs],
            [kid.least_height(look, width) for kid, width in pairs],
            [kid.grow for kid in self.kids],
        )
        y = rect.y
        for (kid, width), high in zip(pairs, heights, strict=True):
            spare = rect.width - width
            x = rect.x + {"centre": spare // 2, "right": spare}.get(self.align, 0)
            kid.place(pygame.Rect(x, y, width, high), look)
            y += high + self.gap_px(look)


class Grid(Box):
    """Equal cells in `columns` columns, or as many as fit a width of `cell_mm`; rows share the height."""

    def __init__(
        self,
        kids: Iterable[Widget | None] = (),
        *,
        columns: int = 0,
        cell_mm: float = 20.0,
        stretch: bool = False,
        gap: float = 1.0,
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(kids, gap=gap, grow=grow, key=key)
        self.columns = columns
        self.cell_mm = cell_mm
        self.stretch = stretch  # rows take all the height there is

    def column_count(self, look: Look, width: int) -> int:
        if self.columns:
            return self.columns
        gap, cell = self.gap_px(look), look.metrics.unit(self.cell_mm)
        widest = max((kid.least_width(look) for kid in self.kids), default=1)
        return max(1, min(len(self.kids), (width + gap) // (max(cell, widest) + gap)))

    def least_width(self, look: Look) -> int:
        columns = self.columns or 1
        widest = max((kid.least_width(look) for kid in self.kids), default=0)
        return columns * widest + (columns - 1) * self.gap_px(look)

    def natural_width(self, look: Look) -> int:
        columns = self.columns or len(self.kids)
        widest = max((kid.natural_width(look) for kid in self.kids), default=0)
        return columns * widest + (columns - 1) * self.gap_px(look)

    def rows(self, look: Look, width: int) -> tuple[int, list[list[Widget]]]:
        columns = self.column_count(look, width)
        cell = (width - self.gap_px(look) * (columns - 1)) // columns
        return cell, [self.kids[at : at + columns] for at in range(0, len(self.kids), columns)]

    def height(self, look: Look, width: int) -> int:
        cell, rows = self.rows(look, width)
        gaps = self.gap_px(look) * max(0, len(rows) - 1)
        return sum(max(kid.height(look, cell) for kid in row) for row in rows) + gaps

    def least_height(self, look: Look, width: int) -> int:
        cell, rows = self.rows(look, width)
        gaps = self.gap_px(look) * max(0, len(rows) - 1)
        return sum(max(kid.least_height(look, cell) for kid in row) for row in rows) + gaps

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        cell, rows = self.rows(look, rect.width)
        gap = self.gap_px(look)
        heights = share(
            rect.height - gap * max(0, len(rows) - 1),
            [max(kid.height(look, cell) for kid in row) for row in rows],
            [max(kid.least_height(look, cell) for kid in row) for row in rows],
            [1.0 if self.stretch else 0.0] * len(rows),
        )
        y = rect.y
        for row, high in zip(rows, heights, strict=True):
            for index, kid in enumerate(row):
                kid.place(pygame.Rect(rect.x + index * (cell + gap), y, cell, high), look)
            y += high + gap


class Flow(Box):
    """Children at their natural width, line after line like words."""

    def lines(self, look: Look, width: int) -> list[list[tuple[Widget, int]]]:
        gap = self.gap_px(look)
        lines: list[list[tuple[Widget, int]]] = [[]]
        used = 0
        for kid in self.kids:
            wide = min(width, kid.natural_width(look))
            if lines[-1] and used + wide > width:
                lines.append([])
                used = 0
            lines[-1].append((kid, wide))
            used += wide + gap
        return lines

    def least_width(self, look: Look) -> int:
        return max((kid.least_width(look) for kid in self.kids), default=0)

    def natural_width(self, look: Look) -> int:
        return sum(kid.natural_width(look) for kid in self.kids) + self.gaps(look)

    def height(self, look: Look, width: int) -> int:
        lines = self.lines(look, width)
        tall = sum(max((kid.height(look, wide) for kid, wide in line), default=0) for line in lines)
        return tall + self.gap_px(look) * (len(lines) - 1)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        gap, y = self.gap_px(look), rect.y
        for line in self.lines(look, rect.width):
            high = max((kid.height(look, wide) for kid, wide in line), default=0)
            used = sum(wide for _kid, wide in line) + gap * max(0, len(line) - 1)
            x = rect.x + ((rect.width - used) // 2 if self.align == "centre" else 0)
            for kid, wide in line:
                kid.place(pygame.Rect(x, y, wide, high), look)
                x += wide + gap
            y += high + gap


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


class Space(Widget):
    """Nothing, `size` gaps large; with `grow`, whatever is left."""

    def __init__(self, size: float = 0.0, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.size = size

    def natural_width(self, look: Look) -> int:
        return round(self.size * look.metrics.gap)

    def height(self, look: Look, width: int) -> int:
        return round(self.size * look.metrics.gap)

    def content(self) -> Hashable:
        return self.size
