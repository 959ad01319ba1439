"""Robot games killed at random moments, inside writes too: they go on at the same prompt.

Each round a robot plays in a process of its own and tells, after every answer, how many records are kept and
what it is asked next. Then the process is killed: from outside after a random time, or by its own disk in the
middle of a write. The next process must find every record that was told of, and the same question.

`COMPANION_KILLS` sets the number of rounds (docs/reliability.md has the figures of a long run).
"""

import json
import os
import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions, Seat
from companion.play import saved_games
from companion.play.robot import Robot
from companion.play.saved_games import SavedGame
from companion.store import Store
from tests.store.faulty_disk import FaultyDisk

KILLS = int(os.environ.get("COMPANION_KILLS", "40"))
SEATS = (Seat("Sarah", "green"), Seat("Jan", "blue"), Seat("Ann", "yellow"))
LONGEST_GAME_RECORDS = 250  # a longer one is replayed at every start, which would only cost time


@dataclass(frozen=True)
class Told:
    """The last word of a process that was killed."""

    game: str
    records: int
    prompt: str


def test_killed_games_go_on_at_the_same_prompt(tmp_path: Path) -> None:
    last: Told | None = None
    inside_a_write = acknowledged = silent = 0
    for number in range(KILLS):
        rng = random.Random(number)
        kill_at_write = rng.randrange(1, 120) if number % 2 else None
        told, status = _play_until_killed(tmp_path, number, kill_at_write, rng)
        assert os.WIFSIGNALED(status), f"round {number}: the player ended by itself with {status}"
        assert os.WTERMSIG(status) == signal.SIGKILL
        inside_a_write += kill_at_write is not None
        silent += 1
        if told:
            acknowledged += len(told)
            last, silent = told[-1], 1
        if last is not None:
            _look_for_it(tmp_path, last, number, silent)
    assert acknowledged > KILLS
    assert inside_a_write >= KILLS // 2


def _look_for_it(folder: Path, last: Told, number: int, silent: int) -> None:
    with Store.open(folder) as store:
        assert store.notices == [], f"round {number}: {store.notices}"
        (record,) = [game for game in store.games() if game.id == last.game]
        records = [entry.payload for entry in store.journal(record.id)]
        # Of each process since, one more may have reached the disk without its living to tell.
        assert last.records <= len(records) <= last.records + silent, f"round {number}"
        game = saved_games.look_at(store, record.id)
        as_told = Game(game.options, game.facts_at_start, records[: last.records])
        assert _prompt(as_told) == last.prompt, f"round {number}"


def _play_until_killed(
    folder: Path, number: int, kill_at_write: int | None, rng: random.Random
) -> tuple[list[Told], int]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            if kill_at_write is not None:
                FaultyDisk(kill_at_write=kill_at_write).install()
            _play(folder, random.Random(number), write)
        except BaseException as error:
            os.write(2, f"round {number}: {error!r}\n".encode())
        os._exit(1)
    os.close(write)
    if kill_at_write is None:
        time.sleep(rng.uniform(0.0, 0.25))
        os.kill(child, signal.SIGKILL)
    with os.fdopen(read, "rb") as pipe:
        heard = pipe.read()
    _, status = os.waitpid(child, 0)
    # A line cut short was never said.
    return [Told(*json.loads(line)) for line in heard.split(b"\n")[:-1]], status


def _play(folder: Path, rng: random.Random, write: int) -> None:
    store = Store.open(folder)
    robot = Robot(rng)
    going_on = store.unfinished()
    if going_on is not None and going_on.entries < LONGEST_GAME_RECORDS:
        saved = saved_games.take_up(store, going_on.id)
    else:
        saved = saved_games.begin(store, GameOptions(SEATS))
    while True:
        if saved.game.over:
            saved = saved_games.begin(store, GameOptions(SEATS))
        _step(saved, robot, rng)
        saved.catch_up()
        told = [saved.id, store.game(saved.id).entries, _prompt(saved.game)]
        os.write(write, json.dumps(told).encode() + b"\n")


def _step(saved: SavedGame, robot: Robot, rng: random.Random) -> None:
    game = saved.game
    roll = rng.random()
    if roll < 0.08 and game.can_undo:
        game.undo()
    elif roll < 0.12 and game.can_redo:
        game.redo()
    else:
        assert game.pending is not None
        game.answer(robot.answer(game.pending))


def _prompt(game: Game) -> str:
    return repr(game.pending)
