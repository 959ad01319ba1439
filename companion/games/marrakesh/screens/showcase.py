"""The game's screens in telling states: for the gallery, the audits and the golden pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.facts import FAMILIES
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.adjust import AdjustScreen
from companion.games.marrakesh.screens.changes import ChangesScreen, ScoresThen
from companion.games.marrakesh.screens.forecast import ForecastScreen
from companion.games.marrakesh.screens.history import ChangeScreen, EntryScreen, HistoryScreen, lines_of
from companion.games.marrakesh.screens.landscape import LandscapeScreen
from companion.games.marrakesh.screens.menu import GameMenu
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.player import PlayerScreen
from companion.games.marrakesh.screens.points import PointsScreen
from companion.games.marrakesh.screens.printed import PrintedFact, PrintedScreen
from companion.games.marrakesh.screens.readout import steps_of
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import (
    game_at,
    on_screen,
    played_out,
    played_until,
    table_at,
)
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.tray_showcase import tray_shows
from companion.play.decision import Decision
from companion.play.robot import Robot
from companion.ui.samples import LONG_NAMES
from companion.ui.stage import Stage
from companion.ui.widgets.button import Pressable

Show = Callable[[Stage], None]

PROMPTS = {
    "start-player": ("start player", 1),
    "storage-holds": ("storage holds", 1),
    "place-wild": ("place wild", 1),
    "vendor": ("deploy vendor", 1),
    "entertainer": ("deploy entertainer", 2),
    "caravan": ("deploy caravan", 1),
    "use-assistant": ("use assistant", 3),
    "scroll": ("scroll", 1),
    "reveal": ("reveal", 1),
    "gate-space": ("medina space", 1),
    "river-water": ("river water", 2),
    "line-bonus": ("line bonus", 1),
    "exchange": ("exchange return", 1),
    "disc": ("disc", 1),
    "square": ("square", 2),
    "sahara-claim": ("sahara claim", 3),
    "souk": ("souk", 3),
    "workshop": ("medina workshop", 2),
    "which-stair": ("which stair", 1),
}
FACTS = (
    "provision 1",
    "luxury 1",
    "office 1",
    "river rapids",
    "storage spaces",
    "line 1-1",
    "scroll 2 colour",
    "workshop 2",
    "oasis 5 colour",
)
WHICH_TILE = {"provision 1": {"seat": 2}, "luxury 1": {"slot": 4}, "office 1": {"season": 1}}


def shows() -> dict[str, Show]:
    """Every screen of the game by name."""
    shown: dict[str, Show] = {
        "game-select": select,
        "game-hand-over": hand_over,
        **tray_shows(),
        "game-assistants": lambda stage: stage.push(GameScreen(table_at("assistant", 20))),
        "game-assistants-late": lambda stage: stage.push(GameScreen(late())),
        "game-points": lambda stage: stage.push(GameScreen(table_at("points", 6, depth="light"))),
        "game-provisions-paid": lambda stage: stage.push(
            GameScreen(table_at("provisions paid", 2, depth="light"))
        ),
        "game-menu": lambda stage: stage.push(GameMenu(late(), lambda ui: None, lambda ui: None)),
        "game-landscape": lambda stage: stage.push(LandscapeScreen(late())),
        "game-forecast": lambda stage: stage.push(ForecastScreen(before_the_end())),
        "game-points-rounds": lambda stage: stage.push(PointsScreen(late())),
        "game-points-sources": points_by_source,
        "game-adjust": adjust,
        "game-adjust-tray": lambda stage: stage.push(AdjustScreen(table_at("claim", 2), -1)),
        "game-adjust-scrolls": partial(adjust_tiles, "scrolls", "scroll 23"),
        "game-adjust-luxury": partial(adjust_tiles, "luxury", ""),
        "game-adjust-gates": partial(adjust_tiles, "gates", "gate souk red"),
        "game-adjust-oases": partial(adjust_tiles, "oases", ""),
        "game-adjust-towns": towns,
        "game-adjust-gate": partial(one_place, "gates", "place-gate river"),
        "game-adjust-claimed": partial(one_place, "oases", "place-claimed"),
        "game-adjust-face-up": lambda stage: stage.push(AdjustScreen(late(), -1, "face-up")),
        "game-printed": lambda stage: stage.push(PrintedScreen(late())),
        "game-printed-fact": lambda stage: stage.push(PrintedFact(late(), "river length")),
        "game-history": lambda stage: stage.push(HistoryScreen(late())),
        "game-entry": entry,
        "game-entry-jump": entry_jump,
        "game-change": partial(change, "claim"),
        "game-change-count": partial(change, "tower"),
        "game-changes": changes,
        "game-misfit": misfit,
        "game-receipt": lambda stage: stage.push(SeasonReceipt(late(), 0, lambda ui: None)),
        "game-light-board": lambda stage: stage.push(PlayerScreen(table_at("points", 6, depth="light"), 1)),
    }
    for tab in ("board", "tiles", "places", "provisions", "points"):
        shown[f"game-player-{tab}"] = partial(player, tab)
    for name, (kind, nth) in PROMPTS.items():
        shown[f"game-prompt-{name}"] = partial(prompt, kind, nth)
    for key in FACTS:
        shown[f"game-fact-{key.replace(' ', '-')}"] = partial(fact, key)
    for step in range(7):
        shown[f"game-final-{step + 1}"] = partial(final, step)
    shown["game-final-long"] = final_long
    shown["game-final-tie"] = final_tie
    return shown


def late() -> GameOnScreen:
    """The middle of the last season."""
    return table_at("assistant", 82)


def before_the_end() -> GameOnScreen:
    """The last season while something can still be done about its provisions."""
    return table_at("assistant", 80)


def hand_over(stage: Stage) -> None:
    """Between two secret selections."""
    table = table_at("select", 6)
    table.half.covered = True
    stage.push(GameScreen(table))


def select(stage: Stage) -> None:
    table = table_at("select", 6)
    table.half.picks = list((table.pending.options if table.pending else ())[1:3])
    stage.push(GameScreen(table))


def points_by_source(stage: Stage) -> None:
    screen = PointsScreen(late())
    screen.tab = "sources"
    stage.push(screen)


def adjust(stage: Stage) -> None:
    screen = AdjustScreen(late(), 2)
    screen.change[2, "date"] = 2
    stage.push(screen)


def adjust_tiles(tab: str, what: str, stage: Stage) -> None:
    """The tiles of a player, one of them put right already."""
    screen = AdjustScreen(late(), 2, tab)
    if what:
        screen.change[2, what] = 1
    stage.push(screen)


def towns(stage: Stage) -> None:
    """The Sahara with desert towns; the longest names that can be typed."""
    stage.push(AdjustScreen(on_screen(in_the_desert()), 1, "oases"))


def one_place(tab: str, key: str, stage: Stage) -> None:
    """What can lie in one place."""
    adjust_tiles(tab, "", stage)
    stage.build()
    place = next(widget for widget in stage.root.walk() if widget.key == key)
    if isinstance(place, Pressable) and place.on_tap is not None:
        place.on_tap()


@lru_cache(maxsize=1)
def in_the_desert() -> Game:
    """A game with desert towns, far on."""
    game, robot = Game.new(GameOptions.of(LONG_NAMES, expansions=["desert towns"])), Robot(11)
    while (decision := game.pending) is not None and game.state.season < 2:
        game.answer(robot.answer(decision))
    return game


def entry(stage: Stage) -> None:
    table = late()
    stage.push(EntryScreen(table, lines_of(table)[-4]))


def entry_jump(stage: Stage) -> None:
    table = late()
    screen = EntryScreen(table, lines_of(table)[-4])
    stage.push(screen)
    screen.ask_jump(stage)


def change(what: str, stage: Stage) -> None:
    table = late()
    entries = [line.index for line in lines_of(table) if line.entry.what == what]
    stage.push(ChangeScreen(table, entries[-1]))


def changes(stage: Stage) -> None:
    table = late()
    stage.push(ChangesScreen(table, ScoresThen(tuple(player.score - 2 for player in table.state.players), 1)))


def misfit(stage: Stage) -> None:
    game = played_until(lambda decision: decision.kind == "assistant", 8)
    for index, record in enumerate(game.journal.entries):
        if record.what == "tower":
            game.delete(index)
            break
    stage.push(GameScreen(on_screen(game)))


def player(tab: str, stage: Stage) -> None:
    table = before_the_end() if tab == "provisions" else late()
    stage.push(PlayerScreen(table, 2, tab))


def prompt(kind: str, nth: int, stage: Stage) -> None:
    stage.push(GameScreen(table_at(kind, nth)))


def fact(key: str, stage: Stage) -> None:
    """A fact asked out of the blue, as the prompt draws any."""
    number = "".join("#" if letter.isdigit() else letter for letter in key)
    family = FAMILIES[number]
    table = on_screen(game_at("assistant", 20))
    about = {**family.about, **WHICH_TILE.get(key, {}), "key": key}
    screen = FactShow(table, Decision("fact", -1, form=family.form, about=about))
    stage.push(screen)


class FactShow(GameScreen):
    """The game's screen with another question open."""

    def __init__(self, table: GameOnScreen, decision: Decision) -> None:
        super().__init__(table)
        self.decision = decision

    @property
    def asked_now(self) -> Decision | None:
        return self.decision


@lru_cache(maxsize=1)
def tied() -> Game:
    """The end of a game that all four win, with the longest names that can be typed."""
    game = played_out(depth="light", names=LONG_NAMES)
    for what, having in (("points", "score"), ("palace", "palace"), ("mosque", "mosque")):
        most = max(getattr(player, having) for player in game.state.players)
        for player in game.state.players:
            if (short := most - getattr(player, having)) > 0:
                game.adjust(player.seat, what, short)
    return game


def final_tie(stage: Stage) -> None:
    table = on_screen(tied())
    table.final_step = len(steps_of(table.state))
    stage.push(GameScreen(table))


@lru_cache(maxsize=1)
def played_by_long_names() -> Game:
    return played_out(names=LONG_NAMES)


def final_long(stage: Stage) -> None:
    """The whole sheet of the final scoring, under long names."""
    table = on_screen(played_by_long_names())
    table.final_step = len(steps_of(table.state)) - 1
    stage.push(GameScreen(table))


def final(step: int, stage: Stage) -> None:
    table = on_screen(game_at(""))
    table.final_step = step
    stage.push(GameScreen(table))
