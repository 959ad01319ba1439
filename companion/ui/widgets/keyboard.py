"""A keyboard on the screen for names, with accents one tap away."""

from collections.abc import Callable, Hashable
from string import ascii_lowercase

import pygame

from companion.ui import brush, lettering
from companion.ui.i18n import N_, _, say
from companion.ui.layout import Column, Row
from companion.ui.look import Look
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import Button

# The three rows of letters as a keyboard of this language has them, with spaces between the rows.
ROWS = N_("qwertyuiop asdfghjkl zxcvbnm")
ACCENTS = ("äöüßàâæçñø", "éèêëîïôœù", "ûÿåáíóú")
NUMBERS = ("1234567890", "-.'&+/()@", "!?#*,:;")
PAGES = {"letters": "abc", "accents": "éöç", "numbers": "123"}


class Key(Button):
    """One key: as narrow as a finger allows, because a row of ten must fit."""

    def natural_width(self, look: Look) -> int:
        return look.metrics.touch

    def pad_px(self, look: Look) -> int:
        return 2


class TextField(Widget):
    """What has been typed, with a caret."""

    def __init__(self, words: str, hint: str = "", *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.words = words
        self.hint = hint
        self.say = words

    def natural_width(self, look: Look) -> int:
        return look.metrics.unit(40)

    def least_width(self, look: Look) -> int:
        return look.metrics.unit(20)

    def height(self, look: Look, width: int) -> int:
        return look.metrics.touch

    def content(self) -> Hashable:
        return (self.words, self.hint)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        palette, metrics = look.palette, look.metrics
        brush.panel(surface, self.rect, palette.panel, metrics.radius, palette.brass, max(2, metrics.mm(0.3)))
        tone = palette.ink if self.words else palette.ink_soft
        size = metrics.text("answer")
        picture = lettering.text(self.words or self.hint, "strong" if self.words else "body", size, tone)
        room = self.rect.inflate(-2 * metrics.gap, 0)
        over = max(0, picture.get_width() - room.width + metrics.gap)  # a long name shows its end
        surface.blit(
            picture,
            (room.x + (0 if self.words else metrics.gap_small), room.centery - picture.get_height() // 2),
            (over, 0, room.width, picture.get_height()),
        )
        caret = room.x + (picture.get_width() - over if self.words else 0) + 2
        brush.fill(
            surface, palette.accent_text, (caret, room.centery - size // 2, max(2, metrics.mm(0.3)), size)
        )


class Keyboard(Column):
    """Types into a text: `on_change(text)` after each key. Which `page` of keys is up is kept by the screen.

    across      how many keys of nine millimetres fit side by side; where ten do not, on an upright panel,
                the letters stand in their own order
    """

    def __init__(
        self,
        text: str,
        on_change: Callable[[str], None],
        *,
        page: str,
        on_page: Callable[[str], None],
        across: int = 10,
        most_letters: int = 14,
        grow: float = 1.0,
    ) -> None:
        big = not text or text[-1] in " -"  # names begin with a capital

        def typing(letter: str) -> Tap:
            return lambda: on_change((text + letter)[:most_letters])

        def key(letter: str) -> Widget:
            shown = letter.upper() if big and letter != "ß" else letter
            return Key(shown, typing(shown), size="answer", grow=1, key=f"key-{letter}")

        def turn(to: str) -> Widget:
            return Key(PAGES[to], lambda: on_page(to), kind="chosen", size="note", grow=1, key=f"page-{to}")

        erase = Key(icon="erase", on_tap=lambda: on_change(text[:-1]), say=_("Delete"), grow=1, key="erase")
        erase.repeats = True
        space = Key(icon="space", on_tap=typing(" "), say=_("Space"), grow=1, key="space")
        first, second = [name for name in PAGES if name != page]
        lines = {"letters": tuple(say(ROWS).split()), "accents": ACCENTS, "numbers": NUMBERS}[page]
        if across < len(lines[0]):
            letters = ascii_lowercase if page == "letters" else "".join(lines)
            rows = [
                [key(letter) for letter in letters[at : at + across]] for at in range(0, len(letters), across)
            ]
            rows.append([turn(first), turn(second), space, erase])
        else:
            rows = [[key(letter) for letter in line] for line in lines]
            rows[1].append(erase)
            rows[2] = [turn(first), *rows[2], space, turn(second)]
        super().__init__([Row(row, gap=0.35, grow=1) for row in rows], gap=0.35, grow=grow)
