"""The game's words in the language of the screen; `companion.games.marrakesh.words` has them for any."""

from companion.games.marrakesh.rules.names import ROLE
from companion.games.marrakesh.words import Words
from companion.ui.i18n import SCREEN, _, say
from companion.words import N_

_WORDS = Words(SCREEN)

thing_name = _WORDS.thing
sector_name = _WORDS.sector
so_many = _WORDS.so_many
phase_name = _WORDS.phase_name
question = _WORDS.question
option = _WORDS.option
option_detail = _WORDS.option_detail
event_line = _WORDS.event_line
source_name = _WORDS.source_name
answer_words = _WORDS.answer_words
value_words = _WORDS.value_words
entry_words = _WORDS.entry_words
refusal = _WORDS.refusal

GOODS_NAMES = {"yellow": N_("yellow goods"), "purple": N_("purple goods"), "orange": N_("orange goods")}
"""Shorter than the rules say it. No book tells which of lamp and spices is yellow and which orange, so all
three are named by their colour.
"""


def round_words(season: int, round_: int) -> str:
    """How far the game has come; both counted from 0, as the state does."""
    return _("Season {season} · Round {round}").format(season=season + 1, round=round_ + 1)


def role_name(colour: str) -> str:
    """Who or what a keshi of this colour is."""
    return say(GOODS_NAMES.get(colour, ROLE[colour]))
