"""A question laid over the screen: the rest is dimmed and waits."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache

import pygame

from companion.ui.layout import Column, Middle, Row
from companion.ui.look import Look
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Button
from companion.ui.widgets.card import Card
from companion.ui.widgets.label import Label, Title
from companion.ui.widgets.scroll import ScrollArea


@lru_cache(maxsize=4)
def veil(size_px: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size_px, pygame.SRCALPHA)
    picture.fill((8, 10, 24, 168))
    return picture


class Modal(Middle):
    """Dims what lies below and keeps its touches away."""

    modal = True

    def content(self) -> Hashable:
        return "veil"

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        surface.blit(veil(self.rect.size), self.rect)


class Dialog:
    """A title, some words, and one to three buttons as (words, kind, what to do).

    ui.ask(Dialog(_("Undo?"), _("The last answer is taken back."), [(_("Undo"), "main", undo)]))
    """

    def __init__(
        self,
        title: str,
        words: str = "",
        buttons: Sequence[tuple[str, str, Tap | None]] = (),
        *,
        body: Widget | None = None,
        wide_mm: float = 78.0,
    ) -> None:
        self.title = title
        self.words = words
        self.buttons = buttons
        self.body = body
        self.wide_mm = wide_mm

    def closing(self, close: Callable[[], None]) -> Widget:
        """The widgets of the dialog; every button closes it first."""

        def button(words: str, kind: str, act: Tap | None) -> Button:
            def tap() -> None:
                close()
                if act is not None:
                    act()

            return Button(words, tap, kind=kind, grow=1)

        text = Label(self.words, upright="top") if self.words else None
        inside = Column(
            [
                Title(self.title),
                ScrollArea(text, ground="panel", key="dialog-words") if text else None,
                self.body,
                Row([button(*entry) for entry in self.buttons]),
            ],
            gap=1.2,
        )
        return Modal(Card(inside, 1.6, border="brass"), most_mm=self.wide_mm, key="dialog")
