"""A game at the table: undo, redo, changes to what was, and the table's own word."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import adjust
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.state import State
from companion.play.errors import IllegalMove
from companion.play.facts import ASKED
from companion.play.journal import ANSWER, Entry, Record
from companion.play.robot import Robot
from tests.games.marrakesh.play.players import answers, played, some_options

SEEDS = range(8)
FOUR = GameOptions.of(("Sarah", "Jan", "Marie", "Lukas"))


def same(one: Game, other: Game) -> bool:
    return one.state == other.state and one.pending == other.pending


@pytest.mark.parametrize("seed", SEEDS)
def test_the_replayed_journal_equals_the_state(seed: int) -> None:
    records: list[Record] = []
    game = Game.new(some_options(seed), keep=records.append)
    for _ in answers(game, seed, 250):
        pass
    again = Game(game.options, {}, records)
    assert same(game, again)


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_then_redo_is_identity_at_every_entry(seed: int) -> None:
    game = played(seed, 120)
    end = Game(game.options, {}, [{"rec": "do", "entry": e.to_json()} for e in game.journal.entries])
    entries = list(game.journal.entries)
    for n in range(len(entries), 0, -7):
        game.undo(min(7, n))
    while game.can_undo:
        game.undo()
    assert same(game, Game.new(game.options))
    game.redo(len(entries))
    assert game.journal.entries == entries
    assert same(game, end)


def test_a_refused_answer_changes_nothing_and_is_not_kept() -> None:
    records: list[Record] = []
    game = Game.new(FOUR, keep=records.append)
    before = game.state.copy()
    with pytest.raises(IllegalMove, match="not possible here"):
        game.answer("the moon")
    assert records == []
    assert game.state == before


def test_what_is_shown_as_done_was_handed_to_the_disk_first() -> None:
    records: list[Record] = []
    game = Game.new(FOUR, keep=records.append)
    game.answer("2")
    assert [record.to_json() for record in records] == [
        {"rec": "do", "entry": {"do": "answer", "what": "start player", "value": "2"}}
    ]
    game.undo()
    assert records[-1].to_json() == {"rec": "undo", "n": 1}


def test_an_entry_of_a_seat_that_is_not_there_waits_and_is_named() -> None:
    game = Game(FOUR, {}, [{"rec": "do", "entry": {"do": "adjust", "what": "date", "player": 4, "value": 1}}])
    assert [entry.player for entry in game.waiting] == [4]
    assert game.misfit is not None
    assert str(game.misfit.reason) == "there is no seat 5"


def test_an_answer_written_another_way_is_kept_as_the_rules_have_it() -> None:
    """A journal from elsewhere may hold a list for a tuple, or a number for a key."""
    game = Game.new(FOUR)
    asked = game.pending
    assert asked is not None
    key = asked.options[0]
    timeline = game.from_the_start()
    timeline.apply(Entry(ANSWER, asked.kind, asked.player, [key]))
    assert [entry.value for entry in timeline.done] == [key]


def test_nothing_to_undo_or_redo_is_said() -> None:
    game = Game.new(FOUR)
    with pytest.raises(IllegalMove, match="nothing left to take back"):
        game.undo()
    with pytest.raises(IllegalMove, match="nothing to enter again"):
        game.redo()


def a_light_game() -> Game:
    """Two players in light depth up to the first claim."""
    game = Game.new(GameOptions.of(("Sarah", "Jan"), depth="light"))
    while game.pending is not None and game.pending.kind != "tower":
        game.answer(Robot(1).answer(game.pending))
    game.answer({"green": 2, "pink": 1, "black": 1})
    return game


def test_a_changed_entry_is_replayed_with_what_follows() -> None:
    game = a_light_game()
    tower = next(i for i, e in enumerate(game.journal.entries) if e.what == "tower")
    game.answer("pink*1")
    game.answer("black*1")
    game.change(tower, {"green": 1, "pink": 1, "black": 1})
    assert game.misfit is None
    assert game.state.base["green"] == 1
    assert [e.what for e in game.journal.entries][-2:] == ["claim", "claim"]


def test_what_no_longer_fits_waits_with_its_reason_until_the_table_decides() -> None:
    game = a_light_game()
    tower = next(i for i, e in enumerate(game.journal.entries) if e.what == "tower")
    game.answer("pink*1")
    game.answer("black*1")
    game.change(tower, {"green": 2, "black": 1, "white": 1})
    assert game.misfit is not None
    assert game.misfit.entry.value == "pink*1"
    assert "pink*1 is not possible" in str(game.misfit.reason)
    assert [e.value for e in game.waiting] == ["pink*1", "black*1"]
    # Sarah claims anew; what waited behind her old claim goes on by itself
    game.answer("green*1")
    assert game.misfit is None
    assert [e.value for e in game.journal.entries][-2:] == ["green*1", "black*1"]


def test_waiting_entries_can_be_skipped_or_dropped_and_survive_a_restart() -> None:
    records: list[Record] = []
    game = a_light_game()
    kept = Game.new(game.options, keep=records.append)
    for entry in game.journal.entries:
        kept.answer(entry.value)
    kept.answer("pink*1")
    kept.answer("black*1")
    tower = next(i for i, e in enumerate(kept.journal.entries) if e.what == "tower")
    kept.change(tower, {"green": 2, "white": 1})
    again = Game(kept.options, {}, records)
    assert [e.value for e in again.waiting] == ["pink*1", "black*1"]
    assert again.misfit is not None
    again.skip_misfit()
    assert [e.value for e in again.waiting] == ["black*1"]
    again.drop_waiting()
    assert again.waiting == ()
    assert again.misfit is None


def test_what_was_discarded_is_brought_back_even_after_a_restart() -> None:
    records: list[Record] = []
    game = Game.new(a_light_game().options, keep=records.append)
    for entry in a_light_game().journal.entries:
        game.answer(entry.value)
    game.answer("pink*1")
    game.answer("black*1")
    tower = next(i for i, e in enumerate(game.journal.entries) if e.what == "tower")
    game.change(tower, {"green": 2, "white": 1})
    waiting = game.waiting
    game.skip_misfit()
    behind = game.waiting
    game.drop_waiting()
    game.answer("green*1")
    assert not game.can_bring_back, "the answer given since is taken back first"
    game.undo()
    again = Game(game.options, {}, records, keep=records.append)
    again.bring_back()
    assert again.waiting == behind
    again.bring_back()
    assert again.waiting == waiting
    assert again.misfit is not None
    assert not again.can_bring_back


def test_the_question_of_an_earlier_entry_shows_the_options_it_had() -> None:
    game = a_light_game()
    tower = next(i for i, e in enumerate(game.journal.entries) if e.what == "tower")
    question = game.decision_at(tower)
    assert question is not None
    assert question.about["inside"]["green"] == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tables_word_takes_effect_and_is_marked(seed: int) -> None:
    game = played(seed, 60)
    before, score = game.state.players[0].resources["date"], game.state.players[0].score
    waiting = len(game.waiting)
    game.adjust(0, "date", 3)
    game.adjust(0, "points", -4)
    assert len(game.waiting) == waiting
    assert game.state.players[0].resources["date"] == before + 3
    assert game.state.players[0].score == score - 4
    adjusted = {(e.what, e.value) for e in game.journal.entries if e.do == "adjust"}
    assert adjusted == {("points", -4), ("date", 3)}
    game.state.invariants()


def test_what_only_came_with_something_half_done_is_not_put_right_before_that_is_done() -> None:
    """A vendor has just given water: a correction takes effect before that, where there is less."""
    game, robot = Game.new(GameOptions.of(("Sarah", "Jan"))), Robot(0)
    while True:
        assert game.pending is not None
        seat, before = game.pending.player, game.state.copy()
        game.answer(robot.answer(game.pending))
        water = game.state.players[seat].resources["water"]
        if game.pending.kind == "use assistant" and water > before.players[seat].resources["water"]:
            break
    entries, now = list(game.journal.entries), game.state.copy()
    with pytest.raises(IllegalMove, match="half done has just changed this"):
        game.adjust(seat, "water", -water)
    assert (game.journal.entries, game.waiting, game.state) == (entries, (), now)


def test_an_adjustment_that_cannot_be_is_refused() -> None:
    game = Game.new(FOUR)
    for what, by in (("date", -2), ("keshis river", 9), ("vendor souk", 1), ("moon", 1), ("points", 0)):
        with pytest.raises(IllegalMove):
            game.adjust(0, what, by)
    with pytest.raises(IllegalMove):
        game.adjust(7, "date", 1)
    assert game.journal.entries == []


def test_the_depth_can_change_in_the_middle_and_back() -> None:
    game = Game.new(GameOptions.of(("Sarah", "Jan", "Marie")))
    for _ in answers(game, 5, 90):
        pass
    game.set_depth("light")
    assert game.state.depth == "light"
    for _ in answers(game, 6, 60):
        pass
    game.set_depth("full")
    for _ in answers(game, 7):
        game.state.invariants()
    assert game.over


def test_a_fact_corrected_later_wins_over_what_was_told() -> None:
    game = Game.new(FOUR)
    game.tell_fact("river length", 17)
    assert game.state.facts["river length"] == 17
    game.tell_fact("river length", 18)
    assert game.state.facts["river length"] == 18


def test_a_print_put_right_takes_the_place_of_the_answer_that_told_it() -> None:
    """Told beforehand it is not asked for: the old answer would wait, and everything behind it."""
    one_came_one_went = 0
    for seed in range(6):
        game, robot = Game.new(GameOptions.of(("Sarah", "Jan"))), Robot(seed)
        while (decision := game.pending) is not None and not one_came_one_went:
            answer = robot.answer(decision)
            game.answer(answer)
            if decision.form == "number" and decision.kind == ASKED and game.pending is not None:
                key, low = decision.about["key"], decision.about["low"]
                other = answer - 1 if answer > low else answer + 1
                entries = len(game.journal.entries)
                game.tell_fact(key, other)
                assert game.waiting == ()
                assert game.state.facts[key] == other
                one_came_one_went += len(game.journal.entries) == entries
    assert one_came_one_went, "in the middle of what needs the print"


def test_a_depth_no_game_knows_is_refused_and_leaves_nothing_waiting() -> None:
    game = Game.new(FOUR)
    with pytest.raises(IllegalMove, match="the depth is"):
        game.set_depth("deep")
    assert (game.journal.entries, game.waiting) == ([], ())


def test_the_tables_word_waits_until_what_is_half_done_is_done() -> None:
    """Changed under its own feet, an effect would pay with what is no longer there."""
    two = GameOptions.of(("Sarah", "Jan"))
    game = Game.new(two)
    for answer in ("0", "02", ("07", "21", "30")):
        game.answer(answer)
    game.set_depth("light")
    game.delete(2)  # which oases lie beside the board is asked again
    assert game.state.depth == "full"
    assert game.misfit is not None
    assert "spare oases" in str(game.misfit.reason)
    game.answer(("07", "21", "29"))
    assert not game.waiting
    assert game.state.depth == "light"
    assert same(game, Game(two, {}, [{"rec": "do", "entry": e.to_json()} for e in game.journal.entries]))


def test_rules_that_stumble_over_the_tables_word_leave_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game.new(FOUR)
    for _ in answers(game, 3, 40):
        pass
    before, waited = game.state.copy(), len(game.journal.entries)

    def stumble(g: State, seat: int, what: str, by: int) -> None:
        g.phase = "no such phase"

    monkeypatch.setattr(adjust, "apply", stumble)
    game.adjust(0, "date", 1)
    assert game.misfit is not None
    assert "stumbled" in str(game.misfit.reason)
    monkeypatch.undo()
    game.skip_misfit()
    assert not game.waiting
    assert len(game.journal.entries) == waited
    assert game.state == before
