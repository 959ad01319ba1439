"""The frame loop: fingers, mouse, keys and news in, the active screen's picture out.

    app = App(Window((800, 480)), stage)
    app.run()

While nothing happens it sleeps and draws nothing. Other threads hand over what they have with `post`; only
this loop touches screens and game.
"""

import logging
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, Generic, TypeVar

from companion.nap import Nap
from companion.table.reports import Report
from companion.table.session import Session
from companion.ui.stage import Stage
from companion.ui.window import Window

# isort: split
import pygame  # after companion.ui, which imports it the quick way

log = logging.getLogger(__name__)
# Where nothing wakes the loop at a touch (see `companion.nap`) it naps no longer than a frame.
NAP_SECONDS = 0.016
# Once nobody has touched the screen for a while the naps are longer: the first tap after that waits a little,
# too short to be noticed, and a screen that only stands there costs less than half.
LONG_NAP_SECONDS = 0.04
LONG_NAPS_AFTER_SECONDS = 5.0
TICK_SECONDS = 5.0


T = TypeVar("T")


class App:
    """Owns window, stage and the session at the table, and runs until it is told to stop."""

    def __init__(self, window: Window, stage: Stage, clock: Callable[[], float] = time.monotonic) -> None:
        self.window = window
        self.stage = stage
        self.clock = clock
        self.running = False
        self.queue: SimpleQueue[object] = SimpleQueue()
        self.nap = Nap()
        self.on_tick: Callable[[], None] = lambda: None  # feeds the watchdog
        self.on_first_picture: Callable[[], None] = lambda: None  # load what is heavy only now
        self.on_news: Callable[[object], bool] = lambda _event: False  # sees what is posted before the screen
        self.session: Session[Any, Any] | None = None  # the game at the table, once there is one
        self.screen_off_seconds = 0.0  # 0: never
        self.dark = False
        self.touched_at = clock()
        self.finger: int | None = None
        self.ticked_at = -TICK_SECONDS
        self.pictures = 0
        stage.on_empty = self.stop

    # -- from other threads ----------------------------------------------------------------------------------

    def post(self, event: object) -> None:
        """Hand something to the loop from any thread; it sees it within a frame."""
        self.queue.put(event)
        self.nap.nudge()

    def ask(self, act: Callable[[], T]) -> Future[T]:
        """Have something done by the loop, and its answer brought back: so a phone's thread looks at the
        session and answers it.
        """
        asked: AskedFromOutside[T] = AskedFromOutside(act)
        self.post(asked)
        return asked.answer

    def stop(self) -> None:
        """End the loop after the present frame."""
        self.running = False
        self.nap.nudge()

    # -- the loop --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until stopped: by SIGTERM, by closing the window, or by leaving the lowest screen."""
        self.running = True
        with Signals(self.stop):
            while self.running:
                self.turn()
                if self.running:
                    self.rest()

    def turn(self) -> None:
        """One pass: take every event, draw what changed."""
        for event in pygame.event.get():
            self.take(event)
        self.take_news()
        now = self.clock()
        if now - self.ticked_at >= TICK_SECONDS:
            self.ticked_at = now
            self.on_tick()
            self.stage.sounds.rest()
        if self.dark:
            return
        changed = self.stage.frame(self.window.canvas, now)
        if changed:
            self.window.present(changed)
            self.pictures += 1
            if self.pictures == 1:
                self.on_first_picture()
                self.stage.sounds.prepare()
        if self.screen_off_seconds and now - self.touched_at > self.screen_off_seconds:
            self.darken()

    def take_news(self) -> None:
        while True:
            try:
                event = self.queue.get_nowait()
            except Empty:
                return
            if isinstance(event, AskedFromOutside):
                event.do()
                continue
            if self.on_news(event):
                continue
            if self.session is not None and isinstance(event, Report):
                self.session.hear(event)
            self.stage.news(event)

    def rest(self) -> None:
        """Sleep until an event, a timer or the next feeding of the watchdog."""
        now = self.clock()
        wait = self.ticked_at + TICK_SECONDS - now
        stage_wait = None if self.dark else self.stage.rest_seconds()
        if stage_wait is not None:
            wait = min(wait, stage_wait)
        if self.screen_off_seconds and not self.dark:
            wait = min(wait, self.touched_at + self.screen_off_seconds - now + 0.01)
        if wait <= 0 or not self.queue.empty():
            return
        end = now + wait
        nap = LONG_NAP_SECONDS if now - self.touched_at > LONG_NAPS_AFTER_SECONDS else NAP_SECONDS
        while not pygame.event.peek() and self.queue.empty() and self.running and self.clock() < end:
            self.nap.sleep(end - self.clock(), at_most=nap)

    # -- events ----------------------------------------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> None:
        """Hand one event of the window system to the stage."""
        kind = event.type
        if kind == pygame.QUIT:
            self.stop()
        elif kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            self.take_finger(event)
        elif kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            # SDL makes mouse events out of touches as well; the finger has been handled already.
            if not getattr(event, "touch", False):
                self.take_mouse(event)
        elif kind == pygame.MOUSEWHEEL and not self.wake():
            x, y = self.window.to_canvas(*pygame.mouse.get_pos())
            self.stage.wheel(x, y, event.y)
        elif kind == pygame.KEYDOWN and not self.wake():
            self.stage.key(event.key, event.unicode)
        elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED):
            self.stage.painter.forget()
            self.stage.changed()

    def take_finger(self, event: pygame.event.Event) -> None:
        place = self.window.touched(event.x, event.y)
        if event.type == pygame.FINGERDOWN:
            if self.finger is None:
                self.finger = event.finger_id
                self.pointer("down", place)
        elif event.finger_id == self.finger:
            if event.type == pygame.FINGERUP:
                self.finger = None
            self.pointer("up" if event.type == pygame.FINGERUP else "move", place)

    def take_mouse(self, event: pygame.event.Event) -> None:
        place = self.window.to_canvas(*event.pos)
        if event.type == pygame.MOUSEMOTION:
            if event.buttons[0]:
                self.pointer("move", place)
        elif event.button == 1:
            self.pointer("down" if event.type == pygame.MOUSEBUTTONDOWN else "up", place)

    def pointer(self, what: str, place: tuple[int, int]) -> None:
        now = self.clock()
        if what == "down" and self.wake():
            return
        self.touched_at = now
        {"down": self.stage.press, "move": self.stage.move, "up": self.stage.lift}[what](*place, now)

    # -- the screen goes dark when nobody needs it -----------------------------------------------------------

    def darken(self) -> None:
        self.dark = True
        self.window.darken()

    def wake(self) -> bool:
        """Light the screen again; True when it was dark, so that this touch means nothing else."""
        self.touched_at = self.clock()
        if not self.dark:
            return False
        self.dark = False
        self.window.lighten()
        self.stage.painter.forget()
        self.stage.changed()
        return True


class AskedFromOutside(Generic[T]):
    """Something another thread wants done by the loop; what it raises is raised there."""

    def __init__(self, act: Callable[[], T]) -> None:
        self.act = act
        self.answer: Future[T] = Future()

    def do(self) -> None:
        try:
            self.answer.set_result(self.act())
        except Exception as error:
            self.answer.set_exception(error)


class Signals:
    """SIGTERM and SIGINT end the loop cleanly while it runs; what was there before comes back after it."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self.stop = stop
        self.before: dict[int, object] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            self.before[number] = signal.signal(number, self.caught)

    def caught(self, number: int, _frame: FrameType | None) -> None:
        log.info("stopping on signal %s", signal.Signals(number).name)
        self.stop()

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            if callable(handler) or isinstance(handler, signal.Handlers):
                signal.signal(number, handler)
