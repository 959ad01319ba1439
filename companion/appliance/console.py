"""What the console says while the companion draws nothing: before its first picture, and after its last.

    console = Console(data_folder)
    console.starting()              # before each start
    console.starting(failed=3, wait_seconds=8)
    console.playing("de")           # lies under the picture, to be read when that goes

A black screen tells nobody whether to wait. The kiosk's unit names its console in `COMPANION_CONSOLE`;
without it, on a desktop or a laptop, nothing is written anywhere. Before the store can be opened the language
is the one the table last played in, which a file remembers.
"""

import logging
import os
import textwrap
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.locale import LANGUAGES, SOURCE_LANGUAGE, speaker
from companion.words import N_, NN_, Text

log = logging.getLogger(__name__)

_LANGUAGE = "language"
_WIDTH, _HEIGHT = 80, 25
"""Of a console that does not tell."""
_MOST_WIDE = 60
_CLEAR = "\033[0m\033[2J\033[H\033[?25l\033[9;0]"
"""Empty, without a cursor, and not to go dark by itself."""
_NOT_IN_ITS_LETTERS = str.maketrans({"\u202f": " ", "\xa0": " ", "’": "'", "…": "...", "“": '"', "”": '"'})
"""The kernel's own letters are those of a PC of 1981."""

STARTING = N_("The companion is starting …")
PLEASE_WAIT = N_("It tries again by itself. Everything you entered is kept.")
ENDED = N_("The companion has ended. Everything you entered is kept.")
COMES_BACK = N_("Unless it was switched off, it comes back in half a minute. If not: switch it off and on.")


def could_not_start(failed: int, wait_seconds: float) -> tuple[Text, ...]:
    """Why nothing is on the screen yet."""
    return (
        NN_("The last start went wrong.", "The last {n} starts went wrong.", failed),
        NN_("The next try comes in {n} second.", "The next try comes in {n} seconds.", round(wait_seconds)),
        PLEASE_WAIT,
    )


class Console:
    """data: the folder in which the language is remembered."""

    def __init__(self, data: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._remembered = data / _LANGUAGE
        self._place = environment.get("COMPANION_CONSOLE", "")
        self._playing_in = ""

    def starting(self, failed: int = 0, wait_seconds: float = 0) -> None:
        """failed: how many starts before this one did not last; wait_seconds: until this one."""
        self._show(could_not_start(failed, wait_seconds) if failed else (STARTING,))

    def playing(self, language: str) -> None:
        """From now on the picture is on the screen, in this language; said as often as wanted."""
        if not self._place or language == self._playing_in:
            return
        self._playing_in = language
        with suppress(OSError):  # a full or failing disk: the next start speaks as the last one did
            if self._language() != language:
                self._remembered.write_text(language)
        self._show((ENDED, COMES_BACK), language)

    def _language(self) -> str:
        try:
            code = self._remembered.read_text()[:8].strip()
        except (OSError, ValueError):
            code = ""
        return code if code in LANGUAGES else SOURCE_LANGUAGE

    def _show(self, sentences: tuple[Text, ...], language: str = "") -> None:
        if not self._place:
            return
        try:
            self._write([speaker(language or self._language()).say(sentence) for sentence in sentences])
        except OSError as error:
            log.info("the console is not written to: %s", error)

    def _write(self, sentences: list[str]) -> None:
        # It must neither wait for a console that is held, nor become the one that a signal comes from.
        file = os.open(self._place, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            try:
                wide, high = os.get_terminal_size(file)
            except OSError:
                wide, high = 0, 0
            os.write(file, laid_out(sentences, wide or _WIDTH, high or _HEIGHT).encode())
        finally:
            os.close(file)


def laid_out(sentences: list[str], wide: int, high: int) -> str:
    """In the middle of the console, a line free between sentences.

    >>> laid_out(["One.", "Two."], 8, 5).splitlines()[-3:]
    ['  One.', '', '  Two.']
    """
    most = min(_MOST_WIDE, wide)
    paragraphs = [textwrap.wrap(sentence.translate(_NOT_IN_ITS_LETTERS), most) for sentence in sentences]
    lines = [line for paragraph in paragraphs for line in ("", *paragraph)][1:]
    above = max(0, (high - len(lines)) // 2)
    centred = (" " * ((wide - len(line)) // 2) + line if line else "" for line in lines)
    return _CLEAR + "\n" * above + "\n".join(centred)
