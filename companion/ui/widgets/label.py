"""Words: they wrap, give way a little when room is short, and are cut with an ellipsis only as a last
resort.
"""

from collections.abc import Hashable, Sequence

import pygame

from companion.ui import lettering
from companion.ui.look import Look
from companion.ui.widget import Widget

LADDER = 4  # so many lines of hardly more than a word each are no text any more
LEAST_SHRINK = 0.74  # text never gets smaller than this part of its size


def is_ladder(lines: tuple[str, ...], words: str) -> bool:
    return len(lines) >= LADDER and len(words.split()) < 1.5 * len(lines)


class Label(Widget):
    """A text. `size` names a text size, `face` a weight, `tone` a colour of the palette."""

    def __init__(
        self,
        words: str,
        *,
        size: str = "label",
        face: str = "body",
        tone: str = "ink",
        align: str = "left",
        upright: str = "middle",
        wraps: bool = True,
        least: float = LEAST_SHRINK,
        grow: float = 0.0,
        key: str = "",
    ) -> None:
        super().__init__(grow=grow, key=key)
        self.words = words
        self.say = words
        self.size = size
        self.face = face
        self.tone = tone
        self.align = align
        self.upright = upright
        self.wraps = wraps
        self.least = least  # how far it may shrink, as a part of its size
        self.most_px = 0  # no larger than the smallest beside it, where it stands among its like
        self.lines: tuple[str, ...] = (words,)
        self.size_px = 0
        self.cut = False

    def sizes(self, look: Look) -> list[int]:
        """The sizes it may take, from the wanted one down."""
        full = look.metrics.text(self.size)
        least = self.least_px(look, full)
        return list(range(max(least, self.most_px or full), least - 1, -1))

    def least_px(self, look: Look, full: int) -> int:
        """How small it may become. Larger words give way to where the usual ones would: what fitted fits."""
        scale = look.metrics.text_scale
        shrunk = round(full * self.least) if scale == 1 else int(full * self.least / scale)
        return max(shrunk, min(full, look.metrics.least_text))

    def broken(self, size_px: int, width: int) -> tuple[str, ...]:
        if self.wraps:
            return lettering.wrap(self.words, self.face, size_px, width)
        return tuple(self.words.split("\n"))

    def least_width(self, look: Look) -> int:
        size_px = self.sizes(look)[-1]
        if self.wraps:
            return self.least_wrapped(size_px) + 1
        return max(lettering.width(line, self.face, size_px) for line in self.words.split("\n")) + 1

    def least_wrapped(self, size_px: int) -> int:
        """The longest word; more where that would be a ladder."""
        width = lettering.longest_word(self.words, self.face, size_px)
        most = lettering.width(self.words.replace("\n", " "), self.face, size_px)
        while width < most and is_ladder(self.broken(size_px, width), self.words):
            width = min(most, width * 5 // 4 + 1)
        return width

    def natural_width(self, look: Look) -> int:
        size_px = look.metrics.text(self.size)
        return max(lettering.width(line, self.face, size_px) for line in self.words.split("\n")) + 1

    def widest(self, lines: tuple[str, ...], size_px: int) -> int:
        return max(lettering.width(line, self.face, size_px) for line in lines)

    def size_for(self, look: Look, width: int, most: int = 0) -> int:
        """The largest size, of at most so many pixels, at which no line sticks out."""
        sizes = [size for size in self.sizes(look) if not most or size <= most]
        return next(
            (size for size in sizes if self.widest(self.broken(size, width), size) <= width), sizes[-1]
        )

    def height(self, look: Look, width: int) -> int:
        return self.height_at(look, width, self.sizes(look)[0])

    def height_at(self, look: Look, width: int, most: int) -> int:
        """How high it is in letters of at most so many pixels."""
        size_px = self.size_for(look, width, most)
        return len(self.broken(size_px, width)) * lettering.line_height(self.face, size_px)

    def least_height(self, look: Look, width: int) -> int:
        size_px = self.sizes(look)[-1]
        return len(self.broken(size_px, width)) * lettering.line_height(self.face, size_px)

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.cut = False
        for size_px in self.sizes(look):
            lines = self.broken(size_px, rect.width)
            high = len(lines) * lettering.line_height(self.face, size_px)
            if self.widest(lines, size_px) <= rect.width and high <= rect.height + 2:
                self.lines, self.size_px = lines, size_px
                return
        self.cut = True
        self.size_px = self.sizes(look)[-1]
        lines = self.broken(self.size_px, rect.width)
        room = max(1, rect.height // lettering.line_height(self.face, self.size_px))
        kept = [self.shortened(line, rect.width) for line in lines[:room]]
        if len(lines) > room:
            kept[-1] = self.shortened(kept[-1] + " …", rect.width)
        self.lines = tuple(kept)

    def shortened(self, line: str, width: int) -> str:
        while len(line) > 1 and lettering.width(line, self.face, self.size_px) > width:
            line = line.rstrip("… ")[:-1] + "…"
        return line

    def content(self) -> Hashable:
        return (self.lines, self.size_px, self.face, self.tone, self.align, self.upright)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        step = lettering.line_height(self.face, self.size_px)
        spare = self.rect.height - step * len(self.lines)
        y = self.rect.y + {"middle": spare // 2, "bottom": spare}.get(self.upright, 0)
        for line in self.lines:
            picture = lettering.text(line, self.face, self.size_px, getattr(look.palette, self.tone))
            gap = self.rect.width - picture.get_width()
            x = self.rect.x + {"centre": gap // 2, "right": gap}.get(self.align, 0)
            surface.blit(picture, (x, y + (step - picture.get_height()) // 2))
            y += step

    def problems(self, look: Look) -> list[str]:
        faults = [f"text cut off in {tuple(self.rect)}"] if self.cut else []
        if is_ladder(self.lines, self.words):
            faults.append(f"a ladder of single words, {self.rect.width} px wide")
        return faults


def heights_together(texts: Sequence[Label], look: Look, width: int, room: int) -> list[int]:
    """The heights of texts below one another: where room is short, all give way by the same part."""
    heights = list[int]()
    sizes = [text.sizes(look) for text in texts]
    steps = max((len(each) for each in sizes), default=1)
    for step in range(steps):
        at = [each[round((len(each) - 1) * step / max(1, steps - 1))] for each in sizes]
        heights = [text.height_at(look, width, most) for text, most in zip(texts, at, strict=True)]
        if sum(heights) <= room:
            break
    return heights


def Title(words: str, *, tone: str = "ink", align: str = "left", grow: float = 0.0) -> Label:  # noqa: N802 - reads as a widget
    """A heading in the title face."""
    return Label(words, size="title", face="title", tone=tone, align=align, grow=grow)
