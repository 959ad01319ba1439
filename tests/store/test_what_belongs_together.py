"""Which of the lines found in a damaged file belong together."""

from companion.store.lines import ENTRY, GAME, GAME_DELETED, SETTING, SealedLine, write_line
from companion.store.records import GameId
from companion.store.repair import in_order

FRIDAY, SUNDAY = GameId("friday"), GameId("sunday")


def begun(moment: int, game: GameId) -> SealedLine:
    return write_line(moment, GAME, {}, game=game)


def entry(moment: int, game: GameId, seq: int) -> SealedLine:
    return write_line(moment, ENTRY, {}, game=game, seq=seq, played_ms=0)


def test_lines_come_in_the_order_they_were_written() -> None:
    found = [entry(3, FRIDAY, 2), begun(1, FRIDAY), entry(2, FRIDAY, 1)]
    salvage = in_order(found)
    assert [line.moment for line in salvage.lines] == [1, 2, 3]
    assert (salvage.games, salvage.entries, salvage.astray) == (1, 2, 0)


def test_a_journal_ends_at_its_first_gap() -> None:
    salvage = in_order([begun(1, FRIDAY), entry(2, FRIDAY, 1), entry(4, FRIDAY, 3), entry(5, FRIDAY, 4)])
    assert [line.moment for line in salvage.lines] == [1, 2]
    assert (salvage.entries, salvage.astray) == (1, 2)


def test_entries_of_a_game_that_is_lost_are_astray() -> None:
    salvage = in_order([begun(1, SUNDAY), entry(2, FRIDAY, 1), entry(3, SUNDAY, 1)])
    assert [line.moment for line in salvage.lines] == [1, 3]
    assert (salvage.games, salvage.astray) == (1, 1)


def test_nothing_of_a_deleted_game_comes_back_and_all_else_stays() -> None:
    deleted = write_line(4, GAME_DELETED, {}, game=FRIDAY)
    setting = write_line(5, SETTING, {"night": True})
    found = [begun(1, FRIDAY), entry(2, FRIDAY, 1), begun(3, SUNDAY), deleted, setting]
    salvage = in_order(found)
    assert [line.moment for line in salvage.lines] == [3, 4, 5]
    assert (salvage.games, salvage.entries, salvage.astray) == (1, 0, 0)
