"""The camera proposes, the table confirms: counts, corrections and the draft as the tray tells them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pygame
import pytest

from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import (
    SampleDoubt,
    SampleLook,
    SampleSeen,
    SampleTray,
    game_at,
    likely_toss,
    on_screen,
    played_until,
    sample_look,
)
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.words import option
from companion.play.robot import Robot
from companion.table.events import CountConfirmed, Event
from companion.table.possible_count import NO_PIECE
from companion.table.reports import Report, TrayLook
from companion.ui.audit import visible
from companion.ui.widgets.tray_photo import TrayPhoto
from companion.words import Text
from tests.ui.hands import Hands


def table_before(kind: str, depth: str = "full", tray: SampleTray | None = None) -> GameOnScreen:
    game = played_until(lambda decision: decision.kind == kind, depth=depth)
    return on_screen(game, tray=tray or SampleTray())


def lying(table: GameOnScreen) -> Counter[str]:
    return Counter({colour: number for colour, number in table.state.base.items() if number})


def show(hands: Hands, report: Report) -> None:
    """What the frame loop does with news: first the session hears it, then the screens."""
    for screen in hands.stage.screens:
        if isinstance(screen, GameScreen):
            screen.table.session.hear(report)
    hands.stage.news(report)
    hands.wait(0.05)


def counts_kept(table: GameOnScreen) -> list[tuple[TrayLook, dict[str, int]]]:
    """Filled with every count the table confirms from now on, as the photo log is."""
    kept: list[tuple[TrayLook, dict[str, int]]] = []

    def keep(event: Event) -> None:
        if isinstance(event, CountConfirmed):
            kept.append((event.count.look, dict(event.count.counts)))

    table.session.listen(keep)
    return kept


def look_at(counts: Counter[str]) -> SampleLook:
    return sample_look(dict(counts))


def in_the_draft() -> tuple[Hands, GameOnScreen, SampleTray]:
    """A light draft with a counted tray, so that no deployment comes between two claims."""
    tray = SampleTray()
    table = table_before("tower", "light", tray)
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", sample_look(likely_toss(table.game))))
    hands.stage.confirm()
    hands.wait(0.05)
    assert table.pending is not None
    assert table.pending.kind == "claim"
    return hands, table, tray


# -- the toss ------------------------------------------------------------------------------------------------


def test_the_screen_says_what_the_tower_does_and_asks_for_one_tap() -> None:
    tray = SampleTray()
    table = table_before("tower", tray=tray)
    hands = Hands(GameScreen(table))
    assert tray.orders == ["watch"]
    for state, words in (
        ("waiting", "Toss the keshis"),
        ("moving", "Falling"),
        ("hand", "A hand"),
        ("counting", "Cou"),
    ):
        show(hands, Report(state))
        assert hands.says(words)
    toss = likely_toss(table.game)
    show(hands, Report("counted", sample_look(toss)))
    hands.tap(f"{sum(toss.values())} keshis – correct")
    assert lying(table) == Counter(toss)


def test_the_button_on_the_case_confirms_too() -> None:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    toss = likely_toss(table.game)
    show(hands, Report("counted", sample_look(toss)))
    hands.stage.confirm()
    assert lying(table) == Counter(toss)


@pytest.mark.parametrize("corrected", [False, True])
def test_a_count_is_dropped_while_more_keshis_fall_unless_the_table_corrected_it(corrected: bool) -> None:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    toss = likely_toss(table.game)
    show(hands, Report("counted", sample_look(toss)))
    assert table.seen.check is not None
    if corrected:
        table.seen.check.fewer(next(iter(toss)))
    show(hands, Report("moving"))
    assert (table.seen.check is not None) == corrected


def heaped(look: SampleLook) -> SampleLook:
    """The same look, where two of the pieces lie on each other."""
    doubt = SampleDoubt(Text("pieces lie on others; spread these with a finger"), "piece", "heap", (50, 40))
    return replace(look, observation=replace(look.observation, sure=False, doubts=(doubt,)))


def test_what_was_recognised_stays_while_a_heap_is_spread_and_counted_again() -> None:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    toss = likely_toss(table.game)
    before = heaped(sample_look(toss))
    show(hands, Report("counted", before))
    assert hands.says("Pieces lie on others; spread these with a finger.")
    show(hands, Report("hand"))
    assert hands.says("Spread them; it counts again by itself.")
    check = table.seen.check
    assert check is not None
    assert check.counts == toss
    one, *others = before.observation.pieces
    other = next(colour for colour in toss if colour != one.label)
    # Now that it lies free another piece is seen worse than before, where it always lay.
    vague = replace(one, label=other, confidence=0.5, alternatives=((one.label, 0.45),))
    show(hands, Report("counted", replace(before, observation=SampleSeen((vague, *others)))))
    spread = table.seen.check
    assert spread is not None
    assert spread is not check
    assert spread.counts == toss
    assert not spread.heaps
    # What has moved is another piece, for all the camera knows.
    away = replace(vague, x=vague.x + 200)
    show(hands, Report("counted", before))
    show(hands, Report("counted", replace(before, observation=SampleSeen((away, *others)))))
    assert table.seen.check is not None
    assert 0 in table.seen.check.doubtful


def test_fewer_than_in_a_heap_are_another_count_and_not_taken() -> None:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    look = heaped(sample_look(likely_toss(table.game)))
    show(hands, Report("counted", look))
    fewer = replace(look, observation=SampleSeen(look.observation.pieces[1:]))
    show(hands, Report("counted", fewer))
    assert table.seen.check is not None
    assert table.seen.check.look is fewer
    assert not table.seen.check.later


def test_what_the_table_confirmed_goes_to_the_photo_log() -> None:
    game = played_until(lambda decision: decision.kind == "tower")
    table = on_screen(game, tray=SampleTray())
    kept = counts_kept(table)
    hands = Hands(GameScreen(table))
    toss = likely_toss(game)
    show(hands, Report("counted", sample_look(toss)))
    hands.stage.confirm()
    assert [counts for _look, counts in kept] == [toss]


def test_what_stayed_in_the_base_did_not_come_out_of_the_tower_again() -> None:
    """Where the table leaves what nobody can claim, the camera sees it once more at the next toss."""
    game = played_until(lambda decision: decision.kind == "tower")
    table = on_screen(game, tray=SampleTray())
    kept = counts_kept(table)
    toss = Counter(likely_toss(game))
    left = Counter([next(iter(toss))])
    for colour in left:
        table.state.base[colour] += 1
        table.state.supply[colour] -= 1
    before = table.state.tower.came_out.copy()
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", look_at(toss + left)))
    hands.stage.confirm()
    came_out = {c: n - before[c] for c, n in table.state.tower.came_out.items() if n != before[c]}
    assert came_out == toss
    assert lying(table) == toss + left
    assert Counter(kept[0][1]) == toss + left, "the photo shows all of them"


def test_more_than_can_be_in_the_tower_is_not_believed() -> None:
    table = table_before("tower")
    inside = table.state.tower.inside
    colour = next(c for c in inside if inside[c])
    other = next(c for c in inside if inside[c] and c != colour)
    too_many = {colour: inside[colour] + 1}
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", sample_look(too_many, doubtful=colour, alternative=other)))
    assert table.seen.check is not None
    assert table.seen.check.counts == {colour: inside[colour], other: 1}
    assert hands.says(f"Saw {inside[colour] + 1} {colour}, but only {inside[colour]} can be there.")


def test_a_tap_on_a_piece_corrects_it_likeliest_colour_first() -> None:
    table = table_before("tower")
    toss = likely_toss(table.game)
    first, second = list(toss)[:2]
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", sample_look(toss, doubtful=second, alternative=first)))
    check = table.seen.check
    assert check is not None
    index = check.doubtful[0]
    assert check.likely(index)[:2] == [second, first]
    photo = next(w for w in hands.stage.root.walk() if isinstance(w, TrayPhoto))
    piece = check.pieces[index]
    x, y = photo.to_display(piece.x, piece.y)
    hands.tap_at(round(x), round(y))
    assert hands.says("What is this piece?")
    hands.tap("No keshi")
    assert check.labels[index] == NO_PIECE
    assert check.total == sum(toss.values()) - 1
    assert check.doubtful == []


def test_a_tap_on_a_colour_corrects_its_number() -> None:
    table = table_before("tower")
    toss = likely_toss(table.game)
    colour = next(iter(toss))
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", sample_look(toss)))
    check = table.seen.check
    assert check is not None
    hands.tap(colour)
    hands.tap(f"one {colour} less")
    assert check.counts.get(colour, 0) == toss[colour] - 1
    hands.tap(f"one {colour} more")
    assert check.counts == toss


def test_a_fault_of_the_camera_says_what_to_do_and_the_count_goes_on_by_hand() -> None:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    show(hands, Report("fault", fault="camera", sentence=Text("Push its cable in.")))
    assert hands.says("Push its cable in.")
    hands.tap("Count by hand")
    colour = next(c for c, n in table.state.tower.inside.items() if n)
    hands.tap(colour.capitalize())
    hands.tap("1 keshi lies there")
    assert table.state.tower.came_out[colour] == 1


def test_without_any_camera_the_count_is_by_hand_at_once() -> None:
    game = played_until(lambda decision: decision.kind == "tower")
    hands = Hands(GameScreen(on_screen(game)))
    assert hands.says("Tap each keshi that came out.")


# -- the draft -----------------------------------------------------------------------------------------------


def test_what_leaves_the_tray_is_claimed_by_whose_turn_it_is_without_a_tap() -> None:
    hands, table, _tray = in_the_draft()
    decision = table.pending
    assert decision is not None
    key = [each for each in decision.options if "*" in each][-1]
    show(hands, Report("counted", look_at(lying(table) - Counter(colours_of(key)))))
    last = table.game.journal.entries[-1]
    assert (last.what, last.player, last.value, last.by) == ("claim", decision.player, key, "camera")
    assert [claim.key for claim in table.claims()] == [key]
    name = table.state.players[decision.player].name
    number = len(colours_of(key))
    assert hands.says(f"{name}: {number} {colours_of(key)[0]}"), "it is said in passing"


def test_a_claim_is_seen_while_somebody_looks_at_a_board() -> None:
    hands, table, _tray = in_the_draft()
    colour = next(iter(lying(table)))
    hands.tap(table.state.players[2].name)
    assert hands.stage.screen.name == "player"
    show(hands, Report("counted", look_at(lying(table) - Counter([colour]))))
    assert [claim.colours for claim in table.claims()] == [(colour,)]
    assert hands.stage.screen.name == "player"


def test_the_button_on_the_case_claims_nothing_by_itself() -> None:
    hands, table, _tray = in_the_draft()
    hands.stage.confirm()
    assert table.claims() == []


def test_two_that_left_under_two_hands_ask_whether_each_took_one() -> None:
    hands, table, _tray = in_the_draft()
    seat = table.pending.player if table.pending is not None else -1
    colour = next(c for c, n in lying(table).items() if n == 2)
    show(hands, Report("counted", replace(look_at(lying(table) - Counter([colour] * 2)), hands=2)))
    names = [table.state.players[(seat + n) % 4].name for n in range(2)]
    hands.tap(f"{names[0]}: 1 {colour}, then {names[1]}: 1 {colour}")
    assert [(c.seat, c.key) for c in table.claims()] == [(seat + n, f"{colour}*1") for n in range(2)]


def test_a_second_hand_that_comes_while_the_table_is_asked_is_not_forgotten() -> None:
    """The first look was unsure, so nothing was entered; the second is sure, but shows two claims."""
    hands, table, _tray = in_the_draft()
    colour = next(c for c, n in lying(table).items() if n == 2)
    one = look_at(lying(table) - Counter([colour]))
    show(hands, Report("counted", replace(one, observation=replace(one.observation, sure=False))))
    assert table.seen.question is not None
    show(hands, Report("counted", look_at(lying(table) - Counter([colour] * 2))))
    assert table.claims() == []
    assert hands.says("What happened in the tray?")


def test_two_colours_gone_ask_who_took_what() -> None:
    hands, table, _tray = in_the_draft()
    one, two = list(lying(table))[:2]
    show(hands, Report("counted", look_at(lying(table) - Counter([one, two]))))
    assert hands.says("What happened in the tray?")
    before = len(table.game.journal.entries)
    seat = table.pending.player if table.pending is not None else -1
    after = table.state.players[(seat + 1) % 4].name
    hands.tap(f"{table.state.players[seat].name}: 1 {one}, then {after}: 1 {two}")
    assert [(c.seat, c.key) for c in table.claims()] == [(seat, f"{one}*1"), ((seat + 1) % 4, f"{two}*1")]
    assert len(table.game.journal.entries) == before + 2


def test_one_too_many_is_refused_with_a_sentence_and_nothing_is_entered() -> None:
    table = table_before("claim")  # in light depth it could be scroll 61
    hands = Hands(GameScreen(table))
    one, two = list(lying(table))[:2]
    before = len(table.game.journal.entries)
    show(hands, Report("counted", look_at(lying(table) - Counter([one, two]))))
    name = table.asked.name if table.asked is not None else ""
    hands.tap(f"{name} took 1 {one}, 1 {two}: at most two of one colour may be taken. Put the rest back.")
    assert len(table.game.journal.entries) == before
    assert table.seen.question is None


def test_a_keshi_put_back_takes_the_claim_back() -> None:
    hands, table, _tray = in_the_draft()
    full = lying(table)
    seat = table.pending.player if table.pending is not None else -1
    hands.tap(f"Take 1 {next(iter(full))}")
    show(hands, Report("counted", look_at(full)))
    hands.tap("The last claim was put back")
    assert table.claims() == []
    assert table.pending is not None
    assert table.pending.player == seat


def test_what_was_undone_is_not_entered_again_behind_the_tables_back() -> None:
    hands, table, _tray = in_the_draft()
    full = lying(table)
    colour = next(iter(full))
    gone = look_at(full - Counter([colour]))
    show(hands, Report("counted", gone))
    assert len(table.claims()) == 1
    hands.tap("Undo")
    show(hands, Report("counted", gone))
    assert table.claims() == [], "the camera asks first"
    assert hands.says("What happened in the tray?")
    hands.tap("Enter it by hand")
    show(hands, Report("counted", gone))
    assert table.seen.question is None, "and does not ask about the same tray twice"
    hands.tap(f"Take 1 {colour}")
    assert [claim.colours for claim in table.claims()] == [(colour,)]


def test_who_has_room_for_nothing_says_so_and_the_camera_goes_on_with_the_next() -> None:
    hands, table, _tray = in_the_draft()
    decision = table.pending
    assert decision is not None
    hands.tap("No room for any of them")
    assert table.state.players[decision.player].out_of_draft
    assert table.claims() == []
    before = lying(table)
    colour = next(iter(before))
    show(hands, Report("counted", look_at(before - Counter([colour]))))
    nxt = (decision.player + 1) % len(table.state.players)
    assert [(claim.seat, claim.colours) for claim in table.claims()] == [(nxt, (colour,))]
    show(hands, Report("counted", look_at(before)))
    hands.tap("The last claim was put back")
    assert table.claims() == []
    assert table.state.players[decision.player].out_of_draft, "only the claim is taken back"
    assert table.pending is not None
    assert table.pending.player == nxt


def test_in_light_depth_two_colours_are_a_button_away() -> None:
    hands, table, _tray = in_the_draft()
    first, second = list(lying(table))[:2]
    assert table.pending is not None
    key = f"{first}+{second}"
    assert key in table.pending.options
    assert not any(widget.path.endswith(f"option-{key}") for widget in hands.targets())
    hands.tap("Two colours")
    assert hands.stage.audit() == []
    hands.tap(option(table.pending, key, table.state))
    assert [claim.colours for claim in table.claims()] == [(first, second)]


def test_a_claim_waits_until_the_deployment_before_it_is_answered() -> None:
    """In full depth a claim may ask where a keshi goes; the next player may take theirs meanwhile."""
    game = played_until(lambda d: d.kind == "claim" and any(o.startswith("red") for o in d.options))
    table = on_screen(game, tray=SampleTray())
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", look_at(lying(table) - Counter(["red"]))))
    decision = table.pending
    assert decision is not None
    assert decision.kind == "deploy vendor"
    left = lying(table)
    if not left:
        pytest.fail("the sample game has too few keshis in this draft")
    other = next(iter(left))
    show(hands, Report("counted", look_at(left - Counter([other]))))
    assert table.pending is decision, "the camera does not answer another question"
    robot = Robot(1)
    while table.pending is not None and table.pending.kind != "claim" and not table.claims()[1:]:
        table.session.answer(robot.answer(table.pending))
    assert [claim.colours for claim in table.claims()][:2] == [("red",), (other,)]


def test_the_tray_is_watched_only_in_toss_and_draft() -> None:
    hands, table, tray = in_the_draft()
    robot = Robot(2)
    while table.pending is not None and table.pending.kind in ("claim", "tower"):
        table.session.answer(robot.answer(table.pending))
    assert tray.orders[-1] == "pause"
    hands.stage.push(GameScreen(table))
    hands.stage.back()
    assert tray.orders.count("watch") == 1


# -- what is in view -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_every_counted_colour_is_in_view_beside_the_photo(size_px: tuple[int, int]) -> None:
    table = on_screen(game_at("tower", 4), tray=SampleTray())
    inside = [colour for colour, number in table.state.tower.inside.items() if number]
    toss = dict.fromkeys(inside[:8], 1)
    assert len(toss) == 8
    hands = Hands(GameScreen(table), size_px)
    show(hands, Report("counted", sample_look(toss, doubtful=inside[1], alternative=inside[0])))
    display = hands.canvas.get_rect()

    def in_view(kind: str = "colour-") -> set[str]:
        shown = visible(hands.stage.root, display)
        return {w.key.removeprefix(kind) for w, clip in shown if clip.contains(w.rect)}

    assert in_view() >= set(COLOURS), "with a doubt above them"
    hands.tap(inside[2])
    assert hands.says(f"1 {inside[2]}")
    assert in_view() >= set(COLOURS), "while one colour is looked at, too"
    assert table.seen.check is not None
    table.seen.check.chosen = table.seen.check.doubtful[0]
    hands.stage.changed()
    hands.wait(0.02)
    assert in_view("is-") >= set(COLOURS), "while a piece is named"


def test_what_is_asked_about_stays_marked_while_a_colour_is_looked_at() -> None:
    table = table_before("tower")
    toss = likely_toss(table.game)
    first, second, third = list(toss)[:3]
    hands = Hands(GameScreen(table))
    show(hands, Report("counted", sample_look(toss, doubtful=second, alternative=first)))
    check = table.seen.check
    assert check is not None
    index = check.doubtful[0]
    photo = next(w for w in hands.stage.root.walk() if isinstance(w, TrayPhoto))
    x, y = (round(value) for value in photo.to_display(check.pieces[index].x, check.pieces[index].y))
    around = pygame.Rect(x - 34, y - 34, 68, 68).clip(photo.rect)

    def ringed() -> bool:
        brass = hands.stage.palette.brass
        places = ((x, y) for x in range(around.x, around.right) for y in range(around.y, around.bottom))
        return any(tuple(hands.canvas.get_at(place))[:3] == brass for place in places)

    assert ringed()
    hands.tap(third)
    assert check.colour == third
    assert ringed()
    check.read_as(index, second)
    hands.stage.changed()
    hands.wait(0.05)
    assert not ringed(), "it is answered"


def counted_with_a_doubt() -> tuple[Hands, GameOnScreen]:
    table = table_before("tower")
    hands = Hands(GameScreen(table))
    counts = likely_toss(table.game)
    one, other, *_rest = counts
    show(hands, Report("counted", sample_look(counts, doubtful=other, alternative=one)))
    assert table.seen.check is not None
    return hands, table


def colour_places(hands: Hands) -> dict[str, tuple[int, int]]:
    chips = {w.path.rpartition("/")[2]: w.rect.topleft for w in hands.stage.root.walk()}
    return {name: place for name, place in chips.items() if name.startswith("colour-")}


def test_the_counts_stay_in_their_places_while_they_are_corrected() -> None:
    hands, table = counted_with_a_doubt()
    check = table.seen.check
    assert check is not None
    before = colour_places(hands)
    assert len(before) == 12
    colour = next(iter(check.counts))
    chip = next(w for w in hands.targets() if w.path.endswith(f"colour-{colour}"))
    hands.tap_at(*chip.rect.center)
    assert colour_places(hands) == before, "the stepper has a place of its own"
    for _tap in range(check.counts[colour]):
        hands.tap(f"one {colour} less")
    assert colour not in check.counts
    assert colour_places(hands) == before, "a colour that is gone keeps its place"


def test_an_impossible_colour_is_refused_at_once() -> None:
    hands, table = counted_with_a_doubt()
    check = table.seen.check
    assert check is not None
    colour = next(colour for colour in check.order if colour not in check.counts)
    check.most = {**check.most, colour: 0}
    check.colour = colour
    hands.stage.changed()
    hands.wait(0.02)
    hands.tap(f"one {colour} more")
    assert hands.says(f"No {colour} keshi can be in the tower.")
    assert colour not in check.counts
    hands.tap("Go on")
    check.chosen = 0
    hands.stage.changed()
    hands.wait(0.02)
    was = check.labels[0]
    hands.tap(colour)
    assert check.labels[0] == was
    hands.tap("Look at the selections")
    entries = [w for w in hands.targets() if w.key.startswith("entry-")]
    journal = table.game.journal.entries
    assert entries, "the way to what somebody may have selected wrongly"
    assert {journal[int(w.key.removeprefix("entry-"))].what for w in entries} == {"select"}
