"""The pages of the setup wizard, each a function from the plan to widgets."""

from collections.abc import Callable
from functools import partial

from companion.games.marrakesh.rules.catalogue.river_tiles import FIRST_GAME, RIVER_TILES, of_season
from companion.games.marrakesh.rules.options import (
    CLASSIC,
    DESERT_TOWNS,
    ESSENTIAL,
    IMAM_SULTAN,
    OFFICES,
    SPECTATORS,
    STAIRCASE_TILES,
)
from companion.games.marrakesh.setup.checklist import checklist
from companion.games.marrakesh.setup.plan import Plan, draw_river_tiles
from companion.ui.i18n import N_, _, say
from companion.ui.layout import Column, Grid, Row, Space
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import (
    Button,
    Card,
    Choice,
    ChoiceRow,
    Icon,
    Label,
    Progress,
    ScrollArea,
    Toggle,
)

EXPANSION_WORDS = {
    STAIRCASE_TILES: (N_("1 · Staircase tiles"), N_("Other bonuses between palace and mosque.")),
    IMAM_SULTAN: (N_("2 · Imam and Sultan"), N_("They make scrolls and luxury goods cheaper.")),
    OFFICES: (N_("3 · More exchange offices"), N_("Six more ways to exchange goods.")),
    SPECTATORS: (N_("4 · Spectators"), N_("The purple side of the audience discs.")),
    DESERT_TOWNS: (N_("5 · Desert towns"), N_("A fourth space on the Sahara's paths.")),
}


def edition_page(ui: Stage, plan: Plan) -> Widget:
    """Which box is on the table, and how much the companion keeps track of."""
    editions = [
        Choice(CLASSIC, _("Classic or Deluxe"), _("300 wooden keshis")),
        Choice(ESSENTIAL, _("Essential"), _("wooden and cardboard keshis")),
    ]
    depths = [
        Choice("full", _("Full"), _("every board and tile is kept")),
        Choice("light", _("Light"), _("tower, draft, seasons; points by hand")),
    ]
    layers = [
        Choice("B1", _("Layer B1"), _("some keshis stay inside")),
        Choice("B2", _("Layer B2"), _("more keshis stay inside")),
    ]

    def set_edition(value: str) -> None:
        plan.edition = value
        plan.ticked.clear()

    def set_depth(value: str) -> None:
        plan.depth = value

    def set_layer(value: str) -> None:
        plan.tower_layer = value

    rows: list[Widget] = [
        Label(_("Edition"), face="strong"),
        ChoiceRow(editions, plan.edition if plan.essential else CLASSIC, set_edition),
        Label(_("How much to keep track of"), face="strong"),
        ChoiceRow(depths, plan.depth, set_depth),
    ]
    if plan.essential:
        rows += [
            Label(_("Inside the tower"), face="strong"),
            ChoiceRow(layers, plan.tower_layer, set_layer),
        ]
    return ScrollArea(Column([*rows, Space(grow=1)], gap=0.8), key="edition")


def expansions_page(ui: Stage, plan: Plan, open_rulings: Callable[[], None]) -> Widget:
    """The five expansions, in any combination, and the rulings the table may turn round."""
    toggles = [
        Toggle(_(words), name in plan.expansions, partial(plan.toggle_expansion, name), note=_(note))
        for name, (words, note) in EXPANSION_WORDS.items()
    ]
    rulings = Button(
        _("Rulings"),
        open_rulings,
        note=_("what no rulebook answers"),
        icon="scroll",
        align="left",
        trailing="next",
    )
    grid = Grid([*toggles, rulings], columns=1 if ui.metrics.portrait else 2, gap=0.8)
    return ScrollArea(Column([grid, Space(grow=1)], gap=0), key="expansions")


def river_page(ui: Stage, plan: Plan) -> Widget:
    """One river tile a season: drawn, taken from the box, or those of a first game."""

    def turn_over(season: int) -> None:
        tiles = list(plan.river_tiles)
        tiles[season] = RIVER_TILES[tiles[season]].back
        plan.river_tiles = tuple(tiles)

    def another(season: int) -> None:
        tiles, sides = list(plan.river_tiles), of_season(season)
        tiles[season] = sides[(sides.index(tiles[season]) + 2) % len(sides)]
        plan.river_tiles = tuple(tiles)

    def draw() -> None:
        plan.river_tiles = draw_river_tiles()

    def first_game() -> None:
        plan.river_tiles = FIRST_GAME

    def card(season: int) -> Widget:
        number = plan.river_tiles[season]
        return Card(
            Column(
                [
                    Row(
                        [
                            Label(f"{number:02d}", size="score", face="title", tone="accent_text"),
                            Label(
                                _("Season {season}").format(season=season + 1),
                                tone="ink_soft",
                                align="right",
                                grow=1,
                            ),
                        ]
                    ),
                    Label(say(RIVER_TILES[number].text), size="note", upright="top", grow=1),
                    Row(
                        [
                            Button(_("Other side"), partial(turn_over, season), size="note", grow=1),
                            Button(_("Other tile"), partial(another, season), size="note", grow=1),
                        ],
                        gap=0.6,
                    ),
                ],
                gap=0.6,
            ),
            0.9,
            key=f"river-{season}",
        )

    tools = Row(
        [
            Button(_("Draw anew"), draw, icon="dice", grow=1),
            Button(_("First game"), first_game, note="01 · 03 · 05", grow=1),
        ]
    )
    cards = Grid(
        [card(season) for season in range(3)], columns=1 if ui.metrics.portrait else 3, stretch=True, grow=1
    )
    if ui.metrics.portrait:
        return Column([ScrollArea(cards, key="river"), tools])
    return Column([cards, tools])


def table_page(ui: Stage, plan: Plan) -> Widget:
    """The checklist, to be ticked off while laying out."""
    items = checklist(plan)

    def tick(key: str) -> None:
        plan.ticked ^= {key}

    rows = [
        Toggle(
            item.words,
            item.key in plan.ticked,
            partial(tick, item.key),
            note=item.note,
            box=True,
            pieces=item.keshis,
            key=item.key,
        )
        for item in items
    ]
    done = len([item for item in items if item.key in plan.ticked])
    head = Row(
        [
            Icon("list", tone="ink_soft"),
            Label(_("{done} of {all} done").format(done=done, all=len(items)), tone="ink_soft"),
            Progress(done / len(items), tone="good", grow=1),
        ],
        align="middle",
    )
    grid = Grid(rows, columns=1 if ui.metrics.portrait else 2, gap=0.7)
    return Column([head, ScrollArea(grid, key="checklist")], gap=0.8)
