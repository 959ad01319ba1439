"""Confirmed throws kept as photos while a game goes on, where the table wants it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table.tray_part import Confirmed


class PhotoKeeping:
    """Keeps the photos of one table, in threads of their own: writing them takes a card a while."""

    def __init__(self, data: Path, limit_mb: float) -> None:
        self._data = data
        self._limit_mb = limit_mb

    def keep(self, count: Confirmed, calibration: str) -> None:
        """Keep a count as the table confirmed it; `calibration` is the profile it was counted with."""
        from companion.photolog.log import FOLDER_NAME, PhotoLogKeeper
        from companion.table.pictures_taken import CountedLook

        look = count.look
        if not isinstance(look, CountedLook):
            return
        keeper = PhotoLogKeeper(self._data / FOLDER_NAME, limit_mb=self._limit_mb)

        def write() -> None:
            keeper.keep(
                look.pair.lit,
                look.pair.unlit,
                confirmed=count.counts,
                counted=look.observation,
                calibration=calibration,
            )

        threading.Thread(target=write, name="photo log").start()
