"""An evening's worth of lines to put on a shelf, and the truth to compare with."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.store import GameId, Json, Store

COLOURS = ("turquoise", "green", "pink", "black", "white", "gray", "beige", "brown", "red", "yellow")


@dataclass
class Truth:
    """What was put on the shelf and acknowledged."""

    journals: dict[GameId, list[Json]] = field(default_factory=dict)
    facts: dict[str, Json] = field(default_factory=dict)

    def entries(self) -> int:
        return sum(map(len, self.journals.values()))


def payload(rng: random.Random) -> Mapping[str, Json]:
    """Something like a real entry: mostly short, now and then a long one."""
    picks = [rng.choice(COLOURS) for _ in range(rng.choice([1, 2, 3, 12, 60]))]
    return {
        "rec": "do",
        "entry": {"do": "answer", "what": "claim", "player": rng.randrange(4), "value": picks},
    }


def play_evenings(folder: Path, seed: int, games: int = 3, entries: int = 120) -> Truth:
    """Fills a shelf and closes it."""
    rng = random.Random(seed)
    truth = Truth()
    with Store.open(folder) as store:
        _fill(store, rng, truth, games, entries)
    return truth


def photograph(folder: Path, seed: int, games: int = 3, entries: int = 120) -> tuple[Truth, dict[str, bytes]]:
    """The files of a shelf in the middle of an evening, write-ahead log and all, as bytes by name."""
    rng = random.Random(seed)
    truth = Truth()
    with Store.open(folder) as store:
        _fill(store, rng, truth, games, entries)
        files = {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and not path.name.endswith("-shm")
        }
    return truth, files


def develop(files: Mapping[str, bytes], folder: Path) -> None:
    """Lays photographed files out in a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _fill(store: Store, rng: random.Random, truth: Truth, games: int, entries: int) -> None:
    for number in range(games):
        game = store.new_game(
            "marrakesh", f"evening {number}", [{"name": "Sarah"}, {"name": "Tomás"}], {"number": number}
        )
        truth.journals[game] = []
        for _ in range(entries):
            entry = payload(rng)
            store.append(game, "do", entry)
            truth.journals[game].append(entry)
            if rng.random() < 0.05:
                key = f"oasis.{rng.randrange(40)}"
                truth.facts[key] = rng.randrange(20)
                store.tell_fact("marrakesh", key, truth.facts[key])
        if number < games - 1:
            store.finish_game(game, {"winner": "Sarah"})
