"""The score sheet of a game: where everybody's points came from, as a table in plain text."""

from __future__ import annotations

from collections import Counter

from companion.games.marrakesh.rules.final import ranking
from companion.games.marrakesh.rules.state import OVER, START_SCORE, Player, State
from companion.games.marrakesh.rules.texts.sources import source

_WIDTH = 34


def by_source(player: Player) -> dict[str, int]:
    """Points by what gave them, largest first; what came in and went out again is left out."""
    points: Counter[str] = Counter()
    for line in player.ledger:
        points[line.source] += line.points
    return {name: n for name, n in points.most_common() if n}


def by_season(player: Player) -> list[int]:
    """Points made in each season, final scoring with the last."""
    made = [0, 0, 0]
    for line in player.ledger:
        made[line.season] += line.points
    return made


def as_text(g: State) -> str:
    """The sheet, one column a player."""
    players = g.players
    sheets = [by_source(player) for player in players]
    names = sorted(
        {name for sheet in sheets for name in sheet}, key=lambda n: -sum(s.get(n, 0) for s in sheets)
    )

    def row(label: str, cells: list[str]) -> str:
        return f"{label:<{_WIDTH}.{_WIDTH}}" + "".join(f"{cell:>13.12}" for cell in cells)

    rule = "-" * (_WIDTH + 13 * len(players))
    lines = [row("", [player.name for player in players]), rule]
    lines.append(row("start", [str(START_SCORE)] * len(players)))
    lines += [row(str(source(name)), [str(sheet.get(name, "")) for sheet in sheets]) for name in names]
    lines += [rule, row("total", [str(player.score) for player in players])]
    for season in range(3):
        lines.append(row(f"in season {season + 1}", [str(by_season(player)[season]) for player in players]))
    if g.phase == OVER:
        winners = [player.name for player in ranking(players)[0]]
        ends = "won" if len(winners) == 1 else "share the victory"
        lines += ["", f"{' and '.join(winners)} {ends}."]
    else:
        lines += ["", f"Season {g.season + 1}, round {g.round + 1}: not finished."]
    return "\n".join(lines)
