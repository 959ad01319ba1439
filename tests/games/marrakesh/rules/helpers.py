"""Positions for the tests: a table with the made-up copy of the game (`facts.py`)."""

from __future__ import annotations

from typing import Any

from companion.games.marrakesh.rules.position import Table, position
from companion.games.marrakesh.rules.state import Player
from tests.games.marrakesh.rules.facts import TEST_FACTS


def table_of(*names: str, edition: str = "classic", **more: Any) -> Table:
    """A table of these players (all four if none is named), with every printed value known."""
    facts = {**TEST_FACTS, **more.pop("facts", {})}
    return position(names or ("Sarah", "Jan", "Marie", "Lukas"), edition, facts=facts, **more)


def sources(p: Player) -> list[tuple[str, int]]:
    """A player's ledger as (source, points)."""
    return [(line.source, line.points) for line in p.ledger]


def kinds(table: Table) -> str:
    """The kind of the open question, "" when there is none."""
    return table.pending.kind if table.pending else ""


def space_of(bonus: str) -> str:
    """The main square space with a bonus, as the option that names it."""
    return str(TEST_FACTS["square bonuses"].index(bonus))
