"""Words for taking stock: what lies on a board when a table goes from light depth to full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules.state import SEASONS
from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.kinds import YES, QuestionWords, filled
from companion.games.marrakesh.rules.texts.tiles import TOWN
from companion.play.decision import Decision
from companion.words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State


def _open(question: Text) -> QuestionWords:
    """An open question: it has no options to name."""
    return QuestionWords(question, lambda g, d, key: Text(key))


def _spot(g: State, d: Decision, key: str) -> Text:
    return filled(N_("the spot with {points}"), points=words.amount("points", int(key)))


def _standing(g: State, d: Decision, key: str) -> Text:
    return words.NOTHING if key == "nothing" else words.COLOUR[key]


def _town(g: State, d: Decision, key: str) -> Text:
    return N_("no town") if key == "0" else filled(TOWN, n=key)


def _who_first(g: State, d: Decision) -> Text:
    if d.about["jetty"]:
        return N_("Taking stock: whose fisherman came to the jetty first?")
    return filled(N_("Taking stock: whose fisherman came to step {n} of the river first?"), n=d.about["step"])


def _who_at_the_crocodile(g: State, d: Decision) -> Text:
    if g.season < SEASONS - 1:
        return N_(
            "Taking stock: whose fisherman will begin the next season at the crocodile (river tile 09)?"
        )
    return N_("Taking stock: whose fisherman began this season at the crocodile (river tile 09)?")


def _whose_guest(g: State, d: Decision) -> Text:
    if d.about["guest"] == "imam":
        return N_("Taking stock: with whom does the Imam go?")
    return N_("Taking stock: with whom does the Sultan go?")


def _host(g: State, d: Decision, key: str) -> Text:
    return N_("with nobody: one step above them") if key == "nobody" else Text(g.players[int(key)].name)


def _who(g: State, d: Decision, key: str) -> Text:
    return N_("nobody's") if key == "nobody" else Text(g.players[int(key)].name)


KINDS: Final[dict[str, QuestionWords]] = {
    "stock resources": _open(N_("Taking stock: how many resources do you have?")),
    "stock keshis": _open(N_("Taking stock: how many keshis of each colour are deployed on your board?")),
    "stock square": _open(N_("Taking stock: on which spaces of the main square are entertainers?")),
    "stock caravans": _open(N_("Taking stock: how many caravans are on each Sahara path?")),
    "stock vendors": _open(N_("Taking stock: which sectors have a water vendor?")),
    "stock gates": _open(N_("Taking stock: which city gates have you built, and where?")),
    "stock pawns": _open(N_("Taking stock: how many steps have your three pawns gone?")),
    "stock jetty": QuestionWords(N_("Taking stock: at which spot of the jetty is your fisherman?"), _spot),
    "stock river": QuestionWords(_who_first, _who),
    "stock crocodile": QuestionWords(_who_at_the_crocodile, _who),
    "stock guest": QuestionWords(_whose_guest, _host),
    "stock scrolls": _open(N_("Taking stock: which scrolls do you have?")),
    "stock luxury": _open(N_("Taking stock: how many luxury goods do you have?")),
    "stock claimed oases": _open(N_("Taking stock: which oases have you claimed, from the left?")),
    "stock discovered": _open(N_("Taking stock: where do discovered oases lie that are not claimed?")),
    "stock discovered oases": _open(N_("Taking stock: which oases are these, in the same order?")),
    "stock screen": _open(N_("Taking stock: which keshis are still behind your screen?")),
    "stock assistants": _open(N_("Taking stock: in which sectors do your assistants still wait?")),
    "stock storage": QuestionWords(
        lambda g, d: filled(N_("Taking stock: which keshi stands on storage space {n}?"), n=d.about["place"]),
        _standing,
    ),
    "stock town": QuestionWords(
        lambda g, d: filled(
            N_("Taking stock: which desert town lies at the {path}?"), path=words.PATH[d.about["path"]]
        ),
        _town,
    ),
    "stock town claimed": QuestionWords(
        lambda g, d: filled(N_("Taking stock: is desert town {n} claimed?"), n=d.about["town"]),
        lambda g, d, key: YES if key == "yes" else N_("No"),
    ),
}
