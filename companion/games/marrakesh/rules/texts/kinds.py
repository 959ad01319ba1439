"""How the words of one kind of decision are made: a question, a label for each option, perhaps a detail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.sources import source
from companion.play.decision import PASS, Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State

Asks: TypeAlias = Callable[["State", Decision], Text]
Names: TypeAlias = Callable[["State", Decision, str], Text]
Tells: TypeAlias = Callable[["State", Decision, str], "Text | None"]


def _nothing_more(g: State, d: Decision, key: str) -> None:
    return None


NO: Final = N_("No, thank you")
YES: Final = N_("Yes")


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of a decision: `question` is fixed or made from what the decision is about."""

    question: Text | Asks
    label: Names
    detail: Tells = _nothing_more
    declined: Text = NO

    def ask(self, g: State, d: Decision) -> Text:
        return self.question if isinstance(self.question, Text) else self.question(g, d)

    def name(self, g: State, d: Decision, key: str) -> Text:
        return self.declined if key == PASS else self.label(g, d, key)


def filled(message: Text, **params: object) -> Text:
    """The message with its gaps filled."""
    return Text(message.msgid, dict(params))


def about_source(message: Text) -> Asks:
    """A question with a gap for what gave rise to it."""
    return lambda g, d: filled(message, source=source(d.about["source"]))


def yes_or_no(question: Text | Asks) -> QuestionWords:
    """A decision between "yes" and declining."""
    return QuestionWords(question, lambda g, d, key: YES, declined=N_("No"))


def role(g: State, d: Decision, key: str) -> Text:
    """A colour as the keshi it is: "date picker"."""
    return words.ROLE[key]


def colour(g: State, d: Decision, key: str) -> Text:
    return words.COLOUR[key]


def sector(g: State, d: Decision, key: str) -> Text:
    return words.SECTOR[key]


def resource(g: State, d: Decision, key: str) -> Text:
    return words.RESOURCE[key]


def number(g: State, d: Decision, key: str) -> Text:
    return Text(key)


def printed(g: State, d: Decision, key: str) -> Text:
    """A bonus given as its short text."""
    return words.short(key)
