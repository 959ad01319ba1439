"""The sentences of the game as one listener hears them: questions, options, events, phases, refusals.

The rules make them as data (`rules.texts`); here they are said in a speaker's language. A kind of decision or
event the texts do not know is still shown, by its key. Nothing here draws: screens, phones and the command
line have their words from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.marrakesh.form_entry import field_names
from companion.games.marrakesh.rules import texts
from companion.games.marrakesh.rules.keshi import CAPACITY, SOUK
from companion.games.marrakesh.rules.names import SECTOR, thing
from companion.games.marrakesh.rules.state import Event, Player, State
from companion.games.marrakesh.rules.texts.words import PATH, PHASE, amount, short
from companion.play.decision import OPTIONS_NAMED, PASS, Decision, NotAnOption
from companion.play.errors import BadFact, RulesError
from companion.play.journal import ANSWER, Entry
from companion.play.timeline import OtherQuestion
from companion.words import N_, NN_, Speaker, Text, capital

AN_ASSISTANT_THERE = ("assistant", "place wild")
"""Decisions whose answers are sectors, for what an assistant could do there."""


class Words:
    """Says the game in one language.

    >>> Words(Speaker()).thing("left-3")
    'oasis 3 (left path)'
    """

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._say = speaker.say

    # --- things ------------------------------------------------------------------------------------

    def thing(self, key: str) -> str:
        """What people call it."""
        return self._say(thing(key))

    def sector(self, sector: str) -> str:
        return self._say(SECTOR[sector])

    def so_many(self, key: str, n: int) -> str:
        """So many of a thing, as people say it: "2 dates", "2 green", "river: 4"."""
        if key in SECTOR or key in PATH:
            return self._say(N_("{what}: {value}", what=thing(key), value=n))
        try:
            return self._say(amount(key, n))
        except KeyError:
            return self._say(N_("{n} {colour}", n=n, colour=thing(key)))

    def phase_name(self, phase: str) -> str:
        return self._say(PHASE[phase]) if phase in PHASE else phase

    def question(self, decision: Decision, g: State) -> str:
        """What the table is asked."""
        try:
            return capital(self._say(texts.question(decision, g)))
        except KeyError:
            return capital(decision.kind)

    def option(self, decision: Decision, key: str, g: State) -> str:
        """What an answer is called."""
        try:
            return capital(self._say(texts.label(decision, key, g)))
        except KeyError:
            return self._say(N_("Pass")) if key == PASS else capital(self.thing(key))

    def option_detail(self, decision: Decision, key: str, g: State) -> str:
        """What an answer would do, or nothing."""
        try:
            detail = texts.detail(decision, key, g)
        except KeyError:
            return ""
        words = self._say(detail) if detail is not None else ""
        if decision.kind in AN_ASSISTANT_THERE and key != PASS:
            return self.sector_note(g.players[decision.player], key, words)
        return words

    def sector_note(self, player: Player, sector: str, could_do: str) -> str:
        """How full the sector is, and what an assistant there could do now."""
        if sector == SOUK:
            filled = NN_("{n} goods keshi", "{n} goods keshis", player.goods_total)
        else:
            filled = N_("{n} of {most} keshis", n=player.keshis[sector], most=CAPACITY)
        return f"{self._say(filled)}\n{could_do}"

    def event_line(self, event: Event, g: State) -> str:
        """What happened, for the history."""
        try:
            return self._say(texts.line(event, g))
        except KeyError:
            return event.kind

    def source_name(self, source: str) -> str:
        """Where points come from."""
        try:
            return capital(self._say(texts.source(source)))
        except KeyError:
            return capital(source)

    def answer_words(self, decision: Decision, value: Any, g: State) -> str:
        """What was answered: the label of the option, or the value of an open question."""
        if decision.form:
            return self.value_words(value)
        picks = value if isinstance(value, (list, tuple)) else (value,)
        return ", ".join(self.option(decision, str(pick), g) for pick in picks) or "–"

    def value_words(self, value: Any) -> str:
        """A value as people would say it: "2 green, 1 red"."""
        if isinstance(value, Mapping):
            fields = field_names(value)
            between = " · " if fields else ", "  # a cost has commas of its own
            return between.join(self._pair(str(key), part, fields) for key, part in value.items()) or "–"
        if isinstance(value, (list, tuple)):
            return ", ".join(self.value_words(part) for part in value) or "–"
        if isinstance(value, int):
            return self._speaker.figure(value)
        try:
            return self._say(short(str(value))) if " " in str(value) else self.thing(str(value))
        except BadFact:  # no bonus, just words
            return self.thing(str(value))

    def _pair(self, key: str, part: Any, fields: Mapping[str, Text]) -> str:
        if isinstance(part, int) and key not in fields:
            return self.so_many(key, part)
        what = fields[key] if key in fields else thing(key)
        return self._say(N_("{what}: {value}", what=what, value=self.value_words(part)))

    def entry_words(self, entry: Entry, g: State) -> tuple[str, str]:
        """What an entry answered and what it said, when its question is no longer known as it was asked."""
        value = entry.value
        options = tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)
        asked = Decision(entry.what, entry.player, () if isinstance(value, Mapping) else options)
        try:
            words = capital(self._say(texts.question(asked, g)))
            answer = (
                self.value_words(value)
                if isinstance(value, (Mapping, int))
                else self.answer_words(asked, value, g)
            )
        except (LookupError, TypeError, ValueError):  # its words need more than is left of it
            return self._say(N_("An earlier answer")), self.value_words(value)
        return words, answer

    # --- refusals ----------------------------------------------------------------------------------

    def refusal(self, refusal: RulesError, g: State) -> str:
        """Why something is not possible, with the options and questions called as on the screen.

        The rules know them by their keys: "1 is not possible here; possible: 0, 2, 3" tells nobody anything.
        """
        if isinstance(refusal, NotAnOption):
            asked = refusal.decision
            labels = [self.option(asked, key, g) for key in asked.options[:OPTIONS_NAMED]]
            answer = self.entry_words(Entry(ANSWER, asked.kind, asked.player, refusal.answer), g)[1]
            return self._say(refusal.naming(answer, labels))
        if isinstance(refusal, OtherQuestion) and refusal.decision is not None:
            return self._say(refusal.asking(self.question(refusal.decision, g)))
        return self._say(refusal.said)
