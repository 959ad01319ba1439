"""Charts: bars for what came from where, lines for how it went over the rounds. Values stand beside
colours.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil

import pygame

from companion.ui import brush, lettering
from companion.ui.i18n import figure
from companion.ui.look import Look
from companion.ui.theme import Palette
from companion.ui.tokens import draw_player
from companion.ui.widget import Widget


@dataclass(frozen=True)
class Series:
    """One line or one colour of bars: a name, a palette colour (or player colour) and its values."""

    name: str
    colour: str
    values: tuple[float, ...]


def paint_of(palette: Palette, name: str) -> tuple[int, int, int]:
    """A series' colour: a player's, a piece's or a colour by use."""
    if name in palette.player:
        return palette.player[name]
    return palette.piece[name] if name in palette.piece else getattr(palette, name)


class BarChart(Widget):
    """Bars lying on their side: a label, the bar, the value. Negative values go left of the zero line."""

    def __init__(self, bars: Sequence[tuple[str, float, str]], *, grow: float = 0.0, key: str = "") -> None:
        super().__init__(grow=grow, key=key)
        self.bars = tuple(bars)  # (words, value, colour)

    def line_px(self, look: Look) -> int:
        return round(look.metrics.text("label") * 1.5)

    def label_px(self, look: Look) -> int:
        return max(
            (lettering.width(words, "body", look.metrics.text("label")) for words, _v, _c in self.bars),
            default=0,
        )

    def value_px(self, look: Look) -> int:
        size = look.metrics.text("label")
        return max((lettering.width(figure(value), "bold", size) for _w, value, _c in self.bars), default=0)

    def least_width(self, look: Look) -> int:
        return self.label_px(look) + self.value_px(look) + look.metrics.unit(12)

    def natural_width(self, look: Look) -> int:
        return self.label_px(look) + self.value_px(look) + look.metrics.unit(40)

    def height(self, look: Look, width: int) -> int:
        return self.line_px(look) * len(self.bars)

    def content(self) -> Hashable:
        return self.bars

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics, size = look.palette, look.metrics, look.metrics.text("label")
        step = min(self.line_px(look) * 1.3, self.rect.height / max(1, len(self.bars)))
        left = self.rect.x + self.label_px(look) + metrics.gap
        room = self.rect.right - left - self.value_px(look) - metrics.gap
        low = min([0.0, *[value for _w, value, _c in self.bars]])
        high = max([1.0, *[value for _w, value, _c in self.bars]])
        scale = room / (high - low)
        zero = left - low * scale
        for index, (words, value, colour) in enumerate(self.bars):
            middle = round(self.rect.y + step * (index + 0.5))
            label = lettering.text(words, "body", size, palette.ink)
            surface.blit(label, label.get_rect(midleft=(self.rect.x, middle)))
            start, end = sorted((zero, zero + value * scale))
            bar = pygame.Rect(
                round(start), middle - round(step * 0.32), round(end - start), round(step * 0.64)
            )
            if bar.width:
                brush.panel(surface, bar, paint_of(palette, colour), min(bar.height, bar.width) // 4)
            shown = lettering.text(figure(value), "bold", size, palette.ink)
            surface.blit(shown, shown.get_rect(midleft=(round(max(end, zero)) + metrics.gap_small, middle)))
        brush.fill(
            surface,
            palette.line,
            (round(zero), self.rect.y, max(1, metrics.mm(0.2)), round(step * len(self.bars))),
        )


class LineChart(Widget):
    """Lines over rounds; each ends in its star and name, so that no legend is needed."""

    def __init__(
        self, series: Sequence[Series], marks: Sequence[str] = (), *, high_mm: float = 36.0, grow: float = 0.0
    ) -> None:
        super().__init__(grow=grow)
        self.series = tuple(series)
        self.marks = tuple(marks)  # words below the axis, evenly spread
        self.high_mm = high_mm

    def names_px(self, look: Look) -> int:
        size = look.metrics.text("note")
        widest = max((lettering.width(s.name, "strong", size) for s in self.series), default=0)
        return widest + round(size * 1.2) + 2 * look.metrics.gap_small

    def least_width(self, look: Look) -> int:
        return self.names_px(look) + look.metrics.unit(28)

    def natural_width(self, look: Look) -> int:
        return self.names_px(look) + look.metrics.unit(60)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.high_mm)

    def least_height(self, look: Look, width: int) -> int:
        return look.metrics.unit(self.high_mm * 0.6)

    def content(self) -> Hashable:
        return (self.series, self.marks)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics, size = look.palette, look.metrics, look.metrics.text("note")
        values = [value for series in self.series for value in series.values] or [0.0]
        low, high = min(0.0, *values), max(10.0, *values)
        axis = lettering.width(figure(high), "body", size) + metrics.gap_small
        plot = pygame.Rect(
            self.rect.x + axis,
            self.rect.y + size // 2,
            self.rect.width - axis - self.names_px(look),
            self.rect.height - size // 2 - (lettering.line_height("body", size) if self.marks else size // 2),
        )
        scale = plot.height / (high - low)
        step = grid_step(high - low)
        level = ceil(low / step) * step
        while level <= high:
            y = round(plot.bottom - (level - low) * scale)
            brush.fill(surface, palette.line, (plot.x, y, plot.width, max(1, metrics.mm(0.15))))
            words = lettering.text(figure(level), "body", size, palette.ink_soft)
            surface.blit(words, words.get_rect(midright=(plot.x - metrics.gap_small // 2, y)))
            level += step
        for index, words_below in enumerate(self.marks):
            x = plot.x + plot.width * index / max(1, len(self.marks) - 1)
            words = lettering.text(words_below, "body", size, palette.ink_soft)
            surface.blit(words, words.get_rect(midtop=(round(x), plot.bottom + 2)))
        ends: list[tuple[int, Series]] = []
        for series in sorted(self.series, key=lambda each: -(each.values[-1] if each.values else 0)):
            self.draw_series(surface, look, series, plot, (low, scale), ends)
        self.draw_names(surface, look, plot, ends)

    def draw_series(
        self,
        surface: pygame.Surface,
        look: Look,
        series: Series,
        plot: pygame.Rect,
        measure: tuple[float, float],
        ends: list[tuple[int, Series]],
    ) -> None:
        if not series.values:
            return
        palette, metrics = look.palette, look.metrics
        paint = paint_of(palette, series.colour)
        low, scale = measure
        places = len(series.values) - 1 or 1
        points = [
            (plot.x + plot.width * index / places, plot.bottom - (value - low) * scale)
            for index, value in enumerate(series.values)
        ]
        brush.polyline(surface, paint, points, max(3, metrics.mm(0.6)))
        ends.append((round(points[-1][1]), series))

    def draw_names(
        self, surface: pygame.Surface, look: Look, plot: pygame.Rect, ends: list[tuple[int, Series]]
    ) -> None:
        """Beside the end of each line whose it is; names never lie over one another, nor below the chart."""
        palette, size = look.palette, look.metrics.text("note")
        step = round(size * 1.2)
        places: list[int] = []
        for y, _series in ends:
            places.append(max(y, places[-1] + step) if places else y)
        lowest = self.rect.bottom - step // 2
        for index in reversed(range(len(places))):
            places[index] = min(places[index], lowest)
            lowest = places[index] - step
        for y, (_end, series) in zip(places, ends, strict=True):
            x = plot.right + look.metrics.gap_small
            if series.colour in palette.player:
                draw_player(surface, series.colour, (x + step // 2, y), step, palette)
                x += step + look.metrics.gap_small // 2
            words = lettering.text(series.name, "strong", size, palette.ink)
            surface.blit(words, words.get_rect(midleft=(x, y)))


def grid_step(span: float) -> float:
    """A round distance between grid lines, for three to six of them."""
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500):
        if span / step <= 5:
            return float(step)
    return 1000.0
