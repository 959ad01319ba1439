"""Any decision at all: the question, its legal answers as big buttons, and for an open one an editor."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.decision import PASS, Decision
from companion.ui.i18n import _, ngettext
from companion.ui.layout import Column, Grid, Row
from companion.ui.screens.game.editors import form_editor
from companion.ui.screens.game.entry import FormEntry
from companion.ui.screens.game.parts.option import OptionButton
from companion.ui.screens.game.parts.things import is_thing
from companion.ui.screens.game.scene import Scene, View
from companion.ui.screens.game.words import option, option_detail, question
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Icon, Label, ScrollArea

FEW = 4  # answers that stand one below the other


def prompt(scene: Scene) -> View:
    """The one prompt for every kind of decision."""
    if scene.decision.form:
        return open_question(scene)
    if scene.decision.max_picks > 1 or scene.decision.min_picks != 1:
        return several(scene)
    return one_of(scene)


def heading(scene: Scene, note: str = "") -> Widget:
    """The question, in letters to be read from across the table."""
    words = Label(question(scene.decision, scene.g), size="title", face="title")
    return Column([words, Label(note, size="small", tone="ink_soft") if note else None], gap=0.2)


def one_of(scene: Scene) -> View:
    """A plain choice; declining stands apart at the foot."""
    decision = scene.decision
    keys = [key for key in decision.options if key != PASS]
    choices = [choice(scene, key, scene.answering(key)) for key in keys]
    foot: list[Widget] = []
    if decision.may_pass:
        foot = [Button(option(decision, PASS, scene.g), scene.answering(PASS), grow=1, key="pass")]
    return View(Column([heading(scene), options_grid(scene, choices)], grow=1), foot)


def several(scene: Scene) -> View:
    """Several picks and a button to confirm them."""
    decision, half = scene.decision, scene.half
    picks = half.picks

    def toggle(key: str) -> Callable[[], None]:
        def tap() -> None:
            if key in picks and decision.distinct:
                picks.remove(key)
            elif len(picks) < decision.max_picks:
                picks.append(key)

        return tap

    full = len(picks) >= decision.max_picks
    choices = []
    for key in decision.options:
        if key == PASS:
            continue
        chosen = key in picks
        count = picks.count(key)
        choices.append(
            choice(
                scene,
                key,
                toggle(key),
                chosen=chosen,
                badge=f"×{count}" if count and not decision.distinct else "",
                enabled=not full or (chosen and decision.distinct),
                why=_("That is all you may pick; take one back first."),
            )
        )
    return View(
        Column([heading(scene, picked_note(decision, len(picks))), options_grid(scene, choices)], grow=1),
        several_foot(scene),
    )


def several_foot(scene: Scene) -> list[Widget]:
    """Start over, decline, confirm."""
    decision, picks = scene.decision, scene.half.picks
    missing = decision.min_picks - len(picks)
    foot: list[Widget] = []
    if picks:
        foot.append(Button(_("Start over"), picks.clear, key="start-over"))
    if decision.may_pass:
        foot.append(Button(option(decision, PASS, scene.g), scene.answering((PASS,)), key="pass"))
    why = ngettext("Pick {n} more.", "Pick {n} more.", max(1, missing)).format(n=missing)
    done = scene.answering(tuple(picks))
    foot.append(Button(_("Done"), done, kind="main", enabled=missing <= 0, why=why, grow=1, key="done"))
    return foot


def picked_note(decision: Decision, picked: int) -> str:
    if decision.min_picks == decision.max_picks:
        return _("{n} of {most} picked").format(n=picked, most=decision.max_picks)
    return _("{n} picked, {least} to {most} are possible").format(
        n=picked, least=decision.min_picks, most=decision.max_picks
    )


def open_question(scene: Scene) -> View:
    """Something only the table can see: what is printed, what was drawn, how many there are."""
    decision, half = scene.decision, scene.half
    if half.form is None:
        half.form = FormEntry(decision.form, decision.about)
    entry: FormEntry = half.form
    note = _("It is asked once; the companion remembers it.") if decision.kind == "fact" else ""
    icon = Icon("question", size=7.0, tone="brass") if decision.kind == "fact" else None
    head = Row([icon, Column([heading(scene, note)], grow=1)], align="middle")
    confirm = Button(_("That is right"), lambda: scene.answer(entry.value()), kind="main", grow=1, key="done")
    return View(Column([head, form_editor(entry)], grow=1, gap=0.8), [confirm])


def choice(
    scene: Scene,
    key: str,
    tap: Callable[[], None],
    *,
    chosen: bool = False,
    badge: str = "",
    enabled: bool = True,
    why: str = "",
) -> OptionButton:
    """One answer, pictured as far as its key says what it is about."""
    decision = scene.decision
    return OptionButton(
        option(decision, key, scene.g),
        tap,
        things=things_of(key),
        badge=badge or (key if key.isdigit() and len(key) <= 2 else ""),
        note=option_detail(decision, key, scene.g),
        chosen=chosen,
        enabled=enabled,
        why=why,
        key=f"option-{key}",
    )


def things_of(key: str) -> list[str]:
    """The tokens of an answer's key: "green*2" is two greens, "keshi:yellow" a yellow keshi.

    >>> things_of("green*2"), things_of("green+pink"), things_of("yes")
    (['green', 'green'], ['green', 'pink'], [])
    """
    things: list[str] = []
    for part in key.split("+"):
        name, star, number = part.partition("*")
        if is_thing(name):
            things += [name] * (int(number) if star and number.isdigit() else 1)
    return things


def options_grid(scene: Scene, choices: list[OptionButton]) -> Widget:
    """The answers: a few stand one below the other, many in columns that scroll."""
    columns = 0
    if len(choices) <= FEW:
        columns = 1 if scene.portrait or len(choices) == 1 else 2
    return ScrollArea(Grid(choices, columns=columns, cell_mm=38, gap=0.8), key="options")
