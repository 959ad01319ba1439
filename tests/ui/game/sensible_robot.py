"""A player that plays sensibly: it takes what it can get, climbs, sails, buys and pays what it owes.

Taps are counted with it, because a robot that answers at random buys what no table would buy, and passes
where nobody would.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.marrakesh.rules.keshi import COLOUR_OF, MEDINA, SECTOR_OF, SOUK
from companion.games.marrakesh.rules.state import Player, State
from companion.play.decision import PASS, Answer, Decision
from companion.play.robot import Robot

ACT_FROM = {"river": 2, "mosque": 2, "palace": 2, "orchard": 2, "main square": 1}
"""Keshis in a sector from which its action is worth more than one keshi more."""


class SensibleRobot(Robot):
    """Answers like somebody who wants to win, from a seed."""

    def answer(self, decision: Decision, state: State | None = None) -> Answer:
        """What is worth most; anything legal where the state is not known."""
        ways: dict[str, Any] = {
            "claim": self.claim,
            "use assistant": self.use,
            "river water": self.water,
            "stair pay": lambda g, d: PASS,
            "medina space": self.gate_space,
            "provisions paid": lambda g, d: "yes",
            "storage keshi": lambda g, d: "yes",
            "exchange return": lambda g, d: PASS,
            "final oases": lambda g, d: d.options[0],
            "scroll": self.scroll,
            "souk": self.souk,
            "claim any": self.first,
            "sahara claim": self.first,
            "extra step": lambda g, d: "yes",
        }
        way = ways.get(decision.kind)
        if way is None or state is None:
            return super().answer(decision, state)
        return way(state, decision)

    def first(self, g: State, d: Decision) -> Answer:
        return d.options[0]

    def claim(self, g: State, d: Decision) -> Answer:
        """Two of a colour rather than one."""
        keys = [key for key in d.options if key != PASS and "+" not in key]
        twos = [key for key in keys if key.endswith("*2")]
        return self.rng.choice(twos or keys or list(d.options))

    def use(self, g: State, d: Decision) -> Answer:
        """The action where it is worth it, else one keshi more."""
        sector, p = d.about["sector"], g.players[d.player]
        keshis = [key for key in d.options if key != "action"]
        if "action" in d.options and (not keshis or self.worth_acting(g, p, sector)):
            return "action"
        return self.rng.choice(keshis)

    def worth_acting(self, g: State, p: Player, sector: str) -> bool:
        if sector == SOUK:
            return p.goods_total >= 2
        if sector == MEDINA:
            return p.guards_on_watchtower > 0
        if sector in ("madrasa", "sahara"):
            return True
        return p.keshis[sector] >= ACT_FROM.get(sector, 2)

    def water(self, g: State, d: Decision) -> Answer:
        """One water in the bottle is kept for the provisions."""
        return str(max(0, int(d.options[-1]) - 1))

    def gate_space(self, g: State, d: Decision) -> Answer:
        match = SECTOR_OF.get(d.about["colour"], "")
        return match if match in d.options else self.rng.choice(d.options)

    def scroll(self, g: State, d: Decision) -> Answer:
        """A scroll that lies there; the stacks are not turned over."""
        return next((key for key in d.options if key.isdigit()), PASS)

    def souk(self, g: State, d: Decision) -> Answer:
        """A luxury good before the exchange office."""
        goods = [key for key in d.options if key.startswith("luxury:")]
        return (goods or list(d.options))[0]


def toss_of(g: State, rng: Any) -> dict[str, int]:
    """What may come out of the tower: most of what is inside."""
    out: Counter[str] = Counter()
    for colour, n in g.tower.inside.items():
        out[colour] = sum(rng.random() < 0.85 for _keshi in range(n))
    return {colour: n for colour, n in out.items() if n} or {next(c for c in COLOUR_OF.values()): 0}
