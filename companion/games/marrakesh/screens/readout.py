"""The final scoring is read out step by step: until then no screen gives its points away."""

from __future__ import annotations

from companion.games.marrakesh.rules.adjust import SOURCE as ADJUSTED
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import FINAL, OVER, Event, Player, State
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.words import N_, Text

STEPS = (
    ("complete ", N_("Complete sectors")),
    ("oasis ", N_("Oases")),
    ("town ", N_("Desert towns")),
    ("left over", N_("Left over")),
)
LIGHT_STEPS = (("final scoring", N_("Final scoring")),)
SOURCES = tuple(prefix for prefix, _name in (*STEPS, *LIGHT_STEPS))


def steps_of(g: State) -> list[tuple[Text, list[int]]]:
    """The steps of the final scoring: a name and every player's points."""
    return [(name, [final_points(player, prefix) for player in g.players]) for prefix, name in _steps(g)]


def pictures_of_steps(g: State) -> list[str]:
    """The thing that pictures each step."""
    return ["by hand" if g.depth != FULL else prefix.strip() for prefix, _name in _steps(g)]


def final_points(player: Player, prefix: str) -> int:
    """Points of the final scoring from one kind of source; what was scored earlier is not among them."""
    lines = player.ledger[_begins(player) :]
    return sum(line.points for line in lines if line.source.startswith(prefix))


def read_out(table: GameOnScreen) -> State:
    """The game as far as its points have been read out; every screen but the last sheet shows this one."""
    return as_read_out(table.state, _steps_read_out(table))


def is_secret(table: GameOnScreen, event: Event) -> bool:
    """Whether the history must not tell this yet: points of the final scoring that nobody has read out."""
    to_come = _to_come(table.state, _steps_read_out(table))
    return event.kind == "points" and event.data["source"].startswith(to_come)


def _steps_read_out(table: GameOnScreen) -> int:
    # While somebody is still asked something, nothing has been read out.
    return table.final_step + 1 if table.pending is None else 0


def _to_come(g: State, steps: int) -> tuple[str, ...]:
    return tuple(prefix for prefix, _name in _steps(g)[steps:])


def as_read_out(g: State, steps: int) -> State:
    """The game with so many steps of the final scoring read out, and without the points of the others."""
    to_come = _to_come(g, steps)
    if not to_come or g.phase not in (FINAL, OVER):
        return g
    told = g.copy()
    for player in told.players:
        begins = _begins(player)
        final = player.ledger[begins:]
        player.ledger[begins:] = [line for line in final if not line.source.startswith(to_come)]
        player.score -= sum(line.points for line in final if line.source.startswith(to_come))
    return told


def _steps(g: State) -> tuple[tuple[str, Text], ...]:
    return STEPS if g.depth == FULL else LIGHT_STEPS


def _begins(player: Player) -> int:
    """Where a player's final scoring begins in the ledger; what was put right since is no end of it."""
    begins = len(player.ledger)
    while begins and player.ledger[begins - 1].source.startswith((*SOURCES, ADJUSTED)):
        begins -= 1
    return begins
