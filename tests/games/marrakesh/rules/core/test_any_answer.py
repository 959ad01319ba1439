"""Whatever is sent as an answer is either taken in its normal form or refused with a sentence."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.play import forms
from companion.play.decision import Decision
from companion.play.errors import BadFact, IllegalMove
from tests.games.marrakesh.rules.facts import TEST_FACTS

WORDS = st.sampled_from(
    [*COLOURS, "water", "date", "2 date", "1 points", "cost", "kind", "gain", "price", "²"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)
KEYS = sorted(family.replace("#", str(group.numbers[0] if group.numbers else "")) for family, group in
              facts.FAMILIES.items())  # fmt: skip


@given(st.sampled_from(KEYS), JSON)
def test_a_fact_is_taken_or_refused(key: str, value: object) -> None:
    try:
        taken = facts.check(key, value)
    except BadFact:
        return
    assert facts.check(key, json.loads(json.dumps(taken))) == taken


@given(JSON)
def test_an_answer_to_a_choice_is_taken_or_refused(value: object) -> None:
    one = Decision("claim", 0, ("green*1", "green*2"))
    several = Decision("select", 0, tuple(COLOURS), 3, 3)
    tower = Decision("tower", -1, form="counts", about={"inside": {"green": 2}})
    for decision in (one, several, tower):
        with contextlib.suppress(IllegalMove):
            decision.accept(value)


@pytest.mark.parametrize("key", sorted(TEST_FACTS))
def test_facts_survive_a_file(key: str) -> None:
    value = facts.check(key, TEST_FACTS[key])
    assert facts.check(key, json.loads(json.dumps(value))) == value


def test_the_tower_cannot_give_what_it_does_not_hold() -> None:
    with pytest.raises(IllegalMove, match="only 2 can be in the tower"):
        forms.check("counts", {"green": 3}, {"inside": {"green": 2}})
