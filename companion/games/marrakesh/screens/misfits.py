"""An entry that no longer fits after a change of the past: it is shown and kept until the table decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.screens.changes import waiting_words
from companion.games.marrakesh.screens.history import words_of
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.scene import View
from companion.games.marrakesh.screens.told import MOST_THINGS
from companion.games.marrakesh.screens.views.prompt import things_of
from companion.games.marrakesh.screens.words import entry_words, question, refusal
from companion.play.journal import ANSWER, Entry
from companion.play.timeline import Misfit
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column, Middle, Row
from companion.ui.stage import Stage
from companion.ui.widgets import Button, Card, Dialog, Label, ScrollArea


def misfit_view(ui: Stage, table: GameOnScreen, misfit: Misfit) -> View:
    """The open question comes first: what waits may fit once it is answered. Discarding asks before."""
    game, entry, asked_now = table.game, misfit.entry, table.pending
    who = table.state.players[entry.player].name if entry.player >= 0 else _("Everybody")
    asked, answer = (
        entry_words(entry, table.state) if entry.do == ANSWER else words_of(entry, None, table.state)
    )
    value = entry.value if isinstance(entry.value, (tuple, list)) else [entry.value]
    tokens = [Token(thing, size_mm=7.0) for key in value for thing in things_of(str(key))][:MOST_THINGS]
    told = Column(
        [
            Label(_("This entry no longer fits"), size="title", face="title"),
            Label(f"{who} · {asked}", tone="ink_soft"),
            Row([*tokens, Label(answer, size="answer", face="strong", grow=1)], gap=0.5, align="middle"),
            Label(why(table, misfit), tone="warn"),
            Label(waiting_words(len(game.waiting)), size="note", tone="ink_soft"),
        ],
        gap=0.6,
    )

    def anew() -> None:
        table.settled_misfit = misfit

    foot = [
        Button(
            _("Discard the rest"),
            lambda: ask_discard(ui, len(game.waiting), lambda: table.session.rewrite(Game.drop_waiting)),
            kind="danger",
            grow=1,
        )
    ]
    if surplus(game, entry):
        leave_out = partial(ask_discard, ui, 1, lambda: table.session.rewrite(Game.skip_misfit))
        foot.append(Button(_("Leave this one out"), leave_out, grow=1))
    if asked_now is not None:
        foot.append(Button(_("Answer again"), anew, kind="main", grow=1))
    return View(ScrollArea(Card(Middle(told, across=False), 1.4, border="warn"), key="misfit"), foot)


def why(table: GameOnScreen, misfit: Misfit) -> str:
    """Why an entry no longer fits, in the words of the table: the rules name options by their keys."""
    entry, asked, g = misfit.entry, table.pending, table.state
    if asked is not None and entry.do == ANSWER and (asked.kind, asked.player) != (entry.what, entry.player):
        return _("Now something else is asked: {question}").format(question=question(asked, g))
    return refusal(misfit.refusal, g)


def surplus(game: Game, entry: Entry) -> bool:
    """Whether an entry may be left out alone. While its own question, or one of its kind, is open, the answer
    is what is missing, not the entry too many.
    """
    asked = game.pending
    if asked is None or entry.do != ANSWER:
        return True
    return asked.kind != entry.what and game.fits_without_misfit


def ask_discard(ui: Stage, n: int, discard: Callable[[], None]) -> None:
    """Nothing is thrown away by one tap."""
    ui.ask(
        Dialog(
            ngettext("Discard {n} entry?", "Discard {n} entries?", n).format(n=n),
            ngettext("Undo brings it back.", "Undo brings them back.", n),
            [(_("Discard"), "danger", discard), (_("Keep"), "plain", None)],
        )
    )
