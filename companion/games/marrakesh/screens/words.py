"""The sentences of the game in the language in use: questions, options, events, phases.

The rules make them (`rules.texts`); here they are translated. A kind of decision or event the texts
do not know is still shown, by its key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.marrakesh.rules import texts
from companion.games.marrakesh.rules.keshi import CAPACITY, SOUK
from companion.games.marrakesh.rules.state import Event, Player, State
from companion.games.marrakesh.rules.texts.words import PHASE, short
from companion.games.marrakesh.screens.entry import field_names
from companion.games.marrakesh.screens.parts.things import so_many, thing_name
from companion.play.decision import PASS, Decision
from companion.play.errors import BadFact
from companion.play.journal import Entry
from companion.ui.i18n import _, ngettext, say

AN_ASSISTANT_THERE = ("assistant", "place wild")
"""Decisions whose answers are sectors, for what an assistant could do there."""


def sentence(message: str) -> str:
    """A message of the vision's, translated, with a beginning and an end."""
    words = capital(_(message))
    return words if words.endswith(("?", ".", "!")) else f"{words}."


def capital(words: str) -> str:
    """With a capital letter at the start, whatever the language."""
    return words[:1].upper() + words[1:]


def phase_name(phase: str) -> str:
    return say(PHASE[phase]) if phase in PHASE else phase


def question(decision: Decision, g: State) -> str:
    """What the table is asked."""
    try:
        return say(texts.question(decision, g))
    except KeyError:
        return capital(decision.kind)


def option(decision: Decision, key: str, g: State) -> str:
    """What an answer is called."""
    try:
        return capital(say(texts.label(decision, key, g)))
    except KeyError:
        return _("Pass") if key == PASS else capital(thing_name(key))


def option_detail(decision: Decision, key: str, g: State) -> str:
    """What an answer would do, or nothing."""
    try:
        detail = texts.detail(decision, key, g)
    except KeyError:
        return ""
    words = say(detail) if detail is not None else ""
    if decision.kind in AN_ASSISTANT_THERE and key != PASS:
        return sector_note(g.players[decision.player], key, words)
    return words


def sector_note(player: Player, sector: str, could_do: str) -> str:
    """How full the sector is, and what an assistant there could do now."""
    if sector == SOUK:
        held = player.goods_total
        filled = ngettext("{n} goods keshi", "{n} goods keshis", held).format(n=held)
    else:
        filled = _("{n} of {most} keshis").format(n=player.keshis[sector], most=CAPACITY)
    return f"{filled}\n{could_do}"


def event_line(event: Event, g: State) -> str:
    """What happened, for the history."""
    try:
        return say(texts.line(event, g))
    except KeyError:
        return event.kind


def source_name(source: str) -> str:
    """Where points come from."""
    try:
        return capital(say(texts.source(source)))
    except KeyError:
        return capital(source)


def answer_words(decision: Decision, value: Any, g: State) -> str:
    """What was answered: the label of the option, or the value of an open question."""
    if decision.form:
        return value_words(value)
    picks = value if isinstance(value, (list, tuple)) else (value,)
    return ", ".join(option(decision, str(pick), g) for pick in picks) or "–"


def value_words(value: Any) -> str:
    """A value as people would say it: "2 green, 1 red"."""
    if isinstance(value, Mapping):
        fields = field_names(value)
        between = " · " if fields else ", "  # a cost has commas of its own
        return between.join(_pair(str(key), part, fields) for key, part in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(value_words(part) for part in value) or "–"
    if isinstance(value, int):
        return str(value).replace("-", "−")
    try:
        return say(short(str(value))) if " " in str(value) else thing_name(str(value))
    except BadFact:  # no bonus, just words
        return thing_name(str(value))


def _pair(key: str, part: Any, fields: Mapping[str, str]) -> str:
    if isinstance(part, int) and key not in fields:
        return so_many(key, part)
    what = _(fields[key]) if key in fields else thing_name(key)
    return _("{what}: {value}").format(what=what, value=value_words(part))


def entry_words(entry: Entry, g: State) -> tuple[str, str]:
    """What an entry answered and what it said, when its question is no longer known as it was asked."""
    value = entry.value
    options = tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)
    asked = Decision(entry.what, entry.player, () if isinstance(value, Mapping) else options)
    try:
        words = say(texts.question(asked, g))
        answer = value_words(value) if isinstance(value, (Mapping, int)) else answer_words(asked, value, g)
    except (LookupError, TypeError, ValueError):  # its words need more than is left of it
        return _("An earlier answer"), value_words(value)
    return words, answer
