"""A robot that plays in the store of the virtual Pi, and says aloud what is on disk.

robot.py FOLDER begin ENTRIES     a game of so many entries, left unfinished
robot.py FOLDER look              the game that is unfinished: its name, its entries, its question
robot.py FOLDER play LINE         play on for ever; a line is written to LINE after each entry is on disk
"""

import random
import sys
from pathlib import Path
from typing import TextIO

from companion.games.marrakesh.rules.options import GameOptions, Seat
from companion.play import saved_games
from companion.play.robot import Robot
from companion.store import Store

SEATS = (Seat("Sarah", "green"), Seat("Jan", "blue"), Seat("Ann", "yellow"))


def main(folder: str, action: str, *rest: str) -> None:
    if action == "play":
        with open(rest[0], "w", buffering=1) as line:
            play(Path(folder), line, None)
    else:
        play(Path(folder), sys.stdout, int(rest[0]) if action == "begin" else 0)


def play(folder: Path, told: TextIO, entries: int | None) -> None:
    """Up to so many entries, then where it stands; without a number for ever, and each of them is told."""
    store = Store.open(folder)
    going_on = store.unfinished()
    if going_on is None:
        saved = saved_games.begin(store, GameOptions(SEATS))
    else:
        saved = saved_games.take_up(store, going_on.id)

    def tell(word: str) -> None:
        asked = repr(saved.game.pending).replace("\n", " ")
        print(word, saved.id, store.game(saved.id).entries, asked, file=told)

    if entries is None:
        tell("AT")
    # Every evening throws its own dice, and one that is looked at again the same.
    robot = Robot(random.Random(f"{saved.id} {store.game(saved.id).entries}"))
    while entries is None or store.game(saved.id).entries < entries:
        if saved.game.over:
            saved = saved_games.begin(store, GameOptions(SEATS))
        asked = saved.game.pending
        assert asked is not None  # a game that is not over asks something
        saved.game.answer(robot.answer(asked))
        saved.catch_up()
        if entries is None:
            tell("ACK")
    tell("AT")


main(*sys.argv[1:])
