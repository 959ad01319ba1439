"""A game as text reads back to the same game; a spoilt text gets one sentence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games.marrakesh.rules.options import GameOptions, Seat
from companion.games.marrakesh.rules.versions import RULES_VERSION
from companion.play import notation
from companion.play.errors import BadNotation
from tests.games.marrakesh.play.players import played


@pytest.mark.parametrize("seed", range(6))
def test_a_written_game_reads_back_to_the_same_game(seed: int) -> None:
    game = played(seed)
    text = notation.write(game)
    again = notation.replay(notation.read(text))
    assert again.state == game.state
    assert notation.write(again) == text


def test_the_tables_own_word_is_written_too() -> None:
    game = played(2, 80)
    game.adjust(0, "date", 2)
    game.adjust(-1, "tower red", 1)
    game.tell_fact("river length", 18)
    game.set_depth("light" if game.state.depth == "full" else "full")
    again = notation.replay(notation.read(notation.write(game)))
    assert again.state == game.state


def test_names_that_would_confuse_are_written_as_seats() -> None:
    options = GameOptions(
        (Seat("Table", "green"), Seat("a: b = c", "blue"), Seat("Jürgen Élodie", "red")), depth="light"
    )
    text = notation.write(played(4, 30, options))
    assert "seat 1: " in text
    assert "seat 2: " in text
    assert "Jürgen Élodie: " in text
    notation.replay(notation.read(text))


@pytest.mark.parametrize("name", ["seat 2", "depth charge", "Seat 1", "fact finder"])
def test_names_that_look_like_words_of_the_notation_are_not_mistaken(name: str) -> None:
    game = played(4, 30, GameOptions.of((name, "Jan"), depth="light"))
    game.adjust(0, "date", 1)
    assert notation.replay(notation.read(notation.write(game))).state == game.state


def test_there_are_only_two_depths() -> None:
    text = notation.write(played(4, 1, GameOptions.of(("Sarah", "Jan"))))
    with pytest.raises(BadNotation, match="the depth is full or light"):
        notation.replay(notation.read(f"{text}! depth Light\n"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1"),
        ("hello", "line 1"),
        ("Marrakesh game, notation 9, rules 1\n", "newer"),
        (f"Marrakesh game, notation 1, rules {RULES_VERSION + 1}\n", "newer"),
        ("Marrakesh game, notation 1, rules 1\nx = 1\n", "line 2"),
        ("Marrakesh game, notation 1, rules 1\n[options]\nnonsense\n", "line 3"),
        ("Marrakesh game, notation 1, rules 1\n[options]\nversion = {\n", "line 3"),
        ("Marrakesh game, notation 1, rules 1\n[options]\n[game]\n", r"\[options\]"),
    ],
)
def test_a_spoilt_text_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        notation.read(text)


def test_a_move_that_does_not_fit_is_named() -> None:
    text = notation.write(played(3, 40))
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if ": select = " in line)
    lines[at] = lines[at].partition(" = ")[0] + " = gold, silver, tin"
    with pytest.raises(BadNotation, match="does not fit"):
        notation.replay(notation.read("\n".join(lines)))


def test_no_garbage_breaks_the_reader() -> None:
    rng = random.Random(11)
    text = notation.write(played(5, 60))
    refused = 0
    for _ in range(150):
        letters = list(text)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 3)] = rng.choice(
                ("", "\x00", "=", ":=", "{", "9", "\n", "ß", "!")
            )
        try:
            notation.replay(notation.read("".join(letters)))
        except BadNotation:
            refused += 1
    assert refused > 50


BY_HAND = """Marrakesh game, notation 1, rules 1

[options]
players = ["Sarah", "Jan"]

[facts]
storage spaces = ["keshi", "keshi", "keshi", "exchange", "scroll", "nothing"]

[game]
table: start player = 1
table: river tile of season = 02
table: spare oases = 07, 21, 30
table: river tile of season = 03
table: river tile of season = 05
"""


def test_a_game_written_by_hand_needs_only_names_and_moves() -> None:
    game = notation.replay(notation.read(BY_HAND))
    assert [(seat.name, seat.colour) for seat in game.options.players] == [
        ("Sarah", "green"),
        ("Jan", "blue"),
    ]
    assert game.state.spare_oases == [7, 21, 30]
    assert notation.write(game).splitlines()[-1] == "# open: table: fact provision 1"


def test_a_wrong_move_is_named_by_its_line_and_the_open_question() -> None:
    with pytest.raises(BadNotation, match=r"line 15 .*open here: table: fact provision 1"):
        notation.replay(notation.read(BY_HAND + "Sarah: select = green, pink, red\n"))
    with pytest.raises(BadNotation, match="2 to 4 players"):
        notation.read(BY_HAND.replace('["Sarah", "Jan"]', '["Sarah"]'))
    with pytest.raises(BadNotation, match=r"\[options\]"):
        notation.read(BY_HAND.replace('["Sarah", "Jan"]', '["A", "B", "C", "D", "E"]'))


def test_the_game_written_on_the_page_is_played_as_it_says() -> None:
    page = (Path(__file__).parents[4] / "docs" / "rules-api.md").read_text(encoding="utf-8")
    written = page.partition("```text\n")[2].partition("```")[0]
    game = notation.replay(notation.read(written))
    sarah, jan = game.state.players
    assert (sarah.keshis["orchard"], sarah.resources["date"], sarah.score) == (4, 5, 11)
    assert (jan.keshis["madrasa"], jan.goods["yellow"]) == (1, 1)
    assert notation.write(game).endswith("# open: Jan: assistant (river, souk, madrasa)\n")
