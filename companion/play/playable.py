"""What a game has to say so that it can be played: all that `play` asks of one, and nothing of screens.

A game is a `companion.games.kind.GameKind`, which is a `Playable` with a tray and screens. It sets its name
and overrides what it needs; what it leaves alone means "this game has no such thing". The smallest one there
is stands in `tests/games/noughts.py`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from companion.play.decision import Decision
from companion.play.engine import Asides, Flow
from companion.play.errors import IllegalMove, RulesError
from companion.play.facts import Facts
from companion.play.robot import Robot
from companion.words import N_, NOTHING, Text, either


class BadOptions(RulesError, ValueError):
    """A game that cannot be set up like this, and why."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, and the colour of their board."""

    name: str
    colour: str


class Seated(Protocol):
    """A player, as far as every game has them."""

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> str: ...

    @property
    def score(self) -> int: ...


class GameState(Protocol):
    """A game as it lies on the table. Only the engine's generators change it; everybody else looks."""

    @property
    def players(self) -> Sequence[Seated]: ...

    def copy(self) -> Self: ...


S = TypeVar("S", bound=GameState)


class Options(Protocol[S]):
    """How the table plays tonight: chosen at setup, kept with the game."""

    @property
    def kind(self) -> Playable[Any, S]:
        """The game these are the settings of."""
        ...

    @property
    def players(self) -> Sequence[Seat]: ...

    def to_json(self) -> dict[str, Any]: ...


OptionsT = TypeVar("OptionsT", bound=Options[Any])


class Playable(ABC, Generic[OptionsT, S]):
    """One game's rules, as the engine, the journal, the notation and the shelf see them.

    name            how games on disk name it, in one lower-case word: "marrakesh"; written games begin so
    title           how people name it: "Marrakesh"
    credits         whose game it is, for the page about the companion
    rules_version   counted up when an old journal would mean something else under the new rules
    seats           how many can play
    colours         of the players' boards, in the order they are dealt
    facts           what can be printed on a copy of it
    depths          how closely a game can be followed, the closest first; a table may change it in mid-game
    """

    name: ClassVar[str]
    title: ClassVar[str]
    credits: ClassVar[Text] = NOTHING
    rules_version: ClassVar[int] = 1
    seats: ClassVar[range]
    colours: ClassVar[tuple[str, ...]]
    facts: ClassVar[Facts] = Facts({})
    depths: ClassVar[tuple[str, ...]] = ("full",)

    # --- the game ------------------------------------------------------------------------------------

    @abstractmethod
    def options(self, record: object) -> OptionsT:
        """The settings of a game from their JSON form; BadOptions says what is wrong with them.

        What is left out is as usual: who writes a game by hand names the players, and what differs.
        """

    @abstractmethod
    def new_game(self, options: OptionsT, told: Mapping[str, Any], rules: int) -> S:
        """The table, laid out for the first question. `told` is what is printed on this copy of the game."""

    @abstractmethod
    def play(self, state: S) -> Flow:
        """The whole game from a quiet place on, to its end."""

    def asides(self, state: S, decision: Decision) -> Asides:
        """What whoever's turn it is may do before this question is answered: a card to play, a tile to use.

        {"card 2 lira": lambda: cards.two_lira(state, player)}. An aside must leave something to answer: the
        question it interrupts is asked anew.
        """
        return {}

    def robot(self, seed: int | random.Random) -> Robot:
        """Whoever plays where nobody sits: in demonstrations, benchmarks and tests."""
        return Robot(seed)

    # --- the table's own word ------------------------------------------------------------------------

    def check_fact(self, key: str, value: Any) -> Any:
        """A printed value in its normal form; BadFact if nothing such can be printed."""
        return self.facts.check(key, value)

    def tell_fact(self, state: S, key: str, value: Any) -> None:
        """Let a printed value, already checked, hold from here on."""
        raise NotImplementedError

    def known_of_copy(self, state: S) -> Mapping[str, Any]:
        """The printed values a game knows that hold for the next game with the same copy, too."""
        return {}

    def check_adjustment(self, state: S, seat: int, what: str, by: int) -> None:
        """Refuse, with a sentence, a number that cannot be so much more or less."""
        raise IllegalMove(N_("nothing in {game} can be put right by hand", game=self.title))

    def adjust(self, state: S, seat: int, what: str, by: int) -> None:
        """Let a number be `by` more, because the table says so."""
        raise NotImplementedError

    def check_depth(self, depth: str) -> None:
        """Refuse, with a sentence, a depth this game does not know."""
        if depth not in self.depths:
            raise IllegalMove(N_("the depth is {depths}", depths=either(self.depths)))

    def depth(self, state: S) -> str:
        """How closely the game is followed now."""
        return self.depths[0]

    def set_depth(self, state: S, depth: str) -> None:
        """Follow it otherwise from here on."""
        raise NotImplementedError

    def scored(self, state: S) -> bool:
        """Whether points have been given for good: what the table puts right now was wrong before that,
        and takes effect at the last quiet place where this was false.
        """
        return False

    # --- telling about it ----------------------------------------------------------------------------

    def question(self, state: S, decision: Decision) -> Text:
        """What is asked, in words."""
        return Text(decision.kind)

    def label(self, state: S, decision: Decision, key: str) -> Text:
        """An answer, or an aside, in words."""
        return Text("{key}", {"key": key})

    def heading(self, state: S) -> str:
        """Where in the game this is, over the lines of a written game: "season 1, round 2: claim"."""
        return ""

    def part(self, state: S) -> int:
        """How many big parts of the game are done; the shelf is backed up after each."""
        return 0

    def ranking(self, state: S) -> list[list[int]]:
        """The seats by place; who is level shares one. Most points win."""
        scores = [player.score for player in state.players]
        return [
            [seat for seat, own in enumerate(scores) if own == score]
            for score in sorted(set(scores), reverse=True)
        ]

    def by_source(self, state: S, seat: int) -> Mapping[str, int]:
        """Where somebody's points came from, largest first."""
        return {}

    def source_group(self, source: str) -> str:
        """The few kinds that charts gather sources of points into: no chart has room for seventy cards."""
        return source

    def source_words(self, group: str) -> Text:
        """Such a kind in words."""
        return Text(group)

    def played_as(self, options: OptionsT) -> Text:
        """Which of its ways the game is played, in words: the edition; nothing where there is only one."""
        return NOTHING

    def summary(self, state: S) -> dict[str, Any]:
        """What the history shows of a finished game. A game may add what its own pages show."""
        places = self.ranking(state)
        return {
            "players": [
                {
                    "name": player.name,
                    "colour": player.colour,
                    "score": player.score,
                    "by_source": dict(self.by_source(state, seat)),
                }
                for seat, player in enumerate(state.players)
            ],
            "winners": [state.players[seat].name for seat in places[0]],
        }

    def score_sheet(self, state: S) -> str:
        """The points as a table in plain text."""
        return "\n".join(f"{player.name}: {player.score}" for player in state.players)
