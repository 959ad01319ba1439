"""Marrakesh in motion: the engine of any game with this game's flow.

engine = Engine(new_game(options))
while (decision := engine.pending) is not None:
    engine.answer(robot.answer(decision))
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.flow import play
from companion.games.marrakesh.rules.state import State
from companion.play import engine


class Engine(engine.Engine[State]):
    """One game of Marrakesh.

    script      played before the flow goes on, for a position set up by hand: `sahara.action(state, seat)`
    flow        False: stop when the script has ended
    """

    def __init__(
        self,
        state: State,
        script: engine.Script | None = None,
        *,
        flow: bool = True,
        on_quiet: Callable[[State], None] | None = None,
    ) -> None:
        super().__init__(state, script, flow=play if flow else None, on_quiet=on_quiet)
