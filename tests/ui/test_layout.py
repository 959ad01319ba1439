"""Rows, columns, grids and flows share out the room; the audit finds what does not fit."""

import pygame
import pytest

from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.ui.audit import audit
from companion.ui.layout import Column, Flow, Grid, Middle, Pad, Row, Space, Stack, share
from companion.ui.look import Look
from companion.ui.metrics import Metrics
from companion.ui.widget import Widget, name_paths
from companion.ui.widgets import Button, Card, Label, LineChart, PieceChip, ScrollArea, Series, Sheet

LOOK = Look(Metrics((800, 480)))


def placed(root: Widget, size: tuple[int, int] = (800, 480)) -> Widget:
    name_paths(root)
    root.place(pygame.Rect((0, 0), size), LOOK)
    return root


def faults(root: Widget) -> list[str]:
    return audit(placed(root), LOOK)


def test_growers_split_what_is_left_by_weight() -> None:
    assert share(100, [20, 0, 0], [20, 0, 0], [0, 1, 3]) == [20, 20, 60]


def test_a_grower_never_gets_less_than_it_needs() -> None:
    assert share(100, [70, 10], [70, 10], [1, 1]) == [70, 30]


def test_everything_gives_way_when_room_is_short() -> None:
    assert share(100, [80, 80], [40, 60], [0, 0]) == [40, 60]
    assert sum(share(120, [80, 80], [40, 60], [0, 0])) <= 120


def test_nine_millimetres_on_a_five_inch_panel() -> None:
    assert Metrics((800, 480)).touch == 67
    assert Metrics((800, 480), 7.0).touch < 67


def test_a_larger_panel_shows_larger_words() -> None:
    small, large = Metrics((800, 480), 5.0), Metrics((800, 480), 10.0)
    assert large.text("label") / large.px_per_mm > small.text("label") / small.px_per_mm


def test_columns_stack_and_rows_stand_side_by_side() -> None:
    one, two = Label("one"), Label("two")
    placed(Column([one, Row([Space(2), two])]))
    assert two.rect.y >= one.rect.bottom
    assert two.rect.x > one.rect.x


def test_a_grid_makes_as_many_columns_as_fit() -> None:
    chips = [Button(str(number)) for number in range(8)]
    placed(Grid(chips, cell_mm=20))
    assert len({chip.rect.x for chip in chips}) == 5
    assert len({chip.rect.width for chip in chips}) == 1


def test_a_flow_breaks_like_words() -> None:
    chips = [PieceChip("turquoise", count=2) for _number in range(9)]
    placed(Flow(chips))
    assert len({chip.rect.y for chip in chips}) > 1
    assert all(chip.rect.right <= 800 for chip in chips)


def test_a_pad_and_a_middle_keep_inside() -> None:
    label = Label("hello")
    placed(Pad(Middle(label), 3))
    assert abs(label.rect.centerx - 400) <= 1


def test_words_wrap_and_shrink_before_they_are_cut() -> None:
    label = Label("The start player takes the season tracker and the camel. " * 2)
    label.place(pygame.Rect(0, 0, 400, 200), LOOK)
    assert not label.problems(LOOK)
    full = label.size_px
    label.place(pygame.Rect(0, 0, 300, 120), LOOK)
    assert label.size_px < full
    label.place(pygame.Rect(0, 0, 100, 40), LOOK)
    assert label.problems(LOOK)
    assert label.lines[-1].endswith("…")


def test_the_audit_sees_words_cut_off() -> None:
    class Narrow(Label):
        def height(self, look: Look, width: int) -> int:
            return 20

        least_height = height

    found = faults(
        Column([Narrow("a rather long sentence that cannot fit into one line of this display " * 2)])
    )
    assert any("cut off" in fault for fault in found)


def test_the_audit_sees_a_target_too_small_for_a_finger() -> None:
    class Tiny(Button):
        def height(self, look: Look, width: int) -> int:
            return 20

    assert any("9 mm" in fault for fault in faults(Column([Tiny("go")])))


def test_the_audit_sees_targets_over_one_another() -> None:
    assert any("over one another" in fault for fault in faults(Stack([Button("one"), Button("two")])))


def test_the_audit_sees_what_is_outside_the_display() -> None:
    found = faults(Column([Button(str(number)) for number in range(20)]))
    assert any("outside" in fault or "too small" in fault for fault in found)


def test_the_audit_sees_a_table_too_wide_for_its_place() -> None:
    head = [f"a long heading number {number}" for number in range(8)]
    assert any("columns wider" in fault for fault in faults(Column([Sheet(head, [head])])))


def test_a_table_shortens_the_names_over_numbers_only_where_they_do_not_fit() -> None:
    names = ("", "Marie-Henriette", "Jan", "Maximilienne W")
    sheet = Sheet(names, [("River", "1", "12", "3")])
    sheet.place(pygame.Rect(0, 0, 780, 100), LOOK)
    assert sheet.shown_head == names
    assert len(set(sheet.columns[1:])) == 1, "as wide as one another"
    sheet.place(pygame.Rect(0, 0, 240, 100), LOOK)
    assert sheet.shown_head[2] == "Jan"
    assert all(name.endswith("…") for name in sheet.shown_head[1::2])
    assert sheet.problems(LOOK) == []


def test_players_stars_stand_before_their_names_and_alone_where_no_name_fits() -> None:
    names = ("", "Marie-Henriette", "Jan", "Maximilienne W")
    sheet = Sheet(names, [("River", "1", "12", "3")], players=("green", "blue", "red"))
    sheet.place(pygame.Rect(0, 0, 780, 100), LOOK)
    assert sheet.shown_head == names
    assert sheet.star_px
    sheet.place(pygame.Rect(0, 0, 420, 100), LOOK)
    assert sheet.shown_head == names, "a name says more than a star"
    assert not sheet.star_px
    sheet.place(pygame.Rect(0, 0, 240, 100), LOOK)
    assert sheet.shown_head == ("",) * 4
    assert sheet.star_px
    assert sheet.problems(LOOK) == []


def test_the_names_beside_the_lines_of_a_chart_stay_inside_it() -> None:
    series = [Series(name, name, (10.0, -6.0)) for name in ("green", "blue", "yellow", "red")]
    chart = LineChart(series)
    chart.place(pygame.Rect(10, 10, 400, 200), LOOK)
    canvas = pygame.Surface((420, 420), pygame.SRCALPHA)
    chart.draw(canvas, LOOK)
    assert chart.rect.contains(canvas.get_bounding_rect())


def test_the_rows_of_a_table_move_closer_before_one_is_out_of_view() -> None:
    sheet = Sheet(("", "Jan"), [("River", "1")] * 6)
    least = sheet.least_height(LOOK, 400)
    assert least < sheet.height(LOOK, 400)
    sheet.place(pygame.Rect(0, 0, 400, least), LOOK)
    assert sheet.step_px * 7 <= least


def test_what_scrolls_may_be_longer_than_the_display() -> None:
    rows = [Button(str(number), key=str(number)) for number in range(40)]
    assert faults(Column([Label("many"), ScrollArea(Column(rows))])) == []


def test_what_is_a_line_too_long_is_pressed_together_instead_of_scrolled() -> None:
    words = [Label("Lay three of them into the tray, not touching.") for _line in range(4)]
    area = ScrollArea(Column(words))
    high = area.kid.height(LOOK, 400)
    placed(area, (400, round(high * 0.92)))
    assert (area.reach, area.kid.rect.width) == (0, 400)
    assert audit(area, LOOK) == [], "all of it can be read"
    placed(area, (400, round(high * 0.7)))
    assert area.reach > 0, "letters are not pressed much smaller only to avoid a list"
    buttons = ScrollArea(Column([Button(str(number)) for number in range(4)]))
    placed(buttons, (400, round(buttons.kid.height(LOOK, 400) * 0.92)))
    assert buttons.reach > 0, "nor is what a finger has to hit"


def test_rows_of_a_grid_grow_as_high_as_they_may_and_no_higher() -> None:
    answers = [Button(str(number)) for number in range(6)]
    placed(Grid(answers, columns=3, stretch=True))
    assert answers[0].rect.height > 230
    placed(Grid(answers, columns=3, stretch=True, most_mm=14))
    assert {answer.rect.height for answer in answers} == {LOOK.metrics.unit(14)}


def test_how_many_stands_beside_the_symbol_and_the_name() -> None:
    """A colour is told by its symbol and name too, so the number may hide neither."""

    def drawn(count: int) -> pygame.Surface:
        surface = pygame.Surface((188, 67))
        cell = OptionButton("Turquoise", lambda: None, things=("turquoise",), count=count, size="note")
        placed(cell, (188, 67)).draw(surface, LOOK)
        assert cell.label is not None
        return surface.subsurface(pygame.Rect(0, 0, cell.label.rect.right, 67)).copy()

    assert pygame.image.tobytes(drawn(2), "RGB") == pygame.image.tobytes(drawn(0), "RGB")


def test_a_good_page_has_no_faults() -> None:
    assert faults(Column([Card(Label("hello")), Row([Button("one", grow=1), Button("two", grow=1)])])) == []


@pytest.mark.parametrize("words", ["", "one", "a b", "ein sehr-langes Wort"])
def test_a_button_is_at_least_a_finger_wide(words: str) -> None:
    assert Button(words, icon="check").natural_width(LOOK) >= LOOK.metrics.touch


def test_a_ladder_of_single_words_is_found() -> None:
    """Words squeezed into a column no wider than one of them can be read, but nobody would."""
    words = "Where are the rapids of the river"
    assert faults(Row([Label(words, grow=1)])) == []
    squeezed = Row([Label(words), Space(grow=1)])
    placed(squeezed)
    squeezed.children[0].place(pygame.Rect(0, 0, 60, 400), LOOK)
    assert any("ladder" in fault for fault in squeezed.children[0].problems(LOOK))
