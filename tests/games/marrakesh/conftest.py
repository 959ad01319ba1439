"""The examples are told at prices of their own: what the catalogue says is stated and tested once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from companion.games.marrakesh.rules.catalogue.scrolls import KINDS

DATES: Final = {"gray": 1, "yellow": 1, "pink": 2, "orange": 3}
"""What a scroll costs in every example and kept game here, whatever the catalogue says."""


@pytest.fixture(autouse=True)
def prices_of_the_examples(request: pytest.FixtureRequest) -> Iterator[None]:
    """Only tests marked `printed` see the catalogue's own."""
    with pytest.MonkeyPatch.context() as patch:
        if request.node.get_closest_marker("printed") is None:
            for name, dates in DATES.items():
                patch.setitem(KINDS, name, replace(KINDS[name], dates=dates))
        yield
