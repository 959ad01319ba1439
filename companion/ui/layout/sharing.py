"""How room is shared out, and the box that holds others."""

from collections.abc import Iterable, Sequence

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
