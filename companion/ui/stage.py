"""The stage: which screen is in front, what lies over it, and how events reach it.

Everything here runs in the frame loop. Other threads post news through the app; they never touch the stage.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count

import pygame

from companion.ui import i18n
from companion.ui.audit import audit, top_layer
from companion.ui.focus import nearest, reveal
from companion.ui.layout import Stack
from companion.ui.look import Look
from companion.ui.metrics import TEXT_SCALES, Metrics
from companion.ui.motion import MotionLayer, Motions
from companion.ui.painter import Painter
from companion.ui.screen import Screen
from companion.ui.sounds import Silence, Sounds
from companion.ui.theme import palette
from companion.ui.touch import Touch, by_path, scroll_area_at
from companion.ui.voice import Mute, Voice
from companion.ui.widget import Widget, name_paths
from companion.ui.widgets.button import Button, Pressable
from companion.ui.widgets.dialog import Dialog
from companion.ui.widgets.toast import Toast

log = logging.getLogger(__name__)
FRAME_SECONDS = 1 / 60
TOAST_SECONDS = 2.8
ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


class Stage:
    """The screens, one over the other, and the one widget tree they are shown as."""

    def __init__(self, size_px: tuple[int, int], diagonal_inches: float = 0.0) -> None:
        self.metrics = Metrics(size_px, diagonal_inches)
        self.palette = palette()
        self.left_handed = False  # tools and answers lie under the left hand
        self.sounds: Sounds | Silence = Silence()
        self.voice: Voice = Mute()
        self.screens: list[Screen] = []
        self.touch = Touch()
        self.places: dict[int, dict[str, float]] = {}  # how far the screens below were scrolled
        self.painter = Painter()
        self.motions = Motions()
        self.pictured: Screen | None = None  # whose picture is on the display
        self.focused = ""
        self.dialog: Dialog | None = None
        self.toast_words = ""
        self.root: Widget = Stack()
        self.stale = True  # the widgets must be built again
        self.moved = True  # they must be placed and compared again
        self.now = 0.0
        self.timers: list[tuple[float, int, Callable[[], None]]] = []
        self.timer_number = count()
        self.on_fault: Callable[[Stage, Exception], Screen] | None = None
        self.on_empty: Callable[[], None] = lambda: None

    # -- for screens -----------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        return self.screens[-1]

    def changed(self) -> None:
        """What the screen shows has changed: build it again before the next frame."""
        self.stale = True

    def go(self, screen: Screen) -> None:
        """Put this screen in the place of the present one."""
        if self.screens:
            self.screens.pop().closed(self)
        self.push(screen)

    def push(self, screen: Screen) -> None:
        """Lay this screen over the present one; `back` returns."""
        if self.screens:
            self.places[id(self.screen)] = dict(self.touch.scrolled)
        self.screens.append(screen)
        self.leave()
        screen.opened(self)

    def back(self) -> None:
        """Return to the screen below."""
        if len(self.screens) > 1:
            self.screens.pop().closed(self)
            self.leave()
            self.touch.scrolled.update(self.places.pop(id(self.screen), {}))
            self.screen.returned(self)
        else:
            self.on_empty()

    def take_away(self, screen: Screen) -> None:
        """Remove a screen whose matter is over, wherever it lies; one that is gone already is no mistake."""
        if screen is self.screen and len(self.screens) > 1:
            self.back()
        elif screen in self.screens[1:]:
            self.screens.remove(screen)
            self.places.pop(id(screen), None)
            screen.closed(self)

    def home(self) -> None:
        """Return to the lowest screen."""
        while len(self.screens) > 1:
            self.screens.pop().closed(self)
        self.leave()
        self.screen.returned(self)

    def leave(self) -> None:
        self.dialog = None
        self.focused = ""
        self.touch.pressed = ""
        self.touch.known = frozenset()  # another screen: all of it is new
        self.touch.scrolled.clear()
        self.touch.gliding = ""
        self.changed()

    def toast(self, words: str, sound: str = "") -> None:
        """Say something in passing."""
        words = words[:1].upper() + words[1:]  # refusals of the rules begin small
        self.toast_words = words
        if sound:
            self.sounds.play(sound)
        self.after(TOAST_SECONDS, lambda: self.end_toast(words))
        self.changed()

    def end_toast(self, words: str) -> None:
        if self.toast_words == words:
            self.toast_words = ""
            self.changed()

    def read_aloud(self, words: str) -> None:
        """Have it said in the language on the screen, where the table wants that."""
        self.voice.say(words, i18n.language())

    def ask(self, dialog: Dialog) -> None:
        """Lay a question over the screen; any of its buttons takes it away again."""
        self.dialog = dialog
        self.focused = ""
        self.changed()

    def close_dialog(self) -> None:
        self.dialog = None
        self.focused = ""
        self.changed()

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something in the frame loop a little later."""
        heappush(self.timers, (self.now + seconds, next(self.timer_number), act))

    def dress(
        self,
        *,
        night: bool = False,
        clear: bool = False,
        language: str = "",
        text: str = "normal",
        left_handed: bool = False,
        motion: bool = False,
    ) -> None:
        """Another palette, language, size of words or hand, at once."""
        self.palette = palette(night=night, clear=clear)
        self.left_handed = left_handed
        self.motions.on = motion
        scale = TEXT_SCALES.get(text, 1.0)
        if scale != self.metrics.text_scale:
            self.metrics = replace(self.metrics, text_scale=scale)
            self.painter.forget()
        if language and language != i18n.language():
            i18n.use(language)
        self.changed()

    def resize(self, size_px: tuple[int, int]) -> None:
        """The panel was turned: everything is laid out anew."""
        self.metrics = replace(self.metrics, size_px=size_px)
        self.painter.forget()
        self.changed()

    # -- frames ----------------------------------------------------------------------------------------------

    def look(self) -> Look:
        return Look(
            self.metrics,
            self.palette,
            self.touch.pressed,
            self.focused,
            self.motions.names,
            self.touch.scrolled,
        )

    def build(self) -> None:
        """Build and place the widgets of the screen in front."""
        layers: list[Widget] = [self.screen.build(self)]
        if self.dialog is not None:
            layers.append(self.dialog.closing(self.close_dialog))
        if self.toast_words:
            layers.append(Toast(self.toast_words, over=layers[0]))
        self.root = Stack(layers)
        name_paths(self.root)
        self.stale = False
        self.moved = True

    def frame(self, canvas: pygame.Surface, now: float) -> list[pygame.Rect]:
        """Bring the canvas up to date; gives the parts that changed, none when nothing did."""
        seconds, self.now = min(0.05, max(0.0, now - self.now)), now
        while self.timers and self.timers[0][0] <= now:
            act = heappop(self.timers)[2]
            self.guarded(act)
        repeated = self.touch.repeat(self.root, now)
        if repeated is not None:
            self.guarded(lambda: repeated.tapped(*self.touch.last))
            self.stale = True
        if self.touch.glide(self.root, seconds):
            self.moved = True
        self.wish = None
        self.guarded(self.ask_screen)
        built = self.stale
        if self.stale:
            self.guarded(self.build)
        if self.motions.moving:
            self.motions.finish(now)
            self.moved = True
        if not self.moved:
            return []
        changed: list[pygame.Rect] = []

        def show() -> None:
            look, display = self.look(), pygame.Rect((0, 0), self.metrics.size_px)
            self.root.place(display, look)
            if built and self.motions.compare(
                self.root, look, now, same_screen=self.pictured is self.screen and self.dialog is None
            ):
                look = self.look()
            self.pictured = self.screen
            self.show_motions(display, look)
            self.moved = False
            changed.extend(self.painter.paint(canvas, self.root, look))

        self.guarded(show)
        return changed

    def show_motions(self, display: pygame.Rect, look: Look) -> None:
        """Lay what is on its way over the screen, where it is now."""
        assert isinstance(self.root, Stack)
        if self.root.kids and isinstance(self.root.kids[-1], MotionLayer):
            self.root.kids.pop()
        if self.motions.moving:
            layer = MotionLayer(self.motions.moving, self.now)
            self.root.kids.append(layer)
            name_paths(layer, f"{self.root.path}/motion")
            layer.place(display, look)

    wish: float | None = None

    def ask_screen(self) -> None:
        self.wish = self.screen.tick(self, self.now)

    def rest_seconds(self) -> float | None:
        """How long nothing will happen unless an event comes; None for as long as it takes."""
        if self.stale or self.moved:
            return 0.0
        waits = [self.wish] if self.wish is not None else []
        if self.timers:
            waits.append(max(0.0, self.timers[0][0] - self.now))
        if self.touch.busy or self.motions.moving:
            waits.append(FRAME_SECONDS)
        return min(waits) if waits else None

    def audit(self) -> list[str]:
        """What is wrong with the screen as it would be shown now."""
        self.build()
        look = self.look()
        self.root.place(pygame.Rect((0, 0), self.metrics.size_px), look)
        return audit(self.root, look)

    # -- events ----------------------------------------------------------------------------------------------

    def press(self, x: int, y: int, now: float) -> None:
        self.moved = self.motions.stop() or self.moved
        if self.focused:
            self.focused = ""
            self.moved = True
        self.moved = self.touch.press(self.root, self.look(), x, y, now) or self.moved

    def move(self, x: int, y: int, now: float) -> None:
        self.moved = self.touch.move(self.root, self.look(), x, y, now) or self.moved

    def lift(self, x: int, y: int, now: float) -> None:
        was = self.touch.pressed
        widget = self.touch.lift(self.root, x, y, now)
        self.moved = self.moved or bool(was)
        self.touch.known = None
        if widget is not None:
            self.touch.known = frozenset(each.path for each in self.root.walk() if each.touchable)
            self.tap(widget, x, y)

    def wheel(self, x: int, y: int, steps: float) -> None:
        """The wheel of a mouse over a scroll area."""
        area = scroll_area_at(self.root, self.look(), x, y)
        if area is not None:
            self.moved = self.touch.scroll(self.root, area.path, -steps * self.metrics.touch) or self.moved

    def tap(self, widget: Widget, x: int, y: int) -> None:
        """Act on a widget; one that is not possible now says why."""
        if isinstance(widget, Pressable) and not widget.is_enabled:
            self.refuse(widget)
            return
        self.guarded(lambda: widget.tapped(x, y))
        self.changed()

    def refuse(self, widget: Pressable) -> None:
        """It is not possible now: why, in passing, or whatever the screen does about it."""
        if widget.instead is None:
            self.toast(widget.why, "not possible")
            return
        self.sounds.play("not possible")
        self.guarded(widget.instead)
        self.changed()

    def confirm(self) -> None:
        """The physical button: the one main thing to do, whatever the screen."""
        for widget in top_layer(self.root).walk():
            if isinstance(widget, Button) and widget.kind == "main" and widget.is_enabled:
                self.tap(widget, *widget.rect.center)
                return

    def key(self, key: int, letter: str) -> None:
        """A key of a keyboard."""
        self.moved = self.motions.stop() or self.moved
        focused = by_path(self.root, self.focused)
        used = False

        def offer() -> None:
            nonlocal used
            used = (focused is not None and focused.key_pressed(key, letter)) or (
                self.dialog is None and self.screen.key(self, key, letter)
            )

        self.guarded(offer)
        if used:
            self.changed()
        elif key in ARROWS:
            self.focused = nearest(self.root, self.focused, ARROWS[key])
            reveal(self.root, self.focused, self.touch)
            self.moved = True
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if focused is not None:
                self.tap(focused, *focused.rect.center)
            else:
                self.confirm()
        elif key == pygame.K_ESCAPE:
            if self.dialog is not None:
                self.close_dialog()
            else:
                self.guarded(lambda: self.screen.back(self))
                self.changed()

    def news(self, event: object) -> None:
        """Something a worker posted: for the screen in front, or the nearest one below that can use it."""
        used = False

        def offer() -> None:
            nonlocal used
            used = any(screen.news(self, event) for screen in reversed(self.screens))

        self.guarded(offer)
        if used:
            self.changed()

    def guarded(self, act: Callable[[], None]) -> None:
        """Do it; a fault in a screen ends in the fault screen, never in a dead display."""
        try:
            act()
        except Exception as fault:
            if self.on_fault is None:
                raise
            log.exception("a screen failed: %s", type(self.screen).__name__)
            self.push(self.on_fault(self, fault))
            self.build()
