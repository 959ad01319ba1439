"""A player that answers any question with a legal answer: for tests, for the demonstration, for fuzzing.

It knows nothing of the game but the `Decision`, which is the point: whatever it can be asked, a table can
be asked too, and a game it cannot finish has a hole in its rules. A game may bring one that plays better
(`Playable.robot`).
"""

from __future__ import annotations

import random
from typing import Any

from companion.play import forms
from companion.play.decision import PASS, Answer, Decision


class Robot:
    """Answers at random, from a seed.

    eager    how often it prefers doing something to passing, where it may pass (0 to 1)
    hasty    how often it does something else first, where it may
    """

    def __init__(self, seed: int | random.Random, eager: float = 0.8, hasty: float = 0.2) -> None:
        self.rng = seed if isinstance(seed, random.Random) else random.Random(seed)
        self.eager = eager
        self.hasty = hasty

    def answer(self, decision: Decision, state: Any = None) -> Answer:
        """Some legal answer. `state` is for robots that know the game; this one does not look at it."""
        options = decision.options
        if decision.asides and self.rng.random() < self.hasty:
            return self.rng.choice(decision.asides)
        if decision.form:
            return forms.sample(decision.form, decision.about, self.rng)
        if decision.min_picks == decision.max_picks == 1:
            if len(options) > 1 and options[-1] == PASS and self.rng.random() < self.eager:
                return options[int(self.rng.random() * (len(options) - 1))]
            return options[int(self.rng.random() * len(options))]
        most = min(decision.max_picks, len(options)) if decision.distinct else decision.max_picks
        picks = self.rng.randint(decision.min_picks, most)
        if decision.distinct:
            return tuple(self.rng.sample(options, picks))
        return tuple(self.rng.choices(options, k=picks))
