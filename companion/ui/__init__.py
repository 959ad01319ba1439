"""The touchscreen: widgets, screens and the words on them.

How to write a screen
---------------------
A screen is a function of what is so: `build(ui)` looks at the game and returns widgets, and changes nothing.
Taps call back; a callback changes something (the game, a field of the screen) or moves to another screen.
After every tap, key and piece of news the screen is built again, and the painter draws only what looks
different.

    from companion.ui.chrome import page
    from companion.ui.i18n import _, ngettext
    from companion.ui.layout import Column, Grid, Row, Space
    from companion.ui.screen import Screen
    from companion.ui.widgets import Button, PieceChip, Label

    class Claims(Screen):
        name = "claims"

        def __init__(self, game: Game) -> None:
            self.game = game
            self.picked = ""

        def build(self, ui: Stage) -> Widget:
            chips = [
                PieceChip(c, partial(self.pick, c), count=n, chosen=c == self.picked, enabled=n > 0,
                          why=_("None left."))
                for c, n in self.game.base.items()
            ]
            take = Button(_("Take"), self.take, kind="main")
            return page(ui, _("Claim"), Grid(chips, cell_mm=22), foot=[take])

- Sizes: never pixels. Rows, columns, grids and flows share the room (`grow=1` takes what is left, `gap` is in
  gaps of the panel); sizes of things are in millimetres of a 5-inch panel (`cell_mm=22`);
  `ui.metrics.portrait` tells which way the panel stands. What may be longer than the display goes into a
  `ScrollArea`.
- Words: always `_("…")`, with `.format(name=…)` after it, and `ngettext` for counts. Never build a sentence
  of pieces.
- Colours: name them by use (`tone="ink_soft"`); a piece is a `PieceChip` or `draw_piece`, never a bare
  colour.
- What cannot be done now is shown, disabled, with `why="…"`: a tap on it says why. One `kind="main"` button a
  screen: Enter and the physical button press it.
- Moving on: `ui.push(screen)`, `ui.go(screen)`, `ui.back()`, `ui.home()`; `ui.ask(Dialog(…))`,
  `ui.toast("…")`, `ui.after(seconds, act)`, `ui.sounds.play("counted" | "your turn" | "not possible")`.
- News of worker threads arrives in `news(ui, event)`; animations return seconds from `tick(ui, now)`.
- Give widgets in lists a `key`, so that scrolling and focus stay with them.
- Own drawing: subclass `Widget` (see `widget.py`): sizes, `place`, `content()` (all its picture depends on),
  `draw`.
- Check: `ui.audit()` gives every clipped text, small target and overlap; see `tests/ui/` and `docs/ui.md`.
"""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Fingers come as fingers; a second, made-up mouse click would press everything twice.
os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
os.environ.setdefault("SDL_MOUSE_TOUCH_EVENTS", "0")


def _import_pygame() -> None:
    """Import pygame without what it would only look at, and what takes half the time to the first picture.

    It asks setuptools for sample files, and NumPy for `pygame.surfarray`; neither is used before the first
    picture. Both can be imported as usual afterwards, `pygame.surfarray` too.
    """
    hidden = [name for name in ("numpy", "pkg_resources") if name not in sys.modules]
    if "pygame" in sys.modules:
        return
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None says "not there"
    try:
        import pygame  # noqa: F401 - the first import is what counts
    finally:
        for name in hidden:
            del sys.modules[name]


_import_pygame()
