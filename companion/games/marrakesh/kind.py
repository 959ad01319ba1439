"""Marrakesh as the companion sees it: where each part of it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.kind import GameKind, RobotEvening
from companion.games.marrakesh import score_sheet
from companion.games.marrakesh.rules import adjust, facts, final, flow, setup, texts
from companion.games.marrakesh.rules.adjust import prints
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.names import EDITION
from companion.games.marrakesh.rules.options import DEPTHS, FULL, PLAYER_COLOURS, GameOptions
from companion.games.marrakesh.rules.state import FINAL, OVER, State
from companion.games.marrakesh.rules.texts import sources
from companion.games.marrakesh.rules.versions import RULES_VERSION
from companion.play.decision import Decision
from companion.play.engine import Flow
from companion.words import N_

if TYPE_CHECKING:
    from companion.games.marrakesh.screens import MarrakeshScreens
    from companion.games.marrakesh.stand_ins import StandIns
    from companion.games.marrakesh.tray import TossAndDraft
    from companion.words import Text
    from hardware.simulated import SimulatedTower


class Marrakesh(GameKind[GameOptions, State]):
    """Two to four players throw keshis into a tower and claim what comes out."""

    name, title = "marrakesh", "Marrakesh"
    credits = N_("Marrakesh is a game by Stefan Feld.")
    rules_version = RULES_VERSION
    seats = range(2, 5)
    colours = PLAYER_COLOURS
    pieces = COLOURS
    facts = facts.FACTS
    depths = DEPTHS

    def options(self, record: object) -> GameOptions:
        return GameOptions.from_json(record)

    def new_game(self, options: GameOptions, told: Mapping[str, Any], rules: int) -> State:
        return setup.new_game(options, told, rules)

    def play(self, state: State) -> Flow:
        return flow.play(state)

    # --- the table's own word ------------------------------------------------------------------------

    def tell_fact(self, state: State, key: str, value: Any) -> None:
        prints.tell(state, key, value)

    def known_of_copy(self, state: State) -> Mapping[str, Any]:
        return {key: told for key, told in state.facts.items() if facts.of_copy(key)}

    def check_adjustment(self, state: State, seat: int, what: str, by: int) -> None:
        adjust.check(state, seat, what, by)

    def adjust(self, state: State, seat: int, what: str, by: int) -> None:
        adjust.apply(state, seat, what, by)

    def depth(self, state: State) -> str:
        return state.depth

    def set_depth(self, state: State, depth: str) -> None:
        state.depth = depth

    def scored(self, state: State) -> bool:
        """From the first of the final scoring on; in light depth the table scores."""
        begun = state.phase == OVER or (state.phase == FINAL and (state.turn, state.step) != (0, 0))
        return begun and state.depth == FULL

    # --- telling about it ----------------------------------------------------------------------------

    def question(self, state: State, decision: Decision) -> Text:
        return texts.question(decision, state)

    def label(self, state: State, decision: Decision, key: str) -> Text:
        return texts.label(decision, key, state)

    def heading(self, state: State) -> str:
        return f"season {state.season + 1}, round {state.round + 1}: {state.phase}"

    def part(self, state: State) -> int:
        return state.season

    def ranking(self, state: State) -> list[list[int]]:
        return [[player.seat for player in place] for place in final.ranking(state.players)]

    def by_source(self, state: State, seat: int) -> Mapping[str, int]:
        return score_sheet.by_source(state.players[seat])

    def summary(self, state: State) -> dict[str, Any]:
        options = state.options
        return {
            **super().summary(state),
            "edition": options.edition,
            "expansions": sorted(options.expansions),
            "depth": state.depth,
        }

    def score_sheet(self, state: State) -> str:
        return score_sheet.as_text(state)

    def source_group(self, source: str) -> str:
        return sources.group(source)

    def source_words(self, group: str) -> Text:
        return sources.group_words(group)

    def played_as(self, options: GameOptions) -> Text:
        return EDITION[options.edition]

    # --- tray and screens ----------------------------------------------------------------------------

    def screens(self) -> MarrakeshScreens:
        from companion.games.marrakesh.screens import MarrakeshScreens

        return MarrakeshScreens()

    def hands(self, tower: SimulatedTower) -> StandIns:
        from companion.games.marrakesh.stand_ins import StandIns

        return StandIns(tower)

    def robot_evening(self) -> RobotEvening:
        from companion.games.marrakesh import robot_evening

        return robot_evening.play

    def tray(self) -> TossAndDraft:
        from companion.games.marrakesh.tray import TossAndDraft

        return TossAndDraft()
