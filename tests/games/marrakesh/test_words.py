"""The game's words: said in every language at once, without a screen, and in refusals too."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.words import Words
from companion.locale import LANGUAGES, speaker
from companion.play.decision import Decision, NotAnOption
from companion.play.game import Game


def test_every_listener_hears_the_same_question_in_its_own_language_at_once() -> None:
    game = Game.new(GameOptions.of(("Sarah", "Jan")))
    asked = game.pending
    assert asked is not None
    with ThreadPoolExecutor() as pool:
        heard = list(pool.map(lambda code: Words(speaker(code)).question(asked, game.state), LANGUAGES * 20))
    assert len(set(heard)) == len(LANGUAGES)
    assert [heard[: len(LANGUAGES)]] * 20 == [
        heard[at : at + len(LANGUAGES)] for at in range(0, len(heard), len(LANGUAGES))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_possible_is_told_in_labels(language: str) -> None:
    game = Game.new(GameOptions.of(("Sarah", "Jan")))
    asked = Decision("assistant", 0, ("orchard", "river"))
    words = Words(speaker(language))
    with pytest.raises(NotAnOption) as refused:
        asked.accept("9")
    told = words.refusal(refused.value, game.state)
    labels = [words.option(asked, key, game.state) for key in asked.options]
    assert ", ".join(labels) in told
    assert "orchard, river" not in told


def test_the_games_words_need_no_screen() -> None:
    """A phone's page and the command line say them without a picture."""
    program = "import sys, companion.games.marrakesh.words; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
