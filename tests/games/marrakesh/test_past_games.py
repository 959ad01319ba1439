"""A game of Marrakesh on the shelf, as home and history see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.marrakesh.rules.options import GameOptions
from companion.kept.shelf import GameShelf
from companion.play.saved_games import begin
from companion.store import Store
from companion.ui.samples import sample_ports
from companion.ui.screens.past import PastGameScreen
from tests.ui.hands import Hands


@pytest.mark.parametrize(("edition", "words"), [("deluxe", "Deluxe"), ("essential", "Essential")])
def test_a_past_game_says_which_edition_it_was(tmp_path: Path, edition: str, words: str) -> None:
    with Store.open(tmp_path) as store:
        begin(store, GameOptions.of(("Sarah", "Jan"), edition=edition))
        shelf = GameShelf(store)
        (past,) = shelf.games()
        options = shelf.last_options("marrakesh")
    assert Hands(PastGameScreen(sample_ports(), past)).says(words)
    assert isinstance(options, GameOptions)
    assert options.edition == edition
