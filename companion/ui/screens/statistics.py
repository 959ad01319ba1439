"""What the evenings add up to: averages by player count, bests, how long it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from companion.ui.i18n import _
from companion.ui.ports import PastGame
from companion.ui.screens.sources import by_kind, source_name


@dataclass(frozen=True)
class CountRow:
    """All games with so many players."""

    players: int
    games: int
    average: float
    winner_average: float
    minutes: int


@dataclass(frozen=True)
class PlayerRow:
    """All games of one player."""

    name: str
    games: int
    wins: int
    average: float
    best: int


@dataclass(frozen=True)
class Statistics:
    """Of finished games only."""

    games: int = 0
    by_count: tuple[CountRow, ...] = ()
    by_player: tuple[PlayerRow, ...] = ()
    by_source: tuple[tuple[str, float], ...] = ()
    best_score: int = 0
    best_name: str = ""

    @classmethod
    def of(cls, games: Sequence[PastGame]) -> "Statistics":
        done = [game for game in games if game.finished and game.players]
        if not done:
            return cls()
        everyone = [player for game in done for player in game.players]
        best = max(everyone, key=lambda player: player.score)
        return cls(
            games=len(done),
            by_count=tuple(count_row(done, count) for count in sorted({len(game.players) for game in done})),
            by_player=tuple(
                sorted(
                    (player_row(done, name) for name in {player.name for player in everyone}),
                    key=lambda row: (-row.wins, -row.average, row.name),
                )
            ),
            by_source=sources(done),
            best_score=best.score,
            best_name=best.name,
        )


def count_row(games: Sequence[PastGame], count: int) -> CountRow:
    chosen = [game for game in games if len(game.players) == count]
    timed = [game.minutes for game in chosen if game.minutes]
    return CountRow(
        count,
        len(chosen),
        mean(player.score for game in chosen for player in game.players),
        mean(max(player.score for player in game.players) for game in chosen),
        round(mean(timed)) if timed else 0,
    )


def player_row(games: Sequence[PastGame], name: str) -> PlayerRow:
    scores = [player.score for game in games for player in game.players if player.name == name]
    wins = sum(name in game.winners for game in games)
    return PlayerRow(name, len(scores), wins, mean(scores), max(scores))


def sources(games: Sequence[PastGame]) -> tuple[tuple[str, float], ...]:
    """Average points a player and game by source, the most first; only games that kept them count."""
    players = [(game, player) for game in games for player in game.players if player.by_source]
    total: dict[str, int] = {}
    for game, player in players:
        for kind, points in by_kind(game, player.by_source).items():
            name = source_name(game, kind)
            total[name] = total.get(name, 0) + points
    rows = [(key, points / len(players)) for key, points in total.items()]
    return tuple(sorted(rows, key=lambda row: -row[1]))


def duration_words(minutes: int) -> str:
    """Hours and minutes, or nothing when it was not kept."""
    if not minutes:
        return "–"
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h {minutes:02d}").format(hours=minutes // 60, minutes=minutes % 60)
