"""Whole games kept as text: what was played with an earlier companion still reads and scores the same.

A change of the rules that a kept game no longer fits is a change for every table with a saved game: count
`RULES_VERSION` up, say so in the changelog, and keep the new game beside the old one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.marrakesh.rules.options import EDITIONS, EXPANSIONS, GameOptions
from companion.play import notation

GAMES = sorted((Path(__file__).parent / "kept").glob("*.txt"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_kept_game_still_ends_as_it_did(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    game = notation.replay(notation.read(text))
    assert game.over
    last = "# " + ", ".join(f"{player.name} {player.score}" for player in game.state.players)
    assert text.splitlines()[-1] == last
    assert notation.write(game) == text


def test_every_edition_expansion_depth_and_table_size_has_a_kept_game() -> None:
    options = [_options(file) for file in GAMES]
    assert {option.edition for option in options} == set(EDITIONS)
    assert {name for option in options for name in option.expansions} == set(EXPANSIONS)
    assert {option.depth for option in options} == {"full", "light"}
    assert {len(option.players) for option in options} == {2, 3, 4}


def _options(file: Path) -> GameOptions:
    options = notation.read(file.read_text(encoding="utf-8")).options
    assert isinstance(options, GameOptions)
    return options
