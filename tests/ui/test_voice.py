"""Scores are read aloud where the table wants it, in its language, and never hold anything up."""

from __future__ import annotations

import os
import subprocess
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from companion.config import load
from companion.config.settings import changed
from companion.games.marrakesh.screens.receipt import SeasonReceipt, scores_in_words, spoken
from companion.games.marrakesh.screens.samples import table_at
from companion.ui import i18n
from companion.ui.stage import Stage
from companion.ui.voice import Espeak, Mute
from companion.ui.window import Window
from companion.wiring import Companion


class Remembered:
    """A voice that only remembers."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def say(self, words: str, language: str) -> None:
        self.said.append((words, language))


class Spoken:
    """A program that speaks until it is stopped."""

    def __init__(self) -> None:
        self.over = False

    def poll(self) -> int | None:
        return 0 if self.over else None

    def terminate(self) -> None:
        self.over = True

    def wait(self) -> int:
        return 0


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_scores_are_said_with_the_receipt_of_a_season(language: str) -> None:
    i18n.use(language)
    stage, table, voice = Stage((800, 480)), table_at("assistant", 80), Remembered()
    stage.voice = voice
    stage.push(SeasonReceipt(table, 0, lambda ui: None))
    ((words, said_in),) = voice.said
    assert said_in == language
    for player in table.state.players:
        assert f"{player.name}: {spoken(player.score)}" in words.replace(" :", ":")


def test_nobody_speaks_unless_asked() -> None:
    assert isinstance(Stage((800, 480)).voice, Mute)


def test_espeak_is_told_words_language_and_loudness() -> None:
    heard: list[Sequence[str]] = []

    def start(command: Sequence[str]) -> Any:
        heard.append(command)
        return Spoken()

    voice = Espeak(0.5, program="/usr/bin/espeak-ng", start=start)
    voice.say("Jan: 12", "de")
    assert heard == [["/usr/bin/espeak-ng", "-v", "de", "-a", "100", "--", "Jan: 12"]]
    first = voice.speaking
    voice.say("Sarah: 14", "de")
    assert isinstance(first, Spoken)
    assert first.over, "new words cut off the old ones"


def test_a_table_that_wants_a_voice_hears_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Companion(load(tmp_path / "none.toml"), tmp_path / "data", Window((800, 480)), camera="none")
    try:
        for path, toast in ((os.environ["PATH"], ""), (str(tmp_path), "apt install espeak-ng")):
            monkeypatch.setenv("PATH", path)
            table.settings.set(changed(table.settings.get(), "sound.read_aloud", True))
            assert toast in table.stage.toast_words
            assert bool(table.stage.toast_words) == bool(toast)
    finally:
        table.store.close()
        pygame.display.quit()


def test_without_the_program_or_muted_nothing_is_started() -> None:
    def start(_command: Sequence[str]) -> Any:
        raise AssertionError("started")

    Espeak(0.5, program="", start=start).say("Jan", "en")
    Espeak(0.0, program="espeak-ng", start=start).say("Jan", "en")


def test_a_program_that_is_gone_is_not_tried_again() -> None:
    tried: list[Sequence[str]] = []

    def start(command: Sequence[str]) -> Any:
        tried.append(command)
        raise FileNotFoundError(command[0])

    voice = Espeak(0.5, program="espeak-ng", start=start)
    voice.say("Jan", "en")
    voice.say("Jan", "en")
    assert len(tried) == 1


@pytest.mark.parametrize(("language", "minus"), [("en", "minus 4"), ("de", "minus 4"), ("fr", "moins 4")])
def test_less_than_nothing_is_said_in_words(language: str, minus: str) -> None:
    i18n.use(language)
    assert spoken(-4) == minus
    assert spoken(4) == "4"
    assert "-" not in scores_in_words(table_at("assistant", 82).state).replace("Marie-Henriette", "")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_real_program_says_a_minus_in_each_language(language: str) -> None:
    """What it would speak, as sounds; the same command as at the table, without a sound device."""
    i18n.use(language)
    heard = []

    def start(command: Sequence[str]) -> Any:
        run = [*command[:-2], "-q", "-x", *command[-2:]]
        heard.append(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
        return Spoken()

    for words in (f"Jan: {spoken(-4)}.", f"Jan: {spoken(4)}."):
        Espeak(0.6, start=start).say(words, language)
    below, above = heard
    assert above.split()
    assert len(below.split()) == len(above.split()) + 1, "one word more: the minus"


SPOKEN_SECONDS = (4.0, 15.0)  # four names and numbers, read at an easy pace


@pytest.mark.parametrize(
    ("language", "number"), [("en", "twenty eight"), ("de", "achtundzwanzig"), ("fr", "vingt-huit")]
)
def test_the_scores_can_be_heard_in_each_language(language: str, number: str, tmp_path: Path) -> None:
    """The command of the table, into a file in place of the loudspeaker: it lasts, is loud, says numbers."""
    i18n.use(language)
    heard = tmp_path / "scores.wav"
    sounds = []

    def start(command: Sequence[str]) -> Any:
        subprocess.run([*command[:-2], "-w", str(heard), *command[-2:]], check=True)
        said = subprocess.run([*command[:-2], "-q", "-x", *command[-2:]], capture_output=True, text=True)
        sounds.append("".join(letter for letter in said.stdout if letter.isalpha()))
        return Spoken()

    voice = Espeak(0.6, start=start)
    voice.say(scores_in_words(table_at("assistant", 82).state), language)
    with wave.open(str(heard)) as recording:
        seconds = recording.getnframes() / recording.getframerate()
        loudness = np.abs(np.frombuffer(recording.readframes(recording.getnframes()), np.int16))
    assert SPOKEN_SECONDS[0] < seconds < SPOKEN_SECONDS[1]
    assert np.percentile(loudness, 90) > 1000, "nobody would hear it"
    voice.say(number, language)
    assert sounds[1] in sounds[0], f"28 is said as {number}"
