"""Scores read aloud by espeak-ng, where it is installed and the table wants it; else nobody speaks.

    stage.voice.say("Sarah: 12. Jan: 9.", "en")

The port is `Voice`; tests hand the stage one that only remembers.
"""

import logging
import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Protocol

log = logging.getLogger(__name__)
PROGRAM = "espeak-ng"
LOUDEST = 200  # espeak-ng's amplitude


class Voice(Protocol):
    """Somebody who reads aloud, and does not make the loop wait."""

    def say(self, words: str, language: str) -> None: ...


class Mute:
    """Nobody speaks."""

    def say(self, words: str, language: str) -> None:
        """Nothing is heard."""


def begin(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start the program; what it has to complain about stays with it."""
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


class Espeak:
    """Speaks through espeak-ng. New words cut off the old ones: nobody listens to two at once."""

    def __init__(
        self,
        volume: float,
        *,
        program: str | None = None,
        start: Callable[[Sequence[str]], "subprocess.Popen[bytes]"] = begin,
    ) -> None:
        self.volume = volume
        self.program = program if program is not None else shutil.which(PROGRAM) or ""
        self.start = start
        self.speaking: subprocess.Popen[bytes] | None = None

    def say(self, words: str, language: str) -> None:
        if not self.program or self.volume <= 0 or not words:
            return
        if self.speaking is not None and self.speaking.poll() is None:
            self.speaking.terminate()
            self.speaking.wait()
        loud = str(round(self.volume * LOUDEST))
        try:
            self.speaking = self.start([self.program, "-v", language, "-a", loud, "--", words])
        except OSError as fault:  # it went away since we looked
            log.info("nobody reads aloud: %s", fault)
            self.program = ""
