"""Every question, option, event and source that a game can bring has its words."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import adjust, facts, texts
from companion.games.marrakesh.rules.catalogue.luxury import KINDS as LUXURY_KINDS
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import EXPANSIONS, GameOptions
from companion.games.marrakesh.rules.rulings import RULINGS
from companion.games.marrakesh.rules.setup import new_game
from companion.games.marrakesh.rules.state import Event
from companion.games.marrakesh.rules.texts.printed import fact_question
from companion.games.marrakesh.rules.texts.tiles import oasis_text, scroll_text
from companion.play.decision import Decision
from companion.play.robot import Robot
from companion.words import Text
from tests.games.marrakesh.rules.helpers import table_of

NAMES = ("Sarah", "Jan", "Marie", "Lukas")

ALIKE = frozenset(("souk", "free luxury", "provision up", "reveal"))
"""Questions about tiles that may look the same, as two of a copy's luxury goods may."""


def whole(text: Text) -> str:
    """The sentence, with no gap left open."""
    said = str(text)
    assert said
    assert "{" not in said, said
    return said


@pytest.mark.parametrize("seed", range(18))
def test_whole_games_never_lack_words(seed: int) -> None:
    expansions = [name for i, name in enumerate(EXPANSIONS) if (seed * 7 + 3) >> i & 1]
    options = GameOptions.of(
        NAMES[: 2 + seed % 3],
        ("classic", "essential")[seed % 2],
        expansions=expansions,
        depth="light" if seed % 12 == 5 else "full",
    )
    g = new_game(options)
    engine, robot, told = Engine(g), Robot(seed), 0
    while (decision := engine.pending) is not None:
        whole(texts.question(decision, g))
        labels = [whole(texts.label(decision, key, g)) for key in decision.options]
        if decision.kind not in ALIKE:
            assert len(set(labels)) == len(labels), (decision, labels)
        for key in decision.options:
            detail = texts.detail(decision, key, g)
            assert detail is None or whole(detail)
        engine.answer(robot.answer(decision))
        for event in g.log[told:]:
            whole(texts.line(event, g))
        told = len(g.log)
    for p in g.players:
        for line in p.ledger:
            whole(texts.source(line.source))


def test_points_put_right_by_hand_do_not_lack_words() -> None:
    g = new_game(GameOptions.of(NAMES))
    adjust.apply(g, 0, "points", 3)
    assert whole(texts.line(g.log[-1], g)) == "Sarah scored 3 points (put right by hand)"


def test_scrolls_all_at_once_never_lack_words() -> None:
    """A player with every permanent scroll meets the questions that hardly ever come up."""
    permanent = (
        set(range(13, 19)) | set(range(22, 37)) | {44, 45, 46, *range(48, 53), 54, 56, 60, 61, 63, 65, 66}
    )
    for seed in range(4):
        g = new_game(GameOptions.of(NAMES, expansions=EXPANSIONS))
        for p in g.players:
            p.scrolls |= permanent | {68, 69}
            p.resources.update(water=9, dinar=9, date=9)
        engine, robot = Engine(g), Robot(seed)
        while (decision := engine.pending) is not None:
            whole(texts.question(decision, g))
            for key in decision.options:
                whole(texts.label(decision, key, g))
                texts.detail(decision, key, g)
            engine.answer(robot.answer(decision))
        for event in g.log:
            whole(texts.line(event, g))


@pytest.mark.parametrize("seed", range(6))
def test_taking_stock_never_lacks_words(seed: int) -> None:
    g = new_game(GameOptions.of(NAMES[: 2 + seed % 3], depth="light", expansions=EXPANSIONS))
    engine, robot = Engine(g), Robot(seed)
    asked = set()
    while (decision := engine.pending) is not None:
        if g.season == 1:
            g.depth = "full"
        asked.add(decision.kind)
        whole(texts.question(decision, g))
        for key in decision.options:
            whole(texts.label(decision, key, g))
        engine.answer(robot.answer(decision))
    assert "stock resources" in asked


@pytest.mark.parametrize("number", [47, 53, 55, 58, 59, 62, 64, 67, 70, 71, 72])
def test_instant_scrolls_have_their_questions(number: int) -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis.update(river=2, orchard=2, square=4, sahara=2)
    sarah.paths["left"], sarah.discovered = 2, {"left-1": 3, "left-2": 4}
    sarah.claimed, sarah.disc = [5, 21], 0
    sarah.mosque = sarah.palace = 4
    for kind, first in (("gray", 19), ("yellow", 22), ("pink", 44), ("orange", 61)):
        table.show_scrolls(kind, first, first + 1, first + 2)
    table.start(f"scroll {number}", sarah)
    robot = Robot(number)
    assert table.pending is not None
    while (decision := table.pending) is not None:
        whole(texts.question(decision, table.state))
        for key in decision.options:
            whole(texts.label(decision, key, table.state))
            texts.detail(decision, key, table.state)
        table.answer(robot.answer(decision))


def test_every_fact_has_a_question() -> None:
    for pattern, group in facts.FAMILIES.items():
        for number in group.numbers or (1,):
            assert whole(fact_question(pattern.replace("#", str(number)))).endswith("?")


def test_every_ruling_and_luxury_kind_has_words() -> None:
    for ruling in RULINGS:
        assert whole(ruling.holds) != whole(ruling.flipped)
    assert len({str(name) for name in LUXURY_KINDS.values()}) == 5


def test_every_correction_by_hand_has_words() -> None:
    table = table_of("Sarah", "Jan")
    for seat in (-1, 0):
        for what in adjust.keys(table.state, seat):
            assert whole(texts.line(Event("adjusted", seat, {"what": what, "by": 1}), table.state))


def test_amounts_read_like_english() -> None:
    from companion.games.marrakesh.rules.texts import words

    assert str(words.amount("date", 1)) == "1 date"
    assert str(words.amount("date", 3)) == "3 dates"
    assert str(words.costs({"dinar": 1, "date": 2})) == "1 dinar + 2 dates"
    assert str(words.short("2 date + 1 points")) == "2 dates + 1 point"


def test_a_claim_names_what_is_taken() -> None:
    table = table_of("Sarah", "Jan")
    table.player("Sarah").scrolls.add(61)
    table.base({"green": 2, "pink": 1})
    asked = table.start("claim")
    assert asked is not None
    said = [str(texts.label(asked, key, table.state)) for key in asked.options]
    assert said == ["1 green", "2 green", "1 pink", "1 green + 1 pink"]


def test_an_assistant_says_what_it_would_do_now() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis.update(river=5, orchard=4)
    sarah.resources["water"] = 2
    sarah.assistants, sarah.vendors = ["river", "orchard", "mosque"], {"orchard"}
    asked = table.start("assistants")
    assert asked is not None
    details = [str(texts.detail(asked, key, table.state)) for key in asked.options]
    assert details == [
        "5 steps + up to 2 for water, or a new keshi",
        "1 water from the vendor; 4 dates, or a new keshi",
        "a new keshi",
    ]


@pytest.mark.parametrize("depth", ["full", "light"])
def test_tiles_that_look_alike_are_told_apart_when_their_print_is_asked_for(depth: str) -> None:
    """In a first game the table describes one tile after the other: each question says which one it means."""
    g = new_game(GameOptions.of(NAMES, depth=depth))
    engine, robot = Engine(g), Robot(4)
    asked: dict[str, list[str]] = {"provision": [], "luxury": [], "office": []}
    while (decision := engine.pending) is not None:
        if g.season == 1:
            g.depth = "full"  # from light depth the table takes stock: its luxury goods are described then
        tile = str(decision.about.get("key", "")).partition(" ")[0]
        if decision.kind == "fact" and tile in asked:
            asked[tile].append(whole(texts.question(decision, g)))
        engine.answer(robot.answer(decision))
    for name in NAMES:
        assert any(question.startswith(f"Provision tile of {name}:") for question in asked["provision"][:4])
    assert "What does the exchange office of season 3 give for each colour of goods?" in asked["office"]
    assert not any("this" in question for questions in asked.values() for question in questions)
    if depth == "full":
        new = "The new luxury good: what is it"
        assert {question.partition(",")[0] for question in asked["luxury"]} == {new}
    else:
        assert any(
            question.startswith(f"Luxury good 1 of {name}: what")
            for question in asked["luxury"]
            for name in NAMES
        )


def test_a_luxury_good_of_a_player_is_not_looked_for_in_a_shop() -> None:
    table = table_of("Sarah", "Jan")
    asked = Decision("reveal", -1, ("1", "2"), about={"display": "luxury", "slot": 1, "seat": 1})
    assert str(texts.question(asked, table.state)) == "Luxury good 2 of Jan: which one is it?"


def test_50_says_whether_any_use_of_the_assistant_brings_its_points() -> None:
    """Classic: "when performing the sector action"; Essential: "when using your assistant in the sector"."""
    classic, essential = table_of("Sarah", "Jan").state, table_of("Sarah", "Jan", edition="essential").state
    assert str(scroll_text(classic, 50)) == "With the sector action a water vendor also gives 2 points."
    assert str(scroll_text(essential, 50)) == "A water vendor also gives 2 points."


def test_24_says_that_water_vendors_do_not_count() -> None:
    """Oasis 24: "do not count the red water vendor keshi"."""
    assert "vendors not counted" in str(OASES[24].text)


def test_26_counts_itself_in_what_it_would_be_worth_once_claimed() -> None:
    """Oasis 26: "All your claimed oases count"."""
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.claimed, sarah.discovered = [22, 23], {"left-1": 26}
    assert str(oasis_text(table.state, 0, 26)).endswith("Now: 9 points.")
    assert sarah.claimed == [22, 23]


@pytest.mark.parametrize(
    ("towns", "pays", "said"),
    [([7], True, "a desert town and 4 points"), ([], True, "4 points"), ([], False, "nothing")],
)
def test_the_fourth_space_promises_no_town_when_none_is_left(towns: list[int], pays: bool, said: str) -> None:
    """Expansion 5: "there are not enough desert towns for every player to get 2"."""
    table = table_of("Sarah", "Jan", expansions=["desert towns"], rulings={"no town left pays": pays})
    sarah = table.player("Sarah")
    sarah.paths["left"], sarah.keshis["sahara"] = 3, 3
    table.state.towns = towns
    table.start("deploy brown", sarah)
    assert table.pending is not None
    assert str(texts.detail(table.pending, "left", table.state)) == said


def test_a_space_tells_its_spectators_until_somebody_says_what_it_brings() -> None:
    table = table_of("Sarah", "Jan")
    asked = Decision("square", 0, ("0", "1"), about={"spectators": (2, 0, 1, 1, 1, 1, 1, 1)})
    brings = [str(texts.detail(asked, key, table.state)) for key in asked.options]
    assert "spectator" not in brings[0]
    assert brings[1] == "nothing", "nobody looks"
    del table.state.facts["square bonuses"]
    assert [str(texts.detail(asked, key, table.state)) for key in asked.options] == [
        "2 spectators",
        "0 spectators",
    ]


def test_what_a_luxury_good_costs_is_told_unless_nobody_has_named_it() -> None:
    table = table_of("Sarah", "Jan")
    asked = Decision("free luxury", 0, ("1", "new"))
    assert str(texts.detail(asked, "1", table.state))
    assert texts.detail(asked, "new", table.state) is None
