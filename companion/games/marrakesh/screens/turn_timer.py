"""How long whoever is asked has been asked: for tables that want a turn to end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class TurnTimer:
    """Runs for one player at a time, from the moment they are asked.

    minutes    a turn may take; 0 for tables without a timer
    """

    minutes: int = 0
    seat: int = -1
    began: float = 0.0
    rung: bool = False

    def follow(self, seat: int, now: float) -> None:
        """Somebody else is asked now, or nobody: it begins anew."""
        if seat != self.seat:
            self.seat, self.began, self.rung = seat, now, False

    @property
    def running(self) -> bool:
        return self.minutes > 0 and self.seat >= 0

    def left(self, now: float) -> int:
        """Whole seconds that are left; below 0 the turn is too long."""
        return round(self.minutes * 60 - (now - self.began))

    def rings(self, now: float) -> bool:
        """Whether the time has just run out: once a turn."""
        if not self.running or self.rung or self.left(now) > 0:
            return False
        self.rung = True
        return True

    def words(self, now: float) -> str:
        """What is left, or by how much it is too long: "1:05", "+0:12"."""
        if not self.running:
            return ""
        left = self.left(now)
        sign, seconds = ("+", -left) if left < 0 else ("", left)
        return f"{sign}{seconds // 60}:{seconds % 60:02d}"
