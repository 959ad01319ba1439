"""The focus: where the arrow keys are, and how they go from one thing to the next."""

from companion.ui.audit import top_layer
from companion.ui.touch import Touch, by_path
from companion.ui.widget import Widget


def nearest(root: Widget, focused: str, step: tuple[int, int]) -> str:
    """The path the arrow keys go to from the focused one; with no focus, the first one."""
    stops = [widget for widget in top_layer(root).walk() if widget.focusable and widget.enabled]
    if not stops:
        return ""
    here = by_path(root, focused)
    if here is None or here not in stops:
        return stops[0].path
    dx, dy = step

    def cost(widget: Widget) -> float:
        across = widget.rect.centerx - here.rect.centerx
        down = widget.rect.centery - here.rect.centery
        along, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
        if along <= 0:
            return float("inf")
        # What stands in the same row or column comes before anything nearer beside it.
        half = (widget.rect.height + here.rect.height if dx else widget.rect.width + here.rect.width) / 2
        return along + 2.5 * aside + (0 if aside < half else 10_000)

    best = min((widget for widget in stops if widget is not here), key=cost, default=here)
    return best.path if cost(best) < float("inf") else here.path


def reveal(root: Widget, focused: str, touch: Touch) -> None:
    """Scroll what has the focus into view."""
    widget = by_path(root, focused)
    if widget is None:
        return
    for area in root.walk():
        if area.scrolls and widget.path.startswith(area.path + "/"):
            over = max(0, widget.rect.bottom - area.rect.bottom) or min(0, widget.rect.y - area.rect.y)
            touch.scroll(root, area.path, over)
