"""A companion in a real window of an X server, telling a file what there is to tap: for `test_real_pointer`.

    python -m tests.ui.game.window_on_x DATA FILE

After every picture and tap the file holds what can be touched, where its middle is, and how far the game is.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from companion.config import Settings
from companion.games.marrakesh.screens import game_on
from companion.ui.audit import top_layer
from companion.ui.window import Window
from companion.wiring import Companion

SIZE_PX = (800, 480)


def main(data: Path, told: Path) -> None:
    companion = Companion(Settings(), data, Window(SIZE_PX), camera="none")
    turn, touch, last = companion.app.turn, companion.stage.touch, (0, 0.0)

    def turn_and_tell() -> None:
        nonlocal last
        turn()
        now = (companion.app.pictures, touch.lifted_at)
        if now != last and not touch.down:  # what is only pressed has done nothing yet
            last = now
            tell(companion, told)

    companion.app.turn = turn_and_tell  # type: ignore[method-assign]  # to look over the loop's shoulder
    companion.run()


def tell(companion: Companion, told: Path) -> None:
    touchable = [w for w in top_layer(companion.stage.root).walk() if w.touchable and not w.scrolls and w.say]
    table = game_on(companion.stage)
    news = {
        "driver": companion.window.driver,
        "screen": companion.stage.screen.name,
        "targets": [[w.say, *w.rect.center] for w in touchable],
        "entries": len(table.game.journal.entries) if table is not None else 0,
        "lifted_at": companion.stage.touch.lifted_at,
    }
    part = told.with_suffix(".part")
    part.write_text(json.dumps(news))
    os.replace(part, told)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
