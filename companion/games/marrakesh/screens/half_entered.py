"""What the players have tapped and not confirmed yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class HalfEntered:
    """What was tapped for the pending decision and not confirmed yet; gone when the question changes.

    was     the picks that stand, where an old answer is being changed
    covered the screen is on its way to the next player, who has secrets of their own
    """

    picks: list[str] = field(default_factory=list)
    form: Any = None
    by_hand: bool = False
    was: tuple[str, ...] | None = None
    two_colours: bool = False
    covered: bool = False

    def uncover(self) -> None:
        """The right player has the screen now."""
        self.covered = False

    def other_colours(self) -> None:
        """Claim two different keshis (scroll 61), or one colour again."""
        self.two_colours = not self.two_colours
